/** A transcript is a recording in words: stored, told apart and drawn on under a consent to record alone. D53; docs/design/hub.md#consent. */
import { expect, test } from '@jest/globals'
import {
  approveOne,
  createPatient,
  exampleSections,
  exampleSegments,
  generate,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { type Answer, readCounts } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const required = { field: 'permit', message: 'record' }
const refusalOf = ({ status, problem, body }: Answer) => ({ status, problem, errors: body.errors })
const refused = { status: 403, problem: 'consent-required', errors: [required] }

const store = (encounterId: string): Promise<Answer> =>
  call('POST', `/v1/encounters/${encounterId}/transcripts`, { body: { segments: exampleSegments } })
const revoke = (consentId: string): Promise<Answer> => must(200, call('POST', `/v1/consents/${consentId}:revoke`))
const diarise = (transcriptId: string): Promise<Answer> =>
  call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, {
    body: { speakers: [{ label: 'patient', role: 'patient' }] },
  })
const listOf = async (encounterId: string): Promise<Answer['body'][]> =>
  (await must(200, call('GET', `/v1/encounters/${encounterId}/transcripts`))).body.items

type Told = {
  readonly patientId: string
  readonly consentId: string
  readonly encounterId: string
  readonly transcriptId: string
}

async function tell(): Promise<Told> {
  const patientId = await createPatient(call)
  const consentId = await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  return { patientId, consentId, encounterId, transcriptId: await storeTranscript(call, encounterId) }
}

const draftBy = ({ encounterId, transcriptId }: Pick<Told, 'encounterId' | 'transcriptId'>): Promise<Answer> =>
  call('POST', `/v1/encounters/${encounterId}/artifacts`, {
    body: { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) },
  })
const generateBy = ({ encounterId, transcriptId }: Pick<Told, 'encounterId' | 'transcriptId'>): Promise<Answer> =>
  call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, {
    body: { templateId, transcriptIds: [transcriptId] },
  })

test.each([
  ['none', undefined],
  ['one to draft alone', { permits: ['generate', 'share'] }],
  ['one that is over', { period: { end: '2026-01-01T00:00:00.000Z' } }],
  ['one that is not in force yet', { period: { start: '2099-01-01T00:00:00.000Z' } }],
])('D53: under the consent %s no transcript is stored, and the refusal names the permit', async (_title, consent) => {
  const patientId = await createPatient(call)
  if (consent !== undefined) await giveConsent(call, patientId, consent)
  const encounterId = await openEncounter(call, patientId)
  const before = await readCounts(server.site.pool)

  const answer = await store(encounterId)

  expect(refusalOf(answer)).toEqual(refused)
  expect(answer.body.detail).toBe('No active consent of the patient permits record')
  expect(await readCounts(server.site.pool)).toEqual(before)
})

test('D53: a denial outweighs the consent, for transcripts as for recordings', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  await giveConsent(call, patientId, { decision: 'deny', permits: ['record'] })

  expect(refusalOf(await store(await openEncounter(call, patientId)))).toEqual(refused)
})

test('D53: revoked, what was said is told to nobody, and a new consent is for what is said then', async () => {
  const told = await tell()
  await must(200, diarise(told.transcriptId))
  const other = await openEncounter(call, told.patientId)
  const otherTranscript = await storeTranscript(call, other)

  await revoke(told.consentId)
  await giveConsent(call, told.patientId)

  for (const id of [told.encounterId, other])
    expect(await listOf(id)).toMatchObject([{ segments: [], quarantinedAt: expect.any(String), version: 2 }])
  const detail = 'The consent to record was taken back: what was recorded by then is quarantined'
  for (const answer of [await draftBy(told), await generateBy(told), await diarise(told.transcriptId)])
    expect({ ...refusalOf(answer), detail: answer.body.detail }).toEqual({ ...refused, detail })
  const records = `select resource_id from audit where kind = 'transcript.quarantined' and patient_id = $1`
  const { rows } = await server.site.pool.query(records, [told.patientId])
  expect(rows.map(({ resource_id }) => resource_id).toSorted()).toEqual([told.transcriptId, otherTranscript].toSorted())
  const later = { encounterId: other, transcriptId: await storeTranscript(call, other) }
  await must(201, draftBy(later))
})

test('D53: generation that names no transcript draws on none that is quarantined', async () => {
  const told = await tell()
  await revoke(told.consentId)
  await giveConsent(call, told.patientId)

  const answer = await call('POST', `/v1/encounters/${told.encounterId}/artifacts:generate`, { body: { templateId } })

  expect(refusalOf(answer)).toEqual(refused)
  const later = await storeTranscript(call, told.encounterId)
  expect(await generate(call, told.encounterId)).toMatch(/./)
  const { items } = (await must(200, call('GET', `/v1/encounters/${told.encounterId}/artifacts`))).body
  expect(items).toMatchObject([{ transcriptIds: [later] }])
})

test('D53: while another consent permits it, nothing is quarantined', async () => {
  const told = await tell()
  await giveConsent(call, told.patientId, { permits: ['record'] })

  await revoke(told.consentId)

  expect(await listOf(told.encounterId)).toMatchObject([{ segments: exampleSegments.map(({ id }) => ({ id })) }])
})

test('D53: what was drafted before stays, and is judged and approved as the note that it is', async () => {
  const told = await tell()
  const { id } = (await must(201, draftBy(told))).body
  await revoke(told.consentId)

  expect((await must(200, call('POST', `/v1/artifacts/${id}:verify`))).body.outcome).toBe('passed')
  await must(200, call('POST', `/v1/artifacts/${id}:approve`))
})

test('docs/design/hub.md#consent: a refusal names permit, purpose and the class of the recipient, and nobody', async () => {
  const { artifactId, patientId } = await approveOne(call)
  const ask = (name: string, kind: string) =>
    call('POST', '/v1/shares', {
      body: {
        artifactId,
        link: true,
        recipient: { name, class: kind },
        purposeOfUse: 'PATRQT',
        legalBasis: 'consent',
      },
    })

  const shared = await ask('Zebulon Quuxworthy', 'carer')
  const stranger = await createPatient(call)
  const encounterId = await openEncounter(call, stranger)
  const generated = await call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })

  expect(shared.body).toMatchObject({
    detail:
      'No active consent of the patient permits share for the purpose PATRQT to this recipient of the class carer',
    errors: [
      { field: 'permit', message: 'share' },
      { field: 'purposeOfUse', message: 'PATRQT' },
      { field: 'recipient', message: 'as it is named, of the class carer' },
    ],
  })
  expect(shared.text).not.toMatch(/Zebulon|Quuxworthy/)
  expect(shared.text).not.toContain(patientId)
  expect(generated.body.detail).toBe('No active consent of the patient permits generate for the purpose TREAT')
})
