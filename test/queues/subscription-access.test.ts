/** The content that each subscriber gets: tenant, patient, scopes and consent, checked at each send, and recorded. docs/design/house.md#patient-data. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { eventsOf, fhir, subscription, untilStatus } from './hook.ts'
import { base, observation, person, type Subscribing, startSubscribing } from './subscribing.ts'

let at: Subscribing
beforeAll(async () => {
  at = await startSubscribing()
})
afterEach(() => at.clean())
afterAll(() => at?.stop())

test('D25: content goes out with consent to share it; without, the reference alone', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const as = base
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/`, content: 'full-resource' })
  const path = 'Observation'
  const text = JSON.stringify(observation(`Patient/${patient}`, { valueQuantity: { value: 0, unit: 'kg' } }))
  const create = () =>
    must(201, fhir(at.server.call, 'POST', path, { body: text.replace('"value":0', '"value":70.00'), as }))

  await create()
  await at.until(hook, [1])
  const consentId = await at.giveShare(patient)
  const { body } = await create()
  await at.until(hook, [1, 2])
  await must(200, at.server.call('POST', `/v1/consents/${consentId}:revoke`, { as }))
  await create()
  await at.until(hook, [1, 2, 3])

  const entries = hook.notified.slice(1).map(({ bundle }) => bundle.entry[1])
  expect(entries.map(({ resource }) => resource?.resourceType)).toEqual([undefined, 'Observation', undefined])
  expect(entries[1].resource.id).toBe(body.id)
  expect(entries.map(({ request }) => request)).toEqual([1, 2, 3].map(() => ({ method: 'POST', url: 'Observation' })))
})

test('docs/fhir.md#subscriptions: another tenant sees nothing of it', async () => {
  const [own, foreign] = [await at.open(), await at.open()]
  const patient = await at.put('Patient', person)
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${own.url}/` })
  const body = subscription(at.server.base, { topic: 'observation-changed', endpoint: `${foreign.url}/` })
  const other = (await must(201, fhir(at.server.call, 'POST', 'Subscription', { body }))).body.id
  await untilStatus(at.server.call, other, 'active')

  await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(own, [1])
  const found = await fhir(at.server.call, 'GET', `Subscription/${id}`)
  const standing = await must(200, fhir(at.server.call, 'GET', 'Subscription/$status'))
  await must(204, fhir(at.server.call, 'DELETE', `Subscription/${other}`))

  expect(eventsOf(foreign)).toEqual([])
  expect(found.status).toBe(404)
  expect(standing.text).not.toContain(id)
})

test('docs/fhir.md#subscriptions: a subscriber who is kept to one patient gets that one’s events, and no numbers of others', async () => {
  const hook = await at.open()
  const [patient, other] = [await at.put('Patient', person), await at.put('Patient', person)]
  const as = { ...base, patient, scope: 'user/Subscription.cruds patient/*.rs' }
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` }, as)

  await at.put('Observation', observation(`Patient/${other}`))
  const own = await at.put('Observation', observation(`Patient/${patient}`))
  await at.put(`Observation/${own}`, { ...observation(`Patient/${other}`), id: own })
  const second = await at.put('Observation', observation(`Patient/${patient}`))
  await at.until(hook, [1, 2])
  const all = await must(200, fhir(at.server.call, 'GET', `Subscription/${id}/$events`, { as: base }))

  // A resource that belongs to another patient by the time of sending is not named any more.
  const [first, last] = at.focusesOf(hook)
  expect(['', `Observation/${own}`]).toContain(first)
  expect(last).toBe(`Observation/${second}`)
  expect(eventsOf(hook)).toEqual([1, 2])
  expect(all.body.entry).toHaveLength(2)
})

test('docs/fhir.md#subscriptions: a scope that is narrowed by a query narrows the events', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const scope = 'user/Subscription.cruds user/Observation.rs?category=laboratory'
  await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` }, { ...base, scope })
  const category = [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
  ]

  await at.put('Observation', observation(`Patient/${patient}`))
  const own = await at.put('Observation', observation(`Patient/${patient}`, { category }))
  const second = await at.put('Observation', observation(`Patient/${patient}`, { category }))
  await at.until(hook, [1, 2])

  expect(at.focusesOf(hook)).toEqual([`Observation/${own}`, `Observation/${second}`])
})

test('docs/fhir.md#subscriptions: scopes are asked at each send', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  hook.behave(500)
  const observed = await at.put('Observation', observation(`Patient/${patient}`))
  await at.postpone(id)
  const before = at.focusesOf(hook)

  await at.server.site.pool.query(`update subscription set scopes = '{user/Condition.rs}' where id = $1`, [id])
  hook.behave(200)
  await at.resume(id)
  await waitFor(
    async () => at.focusesOf(hook).length,
    (count) => count > before.length,
  )

  expect(new Set(before)).toEqual(new Set([`Observation/${observed}`]))
  expect(at.focusesOf(hook).slice(before.length)).toEqual([''])
})

test('docs/fhir.md#subscriptions: activation, each notification and each failure are on record, with the patient', async () => {
  const hook = await at.open()
  const patient = await at.put('Patient', person)
  const id = await at.activate({ topic: 'observation-changed', endpoint: `${hook.url}/` })
  hook.behave(503)
  await at.put('Observation', observation(`Patient/${patient}`))
  await at.postpone(id)
  hook.behave(200)
  await at.resume(id)

  const read = async () =>
    (
      await at.server.site.pool.query(
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
