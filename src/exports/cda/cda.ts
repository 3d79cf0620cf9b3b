/**
 * A general clinical document in HL7 CDA Release 2 with the Australian extensions (namespace Ci/Cda/Extensions/3.0).
 * The header is that of level 1A. A document that travels alone can point to no attachment, so its body is the narrative itself, uncoded.
 */
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { type DocumentFacts, readDocumentFacts, type SectionFacts } from '../document-facts.ts'
import { type ExportInput, timeZoneOf } from '../export-input.ts'
import type { Block } from '../narrative-blocks.ts'
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
import { element, renderXml, type XmlElement } from './xml.ts'

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
    buildRecordTarget(facts.patient),
    buildAuthor(facts.author, time(facts.authoredAt)),
    buildCustodian(facts.custodian),
    facts.approvedAt === undefined ? undefined : buildLegalAuthenticator(facts.approver, time(facts.approvedAt)),
    edition.replaces === undefined ? undefined : buildReplaced(edition.replaces),
    buildComponentOf(facts, time),
    element('component', {}, [
      element('structuredBody', {}, [
        ...listMark(edition),
        ...facts.sections.map((section) => buildSection(section.title, section.blocks)),
      ]),
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
  if (status === 'recalled') {
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
  marks[code] === undefined ? [] : [buildSection(display, [{ kind: 'paragraph', text: marks[code] }])]

const buildSection = (title: string, blocks: SectionFacts['blocks']): XmlElement =>
  element('component', {}, [
    element('section', {}, [
      element('title', {}, [plainLine(title)]),
      element('text', { mediaType: 'text/x-hl7-text+xml' }, listNarrative(blocks)),
    ]),
  ])

/** CDA R2 4.3.5: neighbouring items are one list. */
function listNarrative(blocks: readonly Block[]): readonly XmlElement[] {
  const narrative: XmlElement[] = []
  let items: XmlElement[] = []
  const closeList = (): void => {
    if (items.length > 0) narrative.push(element('list', {}, items))
    items = []
  }
  for (const { kind, text } of blocks) {
    if (kind === 'item') {
      items.push(element('item', {}, [text]))
      continue
    }
    closeList()
    const content = kind === 'heading' ? element('content', { styleCode: 'Bold' }, [text]) : text
    narrative.push(element('paragraph', {}, [content]))
  }
  closeList()
  return narrative.length === 0 ? [element('paragraph', {}, ['Nothing recorded.'])] : narrative
}
