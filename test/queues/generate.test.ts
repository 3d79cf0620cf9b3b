/** Drafting in a thread: the steps around it, and a draft that takes too long. docs/design/hub.md#artifact-lifecycle. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runGeneration } from '../../queues/generate.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { openLog } from '../../src/core/log.ts'
import { openDrafter } from '../../src/drafting/providers/drafter.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { hubAddress } from '../../src/store/hub-resources.ts'
import { openStore } from '../../src/store/open-store.ts'
import { moveArtifact } from '../../src/store/operations/artifact-moves.ts'
import type { Store } from '../../src/store/store.ts'
import { openThreads, type Threads } from '../../src/threads/threads.ts'
import {
  createPatient,
  exampleSegments,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../consultation.ts'
import { talk } from '../drafting/dialogues.ts'
import { optionsOf } from '../drafting/providers/outside-draft.ts'
import { completion, openProvider, type Provider } from '../provider.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'
import { lendThreads } from '../threads/shared-threads.ts'

let server: RunningServer
let call: Call
let store: Store
let provider: Provider
const log = openLog('silent')
const threads = openThreads(undefined, undefined, lendThreads())

beforeAll(async () => {
  provider = await openProvider()
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  const config = readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(config),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
})

afterAll(async () => {
  await threads.close()
  await provider?.close()
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

type Queued = { readonly jobId: string; readonly encounterId: string; readonly consentId: string }

async function queueJob(segments?: readonly object[]): Promise<Queued> {
  const patientId = await createPatient(call)
  const consentId = await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId, segments)
  const path = `/v1/encounters/${encounterId}/artifacts:generate`
  const { id } = (await must(202, call('POST', path, { body: { templateId } }))).body
  return { jobId: id, encounterId, consentId }
}

const run = (subject: string, threads: Pick<Threads, 'draft' | 'code' | 'verify'>) =>
  runGeneration({ store, log, threads }, { tenant: developmentTenants[0], subject })
const readJob = async (id: string) => (await must(200, call('GET', `/v1/jobs/${id}`))).body
const listArtifacts = async (encounterId: string): Promise<readonly { readonly state: string }[]> =>
  (await must(200, call('GET', `/v1/encounters/${encounterId}/artifacts`))).body.items

test('docs/design/drafting.md#verification: a draft that takes too long fails its job at once, by name', async () => {
  const { jobId, encounterId } = await queueJob()
  const hasty = openThreads(1)
  const draft: Threads['draft'] = ({ segments, ...input }) =>
    hasty.draft({ ...input, segments: Array.from({ length: 2_000 }, () => segments).flat() })

  await run(jobId, { ...hasty, draft })
  await hasty.close()

  expect(await readJob(jobId)).toMatchObject({ state: 'failed', reason: 'drafting-timeout', attempts: 1 })
  expect(await listArtifacts(encounterId)).toEqual([])
})

test('docs/design/house.md#foundations: a draft that the process cuts off as it stops is no attempt, and waits for the next', async () => {
  const { jobId, encounterId } = await queueJob()
  const stopping = openThreads()
  const draft: Threads['draft'] = async (input) => {
    const drafting = stopping.draft(input)
    await Promise.allSettled([drafting, stopping.close()])
    return drafting
  }

  await run(jobId, { ...stopping, draft })
  const cut = await readJob(jobId)
  await run(jobId, threads)

  expect(cut).toMatchObject({ state: 'queued', reason: 'stopped', attempts: 0 })
  expect(await readJob(jobId)).toMatchObject({ state: 'succeeded', attempts: 1 })
  expect(await listArtifacts(encounterId)).toMatchObject([{ state: 'in_review' }])
})

test('D8: a consent that is revoked while it is drafted: nothing is kept', async () => {
  const { jobId, encounterId, consentId } = await queueJob()
  const revoke = () => must(200, call('POST', `/v1/consents/${consentId}:revoke`))

  await run(jobId, { ...threads, draft: async (input) => revoke().then(() => threads.draft(input)) })

  expect(await readJob(jobId)).toMatchObject({ state: 'failed', reason: 'consent-required' })
  expect(await listArtifacts(encounterId)).toEqual([])
})

test('D263: a talk that is finished while it is drafted is drafted again, from the whole of it', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const said = { partial: true, segments: exampleSegments.slice(0, 2) }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/transcripts`, { body: said }))).body
  const path = `/v1/encounters/${encounterId}/artifacts:generate`
  const job = (await must(202, call('POST', path, { body: { templateId } }))).body
  const body = { segments: exampleSegments.slice(2), final: true }
  const finish = () => must(200, call('POST', `/v1/transcripts/${id}:append`, { body }))

  await run(job.id, { ...threads, draft: async (input) => finish().then(() => threads.draft(input)) })
  const changed = await readJob(job.id)
  const before = await listArtifacts(encounterId)
  await run(job.id, threads)

  expect(changed).toMatchObject({ state: 'queued', reason: 'transcript-changed', attempts: 0 })
  expect(before).toEqual([])
  expect(await listArtifacts(encounterId)).toMatchObject([{ draftedFrom: { partial: false } }])
})

test('spec 4.2: a job that another worker ends while it is drafted keeps that one’s artifact', async () => {
  const { jobId, encounterId } = await queueJob()
  const expire = `update job set due_at = now() where id = $1`
  const overtake = async () => {
    await server.site.pool.query(expire, [jobId])
    await run(jobId, threads)
  }

  await run(jobId, { ...threads, draft: async (input) => overtake().then(() => threads.draft(input)) })

  expect(await readJob(jobId)).toMatchObject({ state: 'succeeded', attempts: 2 })
  expect(await listArtifacts(encounterId)).toMatchObject([{ state: 'in_review' }])
})

test('R3.2: what no verifier has judged in time is drafted, and stays in review', async () => {
  const { jobId, encounterId } = await queueJob()
  const hasty = openThreads(1)

  await run(jobId, { ...threads, verify: hasty.verify })
  await hasty.close()

  expect(await readJob(jobId)).toMatchObject({ state: 'succeeded' })
  expect(await listArtifacts(encounterId)).toMatchObject([{ state: 'in_review' }])
})

test('D92: a draft by a job has the gate of the spoke that opened its encounter, and none is approved at a lesser one', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const opening = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
  const opened = await must(201, call('POST', '/v1/encounters', { body: opening, as: { spoke: 'medico_legal' } }))
  const encounterId = opened.body.id
  await storeTranscript(call, encounterId)
  const path = `/v1/encounters/${encounterId}/artifacts:generate`
  const job = (await must(202, call('POST', path, { body: { templateId } }))).body

  await run(job.id, threads)

  const { artifactId } = await readJob(job.id)
  const own = `/v1/artifacts/${artifactId}`
  expect((await must(200, call('GET', own))).body.gate).toBe('medico_legal_disclosure')
  expect((await must(200, call('POST', `${own}:verify`))).body.outcome).toBe('passed')
  // As an earlier release had judged it.
  await store.transactAsSystem(developmentTenants[0], async (tx) => {
    const stored = await tx.read(hubAddress('Artifact', artifactId))
    await moveArtifact(tx, stored, 'verify', { gate: 'clinical_review' })
  })
  expect((await call('POST', `${own}:approve`)).problem).toBe('verification-required')
})

/** In two parts, by a provider that the patient permits apart from the rest. */
async function queueOutside() {
  const queued = await queueJob(talk('C: What brings you in today?', 'P: I have had a sore throat for four days.', 'C: Any fever?', 'P: No, no fever.', 'C: Any cough?', 'P: No, no cough.', 'C: Drink plenty of fluids.')) // biome-ignore format: short
  const { patientId } = (await must(200, call('GET', `/v1/encounters/${queued.encounterId}`))).body
  return { ...queued, externalId: await giveConsent(call, patientId, { permits: ['generate_external'] }) }
}

