/** The body of a CDA document as sections of a Composition: titles, codes, narratives, and the entries that are facts. CDA R2 4.3. */
import type { CodeableConcept, CompositionSection, Patient, Reference } from '@medplum/fhirtypes'
import { escapeMarkup } from '../../core/markup.ts'
import { codeSystems } from '../../documents/code-systems.ts'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { documentStatuses } from '../cda/codes.ts'
import { findContextFault } from './entries/faults.ts'
import { readEntries, type SectionContext, sectionCodeOf } from './entries/read-entries.ts'
import { sectionKinds } from './entries/section-kinds.ts'
import { renderNarrative } from './narrative.ts'
import { findOnly } from './only-one.ts'
import type { Reading } from './reading.ts'
import { readConcept } from './values.ts'
import { attributeOf, childrenOf, findNode, textOf } from './xml-nodes.ts'

const unavailable: CodeableConcept = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: 'unavailable', display: 'Unavailable' },
  ],
}

/** `patient` is whom the entries are about. */
export function readBody(
  reading: Reading,
  root: XmlNode,
  patient: Reference<Patient> | undefined,
): CompositionSection[] {
  const component = findOnly(root, 'component')
  const structured = findOnly(component, 'structuredBody', 'component')
  const file = findOnly(component, 'nonXMLBody', 'component')
  if (structured !== undefined) {
    if (file !== undefined) reading.leave('nonXMLBody', 'stands beside a structuredBody and is not carried')
    const faults = [component, structured].flatMap((node) => (node && findContextFault(node)) ?? [])
    const fault = isWithdrawn(root) ? 'the document was withdrawn' : faults[0]
    return readSections(reading, structured, 'structuredBody', { patient, fault })
  }
  return file === undefined ? [] : [readFileBody(reading, file)]
}

const isWithdrawn = (root: XmlNode): boolean =>
  attributeOf(findNode(root, 'completionCode'), 'code') === documentStatuses.withdrawn[0]

const readSections = (
  reading: Reading,
  parent: XmlNode,
  place: string,
  context: SectionContext,
): CompositionSection[] =>
  childrenOf(parent, 'component').flatMap((component, index) => {
    const at = `${place}/component[${index}]`
    const section = findOnly(component, 'section', at)
    if (section === undefined) return []
    const fault = context.fault ?? findContextFault(component) ?? findContextFault(section)
    return readSection(reading, section, `${at}/section`, { ...context, fault })
  })

function readSection(reading: Reading, section: XmlNode, place: string, context: SectionContext): CompositionSection[] {
  const text = findOnly(section, 'text', place)
  const div = text === undefined ? undefined : renderNarrative(reading, `${place}/text`, text)
  const { entry, emptyReason } = readEntries(reading, section, { place, hasText: div !== undefined, context })
  const inner = readSections(reading, section, place, context)
  const title = textOf(findOnly(section, 'title', place)) ?? readConcept(findNode(section, 'code'))?.text
  const code = codeOf(section)
  tellOthers(reading, section, place)
  if (title === undefined && div === undefined && inner.length === 0 && entry.length === 0) {
    reading.leave(place, 'has neither title nor text and is left out')
    return []
  }
  const isBare = div === undefined && inner.length === 0
  const reason = emptyReason ?? (isBare && entry.length === 0 ? emptyReasonOf(section) : undefined)
  return [
    {
      ...(title === undefined ? {} : { title }),
      ...(code === undefined ? {} : { code }),
      ...(div === undefined ? {} : { text: { status: 'additional', div } }),
      ...(isBare ? { text: generatedText(reason?.text ?? onlyCoded) } : {}),
      ...(entry.length === 0 ? {} : { entry: [...entry] }),
      ...(reason === undefined ? {} : { emptyReason: reason }),
      ...(inner.length === 0 ? {} : { section: inner }),
    },
  ]
}

/** R4 cmp-1: a reason alone is no section. */
const generatedText = (words: string): NonNullable<CompositionSection['text']> => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escapeMarkup(words)}</p></div>`,
})

/** With LOINC's code before that of the Agency, which readers of FHIR need not know. */
function codeOf(section: XmlNode): CodeableConcept | undefined {
  const code = readConcept(findNode(section, 'code'))
  const loinc = sectionKinds[sectionCodeOf(section)]?.loinc
  return loinc === undefined
    ? code
    : { ...code, coding: [{ system: codeSystems.loinc, code: loinc }, ...(code?.coding ?? [])] }
}

const onlyCoded = 'The original document has coded entries here, without a text to show.'

/**
 * CDA R2 4.3.5: entries need a text that tells them; without one nobody says that the section is empty. Undefined for a section about a
 * topic: of that, a form with entries would say that nothing was supplied.
 */
function emptyReasonOf(section: XmlNode): CodeableConcept | undefined {
  if (childrenOf(section, 'entry').length === 0)
    return { ...unavailable, text: 'The original document has no text here.' }
  return sectionKinds[sectionCodeOf(section)] === undefined ? { ...unavailable, text: onlyCoded } : undefined
}

const known: ReadonlySet<string> = new Set([
  'id',
  'code',
  'title',
  'text',
  'component',
  'templateId',
  'entry',
  'languageCode',
])

function tellOthers(reading: Reading, section: XmlNode, place: string): void {
  const others = section.children.flatMap((child) =>
    typeof child === 'string' || known.has(child.name) ? [] : child.name,
  )
  for (const name of new Set(others)) if (name !== 'coverage2') reading.leave(`${place}/${name}`, 'is not carried')
}

/** A document whose body is a file says so; the file is told. */
function readFileBody(reading: Reading, body: XmlNode): CompositionSection {
  const type = attributeOf(findNode(body, 'text'), 'mediaType') ?? 'of an unknown type'
  reading.leave(
    'nonXMLBody',
    `is a file (${/^[\w.+/-]{1,60}$/.test(type) ? type : 'of an unknown type'}), which is not carried`,
  )
  const text = 'The document is a file beside this one.'
  return { title: 'Document', text: generatedText(text), emptyReason: { ...unavailable, text } }
}
