/** Subscriptions from request to notification, over a real server and endpoint. Subscriptions R5 Backport 1.1.0. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { approveOne, must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { eventsOf, fhir, type Hook, subscription, untilStatus } from './hook.ts'
import { base, observation, person, type Subscribing, startSubscribing } from './subscribing.ts'

let at: Subscribing
beforeAll(async () => {
  at = await startSubscribing()
})
afterEach(() => at.clean())
afterAll(() => at?.stop())

test('docs/fhir.md#subscriptions: a subscription is active once its endpoint has answered the handshake', async () => {
  const hook = await at.open()

  const id = await at.subscribe({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  const active = await untilStatus(at.server.call, id, 'active', base)

  expect(hook.notified.map(({ type }) => type)).toEqual(['handshake'])
  const [{ bundle, headers }] = hook.notified as [Hook['notified'][number]]
  expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  expect(bundle).toMatchObject({
    type: 'history',
    entry: [
      {
        request: { method: 'GET', url: `${at.server.base}/fhir/R4/Subscription/${id}/$status` },
        response: { status: '200' },
        resource: { resourceType: 'Parameters' },
      },
    ],
  })
  expect(bundle.entry[0].resource.parameter).toEqual([
    { name: 'subscription', valueReference: { reference: `${at.server.base}/fhir/R4/Subscription/${id}` } },
    { name: 'topic', valueCanonical: `${at.server.base}/fhir/R4/SubscriptionTopic/observation-changed` },
    { name: 'status', valueCode: 'requested' },
    { name: 'type', valueCode: 'handshake' },
    { name: 'events-since-subscription-start', valueString: '0' },
  ])
  expect(active.meta.versionId).toBe('2')
})

test('docs/fhir.md#subscriptions: create, update and delete are events in their order, with increasing numbers and ids only', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', { resourceType: 'Patient', name: [{ family: 'Wattle' }] })
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })

  const id = await at.put('Observation', observation(`Patient/${patient}`))
  await at.put(`Observation/${id}`, { ...observation(`Patient/${patient}`), id, status: 'amended' })
  await must(204, fhir(at.server.call, 'DELETE', `Observation/${id}`, { as: base }))
  await at.until(hook, [1, 2, 3])

  expect(eventsOf(hook)).toEqual([1, 2, 3])
  const entries = hook.notified.flatMap(({ bundle }) => bundle.entry.slice(1))
  expect(entries.every(({ resource }: { resource?: object }) => resource === undefined)).toBe(true)
  expect(hook.notified.flatMap(({ events }) => events.map(({ focus }) => focus))).toEqual(
    [1, 2, 3].map(() => `${at.server.base}/fhir/R4/Observation/${id}`),
  )
})

test('docs/fhir.md#subscriptions: what the Hub releases and withdraws is told', async () => {
  const hook = await at.open()
  const as = {}
  const ids = [
    await at.activate({ topic: 'document-released', endpoint: `${hook.url}/released` }, as),
    await at.activate({ topic: 'document-withdrawn', endpoint: `${hook.url}/withdrawn` }, as),
  ]

  const { artifactId } = await approveOne(at.server.call)
  await waitFor(
    async () => eventsOf(hook, '/released'),
    (events) => events.length === 1,
  )
  const none = eventsOf(hook, '/withdrawn')
  const body = { reasonCode: 'clinical_error' }
  await must(200, at.server.call('POST', `/v1/artifacts/${artifactId}:recall`, { body }))
  await waitFor(
    async () => eventsOf(hook, '/withdrawn'),
    (events) => events.length === 1,
  )
  for (const id of ids) await fhir(at.server.call, 'DELETE', `Subscription/${id}`)

  expect(none).toEqual([])
  expect(eventsOf(hook, '/released')).toEqual([1])
})

test('docs/fhir.md#subscriptions: a topic tells changes alone, and filters narrow it', async () => {
  const hook = await at.open()
  const [patient, other] = [await at.put('Patient', person), await at.put('Patient', person)]
  const asked = { topic: 'encounter-started', endpoint: `${hook.url}/` }
  await at.activate({ ...asked, filters: [`Encounter?patient=Patient/${patient}&class=AMB`] })
  const encounter = (subject: string, status: string, code = 'AMB') => ({
    resourceType: 'Encounter',
    status,
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code },
    subject: { reference: `Patient/${subject}` },
  })

  await at.put('Encounter', encounter(other, 'in-progress'))
  await at.put('Encounter', encounter(patient, 'in-progress', 'VR'))
  const id = await at.put('Encounter', encounter(patient, 'planned'))
  await at.put(`Encounter/${id}`, { ...encounter(patient, 'in-progress'), id })
  await at.put(`Encounter/${id}`, { ...encounter(patient, 'in-progress'), id, priority: { text: 'high' } })
  await at.put(`Encounter/${id}`, { ...encounter(patient, 'finished'), id })
  const last = await at.put('Encounter', encounter(patient, 'in-progress'))
  await at.until(hook, [1, 2])

  expect(at.focusesOf(hook)).toEqual([`Encounter/${id}`, `Encounter/${last}`])
})

test('docs/fhir.md#subscriptions: the whole record of a patient, of whatever type, is one topic', async () => {
  const hook = await at.open()
  const [patient, other] = [await at.put('Patient', person), await at.put('Patient', person)]
  const endpoint = `${hook.url}/`
  await at.activate({ topic: 'patient-record-changed', endpoint, filters: [`patient=Patient/${patient}`] })
  await at.activate({ topic: 'patient-record-changed', endpoint: `${hook.url}/all` })

  await at.put('Observation', { resourceType: 'Observation', status: 'final', code: { text: 'of nobody' } })
  const foreign = await at.put('Observation', observation(`Patient/${other}`))
  const own = await at.put('Observation', observation(`Patient/${patient}`))
  await at.put(`Patient/${patient}`, { ...person, id: patient, active: true })
  const basic = await at.put('Basic', {
    resourceType: 'Basic',
    code: { text: 'x' },
    subject: { reference: `Patient/${patient}` },
  })
  await at.until(hook, [1, 2, 3])
  await waitFor(
    async () => eventsOf(hook, '/all').length,
    (count) => count === 4,
  )

  const all = [`Observation/${foreign}`, `Observation/${own}`, `Patient/${patient}`, `Basic/${basic}`]
  expect(at.focusesOf(hook)).toEqual(all.slice(1))
  expect(at.focusesOf(hook, '/all')).toEqual(all)
})

test('R4 bundle.html: every notification is a valid Bundle, with an entry for each event, also of one resource', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  await at.giveShare(patient)
  const asked = { topic: 'observation-changed', endpoint: `${hook.url}/` }
  const ids = [await at.activate(asked), await at.activate({ ...asked, content: 'full-resource' })]
  hook.behave(500)
  const observed = await at.put('Observation', observation(`Patient/${patient}`))
  await Promise.all(ids.map(at.postpone))
  await at.put(`Observation/${observed}`, { ...observation(`Patient/${patient}`), id: observed, status: 'amended' })
  const count = async (): Promise<number> =>
    (await at.server.site.pool.query('select min(events)::int as n from subscription where id = any ($1)', [ids]))
      .rows[0].n
  await waitFor(count, (events) => events === 2)
  hook.behave(200)
  await Promise.all(ids.map(at.resume))
  await waitFor(
    async () => hook.notified.filter(({ events }) => events.length === 2).length,
    (notified) => notified === 2,
  )

  const last = hook.notified.filter(({ events }) => events.length === 2)
  expect(last.map(({ bundle }) => bundle.entry.length)).toEqual([3, 3])
  for (const { bundle } of hook.notified) {
    const { body } = await must(200, fhir(at.server.call, 'POST', 'Bundle/$validate', { body: bundle, as: base }))
    expect(body.issue.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
  }
})

test('docs/fhir.md#subscriptions: a payload in XML', async () => {
  const hook = await at.open()
  const body = subscription(at.server.base, { topic: 'observation-changed', endpoint: `${hook.url}/` })
  const channel = { ...(body['channel'] as object), payload: 'application/fhir+xml' }
  const { id } = (
    await must(201, fhir(at.server.call, 'POST', 'Subscription', { body: { ...body, channel }, as: base }))
  ).body
  at.opened.push(id)
  await untilStatus(at.server.call, id, 'active', base)

  const [handshake] = hook.notified
  expect(handshake?.headers['content-type']).toBe('application/fhir+xml; charset=utf-8')
  expect(handshake?.text).toMatch(/<Bundle xmlns="http:\/\/hl7.org\/fhir">.*<valueCode value="handshake"\/>/s)
})

test('docs/fhir.md#subscriptions: empty tells that something happened, and nothing else', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, content: 'empty' })

  const id = await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(hook, [1])

  const text = JSON.stringify(hook.notified.map(({ bundle }) => bundle))
  expect(hook.notified.every(({ bundle }) => bundle.entry.length === 1)).toBe(true)
  expect(text).not.toContain(id)
  expect(text).not.toContain('SubscriptionTopic')
})

test('docs/fhir.md#subscriptions: $events shows what there was, by number', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  for (const _ of [1, 2, 3]) await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(hook, [1, 2, 3])

  const path = `Subscription/${id}/$events?eventsSinceNumber=2&eventsUntilNumber=3`
  const some = await must(200, fhir(at.server.call, 'GET', path, { as: base }))
  const empty = await must(200, fhir(at.server.call, 'GET', `${path}&content=empty`, { as: base }))
  const standing = await must(200, fhir(at.server.call, 'GET', `Subscription/$status?id=${id}`, { as: base }))

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
