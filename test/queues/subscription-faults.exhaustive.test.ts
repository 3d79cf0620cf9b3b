/** Subscriptions where much happens at once, and where things go wrong: endpoints, clocks, processes. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type pg from 'pg'
import { must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { createSite, type RunningServer, startRunning } from '../running-server.ts'
import { eventsOf, fhir, openHook, subscription, untilStatus } from './hook.ts'
import { hasRedis, startRedis } from './receivers.ts'
import { base, observation, person, type Subscribing, startSubscribing } from './subscribing.ts'

let at: Subscribing
/** A client that waits for the oldest transaction of the database server waits for these: they end with their test. */
const slows: pg.PoolClient[] = []

async function beginSlow(): Promise<pg.PoolClient> {
  const slow = await at.server.site.pool.connect()
  slows.push(slow)
  await slow.query('begin')
  return slow
}

beforeAll(async () => {
  at = await startSubscribing()
})
afterEach(async () => {
  for (const slow of slows.splice(0)) {
    await slow.query('rollback')
    slow.release()
  }
  await at.clean()
})
afterAll(() => at?.stop())

test('docs/fhir.md#subscriptions: what a slow transaction wrote is told, in its turn, however many were faster', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const early = await at.put('Observation', observation(`Patient/${patient}`))
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  const slow = await beginSlow()
  await slow.query(
    `update resource set updated_at = clock_timestamp(), tx = pg_current_xact_id() where type = 'Observation' and id = $1`,
    [early],
  )
  const entry = [1, 2, 3].map(() => ({
    request: { method: 'POST', url: 'Observation' },
    resource: observation(`Patient/${patient}`),
  }))

  const bundle = { resourceType: 'Bundle', type: 'transaction', entry }
  await must(200, fhir(at.server.call, 'POST', '', { body: bundle, as: base }))
  await new Promise((resolve) => setTimeout(resolve, 700))
  const before = eventsOf(hook)
  await slow.query('commit')
  await at.until(hook, [1, 2, 3, 4])

  expect(before).toEqual([])
  expect(eventsOf(hook)).toEqual([1, 2, 3, 4])
  expect(at.focusesOf(hook)[0]).toBe(`Observation/${early}`)
})

test('docs/fhir.md#subscriptions: what was committed before it was active is no event, whatever still ran then', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const slow = await beginSlow()
  await slow.query('select pg_current_xact_id()')

  await at.put('Observation', observation(`Patient/${patient}`))
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  const after = await at.put('Observation', observation(`Patient/${patient}`))
  await slow.query('commit')
  await at.until(hook, [1])

  expect(at.focusesOf(hook)).toEqual([`Observation/${after}`])
})

test('docs/fhir.md#subscriptions: of many writers at once, every version is told once, and of a resource in its order', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', { resourceType: 'Patient', name: [{ family: 'Wattle' }] })
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, content: 'full-resource', maxCount: 7 })
  await at.giveShare(patient)

  const write = async (): Promise<void> => {
    const id = await at.put('Observation', observation(`Patient/${patient}`))
    for (const status of ['amended', 'corrected', 'final'])
      await at.put(`Observation/${id}`, { ...observation(`Patient/${patient}`), id, status })
  }
  await Promise.all(Array.from({ length: 10 }, write))
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
  await at.until(hook, numbers)

  expect(eventsOf(hook)).toEqual(numbers)
  const versions = new Map<string, string[]>()
  for (const { bundle } of hook.notified)
    for (const { resource } of bundle.entry.slice(1))
      versions.set(resource.id, [...(versions.get(resource.id) ?? []), resource.meta.versionId])
  expect([...versions.values()]).toEqual(Array.from({ length: 10 }, () => ['1', '2', '3', '4']))
  expect(Math.max(...hook.notified.map(({ events }) => events.length))).toBeLessThanOrEqual(7)
})

test('docs/fhir.md#subscriptions: an endpoint that is down gets everything in order when it is back', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  await hook.close()

  await at.put('Observation', observation(`Patient/${patient}`))
  await at.postpone(id)
  await at.put('Observation', observation(`Patient/${patient}`))
  const again = await at.open({ port: hook.port })
  await at.resume(id)
  await at.until(again, [1, 2])

  expect(eventsOf(again)).toEqual([1, 2])
})

