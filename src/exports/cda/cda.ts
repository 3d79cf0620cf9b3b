/**
 * A general clinical document in HL7 CDA Release 2 with the Australian extensions (namespace Ci/Cda/Extensions/3.0).
 * The header is that of level 1A. A document that travels alone can point to no attachment, so its body is the narrative itself, uncoded.
 */
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { type DocumentFacts, readDocumentFacts, type SectionFacts } from '../document-facts.ts'
import { type ExportInput, timeZoneOf } from '../export-input.ts'
import { type Block, type Cell, linesOf, type Table } from '../narrative-blocks.ts'
import { hl7Time } from '../zoned-time.ts'
import { documentStatuses, oids } from './codes.ts'
import {
  buildAuthor,
  buildCode,
  buildCustodian,
  buildId,
  buildLegalAuthenticator,
  buildRecordTarget,
} from './parties.ts'
import { buildInformationRecipient } from './recipients.ts'
import { element, renderXml, type XmlElement, type XmlNode } from './xml.ts'

const namespaces = { xmlns: 'urn:hl7-org:v3', 'xmlns:ext': 'http://ns.electronichealth.net.au/Ci/Cda/Extensions/3.0' }

export const renderCda = (input: ExportInput): Uint8Array => Buffer.from(renderXml(buildClinicalDocument(input)))

function buildClinicalDocument(input: ExportInput): XmlElement {
  const facts = readDocumentFacts(input.bundle)
  const time = (at: string): string => hl7Time(at, timeZoneOf(input))
  const edition = buildEdition(input, facts)
  return element('ClinicalDocument', namespaces, [
    element('typeId', { root: '2.16.840.1.113883.1.3', extension: 'POCD_HD000040' }),
    element('templateId', { root: oids.rendering, extension: '1.0' }),
    buildId(edition.id),
    buildCode('code', 'loinc', [facts.type.code, plainLine(facts.type.display)]),
    element('title', {}, [plainLine(facts.title)]),
    element('effectiveTime', { value: time(input.at) }),
    element('confidentialityCode', { nullFlavor: 'NA' }),
    element('languageCode', { code: 'en-AU' }),
    element('setId', { root: facts.setId ?? input.documentId }),
    element('versionNumber', { value: edition.version }),
    buildCode('ext:completionCode', 'documentStatus', edition.status),
    buildRecordTarget(facts.patient, facts.custodian.name),
    buildAuthor(facts.author, time(facts.authoredAt)),
    buildCustodian(facts.custodian),
    input.recipient === undefined ? undefined : buildInformationRecipient(input.recipient),
    facts.approvedAt === undefined ? undefined : buildLegalAuthenticator(facts.approver, time(facts.approvedAt)),
    edition.replaces === undefined ? undefined : buildReplaced(edition.replaces),
    buildComponentOf(facts, time),
    element('component', {}, [
      element('structuredBody', {}, [...listMark(edition), ...facts.sections.map(buildSection)]),
    ]),
  ])
}

type Edition = {
  readonly id: string
  readonly version: string
  readonly status: readonly [string, string]
  readonly replaces?: string
}

/** CDA R2 4.2.3.1: each edition has its own id and its number in the set of the first. A withdrawn edition replaces the one that it withdraws. */
function buildEdition({ documentId, status }: ExportInput, facts: DocumentFacts): Edition {
  if (status === 'recalled' || facts.status === 'entered-in-error') {
    const id = nameUuid(`recalled ${documentId}`)
    return { id, version: String(facts.edition + 1), status: documentStatuses.withdrawn, replaces: documentId }
  }
  return {
    id: documentId,
    version: String(facts.edition),
    status: facts.status === 'preliminary' ? documentStatuses.interim : documentStatuses.final,
    ...(facts.replaces === undefined ? {} : { replaces: facts.replaces }),
  }
}

const buildReplaced = (id: string): XmlElement =>
  element('relatedDocument', { typeCode: 'RPLC' }, [element('parentDocument', {}, [buildId(id)])])

function buildComponentOf({ encounter }: DocumentFacts, time: (at: string) => string): XmlElement | undefined {
  const { start, end } = encounter?.period ?? {}
  if (start === undefined) return undefined
  return element('componentOf', {}, [
    element('encompassingEncounter', {}, [
      element('effectiveTime', {}, [
        element('low', { value: time(start) }),
        end === undefined ? undefined : element('high', { value: time(end) }),
      ]),
    ]),
  ])
}

const marks: Readonly<Record<string, string>> = {
  W: 'This document was withdrawn. Do not rely on it.',
  I: 'This document is a draft. No clinician has approved it.',
}

const listMark = ({ status: [code, display] }: Edition): readonly XmlElement[] =>
  marks[code] === undefined
    ? []
    : [buildSection({ title: display, blocks: [{ kind: 'paragraph', text: marks[code] }], sections: [] })]

const buildSection = ({ title, blocks, emptyReason, sections }: SectionFacts): XmlElement =>
  element('component', {}, [
    element('section', {}, [
      element('title', {}, [plainLine(title)]),
      element('text', { mediaType: 'text/x-hl7-text+xml' }, [
        ...(blocks.length === 0 && sections.length === 0
          ? [element('paragraph', {}, [emptyReason ?? 'Nothing recorded.'])]
          : listNarrative(blocks)),
      ]),
      ...sections.map(buildSection),
    ]),
  ])

/** CDA R2 4.3.5. */
const listNarrative = (blocks: readonly Block[]): readonly XmlElement[] => blocks.map(buildBlock)

function buildBlock(block: Block): XmlElement {
  if (block.kind === 'table') return buildTable(block)
  if (block.kind === 'heading')
    return element('paragraph', {}, [element('content', { styleCode: 'Bold' }, [block.text])])
  if (block.kind === 'paragraph') return element('paragraph', {}, [block.text])
  return element(
    'list',
    { listType: block.isOrdered ? 'ordered' : undefined },
    block.items.map((item) => element('item', {}, buildItem(item))),
  )
}

/** An item of one line is that line. */
const buildItem = (blocks: readonly Block[]): readonly XmlNode[] => {
  const [first] = blocks
  return blocks.length === 1 && first?.kind === 'paragraph' ? [first.text] : listNarrative(blocks)
}

const buildTable = ({ caption, rows }: Table): XmlElement =>
  element('table', {}, [
    caption === '' ? undefined : element('caption', {}, [caption]),
    element(
      'tbody',
      {},
      rows
        .filter((row) => row.length > 0)
        .map((row) =>
          element(
            'tr',
            {},
            row.map((cell) => buildCell(cell)),
          ),
        ),
    ),
  ])

/** A cell cannot hold a table: CDA R2 4.3.5.7. Its lines stand one below the other. */
const buildCell = ({ isHeader, columns, rows, blocks }: Cell): XmlElement =>
  element(
    isHeader ? 'th' : 'td',
    { colspan: columns === 1 ? undefined : String(columns), rowspan: rows === 1 ? undefined : String(rows) },
    linesOf(blocks).flatMap((line, index) => (index === 0 ? [line] : [element('br'), line])),
  )
