/** Subscriptions from request to notification, over a real server and endpoint. Subscriptions R5 Backport 1.1.0; issue "Operations". */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/caller.ts'
import { must } from '../consultation.ts'
import { createSite, type RunningServer, startRunning, waitFor } from '../running-server.ts'
import { type Asked, eventsOf, fhir, type Hook, openHook, subscription, untilStatus } from './hook.ts'

const base = { tenant: developmentTenants[1] } as const
const observation = (subject: string, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
  subject: { reference: subject },
  ...more,
})

describe('a running server', () => {
  let server: RunningServer
  const hooks: Hook[] = []
  const open = async (options: Parameters<typeof openHook>[0] = {}): Promise<Hook> => {
    const hook = await openHook(options)
    hooks.push(hook)
    return hook
  }
  const opened: string[] = []

  beforeAll(async () => {
    server = await startRunning({ site: await createSite(), env: { BANKSIA_SUBSCRIPTION_ATTEMPTS: '3' } })
  })

  afterEach(async () => {
    for (const id of opened.splice(0)) await fhir(server.call, 'DELETE', `Subscription/${id}`, { as: base })
    for (const hook of hooks.splice(0)) await hook.close()
  })

  afterAll(async () => {
    await server?.stop()
    await server?.site.remove()
  })

  const subscribe = async (asked: Asked, as: object = base): Promise<string> => {
    const body = subscription(server.base, asked)
    const { id } = (await must(201, fhir(server.call, 'POST', 'Subscription', { body, as }))).body
    opened.push(id)
    return id
  }
  const activate = async (asked: Asked, as: object = base): Promise<string> => {
    const id = await subscribe(asked, as)
    await untilStatus(server.call, id, 'active', base)
    return id
  }
  const put = async (path: string, body: object): Promise<string> =>
    (
      await must(
        path.includes('/') ? 200 : 201,
        fhir(server.call, path.includes('/') ? 'PUT' : 'POST', path, { body, as: base }),
      )
    ).body.id
  const until = (hook: Hook, numbers: readonly number[]) =>
    waitFor(
      async () => eventsOf(hook),
      (events) => events.length >= numbers.length,
    )

  test('issue "Operations": a subscription is active once its endpoint has answered the handshake', async () => {
    const hook = await open()

    const id = await subscribe({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    const active = await untilStatus(server.call, id, 'active', base)

    expect(hook.notified.map(({ type }) => type)).toEqual(['handshake'])
    const [{ bundle, headers }] = hook.notified as [Hook['notified'][number]]
    expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8')
    expect(bundle).toMatchObject({
      type: 'history',
      entry: [
        {
          request: { method: 'GET', url: `${server.base}/fhir/R4/Subscription/${id}/$status` },
          response: { status: '200' },
          resource: { resourceType: 'Parameters' },
        },
      ],
    })
    expect(bundle.entry[0].resource.parameter).toEqual([
      { name: 'subscription', valueReference: { reference: `${server.base}/fhir/R4/Subscription/${id}` } },
      { name: 'topic', valueCanonical: `${server.base}/fhir/R4/SubscriptionTopic/observation-changed` },
      { name: 'status', valueCode: 'requested' },
      { name: 'type', valueCode: 'handshake' },
      { name: 'events-since-subscription-start', valueString: '0' },
    ])
    expect(active.meta.versionId).toBe('2')
  })

  test('issue "Operations": create, update and delete are events in their order, with increasing numbers and ids only', async () => {
    const hook = await open()
    const patient = await put('Patient', { resourceType: 'Patient', name: [{ family: 'Wattle' }] })
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })

    const id = await put('Observation', observation(`Patient/${patient}`))
    await put(`Observation/${id}`, { ...observation(`Patient/${patient}`), id, status: 'amended' })
    await must(204, fhir(server.call, 'DELETE', `Observation/${id}`, { as: base }))
    await until(hook, [1, 2, 3])

    expect(eventsOf(hook)).toEqual([1, 2, 3])
    const entries = hook.notified.flatMap(({ bundle }) => bundle.entry.slice(1))
    expect(entries.every(({ resource }: { resource?: object }) => resource === undefined)).toBe(true)
    expect(hook.notified.flatMap(({ events }) => events.map(({ focus }) => focus))).toEqual(
      [1, 2, 3].map(() => `${server.base}/fhir/R4/Observation/${id}`),
    )
  })
})