test('docs/fhir.md#subscriptions: too many failures put it in error; asked for again, it sends what it missed', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  hook.behave(500)

  await at.put('Observation', observation(`Patient/${patient}`))
  const failed = await untilStatus(at.server.call, id, 'error', base)
  await at.put('Observation', observation(`Patient/${patient}`))
  const standing = await waitFor(
    () => must(200, fhir(at.server.call, 'GET', `Subscription/${id}/$status`, { as: base })),
    ({ text }) => text.includes('"events-since-subscription-start","valueString":"2"'),
  )
  const tries = hook.notified.length
  hook.behave(200)
  await must(
    200,
    fhir(at.server.call, 'PUT', `Subscription/${id}`, { body: { ...failed, status: 'requested' }, as: base }),
  )
  await untilStatus(at.server.call, id, 'active', base)
  await waitFor(
    async () => eventsOf(hook),
    (events) => events.includes(2),
  )

  expect(failed.error).toBe('error-at-receiver')
  expect(tries).toBe(5)
  const parameters = standing.body.entry[0].resource.parameter
  expect(parameters).toContainEqual({ name: 'status', valueCode: 'error' })
  expect(parameters).toContainEqual({ name: 'error', valueCodeableConcept: { text: 'error-at-receiver' } })
  expect(hook.notified.slice(tries).map(({ type }) => type)).toEqual(['handshake', 'event-notification'])
  expect(hook.notified.at(-1)?.events.map(({ number }) => number)).toEqual([1, 2])
})

test.each([
  { why: 'a host that is not listed', endpoint: () => 'http://127.0.0.2:9/', error: 'refused-by-policy' },
  {
    why: 'an address of link-local metadata',
    endpoint: () => 'http://169.254.169.254/latest',
    error: 'refused-by-policy',
  },
  { why: 'a name that may not be called', endpoint: () => 'https://example.org/hook', error: 'refused-by-policy' },
])('docs/fhir.md#subscriptions: $why is not called, and the subscription is in error', async ({ endpoint, error }) => {
  const id = await at.subscribe({ topic: 'observation-changed', endpoint: endpoint() })

  const failed = await untilStatus(at.server.call, id, 'error', base)

  expect(failed.error).toBe(error)
})

test('docs/fhir.md#subscriptions: a redirect is not followed', async () => {
  const hook = await at.open({ answer: 302 })

  const id = await at.subscribe({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  const failed = await untilStatus(at.server.call, id, 'error', base)

  expect(failed.error).toBe('redirected')
  expect(hook.notified.map(({ path }) => path)).toEqual(['/', '/', '/', '/'])
})

test('docs/fhir.md#subscriptions: endpoints that hang hold up no other', async () => {
  const [hanging, quick] = [await at.open(), await at.open()]
  const patient = await at.put('Patient', person)
  for (const _ of Array.from({ length: 10 }))
    await at.activate({ topic: 'observation-changed', endpoint: `${hanging.url}/`, timeoutS: 30 })
  await at.activate({ topic: 'observation-changed', endpoint: `${quick.url}/` })
  hanging.behave('hang')

  await at.put('Observation', observation(`Patient/${patient}`))
  await waitFor(
    async () => eventsOf(hanging).length,
    (count) => count >= 4,
  )
  await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(quick, [1, 2])

  expect(eventsOf(quick)).toEqual([1, 2])
  expect(eventsOf(hanging)).toEqual([1, 1, 1, 1])
})

test('docs/fhir.md#subscriptions: fifty subscriptions each get every event once', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const paths = Array.from({ length: 50 }, (_, index) => `/${index}`)
  const ids = await Promise.all(
    paths.map((path) => at.subscribe({ topic: 'observation-changed', endpoint: `${hook.url}${path}` })),
  )
  for (const id of ids) await untilStatus(at.server.call, id, 'active', base)

  await at.put('Observation', observation(`Patient/${patient}`))
  await at.put('Observation', observation(`Patient/${patient}`))
  await waitFor(
    async () => hook.notified.flatMap(({ events }) => events).length,
    (count) => count >= 100,
  )

  expect(paths.map((path) => eventsOf(hook, path))).toEqual(paths.map(() => [1, 2]))
})

test('docs/fhir.md#subscriptions: a heartbeat where nothing happens', async () => {
  const hook = await at.open()

  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, heartbeatS: 1 })
  await waitFor(
    async () => hook.notified.length,
    (count) => count >= 3,
  )

  expect(hook.notified.slice(0, 3).map(({ type }) => type)).toEqual(['handshake', 'heartbeat', 'heartbeat'])
})

