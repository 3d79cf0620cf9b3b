/**
 * Kill switches across processes: a change in one web process acts in another and in a worker within two seconds, for its spoke alone; waiting
 * work is not lost. docs/design/hub.md#platform-config.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { type Feature, features } from '../../src/core/features.ts'
import { newId } from '../../src/core/ids.ts'
import { spokes } from '../../src/core/spokes.ts'
import {
  approveOne,
  createPatient,
  draftByHand,
  giveConsent,
  must,
  openEncounter,
  openFolder,
  storeTranscript,
  templateId,
} from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { eventsOf, fhir, type Hook, openHook, subscription, untilStatus } from '../queues/hook.ts'
import {
  type Answer,
  type Call,
  type CallOptions,
  createSite,
  openCall,
  openTokens,
  type RunningServer,
  startRunning,
  urlOf,
} from '../running-server.ts'
import { endAll, makeFolder, type Server, spawnServer, startServer, stop } from './processes.ts'

/** The operator talks to this one. */
let web: RunningServer
/** A process of its own, to which everybody else talks. */
let other: Server
let call: Call
let token: RunningServer['token']
let worker: Server
let folder: string
let hook: Hook

/** The time that the contract promises. */
const actsWithinMs = 2_000

type As = NonNullable<CallOptions['as']>

const put = (body: object, { tenant, spoke = 'connect' }: As = {}): Promise<Answer> =>
  must(
    200,
    web.call('PUT', `/v1/platform/config/${spoke}`, {
      body,
      as: { role: 'operator', ...(tenant === undefined ? {} : { tenant }) },
    }),
  )
const kill = (...killed: Feature[]): Promise<Answer> =>
  put({ killSwitches: Object.fromEntries(killed.map((feature) => [feature, true])) })

/** As all processes of an installation have it. */
const processOf = () => ({
  DATABASE_URL: urlOf(web.site.database.config),
  BANKSIA_BASE_URL: web.base,
  BANKSIA_ROLE: 'worker',
})
const startWorker = (): Promise<Server> => spawnServer(web.site.dataDir, { env: processOf() })

beforeAll(async () => {
  const site = await createSite()
  web = await startRunning({ site, env: { BANKSIA_ROLE: 'web' } })
  other = await startServer(site.dataDir, { env: { ...processOf(), BANKSIA_ROLE: 'web' } })
  token = openTokens(other.base)
  call = openCall(other.base, token)
  worker = await startWorker()
  folder = makeFolder()
  hook = await openHook()
})

afterEach(() => put({}))

afterAll(async () => {
  await hook?.close()
  for (const server of [worker, other]) if (server !== undefined) await stop(server)
  await web?.stop()
  await endAll()
  await web?.site.remove()
})

