/** Health and readiness of the process, of a spoke and of the caller's tenant, by real checks. R5.3; docs/design/hub.md#routes, #spokes. */
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { features } from '../../../src/core/features.ts'
import { gateNames } from '../../../src/core/gates.ts'
import { spokes } from '../../../src/core/spokes.ts'
import { openReadiness } from '../../../src/server/readiness.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call

const operator = { role: 'operator' } as const

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

type Check = { readonly name: string; readonly ready: boolean; readonly reason?: string; readonly count?: number }

const byName = (checks: readonly Check[]): Readonly<Record<string, Check>> =>
  Object.fromEntries(checks.map((check) => [check.name, check]))

test('spec 4.2: health looks at the database, queue, workers, clock, keys and providers, and at what waits', async () => {
  const offered = { featureFlags: { audio: false, transcription: false } }
  await must(200, call('PUT', '/v1/platform/config/ios', { body: offered, as: operator }))
  // A busy machine may answer a look too late.
  const { body } = await waitFor(
    () => must(200, call('GET', '/v1/health', { as: operator })),
    (health) => health.body.status === 'ok',
  )
  await must(200, call('PUT', '/v1/platform/config/ios', { body: {}, as: operator }))

  expect(body.checks.map(({ name }: Check) => name)).toEqual([
    'database',
    'clock',
    'keys',
    'queue',
    'workers',
    'issuers',
    'issuer_keys',
    'verifier',
    'drafter',
    'transcription',
    'terminology',
    'jobs',
    'channels',
  ])
  expect(byName(body.checks)).toMatchObject({
    workers: { ready: true, count: 1 },
    transcription: { ready: false, reason: 'not_configured' },
  })
})

test('spec 4.2: without speech recognition health is degraded, and the spoke that needs it is not ready and says why', async () => {
  const { body } = await waitFor(
    () => must(200, call('GET', '/v1/health', { as: operator })),
    ({ body: health }) => health.checks.filter(({ ready }: Check) => !ready).length === 1,
  )
  const ios = await must(200, call('GET', '/v1/spokes/ios/readiness', { as: operator }))
  const triage = await must(200, call('GET', '/v1/spokes/triage/readiness', { as: operator }))

  expect(body.status).toBe('degraded')
  expect(ios.body.ready).toBe(false)
  expect(byName(ios.body.checks)['transcription']).toEqual({
    name: 'transcription',
    ready: false,
    reason: 'not_configured',
  })
  expect(byName(triage.body.checks)['transcription']).toBeUndefined()
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
})

test('R3.2: with the verifier off health is degraded, and each spoke that verifies is not ready; the server serves', async () => {
  const off = await startRunning({ site: server.site, env: { BANKSIA_VERIFIER: 'off' } })
  try {
    const { body } = await must(200, off.call('GET', '/v1/health', { as: operator }))
    for (const { id, flags } of spokes('ios')) {
      const readiness = await must(200, off.call('GET', `/v1/spokes/${id}/readiness`, { as: operator }))
      const verifier = flags.includes('verify') ? { name: 'verifier', ready: false, reason: 'off' } : undefined
      expect([id, byName(readiness.body.checks)['verifier']]).toEqual([id, verifier])
      if (verifier !== undefined) expect([id, readiness.body.ready]).toEqual([id, false])
    }
    expect(body.status).toBe('degraded')
    expect((await fetch(`${off.base}/readyz`)).status).toBe(200)
  } finally {
    await off.stop()
  }
})

test('D79: an issuer that is away degrades health and keeps no spoke from its work while the keys of another are held', async () => {
  const away = await startRunning({ site: server.site, env: { BANKSIA_ISSUERS: 'http://127.0.0.1:1' } })
  try {
    const { body } = await waitFor(
      () => must(200, away.call('GET', '/v1/health', { as: operator })),
      (health) => !byName(health.body.checks)['issuers']?.ready,
    )
    const triage = await must(200, away.call('GET', '/v1/spokes/triage/readiness', { as: operator }))

    expect(body.status).toBe('degraded')
    expect(byName(body.checks)['issuer_keys']).toEqual({ name: 'issuer_keys', ready: true })
    expect(byName(triage.body.checks)['issuers']).toBeUndefined()
    expect(triage.body.ready).toBe(true)
  } finally {
    await away.stop()
  }
})

test('docs/design/hub.md#routes: the pages without a token say nothing of any tenant', async () => {
  for (const page of ['/livez', '/readyz']) {
    const answer = await fetch(`${server.base}${page}`)

    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}'])
  }
})

test('spec 4.2: what has waited too long is not ready, for its own tenant alone', async () => {
  const job = `insert into job (tenant, id, kind, state, subject, client, spoke, request_id, created_at, due_at)
    select number, gen_random_uuid(), 'none', 'queued', 's', 'c', 'connect', gen_random_uuid(), now() - interval '1 hour', now() - interval '10 minutes'
    from tenant where id = $1 returning id`
  const { rows } = await server.site.pool.query<{ id: string }>(job, [developmentTenants[1]])

  const own = await must(200, call('GET', '/v1/health', { as: { ...operator, tenant: developmentTenants[1] } }))
  const other = await must(200, call('GET', '/v1/health', { as: operator }))
  await server.site.pool.query('delete from job where id = $1', [rows[0]?.id])

  expect(own.body.status).toBe('degraded')
  expect(byName(own.body.checks)['jobs']).toMatchObject({ ready: false, reason: 'backlog', count: 1 })
  expect(byName(other.body.checks)['jobs']).toMatchObject({ ready: true, count: 0 })
})

