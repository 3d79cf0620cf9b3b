/**
 * A clinical document in HL7 CDA Release 2 with the Australian extensions (namespace Ci/Cda/Extensions/3.0), by preset: the narrative
 * alone, or a level of one of the Agency's implementation guides. D132.
 */
import { type DocumentFacts, readDocumentFacts } from '../document-facts.ts'
import { type ExportInput, presetOf, timeZoneOf } from '../export-input.ts'
import { hl7Time } from '../zoned-time.ts'
import { attachmentName, buildAttachmentBody, renderAttachment } from './attachment.ts'
import { buildCodedSections } from './body.ts'
import { buildEdition, type Edition, markOf } from './edition.ts'
import { guideOf } from './guides.ts'
import { buildHeader } from './header.ts'
import { buildPlainSection } from './narrative.ts'
import { type PackageFile, packFiles, rootName } from './package.ts'
import { listUnplaced } from './unplaced.ts'
import { element, renderXml, type XmlElement } from './xml.ts'

const namespaces = { xmlns: 'urn:hl7-org:v3', 'xmlns:ext': 'http://ns.electronichealth.net.au/Ci/Cda/Extensions/3.0' }
/** Entries name the datatypes of their values. */
const typed = { ...namespaces, 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance' }

/** XML, or for level 1A the ZIP of the document and its attachment. */
export async function renderCda(input: ExportInput): Promise<Uint8Array> {
  const [document, ...attachments] = await renderCdaFiles(input)
  return attachments.length === 0 ? document.bytes : packFiles([document, ...attachments])
}

/** The document first, then what it refers to. */
async function renderCdaFiles(input: ExportInput): Promise<readonly [PackageFile, ...PackageFile[]]> {
  const { level, guide } = guideOf(presetOf(input))
  if (level === '3A' && guide !== undefined)
    return [
      renderRoot(input, (facts, edition) => buildCodedSections(guide, input, withUnplaced(facts, input), edition)),
    ]
  if (level !== '1A')
    return [renderRoot(input, (facts, edition) => listPlainSections(withUnplaced(facts, input), edition))]
  const pdf = await renderAttachment(input)
  const root = renderRoot(input, (facts, edition) => [buildAttachmentBody(facts, edition, pdf)])
  return [root, { name: attachmentName, bytes: pdf }]
}

const withUnplaced = (facts: DocumentFacts, input: ExportInput): DocumentFacts => {
  const { guide } = guideOf(presetOf(input))
  return { ...facts, sections: [...facts.sections, ...listUnplaced(facts, timeZoneOf(input), guide !== undefined)] }
}

type ListSections = (facts: DocumentFacts, edition: Edition) => readonly XmlElement[]

function renderRoot(input: ExportInput, listSections: ListSections): PackageFile {
  const facts = readDocumentFacts(input.bundle)
  const edition = buildEdition(input, facts)
  const time = (at: string): string => hl7Time(at, timeZoneOf(input))
  const { level, guide } = guideOf(presetOf(input))
  const root = element('ClinicalDocument', level === '3A' ? typed : namespaces, [
    ...buildHeader({ input, facts, edition, time, guide }),
    element('component', {}, [element('structuredBody', {}, listSections(facts, edition))]),
  ])
  return { name: rootName, bytes: Buffer.from(renderXml(root)) }
}

const listPlainSections: ListSections = (facts, edition) => {
  const mark = markOf(edition)
  const [, title] = edition.status
  const first = { title, blocks: [{ kind: 'paragraph', text: mark ?? '' }], sections: [] } as const
  return [...(mark === undefined ? [] : [buildPlainSection(first)]), ...facts.sections.map(buildPlainSection)]
}
