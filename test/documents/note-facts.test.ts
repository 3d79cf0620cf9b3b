import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type {
  CarePlan,
  Composition,
  Immunization,
  List,
  MedicationStatement,
  Procedure,
  ServiceRequest,
} from '@medplum/fhirtypes'
import { cdaJudges } from '../../judges/exports/cda.ts'
import type { Claim } from '../../src/core/clinical-note.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { readStatedTime } from '../../src/documents/facts/stated-time.ts'
import type { ReleasedResource } from '../../src/documents/release-input.ts'
import { checkDocument } from '../../src/exports/check-document.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { checkResource } from '../../src/profiles/check.ts'
import {
  exampleClaim,
  exampleRecall,
  exampleRecipient,
  exampleRelease,
  exampleSection,
  exampleStatement,
} from '../builders.ts'
import { talk } from '../drafting/dialogues.ts'
import { testWithShared } from '../judges.ts'
import { openTestValidator } from '../profiles/open-definitions.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { type Made, makeDocument } from './template-documents.ts'

const validator = await openTestValidator()

const consultation = talk(
  'C: How can I help you today?',
  "P: I've had a sore throat for three days, and a cough.",
  'C: Any allergies?',
  "P: I'm allergic to penicillin.",
  'C: Have you had any operations?',
  'P: I had my gallbladder out in 2019.',
  'C: Have you had your tetanus booster?',
  'P: Yes, in 2021.',
  'C: Do you take any medicines?',
  'P: I take metformin five hundred milligrams twice a day.',
  'P: I take naproxen two hundred and fifty milligrams twice a day.',
  "C: I've given you the flu vaccine today.",
  "C: I've removed the stitches today.",
  'C: You have tonsillitis.',
  "C: I'm going to start you on doxycycline one hundred milligrams twice a day for five days.",
  "C: I want you to stop the naproxen because it's upsetting your stomach.",
  "C: We'll increase your metformin to one gram twice a day.",
  "C: I'll refer you to the dermatologist.",
  "C: I'll send you for a chest x-ray.",
  "C: I'd like you to come back in two weeks.",
)

function make(artifactType: string): Made {
  const template = builtInTemplates.find(({ version }) => version.artifactType === artifactType)
  if (template === undefined) throw new Error('no such template')
  return makeDocument(template, consultation)
}

const all = <R extends ReleasedResource>(
  released: readonly ReleasedResource[],
  type: R['resourceType'],
): readonly R[] => released.filter((resource): resource is R => resource.resourceType === type)

const note = make('note')

const claimed = (claims: readonly Claim[]) => ({
  title: 'Consultation note',
  sections: [exampleSection('plan', [exampleStatement('x', 'As stated.', claims)])],
  openQuestions: [],
})

test('D146: what was done is a Procedure or an Immunization, as exactly dated as it was said', () => {
  const procedures = all<Procedure>(note.released, 'Procedure')
  const vaccines = all<Immunization>(note.released, 'Immunization')

  expect(procedures.map(({ code, status, performedDateTime }) => [code?.text, status, performedDateTime])).toEqual([
    ['Cholecystectomy', 'completed', '2019'],
    ['Removed the stitches', 'completed', '2026-03-14T02:45:00.000Z'],
  ])
  expect(vaccines.map(({ vaccineCode, status, occurrenceDateTime, primarySource }) => [vaccineCode.text, status, occurrenceDateTime, primarySource])).toEqual([
    ['Tetanus vaccine', 'completed', '2021', false],
    ['Influenza vaccine', 'completed', '2026-03-14T02:45:00.000Z', true],
  ]) // biome-ignore format: one row a line
})

test('D146: a vaccine without a date says that its time is unknown, and one dated in words keeps them', () => {
  const claims = [
    exampleClaim('immunisation', 'Rabies vaccine', { time: 'past' }),
    exampleClaim('immunisation', 'Polio vaccine', { time: 'past', when: 'as a child' }),
  ]

  const vaccines = all<Immunization>(exampleRelease(claimed(claims)), 'Immunization')

  expect(vaccines.map(({ occurrenceDateTime, occurrenceString }) => [occurrenceDateTime, occurrenceString])).toEqual([
    [undefined, undefined],
    [undefined, 'as a child'],
  ])
  expect(JSON.stringify(vaccines[0])).toContain(
    '"_occurrenceDateTime":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"unknown"}]}',
  )
})

