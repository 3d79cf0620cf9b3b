import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Composition, Organization, Patient, Practitioner } from '@medplum/fhirtypes'
import { nameUuid } from '../../../src/documents/name-uuid.ts'
import { checkAdrm } from '../../../src/exports/adrm-rules.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderHl7v2 } from '../../../src/exports/hl7v2/hl7v2.ts'
import { builtInTemplates } from '../../../src/hub/templates/built-in-templates.ts'
import {
  exampleAmendedExport,
  exampleExport,
  exampleRecalledExport,
  exampleRecipient,
  hostileNote,
  hostileTexts,
} from '../../builders.ts'
import { exampleRecord, makeDocument, readSegments } from '../../documents/template-documents.ts'
import { asLetter, changed, examplePdf, namesOf } from './messages.ts'

const presets = ['default', 'adrm-strict', 'adrm-strict-level-2'] as const

const findingsOf = async (input: ExportInput): Promise<readonly string[]> => {
  const bytes = await renderHl7v2({ pdf: examplePdf, ...input })
  return checkAdrm(bytes).map(({ id, place }) => `${id} ${place}`)
}

const kinds: readonly [string, ExportInput][] = [
  ['an original', exampleExport()],
  ['an amendment', exampleAmendedExport()],
  ['a withdrawal', exampleRecalledExport()],
  ['a hostile note', exampleExport(hostileNote)],
  ['a draft', changed<Composition>(exampleExport(), 'Composition', (each) => ({ ...each, status: 'preliminary' }))],
]

test.each(presets.flatMap((preset) => kinds.map(([what, input]) => [preset, what, input] as const)))(
  'ADRM: under %s %s keeps every rule, as a report and as a letter',
  async (preset, _what, input) => {
    expect(await findingsOf({ ...input, preset })).toEqual([])
    expect(await findingsOf({ ...input, preset, recipient: exampleRecipient })).toEqual([])
    expect(await findingsOf({ ...asLetter(input), preset })).toEqual([])
  },
)

const consultations = join(import.meta.dirname, '../../../src/demo/consultations')
const [consultation = ''] = readdirSync(consultations)
  .filter((name) => name.endsWith('.json'))
  .toSorted()

test.each(builtInTemplates.map((template) => [template.version.title, template] as const))(
  'ADRM: a document of the template %s keeps every rule in every preset',
  async (_title, template) => {
    const { input } = makeDocument(template, readSegments(join(consultations, consultation)), exampleRecord)

    for (const preset of presets)
      expect(await findingsOf({ ...input, preset, recipient: exampleRecipient, documentId: nameUuid(preset) })).toEqual(
        [],
      )
  },
)

/** What people, machines and attackers put into names. */
const hostileNames = [
  ...hostileTexts,
  'A'.repeat(300),
  '|^~\\&|^~\\&\r\nMSH|^~\\&|X',
  'a\u0000b\u000bc\u001c\u000dd',
  '\u202eevil\u202c \u200bzero\u200d\ufeffwidth',
  `e${'\u0301'.repeat(200)}`,
  '\ud800 lone \udfff',
  '\\X0D\\ \\.br\\ \\Zx\\ \\',
]

test.each(hostileNames)('HL7 v2.4 2.5: %j as every name changes no structure and breaks no rule', async (name) => {
  let input = changed<Patient>(asLetter(exampleExport()), 'Patient', (patient) => ({
    ...patient,
    name: [{ family: name, given: [name, name], prefix: [name], suffix: [name] }],
    address: [{ line: [name, name], city: name, state: name, postalCode: name, country: name }],
    telecom: [
      { system: 'phone', value: name },
      { system: 'email', value: name },
    ],
    identifier: [...(patient.identifier ?? []), { system: 'urn:x', value: name, type: { coding: [{ code: 'MR' }] } }],
  }))
  input = changed<Organization>(input, 'Organization', (organization) => ({ ...organization, name }))
  input = changed<Practitioner>(input, 'Practitioner', (practitioner) => ({
    ...practitioner,
    name: [{ family: name }],
  }))
  const recipient = { ...exampleRecipient, name, organisation: name, application: name, person: { family: name } }

  for (const preset of [...presets, 'hospital-mdm']) {
    const bytes = await renderHl7v2({ ...input, recipient, preset, pdf: examplePdf })
    const ordinary = await renderHl7v2({ ...asLetter(exampleExport()), preset, pdf: examplePdf })
    expect(namesOf(Buffer.from(bytes).toString())).toEqual(namesOf(Buffer.from(ordinary).toString()))
    expect(checkAdrm(bytes)).toEqual([])
  }
})

test('HL7 v2.4 2.5: a word of a megabyte is whole in the message', async () => {
  const word = 'w'.repeat(1_000_000)
  const div = `<div xmlns="http://www.w3.org/1999/xhtml"><p>${word}</p></div>`
  const code = { coding: [{ system: 'http://loinc.org', code: '10160-0' }] }
  const input = changed<Composition>(asLetter(exampleExport()), 'Composition', (composition) => ({
    ...composition,
    section: [
      { title: 'Medicines', code, text: { status: 'generated', div } },
      { title: 'Plan', text: { status: 'generated', div } },
    ],
  }))

  for (const preset of [...presets, 'practice-classic', 'hospital-mdm']) {
    const text = Buffer.from(await renderHl7v2({ ...input, preset, pdf: examplePdf })).toString()
    expect(text.replaceAll('\\.br\\', '').split(word)).toHaveLength(3)
  }
})

test('ADRM 00044: people and organisations without any number are named by numbers of the sender', async () => {
  let input = changed<Patient>(exampleExport(), 'Patient', ({ identifier: _, ...patient }) => patient)
  input = changed<Organization>(input, 'Organization', ({ identifier: _, ...organization }) => organization)
  input = changed<Practitioner>(input, 'Practitioner', ({ identifier: _, ...practitioner }) => practitioner)
  input = changed(input, 'PractitionerRole', (role) => ({ ...role, identifier: [] }) as typeof role)

  expect(await findingsOf(input)).toEqual([])
  expect(await findingsOf({ ...asLetter(input), preset: 'adrm-strict-level-2' })).toEqual([])
})
