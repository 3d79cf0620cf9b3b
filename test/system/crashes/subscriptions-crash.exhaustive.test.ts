/** Subscriptions whose server is killed while resources are written and notifications are under way. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { requestDevelopmentToken } from '../../../src/identity/development-token.ts'
import { waitUntil } from '../../patience.ts'
import { type Hook, openHook, subscription } from '../../queues/hook.ts'
import { endAll, makeFolder, type Server, startServer } from '../processes.ts'

let hook: Hook | undefined
afterAll(async () => {
  await hook?.close()
  await endAll()
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
type Fhir = (method: string, path: string, body?: object) => Promise<{ readonly ok: boolean; readonly body: any }>

/** The issuer forgets its keys with the server: a token for each start. */
async function openFhir(base: string): Promise<Fhir> {
  const token = await requestDevelopmentToken(base, { tenant: developmentTenants[1] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' }
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${base}/fhir/R4/${path}`, { method, headers, ...sent })
    return { ok: answer.ok, body: await answer.json() }
  }
}

const observation = (id: string) => ({ resourceType: 'Observation', id, status: 'final', code: { text: 'weight' } })

test('docs/fhir.md#subscriptions: kill -9 while events are written and sent: none is lost, none out of order, each number stays what it was', async () => {
  const endpoint = await openHook({ takesMs: 30 })
  hook = endpoint
  const folder = join(makeFolder(), 'data')
  let server: Server = await startServer(folder)
  let fhir = await openFhir(server.base)
  // Its own name for itself.
  const base = `http://localhost:${server.port}`
  const asked = { topic: 'observation-changed', endpoint: `${endpoint.url}/`, maxCount: 3 }
  const { id: own } = (await fhir('POST', 'Subscription', subscription(base, asked))).body
  await waitUntil(async () => (await fhir('GET', `Subscription/${own}`)).body.status === 'active')
  const ids = Array.from({ length: 60 }, () => randomUUID())
  /** Repeated until it is answered: a write that a crash left open may then exist twice. */
  const write = async (id: string): Promise<void> => {
    for (;;) {
      const answer = await fhir('PUT', `Observation/${id}`, observation(id)).catch(() => undefined)
      if (answer?.ok === true) return
      await sleep(50)
    }
  }

  for (const [round, pauseMs] of [150, 400, 900].entries()) {
    const writing = Promise.all(ids.slice(round * 20, round * 20 + 20).map(write))
    await sleep(pauseMs)
    server.child.kill('SIGKILL')
    await server.ended
    server = await startServer(folder, { port: server.port })
    fhir = await openFhir(server.base)
    await writing
  }
  let versions = 0
  for (const id of ids) versions += (await fhir('GET', `Observation/${id}/_history`)).body.entry.length
  const received = () => endpoint.notified.flatMap(({ events }) => events)
  await waitUntil(() => Math.max(0, ...received().map(({ number }) => number)) >= versions)

  const focuses = new Map<number, Set<string | undefined>>()
  let last = 0
  for (const { number, focus } of received()) {
    expect(number).toBeLessThanOrEqual(last + 1)
    last = Math.max(last, number)
    focuses.set(number, (focuses.get(number) ?? new Set()).add(focus))
  }
  expect([...focuses.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: versions }, (_, index) => index + 1))
  expect([...focuses.values()].every((one) => one.size === 1)).toBe(true)
  const told = new Set([...focuses.values()].flatMap((one) => [...one]))
  expect(told).toEqual(new Set(ids.map((id) => `${base}/fhir/R4/Observation/${id}`)))
})