test.each([
  ['in 2019', { dateTime: '2019' }],
  ['back in March 2019', { dateTime: '2019-03' }],
  ['in twenty nineteen', { dateTime: '2019' }],
  ['in nineteen ninety eight', { dateTime: '1998' }],
  ['in two thousand and five', { dateTime: '2005' }],
  ['today', { dateTime: '2026-03-14T02:45:00.000Z' }],
  ['in 2031', { words: 'in 2031' }],
  ['two years ago', { words: 'two years ago' }],
  ['last winter', { words: 'last winter' }],
  ['in March', { words: 'in March' }],
] as const)('D146: the time %s is read as exactly as it was said', (when, expected) => {
  expect(readStatedTime(when, '2026-03-14T02:45:00.000Z')).toEqual(expected)
})

test('D147: the new dose counts, a stopped medicine has its reason, and the list flags each change', () => {
  const medicines = all<MedicationStatement>(note.released, 'MedicationStatement')
  const [list] = all<List>(note.released, 'List')
  const nameOf = (reference: string | undefined) => medicines.find(({ id }) => `MedicationStatement/${id}` === reference)?.medicationCodeableConcept?.text // biome-ignore format: one row

  expect(medicines.map(({ medicationCodeableConcept, status, dosage, statusReason }) => [medicationCodeableConcept?.text, status, dosage?.map(({ text }) => text), statusReason?.[0]?.text])).toEqual([
    ['Metformin', 'active', ['1 g, twice a day'], undefined],
    ['Naproxen', 'stopped', undefined, 'it is upsetting the stomach'],
    ['Doxycycline', 'active', ['100 mg, twice a day, for 5 days'], undefined],
  ]) // biome-ignore format: one row a line
  expect(list?.entry?.map(({ flag, item }) => [nameOf(item.reference), flag?.coding?.[0]?.code])).toEqual([
    ['Metformin', 'changed'],
    ['Naproxen', 'ceased'],
    ['Doxycycline', 'new'],
  ])
})

test('D147: two different changes of one medicine stay in the words, and so does its dose', () => {
  const claims = [
    exampleClaim('medication', 'Ramipril', { value: 5, unit: 'mg' }),
    exampleClaim('medication', 'Ramipril', { change: 'stopped' }),
    exampleClaim('medication', 'Ramipril', { change: 'started', value: 10, unit: 'mg' }),
  ]

  const released = exampleRelease(claimed(claims))

  expect(all<MedicationStatement>(released, 'MedicationStatement').map(({ status, dosage }) => [status, dosage])).toEqual([['active', undefined]]) // biome-ignore format: one row
  expect(all<List>(released, 'List')).toEqual([])
})

test('D147: a quote about a medicine is no medicine', () => {
  const claims = [exampleClaim('medication', 'codeine makes me feel sick', { concept: 'words-s1-0' })]

  expect(all<MedicationStatement>(exampleRelease(claimed(claims)), 'MedicationStatement')).toEqual([])
})

test('D148: an ordered service is a ServiceRequest', () => {
  const requests = all<ServiceRequest>(note.released, 'ServiceRequest')

  expect(requests.map(({ code, status, intent }) => [code?.text, status, intent])).toEqual([
    ['Chest x-ray', 'active', 'order'],
    ['Referral to dermatologist', 'active', 'order'],
  ])
})

test('D149: a follow-up at a fixed time is a CarePlan in its words', () => {
  const [plan] = all<CarePlan>(note.released, 'CarePlan')

  expect(plan?.activity?.map(({ detail }) => [detail?.description, detail?.scheduledString])).toEqual([
    ['Review in two weeks', 'in two weeks'],
  ])
})

test.each(['uncertain', 'absent', 'relative'] as const)('D146 to D149: what is %s makes no resource', (what) => {
  const more: Partial<Claim> = what === 'uncertain' ? { certainty: what } : what === 'absent' ? { polarity: what } : { person: what } // biome-ignore format: one row
  const claims = [
    exampleClaim('procedure', 'Appendicectomy', more),
    exampleClaim('immunisation', 'Polio vaccine', more),
    exampleClaim('request', 'Chest x-ray', more),
    exampleClaim('follow-up', 'Come back in a week', { when: 'in a week', ...more }),
    exampleClaim('medication', 'Warfarin', { change: 'started', ...more }),
  ]

  expect(exampleRelease(claimed(claims)).map(({ resourceType }) => resourceType)).toEqual(['Composition', 'DocumentReference', 'Provenance']) // biome-ignore format: one row
})