describe('requests', () => {
  type Probe = (as: As) => Promise<boolean>

  const isDisabled = ({ problem }: Answer): boolean => problem === 'feature-disabled'
  const hub =
    (method: string, path: () => string): Probe =>
    async (as) =>
      isDisabled(await call(method, path(), { as, ...(method === 'GET' ? {} : { body: {} }) }))
  const interaction =
    (method: string, path: string, resourceType?: string): Probe =>
    async (as) => {
      const asked = resourceType === undefined ? { headers: { prefer: 'respond-async' } } : { body: { resourceType } }
      const system = { ...as, role: 'system', scope: 'system/*.cruds' } as const
      return (await fhir(call, method, path, { ...asked, as: system })).status === 403
    }

  let artifactId = ''
  beforeAll(async () => {
    artifactId = (await draftByHand(call)).artifactId
  })

  /** Answers whether the switch refused the request. Features that only workers check are below. */
  const probes: Readonly<Record<Feature, Probe | 'workers'>> = {
    capture: hub('POST', () => '/v1/encounters'),
    audio: hub('POST', () => '/v1/audio/sessions'),
    transcription: 'workers',
    generate: hub('POST', () => `/v1/encounters/${newId()}/artifacts:generate`),
    external_drafter: 'workers',
    verify: async (as) => {
      const { body } = await call('POST', `/v1/artifacts/${artifactId}:verify`, { as })
      return body.reason === 'feature_disabled'
    },
    approve: hub('POST', () => `/v1/artifacts/${newId()}:approve`),
    export: hub('POST', () => `/v1/artifacts/${newId()}/exports`),
    appearance: async (as) =>
      isDisabled(await call('PUT', '/v1/platform/appearance', { body: {}, as: { ...as, role: 'operator' } })),
    share: hub('POST', () => '/v1/shares'),
    link_shares: 'workers',
    dispatch: hub('POST', () => '/v1/deliveries'),
    national_record: 'workers',
    fhir_write: interaction('POST', 'Basic', 'Basic'),
    subscriptions: interaction('POST', 'Subscription', 'Subscription'),
    bulk_export: interaction('GET', '$export'),
    events: async (as) => {
      const leaving = new AbortController()
      const { status } = await fetch(`${other.base}/v1/events`, {
        headers: {
          authorization: `Bearer ${await token(as)}`,
          'x-tenant-id': as.tenant ?? '',
          'x-spoke-id': as.spoke ?? '',
          'x-request-id': newId(),
        },
        signal: leaving.signal,
      })
      leaving.abort()
      return status === 403
    },
    telemetry: hub('POST', () => '/v1/telemetry/metrics'),
  }
  const asked = features.map(({ name }) => name).filter((name) => probes[name] !== 'workers')

  async function isRefused(feature: Feature, as: As): Promise<boolean> {
    const probe = probes[feature]
    return probe !== 'workers' && (await probe(as))
  }

  async function listRefused(as: As): Promise<readonly Feature[]> {
    const refused: Feature[] = []
    for (const feature of asked) if (await isRefused(feature, as)) refused.push(feature)
    return refused
  }

  /** One for each switch, so that they can all be off at once: a spoke of a tenant each. The link spoke is patients'. */
  const ids = spokes('ios').flatMap(({ id }) => (id === 'link' || id === 'ios' ? [] : [id]))
  const places = asked.map((feature, at) => {
    // The artifact to verify is the first tenant's.
    const isFirst = feature === 'verify'
    const spoke = isFirst ? ids.at(-1) : ids[at >> 1]
    return { feature, as: { tenant: developmentTenants[isFirst ? 0 : at % 2] ?? '', spoke: spoke ?? '' } }
  })

  test('spec 2.1, 4.1: each switch acts in another process within two seconds, for its own feature, spoke and tenant', async () => {
    const first = places[0]?.as ?? {}
    expect(await listRefused(first)).toEqual([])
    // It knows every tenant as it was.
    for (const { as } of places) await must(200, call('GET', '/v1/spokes/whoami', { as }))

    for (const { feature, as } of places) await put({ killSwitches: { [feature]: true } }, as)
    await sleep(actsWithinMs)

    const refused: [Feature, readonly Feature[]][] = []
    for (const { feature, as } of places) refused.push([feature, await listRefused(as)])
    // A Subscription is written through FHIR, too.
    const expected = (feature: Feature) => (feature === 'fhir_write' ? ['fhir_write', 'subscriptions'] : [feature])
    expect(refused).toEqual(places.map(({ feature }) => [feature, expected(feature)]))

    for (const { as } of places) await put({}, as)
    await sleep(actsWithinMs)
    for (const { feature, as } of places) expect([feature, await isRefused(feature, as)]).toEqual([feature, false])
  })
})

