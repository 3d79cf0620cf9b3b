/** A spoke's platform config, and the work that it stops: routes, workers, verification. R3.2; docs/design/hub.md#platform-config. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { features } from '../../../src/core/features.ts'
import { newId } from '../../../src/core/ids.ts'
import type { VerifyInput } from '../../../src/drafting/verify/verify.ts'
import { runVerifier } from '../../../src/hub/artifacts/verify.ts'
import {
  createPatient,
  draftByHand,
  draftVerified,
  giveConsent,
  must,
  openEncounter,
  openFolder,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

/** Requests go to the first, the second does the work: each has to learn of the other's changes. */
let server: RunningServer
let worker: RunningServer
let call: Call
let folder: string

const operator = { role: 'operator' } as const
const path = '/v1/platform/config/connect'
const put = (body: object, options: object = {}): Promise<Answer> =>
  call('PUT', path, { body, as: operator, ...options })

beforeAll(async () => {
  const site = await createSite()
  server = await startRunning({ site, env: { BANKSIA_ROLE: 'web' } })
  worker = await startRunning({ site, env: { BANKSIA_ROLE: 'worker' } })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
})

afterEach(() => must(200, put({})))

afterAll(async () => {
  await worker?.stop()
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

describe('the config', () => {
  test('spec 4.1: begins with everything on, as the process has it', async () => {
    const { body, headers } = await must(200, call('GET', '/v1/platform/config/triage', { as: operator }))

    expect(Object.keys(body.featureFlags)).toEqual(features.map(({ name }) => name))
    expect(new Set(Object.values(body.featureFlags))).toEqual(new Set([true]))
    expect(new Set(Object.values(body.killSwitches))).toEqual(new Set([false]))
    expect(body.timeouts).toEqual({ handler: 30_000, verify: 60_000 })
    expect(body.limits).toMatchObject({ requestBodyBytes: 1_048_576, pageItems: 200 })
    expect(body).toMatchObject({ id: 'triage', spokeId: 'triage', version: 1 })
    expect(headers.get('etag')).toBe('W/"1"')
  })

  test('spec 4.1: each change is a version, under If-Match and on record', async () => {
    const { body: before } = await must(200, call('GET', path, { as: operator }))
    const settings = { featureFlags: { share: false }, timeouts: { handler: 5_000 }, limits: { pageItems: 20 } }

    const { body: after, headers } = await must(
      200,
      put(settings, { headers: { 'if-match': `W/"${before.version}"` } }),
    )
    const late = await put({}, { headers: { 'if-match': `W/"${before.version}"` } })

    expect(after).toMatchObject({ version: before.version + 1, createdAt: expect.any(String) })
    expect(after).toMatchObject({ featureFlags: { share: false, export: true }, timeouts: { handler: 5_000 } })
    expect(headers.get('etag')).toBe(`W/"${after.version}"`)
    expect(late.problem).toBe('precondition-failed')
    const text = `select version from audit where kind = 'platform.changed' and resource_id = 'connect' order by seq desc limit 1`
    expect((await server.site.pool.query(text)).rows).toEqual([{ version: after.version }])
  })

  test.each([
    ['an unknown feature', { killSwitches: { teleport: true } }, 'killSwitches.teleport'],
    ['an unknown member', { switches: {} }, 'switches'],
    ['a longer time', { timeouts: { handler: 30_001 } }, 'timeouts.handler'],
    ['a larger body', { limits: { requestBodyBytes: 1_048_577 } }, 'limits.requestBodyBytes'],
    ['more than nothing', { limits: { pageItems: 0 } }, 'limits.pageItems'],
    ['open verification', { failClosed: { verification: false } }, 'failClosed.verification'],
  ])('D59: only takes away: %s is refused', async (_title, body, field) => {
    const answer = await put(body)

    expect({ status: answer.status, fields: answer.fields }).toEqual({ status: 400, fields: [field] })
  })

  test('spec 4.5: a spoke that there is not has none', async () => {
    expect((await call('GET', '/v1/platform/config/zebulon', { as: operator })).problem).toBe('not-found')
  })

  test('R5.4: two changes at once are two versions, or one of them is refused', async () => {
    const { body: before } = await must(200, call('GET', path, { as: operator }))
    const match = { headers: { 'if-match': `W/"${before.version}"` } }

    const answers = await Promise.all([
      put({ limits: { pageItems: 7 } }, match),
      put({ limits: { pageItems: 8 } }, match),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { body: after } = await must(200, call('GET', path, { as: operator }))
    expect(after.version).toBe(before.version + 1)
  })
})

describe('what is off', () => {
  const approve = async () => {
    const { artifactId } = await draftVerified(call)
    return () => call('POST', `/v1/artifacts/${artifactId}:approve`)
  }

  test.each(['featureFlags', 'killSwitches'])('docs/design/hub.md#problems: is refused, by %s', async (group) => {
    const ask = await approve()

    await must(200, put({ [group]: { approve: group === 'killSwitches' } }))
    const refused = await ask()

    expect({ status: refused.status, problem: refused.problem }).toEqual({ status: 403, problem: 'feature-disabled' })
    const text = `select reason from audit where kind = 'access.refused' order by seq desc limit 1`
    expect((await server.site.pool.query(text)).rows).toEqual([{ reason: 'feature-disabled' }])
    await must(200, put({}))
    await must(200, ask())
  })

  test('docs/design/hub.md#platform-config: is off for its spoke and its tenant alone', async () => {
    await must(200, put({ killSwitches: { capture: true } }))
    const write = (more: object) => call('POST', '/v1/encounters', { body: {}, ...more })
    expect((await write({})).problem).toBe('feature-disabled')
    // As far as the body's fields.
    expect((await write({ as: { spoke: 'triage' } })).problem).toBe('validation')
    expect((await write({ as: { tenant: developmentTenants[1] } })).problem).toBe('validation')
  })

  test('R3.2: without verification the outcome is not_run, and nothing is approved', async () => {
    const { artifactId } = await draftByHand(call)
    await must(200, put({ killSwitches: { verify: true } }))

    const { body } = await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))

    expect(body).toMatchObject({ outcome: 'not_run', reason: 'feature_disabled' })
    expect((await call('POST', `/v1/artifacts/${artifactId}:approve`)).problem).toBe('verification-required')
    expect((await call('GET', `/v1/artifacts/${artifactId}`)).body.state).toBe('in_review')
  })

  test('docs/design/hub.md#platform-config: a config that cannot be read counts as kill switches on', async () => {
    const ask = await approve()
    const { pool } = server.site
    const spoil = `insert into platform_config select tenant, spoke, max(version) + 1, '{"killSwitches": []}' from platform_config
      where spoke = 'connect' group by tenant, spoke`

    await pool.query(spoil)
    await pool.query('update tenant set generation = generation + 1')
    await waitFor(
      () => call('POST', '/v1/encounters', { body: {} }),
      ({ problem }) => problem === 'feature-disabled',
    )

    expect((await ask()).problem).toBe('feature-disabled')
    const { body } = await must(200, call('GET', path, { as: operator }))
    expect(new Set(Object.values(body.killSwitches))).toEqual(new Set([true]))
    await must(200, put({}))
    await must(200, ask())
  })
})

describe('limits and time-outs', () => {
  const list = (query = '') => call('GET', `/v1/templates${query}`)

  test('spec 8: a shorter page is the default, and a longer one is refused', async () => {
    await must(200, put({ limits: { pageItems: 1 } }))

    expect((await must(200, list())).body.items).toHaveLength(1)
    expect((await list('?limit=2')).fields).toEqual(['limit'])
    expect((await must(200, call('GET', '/v1/templates?limit=2', { as: { spoke: 'triage' } }))).status).toBe(200)
  })

  test('spec 8: a smaller body is refused beyond its limit, of the Hub and of FHIR', async () => {
    await must(200, put({ limits: { requestBodyBytes: 200, transcriptBytes: 300, bundleBytes: 400 } }))
    const text = (bytes: number) => ({ reason: 'x'.repeat(bytes) })

    expect((await call('POST', '/v1/encounters', { body: text(300) })).problem).toBe('payload-too-large')
    expect((await call('POST', '/v1/encounters', { body: text(100) })).problem).toBe('validation')
    const transcripts = `/v1/encounters/${newId()}/transcripts`
    expect((await call('POST', transcripts, { body: text(250) })).problem).toBe('validation')
    expect((await call('POST', transcripts, { body: text(350) })).problem).toBe('payload-too-large')
    const fhir = { headers: { 'content-type': 'application/fhir+json' } }
    const patient = { resourceType: 'Patient', language: 'x'.repeat(500) }
    expect((await call('POST', '/fhir/R4/Patient', { body: patient, ...fhir })).status).toBe(413)
  })

  test('spec 8: fewer requests a minute are for the spoke alone', async () => {
    const ask = (spoke: string) => call('GET', '/v1/spokes/whoami', { as: { spoke } })
    await must(
      200,
      call('PUT', '/v1/platform/config/speed', { body: { limits: { requestsPerMinute: 2 } }, as: operator }),
    )

    const answers = [await ask('speed'), await ask('speed'), await ask('speed')]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"client";q=2;w=60')
    await must(200, ask('triage'))
  })

  test('R3.2: a verification that takes too long has not run', async () => {
    const verify = () => new Promise<never>(() => undefined)
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const input = { note: { title: '', sections: [], openQuestions: [] } } as unknown as VerifyInput

    const verdict = await runVerifier({ verify, log }, 1, input)

    expect(verdict).toMatchObject({ outcome: 'not_run', reason: 'verifier_timeout', confidence: 0 })
  })

  test('spec 8: what takes longer than the time of the spoke is not waited for', async () => {
    await must(200, put({ timeouts: { handler: 1 } }))

    // A fast machine may answer one of them within a millisecond.
    const answer = await waitFor(
      () => call('GET', '/v1/encounters'),
      ({ status }) => status !== 200,
    )
    expect(answer.problem).toBe('dependency-unavailable')
  })
})

describe('the FHIR interface', () => {
  const fhir = { headers: { 'content-type': 'application/fhir+json' } }
  const patient = { resourceType: 'Patient' }
  const bundle = (type: string) => ({
    resourceType: 'Bundle',
    type,
    entry: [{ resource: patient, request: { method: 'POST', url: 'Patient' } }],
  })

  test('docs/design/hub.md#problems: writes are refused while they are off, alone and in a Bundle; reads are not', async () => {
    await must(200, put({ killSwitches: { fhir_write: true } }))

    const alone = await call('POST', '/fhir/R4/Patient', { body: patient, ...fhir })
    const whole = await call('POST', '/fhir/R4', { body: bundle('transaction'), ...fhir })
    const batch = await call('POST', '/fhir/R4', { body: bundle('batch'), ...fhir })

    expect([alone.status, whole.status, batch.status]).toEqual([403, 403, 200])
    expect(batch.body.entry[0].response.status).toMatch(/^403/)
    await must(200, call('GET', '/fhir/R4/Patient'))
  })

  test('docs/design/hub.md#problems: subscriptions and bulk exports are refused while they are off', async () => {
    await must(200, put({ featureFlags: { subscriptions: false, bulk_export: false } }))
    const subscription = { resourceType: 'Subscription', status: 'requested' }

    expect((await call('POST', '/fhir/R4/Subscription', { body: subscription, ...fhir })).status).toBe(403)
    const kickOff = { as: { role: 'system', scope: 'system/*.rs' }, headers: { prefer: 'respond-async' } }
    expect((await call('GET', '/fhir/R4/$export', kickOff)).status).toBe(403)
    await must(200, call('GET', '/fhir/R4/Subscription'))
  })
})

describe('workers', () => {
  const stateOf = async (table: 'job' | 'delivery', column: string, id: string) => {
    const text = `select state, reason from ${table} where ${column} = $1`
    return (await server.site.pool.query<{ state: string; reason: string | null }>(text, [id])).rows[0]
  }

  test('docs/design/hub.md#platform-config: a job waits while drafting is off, and is done when it is on again', async () => {
    const patientId = await createPatient(call)
    await giveConsent(call, patientId)
    const encounterId = await openEncounter(call, patientId)
    await storeTranscript(call, encounterId)
    await worker.stop()
    const generate = { body: { templateId } }
    const { body: job } = await must(202, call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, generate))
    await must(200, put({ killSwitches: { generate: true } }))

    worker = await startRunning({ site: server.site, env: { BANKSIA_ROLE: 'worker' } })

    await waitFor(
      () => stateOf('job', 'id', job.id),
      (row) => row?.reason === 'feature_disabled',
    )
    expect((await stateOf('job', 'id', job.id))?.state).toBe('queued')
    await must(200, put({}))
    await waitFor(
      () => stateOf('job', 'id', job.id),
      (row) => row?.state === 'succeeded',
    )
  })

  test('docs/design/hub.md#platform-config: a delivery waits while sending is off, and goes out when it is on again', async () => {
    await openFolder(call, { directory: folder, format: 'rtf', recipient: 'Heath Specialists' })
    const { artifactId } = await draftVerified(call)
    await must(200, put({ killSwitches: { dispatch: true } }))
    // The worker has learnt of it by now: config is younger than any tenant that it read before.
    await worker.stop()
    worker = await startRunning({ site: server.site, env: { BANKSIA_ROLE: 'worker' } })

    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))

    await waitFor(
      () => stateOf('delivery', 'artifact_id', artifactId),
      (row) => row?.reason === 'feature_disabled',
    )
    expect(await readdir(folder)).toEqual([])
    await must(200, put({}))
    await waitFor(
      () => stateOf('delivery', 'artifact_id', artifactId),
      (row) => row?.state === 'sent',
    )
    expect(await readdir(folder)).toHaveLength(1)
  })
})
