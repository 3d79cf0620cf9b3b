/** Subscriptions from request to notification, over a real server and endpoint. Subscriptions R5 Backport 1.1.0; issue "Operations". */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/caller.ts'
import { approveOne, giveConsent, must } from '../consultation.ts'
import { createSite, type RunningServer, startRunning, waitFor } from '../running-server.ts'
import { type Asked, eventsOf, fhir, type Hook, openHook, subscription, untilStatus } from './hook.ts'
import { hasRedis, startRedis } from './receivers.ts'

const base = { tenant: developmentTenants[1] } as const
const person = { resourceType: 'Patient', name: [{ family: 'Wattle' }] }
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
    server = await startRunning({ site: await createSite(), env: { BANKSIA_SUBSCRIPTION_ATTEMPTS: '4' } })
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
    await untilStatus(server.call, id, 'active', as)
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

  test('issue "Operations": what a slow transaction wrote is told, in its turn, however many were faster', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const early = await put('Observation', observation(`Patient/${patient}`))
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    const slow = await server.site.pool.connect()
    await slow.query('begin')
    await slow.query(
      `update resource set updated_at = clock_timestamp(), tx = pg_current_xact_id() where type = 'Observation' and id = $1`,
      [early],
    )
    const entry = [1, 2, 3].map(() => ({
      request: { method: 'POST', url: 'Observation' },
      resource: observation(`Patient/${patient}`),
    }))

    const bundle = { resourceType: 'Bundle', type: 'transaction', entry }
    await must(200, fhir(server.call, 'POST', '', { body: bundle, as: base }))
    await new Promise((resolve) => setTimeout(resolve, 700))
    const before = eventsOf(hook)
    await slow.query('commit')
    slow.release()
    await until(hook, [1, 2, 3, 4])

    expect(before).toEqual([])
    expect(eventsOf(hook)).toEqual([1, 2, 3, 4])
    expect(focusesOf(hook)[0]).toBe(`Observation/${early}`)
  })

  test('issue "Operations": what was committed before it was active is no event, whatever still ran then', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const slow = await server.site.pool.connect()
    await slow.query('begin')
    await slow.query('select pg_current_xact_id()')

    await put('Observation', observation(`Patient/${patient}`))
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    const after = await put('Observation', observation(`Patient/${patient}`))
    await slow.query('commit')
    slow.release()
    await until(hook, [1])

    expect(focusesOf(hook)).toEqual([`Observation/${after}`])
  })

  test('issue "Operations": of many writers at once, every version is told once, and of a resource in its order', async () => {
    const hook = await open()
    const patient = await put('Patient', { resourceType: 'Patient', name: [{ family: 'Wattle' }] })
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, content: 'full-resource', maxCount: 7 })
    await giveShare(patient)

    const write = async (): Promise<void> => {
      const id = await put('Observation', observation(`Patient/${patient}`))
      for (const status of ['amended', 'corrected', 'final'])
        await put(`Observation/${id}`, { ...observation(`Patient/${patient}`), id, status })
    }
    await Promise.all(Array.from({ length: 10 }, write))
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
    await until(hook, numbers)

    expect(eventsOf(hook)).toEqual(numbers)
    const versions = new Map<string, string[]>()
    for (const { bundle } of hook.notified)
      for (const { resource } of bundle.entry.slice(1))
        versions.set(resource.id, [...(versions.get(resource.id) ?? []), resource.meta.versionId])
    expect([...versions.values()]).toEqual(Array.from({ length: 10 }, () => ['1', '2', '3', '4']))
    expect(Math.max(...hook.notified.map(({ events }) => events.length))).toBeLessThanOrEqual(7)
  })

  test('issue "Operations": what the Hub releases and withdraws is told', async () => {
    const hook = await open()
    const as = {}
    const ids = [
      await activate({ topic: 'document-released', endpoint: `${hook.url}/released` }, as),
      await activate({ topic: 'document-withdrawn', endpoint: `${hook.url}/withdrawn` }, as),
    ]

    const { artifactId } = await approveOne(server.call)
    await waitFor(
      async () => eventsOf(hook, '/released'),
      (events) => events.length === 1,
    )
    const none = eventsOf(hook, '/withdrawn')
    const body = { reasonCode: 'clinical_error' }
    await must(200, server.call('POST', `/v1/artifacts/${artifactId}:recall`, { body }))
    await waitFor(
      async () => eventsOf(hook, '/withdrawn'),
      (events) => events.length === 1,
    )
    for (const id of ids) await fhir(server.call, 'DELETE', `Subscription/${id}`)

    expect(none).toEqual([])
    expect(eventsOf(hook, '/released')).toEqual([1])
  })

  test('issue "Operations": a topic tells changes alone, and filters narrow it', async () => {
    const hook = await open()
    const [patient, other] = [await put('Patient', person), await put('Patient', person)]
    const asked = { topic: 'encounter-started', endpoint: `${hook.url}/` }
    await activate({ ...asked, filters: [`Encounter?patient=Patient/${patient}&class=AMB`] })
    const encounter = (subject: string, status: string, code = 'AMB') => ({
      resourceType: 'Encounter',
      status,
      class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code },
      subject: { reference: `Patient/${subject}` },
    })

    await put('Encounter', encounter(other, 'in-progress'))
    await put('Encounter', encounter(patient, 'in-progress', 'VR'))
    const id = await put('Encounter', encounter(patient, 'planned'))
    await put(`Encounter/${id}`, { ...encounter(patient, 'in-progress'), id })
    await put(`Encounter/${id}`, { ...encounter(patient, 'in-progress'), id, priority: { text: 'high' } })
    await put(`Encounter/${id}`, { ...encounter(patient, 'finished'), id })
    const last = await put('Encounter', encounter(patient, 'in-progress'))
    await until(hook, [1, 2])

    expect(focusesOf(hook)).toEqual([`Encounter/${id}`, `Encounter/${last}`])
  })

  test('issue "Operations": the whole record of a patient, of whatever type, is one topic', async () => {
    const hook = await open()
    const [patient, other] = [await put('Patient', person), await put('Patient', person)]
    const endpoint = `${hook.url}/`
    await activate({ topic: 'patient-record-changed', endpoint, filters: [`patient=Patient/${patient}`] })
    await activate({ topic: 'patient-record-changed', endpoint: `${hook.url}/all` })

    await put('Observation', { resourceType: 'Observation', status: 'final', code: { text: 'of nobody' } })
    const foreign = await put('Observation', observation(`Patient/${other}`))
    const own = await put('Observation', observation(`Patient/${patient}`))
    await put(`Patient/${patient}`, { ...person, id: patient, active: true })
    const basic = await put('Basic', {
      resourceType: 'Basic',
      code: { text: 'x' },
      subject: { reference: `Patient/${patient}` },
    })
    await until(hook, [1, 2, 3])
    await waitFor(
      async () => eventsOf(hook, '/all').length,
      (count) => count === 4,
    )

    const all = [`Observation/${foreign}`, `Observation/${own}`, `Patient/${patient}`, `Basic/${basic}`]
    expect(focusesOf(hook)).toEqual(all.slice(1))
    expect(focusesOf(hook, '/all')).toEqual(all)
  })

  test('R4 bundle.html: every notification is a valid Bundle, with an entry for each event, also of one resource', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    await giveShare(patient)
    const asked = { topic: 'observation-changed', endpoint: `${hook.url}/` }
    const ids = [await activate(asked), await activate({ ...asked, content: 'full-resource' })]
    hook.behave(500)
    const observed = await put('Observation', observation(`Patient/${patient}`))
    await Promise.all(ids.map(postpone))
    await put(`Observation/${observed}`, { ...observation(`Patient/${patient}`), id: observed, status: 'amended' })
    const count = async (): Promise<number> =>
      (await server.site.pool.query('select min(events)::int as n from subscription where id = any ($1)', [ids]))
        .rows[0].n
    await waitFor(count, (events) => events === 2)
    hook.behave(200)
    await Promise.all(ids.map(resume))
    await waitFor(
      async () => hook.notified.filter(({ events }) => events.length === 2).length,
      (notified) => notified === 2,
    )

    const last = hook.notified.filter(({ events }) => events.length === 2)
    expect(last.map(({ bundle }) => bundle.entry.length)).toEqual([3, 3])
    for (const { bundle } of hook.notified) {
      const { body } = await must(200, fhir(server.call, 'POST', 'Bundle/$validate', { body: bundle, as: base }))
      expect(body.issue.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
    }
  })

  test('issue "Operations": a payload in XML', async () => {
    const hook = await open()
    const body = subscription(server.base, { topic: 'observation-changed', endpoint: `${hook.url}/` })
    const channel = { ...(body['channel'] as object), payload: 'application/fhir+xml' }
    const { id } = (
      await must(201, fhir(server.call, 'POST', 'Subscription', { body: { ...body, channel }, as: base }))
    ).body
    opened.push(id)
    await untilStatus(server.call, id, 'active', base)

    const [handshake] = hook.notified
    expect(handshake?.headers['content-type']).toBe('application/fhir+xml; charset=utf-8')
    expect(handshake?.text).toMatch(/<Bundle xmlns="http:\/\/hl7.org\/fhir">.*<valueCode value="handshake"\/>/s)
  })

  test('issue "Operations": empty tells that something happened, and nothing else', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, content: 'empty' })

    const id = await put('Observation', observation(`Patient/${patient}`))
    await until(hook, [1])

    const text = JSON.stringify(hook.notified.map(({ bundle }) => bundle))
    expect(hook.notified.every(({ bundle }) => bundle.entry.length === 1)).toBe(true)
    expect(text).not.toContain(id)
    expect(text).not.toContain('SubscriptionTopic')
  })

  test('D25: content goes out with consent to share it; without, the reference alone', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const as = base
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, content: 'full-resource' })
    const path = 'Observation'
    const text = JSON.stringify(observation(`Patient/${patient}`, { valueQuantity: { value: 0, unit: 'kg' } }))
    const create = () =>
      must(201, fhir(server.call, 'POST', path, { body: text.replace('"value":0', '"value":70.00'), as }))

    await create()
    await until(hook, [1])
    const consentId = await giveShare(patient)
    const { body } = await create()
    await until(hook, [1, 2])
    await must(200, server.call('POST', `/v1/consents/${consentId}:revoke`, { as }))
    await create()
    await until(hook, [1, 2, 3])

    const entries = hook.notified.slice(1).map(({ bundle }) => bundle.entry[1])
    expect(entries.map(({ resource }) => resource?.resourceType)).toEqual([undefined, 'Observation', undefined])
    expect(entries[1].resource.id).toBe(body.id)
    expect(entries.map(({ request }) => request)).toEqual([1, 2, 3].map(() => ({ method: 'POST', url: 'Observation' })))
  })

  test('issue "Operations": an endpoint that is down gets everything in order when it is back', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const id = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    await hook.close()

    await put('Observation', observation(`Patient/${patient}`))
    await postpone(id)
    await put('Observation', observation(`Patient/${patient}`))
    const again = await open({ port: hook.port })
    await resume(id)
    await until(again, [1, 2])

    expect(eventsOf(again)).toEqual([1, 2])
  })

  test('issue "Operations": too many failures put it in error; asked for again, it sends what it missed', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const id = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    hook.behave(500)

    await put('Observation', observation(`Patient/${patient}`))
    const failed = await untilStatus(server.call, id, 'error', base)
    await put('Observation', observation(`Patient/${patient}`))
    const standing = await waitFor(
      () => must(200, fhir(server.call, 'GET', `Subscription/${id}/$status`, { as: base })),
      ({ text }) => text.includes('"events-since-subscription-start","valueString":"2"'),
    )
    const tries = hook.notified.length
    hook.behave(200)
    await must(
      200,
      fhir(server.call, 'PUT', `Subscription/${id}`, { body: { ...failed, status: 'requested' }, as: base }),
    )
    await untilStatus(server.call, id, 'active', base)
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
  ])('issue "Operations": $why is not called, and the subscription is in error', async ({ endpoint, error }) => {
    const id = await subscribe({ topic: 'observation-changed', endpoint: endpoint() })

    const failed = await untilStatus(server.call, id, 'error', base)

    expect(failed.error).toBe(error)
  })

  test('issue "Operations": a redirect is not followed', async () => {
    const hook = await open({ answer: 302 })

    const id = await subscribe({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    const failed = await untilStatus(server.call, id, 'error', base)

    expect(failed.error).toBe('redirected')
    expect(hook.notified.map(({ path }) => path)).toEqual(['/', '/', '/', '/'])
  })

  test('issue "Operations": endpoints that hang hold up no other', async () => {
    const [hanging, quick] = [await open(), await open()]
    const patient = await put('Patient', person)
    for (const _ of Array.from({ length: 10 }))
      await activate({ topic: 'observation-changed', endpoint: `${hanging.url}/`, timeoutS: 30 })
    await activate({ topic: 'observation-changed', endpoint: `${quick.url}/` })
    hanging.behave('hang')

    await put('Observation', observation(`Patient/${patient}`))
    await waitFor(
      async () => eventsOf(hanging).length,
      (count) => count >= 4,
    )
    await put('Observation', observation(`Patient/${patient}`))
    await until(quick, [1, 2])

    expect(eventsOf(quick)).toEqual([1, 2])
    expect(eventsOf(hanging)).toEqual([1, 1, 1, 1])
  })

  test('issue "Operations": fifty subscriptions each get every event once', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const paths = Array.from({ length: 50 }, (_, index) => `/${index}`)
    const ids = await Promise.all(
      paths.map((path) => subscribe({ topic: 'observation-changed', endpoint: `${hook.url}${path}` })),
    )
    for (const id of ids) await untilStatus(server.call, id, 'active', base)

    await put('Observation', observation(`Patient/${patient}`))
    await put('Observation', observation(`Patient/${patient}`))
    await waitFor(
      async () => hook.notified.flatMap(({ events }) => events).length,
      (count) => count >= 100,
    )

    expect(paths.map((path) => eventsOf(hook, path))).toEqual(paths.map(() => [1, 2]))
  })

  test('issue "Operations": another tenant sees nothing of it', async () => {
    const [own, foreign] = [await open(), await open()]
    const patient = await put('Patient', person)
    const id = await activate({ topic: 'observation-changed', endpoint: `${own.url}/` })
    const body = subscription(server.base, { topic: 'observation-changed', endpoint: `${foreign.url}/` })
    const other = (await must(201, fhir(server.call, 'POST', 'Subscription', { body }))).body.id
    await untilStatus(server.call, other, 'active')

    await put('Observation', observation(`Patient/${patient}`))
    await until(own, [1])
    const found = await fhir(server.call, 'GET', `Subscription/${id}`)
    const standing = await must(200, fhir(server.call, 'GET', 'Subscription/$status'))
    await must(204, fhir(server.call, 'DELETE', `Subscription/${other}`))

    expect(eventsOf(foreign)).toEqual([])
    expect(found.status).toBe(404)
    expect(standing.text).not.toContain(id)
  })

  test('issue "Operations": a subscriber who is kept to one patient gets that one’s events, and no numbers of others', async () => {
    const hook = await open()
    const [patient, other] = [await put('Patient', person), await put('Patient', person)]
    const as = { ...base, patient, scope: 'user/Subscription.cruds patient/*.rs' }
    const id = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` }, as)

    await put('Observation', observation(`Patient/${other}`))
    const own = await put('Observation', observation(`Patient/${patient}`))
    await put(`Observation/${own}`, { ...observation(`Patient/${other}`), id: own })
    const second = await put('Observation', observation(`Patient/${patient}`))
    await until(hook, [1, 2])
    const all = await must(200, fhir(server.call, 'GET', `Subscription/${id}/$events`, { as: base }))

    // What has become another's by the time that it is sent is not named any more.
    const [first, last] = focusesOf(hook)
    expect(['', `Observation/${own}`]).toContain(first)
    expect(last).toBe(`Observation/${second}`)
    expect(eventsOf(hook)).toEqual([1, 2])
    expect(all.body.entry).toHaveLength(2)
  })

  test('issue "Operations": a scope that is narrowed by a query narrows the events', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const scope = 'user/Subscription.cruds user/Observation.rs?category=laboratory'
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` }, { ...base, scope })
    const category = [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
    ]

    await put('Observation', observation(`Patient/${patient}`))
    const own = await put('Observation', observation(`Patient/${patient}`, { category }))
    const second = await put('Observation', observation(`Patient/${patient}`, { category }))
    await until(hook, [1, 2])

    expect(focusesOf(hook)).toEqual([`Observation/${own}`, `Observation/${second}`])
  })

  test('issue "Operations": scopes are asked at each send', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const id = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    hook.behave(500)
    const observed = await put('Observation', observation(`Patient/${patient}`))
    await postpone(id)
    const before = focusesOf(hook)

    await server.site.pool.query(`update subscription set scopes = '{user/Condition.rs}' where id = $1`, [id])
    hook.behave(200)
    await resume(id)
    await waitFor(
      async () => focusesOf(hook).length,
      (count) => count > before.length,
    )

    expect(new Set(before)).toEqual(new Set([`Observation/${observed}`]))
    expect(focusesOf(hook).slice(before.length)).toEqual([''])
  })

  test('issue "Operations": a heartbeat where nothing happens', async () => {
    const hook = await open()

    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, heartbeatS: 1 })
    await waitFor(
      async () => hook.notified.length,
      (count) => count >= 3,
    )

    expect(hook.notified.slice(0, 3).map(({ type }) => type)).toEqual(['handshake', 'heartbeat', 'heartbeat'])
  })

  test('issue "Operations": it is off when its end has come, when a client says so, and when it is deleted', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const more = { end: new Date(Date.now() + 2_500).toISOString() }
    const ending = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/ending`, more })
    const stopped = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/stopped` })
    const deleted = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/deleted` })
    const last = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })

    const { body } = await must(200, fhir(server.call, 'GET', `Subscription/${stopped}`, { as: base }))
    await must(200, fhir(server.call, 'PUT', `Subscription/${stopped}`, { body: { ...body, status: 'off' }, as: base }))
    await must(204, fhir(server.call, 'DELETE', `Subscription/${deleted}`, { as: base }))
    await untilStatus(server.call, ending, 'off', base)
    await put('Observation', observation(`Patient/${patient}`))
    await until(hook, [1])

    expect(['/ending', '/stopped', '/deleted'].map((path) => eventsOf(hook, path))).toEqual([[], [], []])
    expect(last).toBeDefined()
  })

  test('issue "Operations": $events shows what there was, by number', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const id = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    for (const _ of [1, 2, 3]) await put('Observation', observation(`Patient/${patient}`))
    await until(hook, [1, 2, 3])

    const path = `Subscription/${id}/$events?eventsSinceNumber=2&eventsUntilNumber=3`
    const some = await must(200, fhir(server.call, 'GET', path, { as: base }))
    const empty = await must(200, fhir(server.call, 'GET', `${path}&content=empty`, { as: base }))
    const standing = await must(200, fhir(server.call, 'GET', `Subscription/$status?id=${id}`, { as: base }))

    const numbers = (answer: typeof some) =>
      answer.body.entry[0].resource.parameter.flatMap(
        ({ part = [] }: { part?: { valueString?: string }[] }) => part[0]?.valueString ?? [],
      )
    expect(numbers(some)).toEqual(['2', '3'])
    expect(some.body.entry).toHaveLength(3)
    expect(numbers(empty)).toEqual(['2', '3'])
    expect(empty.body.entry).toHaveLength(1)
    expect(standing.body.entry[0].resource.parameter).toContainEqual({
      name: 'events-since-subscription-start',
      valueString: '3',
    })
  })

  test('issue "Operations": activation, each notification and each failure are on record, with the patient', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    const id = await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    hook.behave(503)
    await put('Observation', observation(`Patient/${patient}`))
    await postpone(id)
    hook.behave(200)
    await resume(id)

    const read = async () =>
      (
        await server.site.pool.query(
          `select kind, reason, patient_id as patient, client from audit where resource_id = $1 and kind like 'subscription.%' order by seq`,
          [id],
        )
      ).rows
    const rows = await waitFor(read, (found) => found.at(-1)?.kind === 'subscription.notified')

    // However often it had failed before it was held.
    expect([...new Map(rows.map((row) => [row.kind, row])).values()]).toEqual([
      { kind: 'subscription.activated', reason: null, patient: null, client: 'development' },
      { kind: 'subscription.failed', reason: 'error-at-receiver', patient: null, client: 'development' },
      { kind: 'subscription.notified', reason: null, patient, client: 'development' },
    ])
  })

  test('issue "Operations": a transaction of more resources than are followed at once is told whole', async () => {
    const hook = await open()
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, maxCount: 100 })
    const resource = { resourceType: 'Observation', status: 'final', code: { text: 'weight' } }
    const bundle = (count: number) => ({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: Array.from({ length: count }, () => ({ request: { method: 'POST', url: 'Observation' }, resource })),
    })

    for (const count of [20, 600, 20]) await must(200, fhir(server.call, 'POST', '', { body: bundle(count), as: base }))
    const numbers = Array.from({ length: 640 }, (_, index) => index + 1)
    await until(hook, numbers)

    expect(eventsOf(hook)).toEqual(numbers)
    expect(new Set(focusesOf(hook)).size).toBe(640)
  })

  test('issue "Operations": a clock that was set back hides nothing', async () => {
    const hook = await open()
    const patient = await put('Patient', person)
    await activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
    await put('Observation', observation(`Patient/${patient}`))
    await until(hook, [1])
    const ahead = `update subscription_cursor set floor_at = now() + interval '1 hour', mark_at = now() + interval '1 hour' returning 1`
    const { rowCount } = await server.site.pool.query(ahead)

    await put('Observation', observation(`Patient/${patient}`))
    await until(hook, [1, 2])

    expect(rowCount).toBeGreaterThan(0)
    expect(eventsOf(hook)).toEqual([1, 2])
  })

  /** After a failure: it is not tried again. */
  const postpone = async (id: string): Promise<void> => {
    const text = `update subscription set due_at = now() + interval '1 hour' where id = $1 and failures > 0`
    await waitFor(
      () => server.site.pool.query(text, [id]),
      ({ rowCount }) => rowCount === 1,
    )
  }
  const resume = (id: string) => server.site.pool.query('update subscription set due_at = now() where id = $1', [id])
  const giveShare = async (patientId: string): Promise<string> => giveConsent(server.call, patientId, {}, base)
  const focusesOf = (hook: Hook, path = '/'): readonly string[] =>
    hook.notified
      .filter((one) => one.path === path)
      .flatMap(({ events }) => events.map(({ focus }) => (focus ?? '').replace(`${server.base}/fhir/R4/`, '')))
})

describe.each(
  [
    { name: 'PostgreSQL', isHere: true },
    { name: 'Redis', isHere: hasRedis },
  ].filter(({ isHere }) => isHere),
)('several processes on $name', ({ name }) => {
  test('issue "Operations": two workers beside a web process: every event once; written while none works, it is sent later', async () => {
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
  }, 60_000)
})