const runOutside = (subject: string, { fallsBack = false, totalMs = 600_000 }) => {
  const drafter = openDrafter({ ...optionsOf(provider.url), partBytes: 300 })
  const budget = { requests: 1000, tokens: 1_000_000 }
  const outside = { drafter, budget, fallsBack, repairs: false, totalMs }
  return runGeneration({ store, log, threads, outside }, { tenant: developmentTenants[0], subject })
}

const ends: readonly (readonly [string, boolean, object, readonly object[]])[] = [
  ['nothing is drafted', false, { state: 'failed', reason: 'consent-required' }, []],
  ['the embedded drafter drafts if the operator chose that', true, { state: 'succeeded' }, [{ drafter: 'embedded' }]],
]

test.each(ends)(
  'D302: a consent to send that ends between two parts: nothing more is sent, and %s',
  async (_what, fallsBack, job, artifacts) => {
    const { jobId, encounterId, externalId } = await queueOutside()
    const before = provider.asked.length
    provider.answer((...request) => {
      const revoked = must(200, call('POST', `/v1/consents/${externalId}:revoke`))
      void revoked.then(() => completion({ statements: [], notFound: [] })(...request))
    })

    await runOutside(jobId, { fallsBack })

    expect(provider.asked).toHaveLength(before + 1)
    expect(await readJob(jobId)).toMatchObject(job)
    expect(await listArtifacts(encounterId)).toMatchObject(artifacts)
  },
)

const late: readonly (readonly [string, boolean, object, readonly object[]])[] = [
  ['fails its job for good', false, { state: 'failed', reason: 'drafting-timeout', attempts: 1 }, []],
  ['leaves the talk to the embedded drafter', true, { state: 'succeeded' }, [{ drafter: 'embedded' }]],
]

test.each(late)(
  'D303: a draft that takes longer than all its requests may take %s',
  async (_what, fallsBack, job, artifacts) => {
    const { jobId, encounterId } = await queueOutside()
    const before = provider.asked.length
    provider.answer(() => undefined)

    await runOutside(jobId, { fallsBack, totalMs: 1500 })

    expect(provider.asked.length).toBeLessThanOrEqual(before + 1)
    expect(await readJob(jobId)).toMatchObject(job)
    expect(await listArtifacts(encounterId)).toMatchObject(artifacts)
  },
)