test('D146 to D149: every resource stands in a section and in the Provenance, and meets its profile', () => {
  const [composition] = all<Composition>(note.released, 'Composition')
  const entries = new Set(composition?.section?.flatMap(({ entry = [] }) => entry.map(({ reference }) => reference)))
  const provenance = JSON.stringify(note.released.find(({ resourceType }) => resourceType === 'Provenance'))
  const stated = note.released.filter(({ resourceType }) => !['Composition', 'DocumentReference', 'Provenance'].includes(resourceType)) // biome-ignore format: one row
  const errors = (note.released as unknown as readonly JsonObject[]) // a resource is the JSON that it is
    .flatMap((resource) => checkResource(resource, { validator, requiredProfiles: 'au-core' }).findings)
    .filter(({ severity }) => severity === 'error')

  expect(errors).toEqual([])
  expect(stated.every(({ resourceType, id }) => entries.has(`${resourceType}/${id}`))).toBe(true)
  expect(stated.every(({ resourceType, id }) => provenance.includes(`${resourceType}/${id}`))).toBe(true)
})

test('D146 to D149: a recall enters each of them in error', () => {
  const claims = [
    exampleClaim('procedure', 'Appendicectomy'),
    exampleClaim('immunisation', 'Polio vaccine', { when: 'today' }),
    exampleClaim('request', 'Chest x-ray'),
    exampleClaim('follow-up', 'Come back in a week', { when: 'in a week' }),
    exampleClaim('medication', 'Warfarin', { change: 'started' }),
  ]

  const recalled = exampleRecall(claimed(claims)).filter(({ resourceType }) => resourceType !== 'Provenance')

  expect(recalled.map(({ resourceType }) => resourceType).toSorted()).toEqual(['CarePlan', 'Composition', 'DocumentReference', 'Immunization', 'List', 'MedicationStatement', 'Procedure', 'ServiceRequest']) // biome-ignore format: one row
  expect(recalled.every((resource) => 'status' in resource && resource.status === 'entered-in-error')).toBe(true)
})

const exported = (artifactType: string, preset: string): ExportInput => ({
  ...make(artifactType).input,
  preset,
  recipient: exampleRecipient,
})

const presets = [
  ['event_summary', 'event-summary-3A'],
  ['shared_health_summary', 'shared-health-summary-3A'],
  ['specialist_letter', 'specialist-letter-3A'],
  ['discharge_summary', 'discharge-summary-3A'],
  ['referral', 'ereferral-3A'],
] as const

const render = async (input: ExportInput): Promise<string> =>
  new TextDecoder().decode((await renderFormat('cda', input)).bytes).replace(/>\s+</g, '><')

test('Agency CDA guides: what a note says was done, changed and ordered stands in the entries', async () => {
  const event = await render(exported('event_summary', 'event-summary-3A'))
  const letter = await render(exported('specialist_letter', 'specialist-letter-3A'))
  const discharge = await render(exported('discharge_summary', 'discharge-summary-3A'))
  const shared = await render(exported('shared_health_summary', 'shared-health-summary-3A'))

  for (const words of ['Influenza vaccine', 'Tetanus vaccine', 'Cholecystectomy', 'Chest x-ray', 'Doxycycline'])
    expect(event).toContain(`<originalText>${words}</originalText>`)
  expect(event).toMatch(/code="05"[^>]*displayName="Ceased"/)
  expect(letter).toContain('<text xsi:type="ST">1 g, twice a day</text>')
  expect(discharge).toContain('<statusCode code="cancelled"')
  expect(discharge).toContain('<originalText>Cholecystectomy</originalText>')
  expect(shared).toContain('<originalText>Influenza vaccine</originalText>')
})

testWithShared('cda/xsd', 'xmllint', 'xsltproc', 'python3').each(presets)(
  'Agency CDA guides: no judge finds anything in a %s with the facts of a note as %s',
  async (artifactType, preset) => {
    const input = exported(artifactType, preset)
    const file = join(makeScratchFolder('facts'), 'document.xml')

    expect(checkDocument('cda', input)).toEqual([])
    writeFileSync(file, (await renderFormat('cda', input)).bytes)
    const documents = [{ file, format: 'cda', preset } as const]
    for (const judge of cdaJudges)
      expect([judge.name, await judge.judge(documents.filter(judge.takes))]).toEqual([judge.name, []])
  },
)
