/** A quarantined transcript is kept as long as a recording, and then nothing of it is left; the beginnings of one that has grown go at once. D53, D91, D305. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { readConfig } from '../../../src/core/config.ts'
import { expireRecording } from '../../../src/domain/recording/retention.ts'
import { clearBeginnings, expireTranscripts } from '../../../src/domain/recording/transcript-keeping.ts'
import { indexHubResource } from '../../../src/hub/index-rows.ts'
import { readMasterKey } from '../../../src/server/master-key.ts'
import { hubAddress } from '../../../src/store/hub-resources.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import {
  createPatient,
  exampleSections,
  exampleSegments,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

const [tenant] = developmentTenants
const dayMs = 86_400_000
let server: RunningServer
let call: Call
let store: Store

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
})

afterAll(async () => {
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

async function tell() {
  const patientId = await createPatient(call)
  const consentId = await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId, longerSegments)
  const body = { speakers: [{ label: 'S2', role: 'patient' }] }
  await must(200, call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body }))
  return { patientId, consentId, encounterId, transcriptId }
}

const revoke = (consentId: string) => must(200, call('POST', `/v1/consents/${consentId}:revoke`))
const expire = (quarantinedMs: number) => expireTranscripts(store, tenant, quarantinedMs)

/** The words of each version, oldest first. */
async function listWords(type: 'Transcript' | 'Diarisation', id: string): Promise<readonly string[]> {
  return store.transactAsSystem(tenant, async (tx) => {
    const { version = 0 } = (await tx.findCurrent(hubAddress(type, id))) ?? {}
    const texts = []
    for (let at = 1; at <= version; at += 1) texts.push((await tx.readVersion(hubAddress(type, id), at)).text)
    return texts
  })
}

const listKinds = async (id: string) =>
  (
    await server.site.pool.query(
      `select kind, patient_id from audit where resource_id = $1 and kind like 'transcript.%' and kind not like '%.read' order by seq`,
      [id],
    )
  ).rows

test('D91: after its time nothing of it is left, in no version, and each step is on record', async () => {
  const { patientId, consentId, encounterId, transcriptId } = await tell()
  const draft = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const drafted = await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body: draft }))
  await revoke(consentId)

  const early = await expire(dayMs)
  const kept = await listWords('Transcript', transcriptId)
  const count = await expire(0)
  const again = await expire(0)

  expect([early, count, again]).toEqual([0, 1, 0])
  expect(kept.join()).toContain('sore throat')
  expect(kept.join()).toContain('inferredSpeakers')
  expect((await listWords('Transcript', transcriptId)).join()).not.toMatch(/throat|inferredSpeakers/)
  expect((await listWords('Diarisation', transcriptId)).join()).not.toContain('"role"')
  await must(404, call('GET', `/v1/transcripts/${transcriptId}/diarisation`))
  const { items } = (await must(200, call('GET', `/v1/encounters/${encounterId}/transcripts`))).body
  expect(items).toMatchObject([
    { id: transcriptId, segments: [], expiredAt: expect.any(String), deletedAt: expect.any(String) },
  ])
  expect(await listKinds(transcriptId)).toMatchObject([
    { kind: 'transcript.stored' },
    { kind: 'transcript.quarantined', patient_id: patientId },
    { kind: 'transcript.expired', patient_id: patientId },
    { kind: 'transcript.deleted', patient_id: patientId },
  ])
  const { body } = await must(200, call('POST', `/v1/artifacts/${drafted.body.id}:verify`))
  expect(body.outcome).not.toBe('passed')
})

test('D91: what is not quarantined stays, and what was cut off is gone on with', async () => {
  const [open, cut] = [await tell(), await tell()]
  await revoke(cut.consentId)
  const words = await listWords('Transcript', cut.transcriptId)
  // As if the worker had died before the earlier versions were cleared.
  await store.transactAsSystem(tenant, async (tx) => {
    const stored = await tx.read(hubAddress('Transcript', cut.transcriptId))
    const content = {
      encounterId: cut.encounterId,
      language: 'en-AU',
      segments: [],
      quarantinedAt: tx.at,
      expiredAt: tx.at,
    }
    await tx.put({ ...stored, content, expected: stored.version })
  })

  const count = await expire(dayMs)

  expect(words.join()).toContain('sore throat')
  expect(count).toBe(1)
  expect((await listWords('Transcript', cut.transcriptId)).join()).not.toContain('throat')
  expect((await listWords('Transcript', open.transcriptId)).join()).toContain('sore throat')
})

test('D91: a recording on legal hold keeps its transcript, and one that was quarantined before is marked with it', async () => {
  const { encounterId, transcriptId, patientId } = await tell()
  const body = { encounterId, kind: 'consultation', mediaType: 'audio/wav' }
  const { id } = (await must(201, call('POST', '/v1/audio/sessions', { body }))).body
  await store.transactAsSystem(tenant, async (tx) => {
    const stored = await tx.read(hubAddress('Transcript', transcriptId))
    const segments = [{ id: 's0', speaker: 'S1', text: 'sore throat', startMs: 0, endMs: 1, uncertain: false }]
    const content = { encounterId, language: 'en-AU', segments, audioSessionId: id }
    await tx.put({ ...stored, content, expected: stored.version })
  })
  await server.site.pool.query(
    `update audio_session set state = 'quarantined', transcript_id = $2, updated_at = now() - interval '40 days' where id = $1`,
    [id, transcriptId],
  )
  await store.transactAsSystem(tenant, (tx) => expireRecording(tx, id))
  await server.site.pool.query('update audio_session set legal_hold = true where id = $1', [id])

  const held = await expire(30 * dayMs)
  await server.site.pool.query('update audio_session set legal_hold = false where id = $1', [id])
  const let_go = await expire(30 * dayMs)

  expect([held, let_go]).toEqual([0, 1])
  expect((await listWords('Transcript', transcriptId)).join()).not.toContain('throat')
  expect(await listKinds(transcriptId)).toContainEqual({ kind: 'transcript.quarantined', patient_id: patientId })
})

test('D305: the words of earlier versions are deleted while a transcript grows and after its end, and the transcript stays whole', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const [first, second, third] = exampleSegments
  const body = { partial: true, segments: [first] }
  const { body: begun } = await must(201, call('POST', `/v1/encounters/${encounterId}/transcripts`, { body }))
  const append = (more: object) => must(200, call('POST', `/v1/transcripts/${begun.id}:append`, { body: more }))
  const areKept = async () => (await listWords('Transcript', begun.id)).map((text) => text.includes('"segments"'))

  await append({ segments: [second] })
  await clearBeginnings(store, tenant)
  const growing = await areKept()
  await append({ segments: [third], final: true })
  const counts = [await clearBeginnings(store, tenant), await clearBeginnings(store, tenant)]

  expect([growing, counts]).toEqual([
    [false, true],
    [1, 0],
  ])
  expect(await areKept()).toEqual([false, false, true, true])
  const { items } = (await must(200, call('GET', `/v1/encounters/${encounterId}/transcripts`))).body
  expect(items[0]).toMatchObject({ finishedAt: expect.any(String), clearedAt: expect.any(String) })
  expect(items[0].segments).toHaveLength(3)
  expect((await listKinds(begun.id)).at(-1)).toMatchObject({ kind: 'transcript.cleared', patient_id: patientId })
})
