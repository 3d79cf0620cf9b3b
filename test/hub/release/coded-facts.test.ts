/** What a note says was done, changed and ordered, through the whole Hub: drafted, verified, approved, amended, recalled. docs/design/hub.md#release; D146 to D149. */
import { expect, test } from '@jest/globals'
import { createPatient, giveConsent, must, openEncounter, storeTranscript, templateId } from '../../consultation.ts'
import { talk } from '../../drafting/dialogues.ts'
import { waitFor } from '../../patience.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

const consultation = talk(
  'C: How can I help you today?',
  "P: I've had a sore throat for three days.",
  'C: Have you had any operations?',
  'P: I had my gallbladder out in 2019.',
  'P: I take naproxen two hundred and fifty milligrams twice a day.',
  "C: I've given you the flu vaccine today.",
  "C: I want you to stop the naproxen because it's upsetting your stomach.",
  "C: I'll send you for a chest x-ray.",
  "C: I'd like you to come back in two weeks.",
)

const coded = ['CarePlan', 'Immunization', 'List', 'MedicationStatement', 'Procedure', 'ServiceRequest']

const get = async (path: string): Promise<Answer['body']> => (await must(200, call('GET', path))).body

/** `Type status` of each coded fact that is stored for the patient. */
async function statusesOf(patientId: string): Promise<readonly string[]> {
  const found = await Promise.all(coded.map((type) => get(`/fhir/R4/${type}?patient=Patient/${patientId}`)))
  return found.flatMap(({ entry = [] }) =>
    entry.map(({ resource }: Answer['body']) => `${resource.resourceType} ${resource.status}`),
  )
}

type Consulted = { readonly patientId: string; readonly artifactId: string }

async function generate(): Promise<Consulted> {
  const patientId = await createPatient(call)
  const headers = { 'content-type': 'application/fhir+json' }
  const body = {
    resourceType: 'MedicationStatement',
    status: 'active',
    medicationCodeableConcept: { text: 'Allopurinol' },
    subject: { reference: `Patient/${patientId}` },
    dateAsserted: '2017-01-15',
    dosage: [{ text: '300 mg once a day' }],
  }
  await must(201, call('POST', '/fhir/R4/MedicationStatement', { body, headers }))
  await giveConsent(call, patientId, { purposes: ['TREAT', 'HLEGAL'] })
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId, consultation)
  const path = `/v1/encounters/${encounterId}/artifacts:generate`
  const { body: queued } = await must(202, call('POST', path, { body: { templateId } }))
  const job = await waitFor(
    () => get(`/v1/jobs/${queued.id}`),
    ({ state }) => state !== 'queued' && state !== 'running',
  )
  return { patientId, artifactId: job.artifactId }
}

const everyone = [
  'CarePlan active',
  'Immunization completed',
  'List current',
  'MedicationStatement active',
  'MedicationStatement active',
  'MedicationStatement stopped',
  'Procedure completed',
  'ServiceRequest active',
]

test('D146 to D149: the facts of an approved note are resources that meet their profiles, and a recall takes them back', async () => {
  const { patientId, artifactId } = await generate()
  const path = `/v1/artifacts/${artifactId}`
  const { body: verdict } = await must(200, call('POST', `${path}:verify`))
  const { body: approved } = await must(200, call('POST', `${path}:approve`))
  const released = await statusesOf(patientId)
  const medicines = await get(`/fhir/R4/MedicationStatement?patient=Patient/${patientId}`)
  await must(200, call('POST', `${path}:recall`, { body: { reasonCode: 'clinical_error' } }))
  const recalled = await statusesOf(patientId)

  expect(verdict).toMatchObject({ outcome: 'passed', findings: [] })
  for (const type of coded) expect(approved.released.some((item: string) => item.startsWith(`${type}/`))).toBe(true)
  // The recorded allopurinol, the same as the note states it, and the naproxen that was stopped.
  expect(released.toSorted()).toEqual(everyone)
  expect(medicines.entry.map(({ resource }: Answer['body']) => resource.dosage?.[0]?.text).toSorted()).toEqual(['300 mg once a day', '300 mg once a day', undefined]) // biome-ignore format: one row
  expect(recalled.filter((line) => !line.endsWith('entered-in-error'))).toEqual(['MedicationStatement active'])
})

test('D146 to D149: an amendment that no longer says what was done takes it back, and keeps the rest', async () => {
  const { patientId, artifactId } = await generate()
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  const { body: amended } = await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`))
  const { note } = await get(`/v1/artifacts/${amended.id}`)
  const sections = note.sections.map(({ key, statements }: Answer['body']) => ({
    key,
    statements: statements.filter(({ text }: { text: string }) => !text.includes('vaccine')),
  }))
  await must(200, call('PATCH', `/v1/artifacts/${amended.id}`, { body: { sections } }))
  await must(200, call('POST', `/v1/artifacts/${amended.id}:verify`))
  await must(200, call('POST', `/v1/artifacts/${amended.id}:approve`))
  const statuses = await statusesOf(patientId)

  expect(statuses).toContain('Immunization entered-in-error')
  expect(statuses).toContain('Procedure completed')
  expect(statuses).toContain('ServiceRequest active')
})
