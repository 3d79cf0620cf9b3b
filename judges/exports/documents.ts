/** The documents that are judged: every template over consultations, a fifth with hard names and hostile text, a fifth amended or recalled. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle, Composition, CompositionSection, HumanName, Patient } from '@medplum/fhirtypes'
import { escapeMarkup } from '../../src/core/markup.ts'
import { nameUuid } from '../../src/documents/name-uuid.ts'
import { plainLine } from '../../src/documents/plain-text.ts'
import { buildRecalledDocument } from '../../src/documents/recall.ts'
import type { DocumentRecipient } from '../../src/documents/recipient.ts'
import type { Appearance } from '../../src/exports/appearance.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { exampleRecipient, hostileTexts } from '../../test/builders.ts'
import { exampleRecord, makeDocument, readSegments } from '../../test/documents/template-documents.ts'
import { halfRed, makeJpeg, makePng, whitePng } from '../../test/images.ts'

export type JudgedDocument = { readonly name: string; readonly isHard: boolean; readonly input: ExportInput }

const root = join(import.meta.dirname, '../..')
const folders = [join(root, '../shared/consultations'), join(root, 'src/demo/consultations')]

const listConsultations = (): readonly string[] => {
  const folder = folders.find((candidate) => existsSync(candidate)) ?? ''
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(folder, name))
}

const hardNames: readonly HumanName[] = [
  { family: "O'Brien-Nguyễn", given: ['Thị Ánh', 'Đặng'], prefix: ['Dr'] },
  { family: 'Παπαδόπουλος', given: ['Ιωάννης'] },
  { family: 'Щербаков', given: ['Юрий'] },
  { family: 'Al|Rahman^&~\\', given: ['x\\.br\\y', '{\\rtf1}'], suffix: ['<b>&amp;</b>'] },
  { family: 'van der Straßen', given: ['Zoë', 'Łukasz'], suffix: ['III'] },
  { family: 'A'.repeat(300), given: ['B'.repeat(300)] },
  { family: 'e\u0301ze\u0302\u0323', given: ['\u200dZero\u200bWidth'] },
  // AU Core demands a family name.
  { text: 'Baby of Quillinan', family: 'Quillinan' },
]

const div = (content: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`
const section = (title: string, content: string, more: Partial<CompositionSection> = {}): CompositionSection => ({
  title,
  code: { text: title },
  text: { status: 'generated', div: div(content) },
  ...more,
})

/** As a narrative may hold them; a rare ideograph is refused by name, which a test shows. */
const hostileLines = hostileTexts.map((text) => plainLine(text).replaceAll('\u{20089}', ''))

/** Nested sections, lists and tables, and every text that a form could take for its own markup. */
const hardSection: CompositionSection = section('Appendix', '<p>What follows is nested.</p>', {
  section: [
    section(
      'Results',
      '<table><caption>Blood</caption><thead><tr><th>Test</th><th colspan="2">Value | unit</th></tr></thead><tbody><tr><td rowspan="2">Sodium</td><td>140</td><td>mmol/L</td></tr><tr><td>138</td><td><ul><li>low</li><li>repeated</li></ul></td></tr></tbody></table>',
    ),
    section(
      'Hostile text',
      `<ol>${hostileLines.map((text) => `<li>${escapeMarkup(text)}</li>`).join('')}</ol><p>${'long'.repeat(2000)}</p>`,
      { section: [section('Deeper', '<dl><dt>Term</dt><dd>Meaning</dd></dl>')] },
    ),
  ],
})

function harden(bundle: Bundle, number: number): Bundle {
  const name = hardNames[number % hardNames.length]
  const entry = bundle.entry?.map((each) => {
    const { resource } = each
    if (resource?.resourceType === 'Patient' && name !== undefined)
      return { ...each, resource: { ...resource, name: [name] } satisfies Patient }
    if (resource?.resourceType === 'Composition')
      return {
        ...each,
        resource: { ...resource, section: [...(resource.section ?? []), hardSection] } satisfies Composition,
      }
    return each
  })
  return { ...bundle, entry: entry ?? [] }
}

/** As a practice's own record would have it: every medicine has a dose. */
function withDoses(bundle: Bundle): Bundle {
  const entry = bundle.entry?.map((each) => {
    const { resource } = each
    if (resource?.resourceType !== 'MedicationStatement' || resource.dosage !== undefined) return each
    return { ...each, resource: { ...resource, dosage: [{ text: '300 mg once a day' }] } }
  })
  return { ...bundle, entry: entry ?? [] }
}

const recipients: readonly DocumentRecipient[] = [
  exampleRecipient,
  { ...exampleRecipient, name: 'Harbour Hospital, Cardiology', organisation: 'Harbour Hospital' },
]

/** Of ten documents one is recalled, and one replaces another. */
function inState(input: ExportInput, number: number): ExportInput {
  if (number % 10 === 3) {
    const at = '2026-03-16T00:05:00.000Z'
    return { ...input, at, status: 'recalled', bundle: buildRecalledDocument(input.bundle, at) }
  }
  if (number % 10 !== 7) return input
  const targetIdentifier = { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${nameUuid(`before ${number}`)}` }
  const entry = input.bundle.entry?.map((each) =>
    each.resource?.resourceType === 'Composition'
      ? { ...each, resource: { ...each.resource, relatesTo: [{ code: 'replaces' as const, targetIdentifier }] } }
      : each,
  )
  return { ...input, bundle: { ...input.bundle, entry: entry ?? [] } }
}

/** Two of three documents have images, each of another kind, and the attachment. */
const looks: readonly Appearance[] = [
  { logo: halfRed, signature: makeJpeg(), attachBundle: true },
  {},
  {
    logo: makePng({ width: 2, height: 1, colour: 0, depth: 16, lines: Buffer.from([0, 0xff, 0xff, 0x80, 0]) }),
    signature: whitePng(31, 11),
    omitEmptySections: true,
  },
]

/** Each has an identity of its own. */
export function* listDocuments(most: number): Generator<JudgedDocument> {
  let number = 0
  for (const path of listConsultations())
    for (const template of builtInTemplates) {
      if (number === most) return
      const { input } = makeDocument(template, readSegments(path), number % 3 === 0 ? [] : exampleRecord)
      const isHard = number % 5 === 4
      const recipient = recipients[number % recipients.length] ?? exampleRecipient
      const name = `${String(number).padStart(3, '0')}-${template.version.artifactType}`
      const appearance = looks[number % looks.length] ?? {}
      const known = number % 2 === 0 ? withDoses(input.bundle) : input.bundle
      const bundle = isHard ? harden(known, Math.floor(number / 5)) : known
      yield {
        name,
        isHard,
        input: inState({ ...input, bundle, recipient, appearance, documentId: nameUuid(name) }, number),
      }
      number += 1
    }
}
