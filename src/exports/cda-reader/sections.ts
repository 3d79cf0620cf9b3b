/** The body of a CDA document as sections of a Composition: titles, codes and narratives. Entries in code are told, not carried. CDA R2 4.3. */
import type { CodeableConcept, CompositionSection } from '@medplum/fhirtypes'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
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

export function readBody(reading: Reading, root: XmlNode): CompositionSection[] {
  const component = findOnly(root, 'component')
  const structured = findOnly(component, 'structuredBody', 'component')
  const file = findOnly(component, 'nonXMLBody', 'component')
  if (structured !== undefined) {
    if (file !== undefined) reading.leave('nonXMLBody', 'stands beside a structuredBody and is not carried')
    return readSections(reading, structured, 'structuredBody')
  }
  return file === undefined ? [] : [readFileBody(reading, file)]
}

const readSections = (reading: Reading, parent: XmlNode, place: string): CompositionSection[] =>
  childrenOf(parent, 'component').flatMap((component, index) => {
    const at = `${place}/component[${index}]`
    const section = findOnly(component, 'section', at)
    return section === undefined ? [] : readSection(reading, section, `${at}/section`)
  })

function readSection(reading: Reading, section: XmlNode, place: string): CompositionSection[] {
  const inner = readSections(reading, section, place)
  const text = findOnly(section, 'text', place)
  const div = text === undefined ? undefined : renderNarrative(reading, `${place}/text`, text)
  const code = readConcept(findNode(section, 'code'))
  const title = textOf(findOnly(section, 'title', place)) ?? code?.text
  tellLeft(reading, section, place, div !== undefined)
  if (title === undefined && div === undefined && inner.length === 0) {
    reading.leave(place, 'has neither title nor text and is left out')
    return []
  }
  return [
    {
      ...(title === undefined ? {} : { title }),
      ...(code === undefined ? {} : { code }),
      ...(div === undefined ? {} : { text: { status: 'additional', div } }),
      ...(div === undefined && inner.length === 0 ? { emptyReason: emptyReasonOf(section) } : {}),
      ...(inner.length === 0 ? {} : { section: inner }),
    },
  ]
}

/** CDA R2 4.3.5: entries need a text that tells them; without one nobody says that the section is empty. */
const emptyReasonOf = (section: XmlNode): CodeableConcept =>
  childrenOf(section, 'entry').length === 0
    ? unavailable
    : { ...unavailable, text: 'The original document has coded entries here, without a text to show.' }

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

function tellLeft(reading: Reading, section: XmlNode, place: string, hasText: boolean): void {
  const entries = childrenOf(section, 'entry').length
  const how = hasText ? 'as code' : 'at all, and no narrative tells it'
  if (entries > 0) reading.leave(`${place}/entry`, `is not carried ${how} (${entries})`)
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
  return { title: 'Document', emptyReason: { ...unavailable, text: 'The document is a file beside this one.' } }
}