test('docs/fhir.md#subscriptions: it is off when its end has come, when a client says so, and when it is deleted', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const more = { end: '2099-01-01T00:00:00Z' }
  const ending = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/ending`, more })
  const stopped = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/stopped` })
  const deleted = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/deleted` })
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })

  const { body } = await must(200, fhir(at.server.call, 'GET', `Subscription/${stopped}`, { as: base }))
  await must(
    200,
    fhir(at.server.call, 'PUT', `Subscription/${stopped}`, { body: { ...body, status: 'off' }, as: base }),
  )
  await must(204, fhir(at.server.call, 'DELETE', `Subscription/${deleted}`, { as: base }))
  const comes = `update subscription set ends_at = now() where id = $1 and ends_at = '2099-01-01T00:00:00Z'`
  const { rowCount } = await at.server.site.pool.query(comes, [ending])
  await untilStatus(at.server.call, ending, 'off', base)
  await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(hook, [1])

  expect(['/ending', '/stopped', '/deleted'].map((path) => eventsOf(hook, path))).toEqual([[], [], []])
  expect(rowCount).toBe(1)
})

test('docs/fhir.md#subscriptions: a transaction of more resources than are followed at once is told whole', async () => {
  const hook = await at.open()
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, maxCount: 100 })
  const resource = { resourceType: 'Observation', status: 'final', code: { text: 'weight' } }
  const bundle = (count: number) => ({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: Array.from({ length: count }, () => ({ request: { method: 'POST', url: 'Observation' }, resource })),
  })

  for (const count of [20, 600, 20])
    await must(200, fhir(at.server.call, 'POST', '', { body: bundle(count), as: base }))
  const numbers = Array.from({ length: 640 }, (_, index) => index + 1)
  await at.until(hook, numbers)

  expect(eventsOf(hook)).toEqual(numbers)
  expect(new Set(at.focusesOf(hook)).size).toBe(640)
})

test('docs/fhir.md#subscriptions: a clock that was set back hides nothing', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(hook, [1])
  const ahead = `update subscription_cursor set floor_at = now() + interval '1 hour', mark_at = now() + interval '1 hour' returning 1`
  const { rowCount } = await at.server.site.pool.query(ahead)

  await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(hook, [1, 2])

  expect(rowCount).toBeGreaterThan(0)
  expect(eventsOf(hook)).toEqual([1, 2])
})

describe.each(
  [
    { name: 'PostgreSQL', isHere: true },
    { name: 'Redis', isHere: hasRedis },
  ].filter(({ isHere }) => isHere),
)('several processes on $name', ({ name }) => {
  test('docs/fhir.md#subscriptions: two workers beside a web process: every event once; written while none works, it is sent later', async () => {
    const site = await createSite()
    const hook = await openHook()
    const running: RunningServer[] = []
    const start = async (role: string): Promise<RunningServer> => {
      const server = await startRunning({ site, env: { BANKSIA_ROLE: role, ...named } })
      running.push(server)
      return server
    }
    const redis = name === 'Redis' ? await startRedis() : undefined
    const named: Record<string, string> = redis === undefined ? {} : { REDIS_URL: redis.url }
    try {
      const web = await start('web')
      named['BANKSIA_BASE_URL'] = web.base
      await Promise.all([start('worker'), start('worker')])
      const body = subscription(web.base, { topic: 'observation-changed', endpoint: `${hook.url}/` })
      const { id } = (await must(201, fhir(web.call, 'POST', 'Subscription', { body, as: base }))).body
      await untilStatus(web.call, id, 'active', base)
      const write = () => must(201, fhir(web.call, 'POST', 'Observation', { body: observation('Patient/x'), as: base }))
      const numbers = Array.from({ length: 30 }, (_, index) => index + 1)

      await Promise.all(numbers.slice(0, 20).map(write))
      await waitFor(
        async () => eventsOf(hook).length,
        (count) => count >= 20,
      )
      for (const worker of running.splice(1)) await worker.stop()
      await Promise.all(numbers.slice(20).map(write))
      const before = eventsOf(hook)
      await start('worker')
      await waitFor(
        async () => eventsOf(hook).length,
        (count) => count >= 30,
      )

      expect(before).toEqual(numbers.slice(0, 20))
      expect(eventsOf(hook)).toEqual(numbers)
    } finally {
      for (const server of running.reverse()) await server.stop()
      await hook.close()
      await redis?.stop()
      await site.remove()
    }
  })
})