describe('a process', () => {
  const config = { role: 'worker', verifier: 'off', databaseUrl: 'postgres://elsewhere' } as unknown as Parameters<
    typeof openReadiness
  >[0]['config']
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const fine = {
    system: { query: async () => ({ rows: [{ now: String(Date.now()), outbox: '0', workers: 1 }] }) },
    checkKeys: async () => undefined,
    checkRoom: async () => undefined,
  }
  type Options = Parameters<typeof openReadiness>[0]
  const ask = async (options: Partial<Record<keyof Options, unknown>>) => {
    const all = { config, policy, store: fine, isQueueReady: async () => true, ...options } as unknown as Options
    const readiness = openReadiness(all)
    const probes = byName(await readiness.probes())
    const isReady = (await readiness.listFailed()).length === 0
    await readiness.close()
    return { probes, isReady }
  }

  test('docs/design/hub.md#routes: is not ready where the database takes no writes', async () => {
    const query = async () => Promise.reject(new Error('cannot execute INSERT in a read-only transaction'))

    const { probes, isReady } = await ask({ store: { ...fine, system: { query } } })

    expect(probes['database']).toEqual({ name: 'database', ready: false, reason: 'unreachable' })
    expect(isReady).toBe(false)
  })

  test('docs/design/hub.md#routes: is not ready where the queue does not answer in time', async () => {
    const { probes, isReady } = await ask({ isQueueReady: () => new Promise(() => undefined) })

    expect(probes['queue']).toEqual({ name: 'queue', ready: false, reason: 'timeout' })
    expect(isReady).toBe(false)
  })

  test('spec 4.2: tells of clocks that differ, of nobody at work, of keys that are gone, and serves', async () => {
    const query = async () => ({ rows: [{ now: String(Date.now() - 60_000), outbox: '0', workers: 0 }] })
    const checkKeys = async () => Promise.reject(new Error('gone'))

    const { probes, isReady } = await ask({ store: { ...fine, system: { query }, checkKeys } })

    expect(probes).toMatchObject({
      clock: { ready: false, reason: 'drift' },
      workers: { ready: false, reason: 'none_seen' },
      keys: { ready: false, reason: 'unreachable' },
    })
    expect(isReady).toBe(true)
  })

  test('spec 4.2: tells whether a provider answers', async () => {
    const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    const { port } = listener.address() as { port: number }
    const transcriptionUrl = `http://127.0.0.1:${port}`

    const up = await ask({ config: { ...config, transcriptionUrl } })
    await new Promise((resolve) => listener.close(resolve))
    const down = await ask({ config: { ...config, transcriptionUrl } })

    expect(up.probes['transcription']).toMatchObject({ ready: true })
    expect(down.probes['transcription']).toMatchObject({ ready: false, reason: 'no_answer' })
    expect(down.isReady).toBe(true)
  })
})

describe('a spoke', () => {
  const read = (spokeId: string) => must(200, call('GET', `/v1/spokes/${spokeId}/readiness`, { as: operator }))

  /** A busy machine may answer a look too late. */
  const untilReady = (spokeId: string) =>
    waitFor(
      () => read(spokeId),
      ({ body }) => body.ready,
    )

  test('spec 4.5: its readiness takes in what its work needs, and its kill switches', async () => {
    const before = await untilReady('triage')
    const settings = { killSwitches: { generate: true }, featureFlags: { verify: false, dispatch: false } }
    await must(200, call('PUT', '/v1/platform/config/triage', { body: settings, as: operator }))
    const after = await read('triage')
    const other = await untilReady('hospital_hub')
    await must(200, call('PUT', '/v1/platform/config/triage', { body: {}, as: operator }))

    expect(before.body.ready).toBe(true)
    expect(after.body.ready).toBe(false)
    expect(byName(after.body.checks)).toMatchObject({
      'feature.capture': { ready: true },
      'feature.generate': { ready: false, reason: 'killed' },
      'feature.verify': { ready: false, reason: 'off' },
    })
    // Triage sends nothing by itself.
    expect(byName(after.body.checks)['channels']).toBeUndefined()
    expect(other.body.ready).toBe(true)
  })

  test('spec 4.5: each that needs no speech recognition is ready at first, and one that there is not is not found', async () => {
    const able = spokes('ios').filter(({ flags }) => !flags.includes('transcription'))
    for (const { id, title } of able) expect((await untilReady(id)).body).toMatchObject({ spokeId: id, title })

    expect((await call('GET', '/v1/spokes/zebulon/readiness')).problem).toBe('not-found')
  })

  test('docs/design/hub.md#spokes: there are eleven, each with its surface, scopes, flags and gates', () => {
    const all = spokes('ios')

    expect(all.map(({ id }) => id).sort()).toEqual(
      [
        'ios',
        'link',
        'hospital_hub',
        'home_hub',
        'triage',
        'knowledge_base',
        'connect',
        'biometrics',
        'medico_legal',
        'billing',
        'speed',
      ].sort(),
    )
    const known = features.map(({ name }) => name)
    expect(all.flatMap(({ flags }) => flags).filter((flag) => !known.includes(flag))).toEqual([])
    const gates = new Set<string>(gateNames)
    expect(all.flatMap(({ gates: own }) => own).filter((gate) => !gates.has(gate))).toEqual([])
    // R5.3: a spoke in the hands of patients and carers keeps no secret.
    expect(all.filter(({ surface }) => surface === 'public-pkce').map(({ id }) => id)).toEqual([
      'ios',
      'link',
      'home_hub',
    ])
  })
})
