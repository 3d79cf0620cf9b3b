/** Jobs of any kind: held while they are worked on, taken over where their worker is gone, cancelled. docs/design/hub.md#routes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type JobRunner, type JobWork, runJob } from '../../queues/run-job.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { newId } from '../../src/core/ids.ts'
import { openLog } from '../../src/core/log.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { openStore } from '../../src/store/open-store.ts'
import { createPatient, giveConsent, must, openEncounter, storeTranscript, templateId } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'

let server: RunningServer
let call: Call
let runner: JobRunner & { readonly close: () => Promise<void> }
let encounterId: string
const otherTenant = { tenant: developmentTenants[1] } as const

/** Many times as long as a request takes on a busy machine. */
const leaseMs = 3_000

/** The server only answers: each test is the worker. */
beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  const config = readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })
  const store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(config),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  runner = { store, log: openLog('silent'), leaseMs, close: () => store.close() }
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId)
})

afterAll(async () => {
  await runner?.close()
  await server?.stop()
  await server?.site.remove()
})

async function queueJob(): Promise<string> {
  const answer = await must(
    202,
    call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } }),
  )
  return answer.body.id
}

const run = (subject: string, work: JobWork) => runJob(runner, { tenant: developmentTenants[0], subject }, work)
const readJob = async (id: string) => (await must(200, call('GET', `/v1/jobs/${id}`))).body
const cancel = (id: string) => call('POST', `/v1/jobs/${id}:cancel`)
const listEvents = async (id: string): Promise<readonly string[]> => {
  const { rows } = await server.site.pool.query<{ kind: string }>(
    'select kind from audit where resource_id = $1 order by seq',
    [id],
  )
  return rows.map(({ kind }) => kind)
}

test('docs/design/hub.md#routes: a job that waits is cancelled at once, and no worker takes it', async () => {
  const id = await queueJob()
  let runs = 0

  const answer = await must(200, cancel(id))
  await run(id, async () => {
    runs += 1
  })

  expect(answer.body).toMatchObject({ id, state: 'cancelled', attempts: 0 })
  expect(runs).toBe(0)
  expect(await listEvents(id)).toEqual(['job.queued', 'job.cancelled'])
  expect(await cancel(id)).toMatchObject({ status: 409, problem: 'invalid-transition' })
})

test('docs/design/hub.md#routes: a job that is worked on stops at its next step', async () => {
  const id = await queueJob()
  let aborted = false

  await run(id, async ({ signal }) => {
    expect((await must(200, cancel(id))).body).toMatchObject({ state: 'running' })
    await waitFor(async () => signal.aborted, Boolean)
    aborted = true
    throw new Error('stopped')
  })

  expect(aborted).toBe(true)
  expect(await readJob(id)).toMatchObject({ state: 'cancelled', attempts: 1 })
  expect(await listEvents(id)).toEqual(['job.queued', 'job.cancel-requested', 'job.cancelled'])
})

test('spec 4.2: a job whose worker died before it heard of being cancelled is ended by the next, not worked on', async () => {
  const id = await queueJob()
  const gone = Promise.withResolvers<void>()
  const first = run(id, () => gone.promise)
  await waitFor(
    () => readJob(id),
    ({ state }) => state === 'running',
  )
  await must(200, cancel(id))
  await server.site.pool.query('update job set due_at = now() where id = $1', [id])

  await run(id, async () => expect('work').toBe('none'))
  gone.resolve()
  await first

  expect(await readJob(id)).toMatchObject({ state: 'cancelled' })
})

test('spec 4.2: a job is held longer than its lease while it is worked on', async () => {
  const id = await queueJob()
  let others = 0

  await run(id, async () => {
    await sleep(1.5 * leaseMs)
    await run(id, async () => {
      others += 1
    })
    throw new Error('a fault')
  })

  expect(others).toBe(0)
  expect(await readJob(id)).toMatchObject({ state: 'queued', reason: 'internal', attempts: 1 })
})

test('spec 4.2: a job that another has taken over is not ended by the first', async () => {
  const id = await queueJob()

  await run(id, async ({ signal }) => {
    await server.site.pool.query('update job set due_at = now(), attempts = attempts + 1 where id = $1', [id])
    await waitFor(async () => signal.aborted, Boolean)
    throw new Error('late')
  })

  expect(await readJob(id)).toMatchObject({ state: 'running', attempts: 2 })
})

test('docs/design/hub.md#requests-and-answers: jobs by encounter, state, kind and change', async () => {
  const id = await queueJob()
  const { updatedAt } = await readJob(id)
  const list = async (query: string): Promise<readonly string[]> =>
    (await must(200, call('GET', `/v1/jobs?${query}`))).body.items.map((job: { id: string }) => job.id)

  expect(await list(`encounterId=${encounterId}&state=queued&kind=generate`)).toContain(id)
  expect(await list(`encounterId=${encounterId}&updatedSince=${updatedAt}`)).toEqual([id])
  expect(await list('state=succeeded')).not.toContain(id)
  expect(await list(`encounterId=${newId()}`)).toEqual([])
  expect(await call('GET', '/v1/jobs?state=lost')).toMatchObject({ status: 400, fields: ['state'] })
  expect(await call('GET', '/v1/jobs?kind=lost')).toMatchObject({ status: 400, fields: ['kind'] })
})

test('docs/design/hub.md#access: another tenant finds no job of this one, and cancels none', async () => {
  const id = await queueJob()

  expect(await call('GET', `/v1/jobs/${id}`, { as: otherTenant })).toMatchObject({ status: 404 })
  expect(await call('POST', `/v1/jobs/${id}:cancel`, { as: otherTenant })).toMatchObject({ status: 404 })
  expect(await call('POST', `/v1/jobs/${id}:cancel`, { as: { role: 'auditor' } })).toMatchObject({ status: 403 })
  expect((await readJob(id)).state).toBe('queued')
})