describe('workers', () => {
  type Waiting = { readonly state: string; readonly reason: string | null }

  async function readRow(table: 'job' | 'delivery' | 'bulk_export', where: string, id: string): Promise<Waiting> {
    const { rows } = await web.site.pool.query<Waiting>(`select state, reason from ${table} where ${where} = $1`, [id])
    return rows[0] ?? { state: 'none', reason: null }
  }
  const untilStopped = (...row: Parameters<typeof readRow>): Promise<Waiting> =>
    waitFor(
      () => readRow(...row),
      ({ reason }) => reason === 'feature_disabled',
    )
  const untilState = (state: string, ...row: Parameters<typeof readRow>): Promise<Waiting> =>
    waitFor(
      () => readRow(...row),
      (found) => found.state === state,
    )
  /** A folder takes nothing back: a person informs its readers, which ends the recall. */
  const untilTold = async (id: string): Promise<void> =>
    expect(await untilState('rejected', 'delivery', 'id', id)).toMatchObject({ reason: 'told-by-hand' })
  const openOwnFolder = async (name: string): Promise<string> => {
    const directory = join(folder, name)
    mkdirSync(directory, { recursive: true })
    return directory
  }

  test('docs/design/hub.md#platform-config: jobs and bulk exports wait while their switch is on, and are done when it is off again', async () => {
    const patientId = await createPatient(call)
    await giveConsent(call, patientId)
    const encounterId = await openEncounter(call, patientId)
    await storeTranscript(call, encounterId)
    const { artifactId } = await approveOne(call)
    await stop(worker)
    const generating = call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })
    const generated = (await must(202, generating)).body.id
    const exporting = call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'rtf' } })
    const exported = (await must(202, exporting)).body.id
    const kickOff = { as: { role: 'system', scope: 'system/*.rs' }, headers: { prefer: 'respond-async' } } as const
    const asked = await must(202, fhir(call, 'GET', '$export?_type=Patient', kickOff))
    const bulk = asked.headers.get('content-location')?.split('/').at(-1) ?? ''
    await kill('generate', 'export', 'bulk_export')

    worker = await startWorker()

    const stopped = [
      await untilStopped('job', 'id', generated),
      await untilStopped('job', 'target_id', exported),
      await untilStopped('bulk_export', 'id', bulk),
    ]
    expect(stopped.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
    await put({})
    await untilState('succeeded', 'job', 'id', generated)
    await untilState('succeeded', 'job', 'target_id', exported)
    await untilState('succeeded', 'bulk_export', 'id', bulk)
  })

  test('docs/design/hub.md#platform-config: notifications wait, and then each event is told once, in order', async () => {
    const body = subscription(web.base, { topic: 'patient-changed', endpoint: hook.url })
    const { id } = (await must(201, fhir(call, 'POST', 'Subscription', { body }))).body
    await untilStatus(call, id, 'active')
    await kill('subscriptions')
    await sleep(actsWithinMs)

    await createPatient(call)
    await createPatient(call)

    // Events are there, and the worker has put them off.
    const text = `select events::int, sent::int, due_at > clock_timestamp() as is_off from subscription where id = $1`
    const row = await waitFor(
      async () => (await web.site.pool.query(text, [id])).rows[0],
      ({ events, is_off }) => events === 2 && is_off,
    )
    expect(row.sent).toBe(0)
    expect(eventsOf(hook)).toEqual([])
    await put({})
    await waitFor(
      async () => eventsOf(hook),
      (events) => events.length >= 2,
    )
    expect(eventsOf(hook)).toEqual([1, 2])
  })

  test('docs/design/hub.md#platform-config: a recall waits while sending is killed, goes out when it is not, and even while it is not offered', async () => {
    const directory = await openOwnFolder('recalled')
    await openFolder(call, { directory, format: 'rtf', recipient: 'Heath Specialists' })
    const { artifactId } = await approveOne(call)
    const later = await approveOne(call)
    const sent = 'artifact_id'
    await untilState('sent', 'delivery', sent, artifactId)
    await untilState('sent', 'delivery', sent, later.artifactId)
    const recallOf = async (id: string): Promise<string> => {
      await must(200, call('POST', `/v1/artifacts/${id}:recall`, { body: { reasonCode: 'wrong_patient' } }))
      const text = `select id from delivery where artifact_id = $1 and kind = 'recall'`
      return (await web.site.pool.query(text, [id])).rows[0].id
    }
    const before = readdirSync(directory).length
    await kill('dispatch')
    await sleep(actsWithinMs)

    const recall = await recallOf(artifactId)

    await untilStopped('delivery', 'id', recall)
    expect(readdirSync(directory)).toHaveLength(before)
    await put({})
    await untilTold(recall)

    await put({ featureFlags: { dispatch: false } })
    await sleep(actsWithinMs)
    await untilTold(await recallOf(later.artifactId))
  })

  test('docs/design/hub.md#platform-config: what goes to the national record waits for its own switch, recalls of it as well', async () => {
    const directory = await openOwnFolder('national')
    const elsewhere = await openOwnFolder('elsewhere')
    const channel = {
      name: 'National record',
      templateIds: [templateId],
      recipient: { name: 'National record', kind: 'national_record' },
      purposeOfUse: 'TREAT',
      legalBasis: 'statute',
      format: 'rtf',
      transport: 'file',
      destination: { directory },
    }
    const operator = { role: 'operator' } as const
    const national = (await must(201, call('POST', '/v1/channels', { body: channel, as: operator }))).body.id
    const own = await openFolder(call, { directory: elsewhere, format: 'rtf', recipient: 'Heath Specialists' })
    const find = async (artifactId: string, channelId: string, kind: string): Promise<string> => {
      const text = 'select id from delivery where artifact_id = $1 and channel_id = $2 and kind = $3'
      const { rows } = await web.site.pool.query(text, [artifactId, channelId, kind])
      return rows[0]?.id ?? ''
    }
    await kill('national_record')
    await sleep(actsWithinMs)

    const { artifactId } = await approveOne(call)

    const delivery = await find(artifactId, national, 'original')
    await untilStopped('delivery', 'id', delivery)
    await untilState('sent', 'delivery', 'id', await find(artifactId, own, 'original'))
    expect(readdirSync(directory)).toEqual([])
    await put({})
    await untilState('sent', 'delivery', 'id', delivery)
    await kill('national_record')
    await sleep(actsWithinMs)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'wrong_patient' } }))
    const recall = await find(artifactId, national, 'recall')
    await untilStopped('delivery', 'id', recall)
    await untilTold(await find(artifactId, own, 'recall'))
    await put({})
    await untilTold(recall)
  })
})
