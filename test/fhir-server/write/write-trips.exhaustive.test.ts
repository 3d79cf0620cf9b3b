/** The database's cost of a write, and its questions about other resources. docs/design/store.md#writes; D19. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants, systemCaller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import type { WriteAddress } from '../../../src/store/resources/scoped-address.ts'
import { wholeScope } from '../../../src/store/resources/search/access-scope.ts'
import { watchStatements } from '../../watched-statements.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, mrn, nextValue, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const documentOf = (reference: string): JsonObject => ({
  resourceType: 'DocumentReference',
  status: 'current',
  identifier: [{ system: mrn, value: nextValue() }],
  type: { text: 'Letter' },
  subject: { reference },
  content: [{ attachment: { contentType: 'text/plain', data: 'SGVsbG8=' } }],
})

/** How often a write waits for the database. */
async function countTrips<T>(work: () => Promise<T>): Promise<{ readonly trips: number; readonly result: T }> {
  const { statements, result } = await watchStatements(work)
  return { trips: statements.length, result }
}

test('docs/design/store.md#writes: a create is one trip; an update, a patch and a delete look first', async () => {
  const body = patient()
  const { id } = await create(app, body)
  const operations = [{ op: 'add', path: '/active', value: true }]
  const headers = { 'content-type': 'application/json-patch+json' }
  // A shared connection gets the tenant once.
  await app.send('GET', `/Patient/${id}`)

  const counted = [
    await countTrips(() => app.send('POST', '/Encounter', { body: encounter(`Patient/${id}`) })),
    await countTrips(() => app.send('PUT', `/Patient/${id}`, { body: { ...body, id } })),
    await countTrips(() => app.send('PATCH', `/Patient/${id}`, { body: JSON.stringify(operations), headers })),
    await countTrips(() => app.send('DELETE', `/Patient/${id}`, { as: { tenant: 1 } })),
    // With its Provenance. D84.
    await countTrips(() => app.send('POST', '/DocumentReference', { body: documentOf(`Patient/${id}`) })),
  ]

  expect(counted.map(({ trips, result }) => `${result.status} in ${trips}`)).toEqual([
    '201 in 1',
    '200 in 2',
    '200 in 2',
    '409 in 2',
    '201 in 1',
  ])
})

test('docs/design/store.md#writes: what is written is on record, once, with its version and patient', async () => {
  const body = patient()
  const { id } = await create(app, body)
  await app.send('PUT', `/Patient/${id}`, { body: { ...body, id } })
  await app.send('PUT', `/Patient/${id}`, { body: { ...body, id, gender: 'unheard' } })
  await app.send('DELETE', `/Patient/${id}`)

  const { rows } = await app.owner.query(
    'select kind, version, patient_id = resource_id as own from audit where resource_id = $1 order by seq',
    [id],
  )

  expect(rows.map(({ kind, version, own }) => `${kind} ${version} ${own}`)).toEqual([
    'fhir.create 1 true',
    'fhir.update 2 true',
    'fhir.delete 3 true',
  ])
})

const creates = (count: number) =>
  Array.from({ length: count }, () => app.send('POST', '/Patient', { body: patient() }))

test('docs/design/store.md#writes: writes at the same time are committed together, each with its own answer', async () => {
  const caller = systemCaller(developmentTenants[0], newId())
  const put = (place: WriteAddress, content: JsonObject) =>
    app.store.write(caller, (writing) => writing.put({ ...place, content, expected: 0 }))
  const places = Array.from({ length: 31 }, () => wholeAddress('Patient', newId()))
  await put(wholeAddress('Patient', newId()), patient())

  const { trips, result } = await countTrips(() =>
    Promise.allSettled([
      put(wholeAddress('Encounter', newId()), encounter('Patient/nobody')),
      ...places.map((place) => put(place, patient())),
    ]),
  )

  expect(result.map((one) => (one.status === 'fulfilled' ? one.value.id : 'refused'))).toEqual([
    'refused',
    ...places.map(({ id }) => id),
  ])
  expect(trips).toBe(1)
})

test('docs/design/store.md#writes: of creates, updates and deletes that are committed together each stands or falls alone', async () => {
  const caller = systemCaller(developmentTenants[0], newId())
  const stored = (place: WriteAddress, content: JsonObject) =>
    app.store.write(caller, (writing) => writing.put({ ...place, content, expected: 0 }))
  const [renewed, twice, gone, kept, target] = await Promise.all(
    Array.from({ length: 5 }, () => stored(wholeAddress('Patient', newId()), patient())),
  )
  if (!renewed || !twice || !gone || !kept || !target) throw new Error('five were written')
  await stored(wholeAddress('Encounter', newId()), encounter(`Patient/${kept.id}`))
  const put = (place: WriteAddress, content: JsonObject, expected: number) =>
    app.store.write(caller, (writing) =>
      writing.put({ ...place, content, expected, record: { kind: expected === 0 ? 'fhir.create' : 'fhir.update' } }),
    )
  const remove = (place: typeof gone) =>
    app.store.write(caller, (writing) =>
      writing.remove({ ...place, space: 'fhir', scope: wholeScope }, { kind: 'fhir.delete' }),
    )
  const fresh = wholeAddress('Patient', newId())
  const doubled = wholeAddress('Patient', newId())
  const meeting = wholeAddress('Encounter', newId())
  const lost = wholeAddress('Encounter', newId())

  const { trips, result } = await countTrips(() =>
    Promise.allSettled([
      put(fresh, patient(), 0),
      put(meeting, encounter(`Patient/${target.id}`), 0),
      put(lost, encounter('Patient/nobody'), 0),
      put(doubled, patient(), 0),
      put(doubled, patient(), 0),
      put(wholeAddress('Patient', renewed.id), patient(), 1),
      put(wholeAddress('Patient', twice.id), patient(), 1),
      put(wholeAddress('Patient', twice.id), patient(), 1),
      remove(gone),
      remove(kept),
    ]),
  )

  const codeOf = (reason: { slug?: string }): string => reason.slug ?? String(reason)
  const told = result.map((one) => (one.status === 'fulfilled' ? `version ${one.value.version}` : codeOf(one.reason)))
  expect([told.slice(0, 3), told.slice(3, 5).toSorted(), told[5], told.slice(6, 8).toSorted(), told.slice(8)]).toEqual([
    ['version 1', 'version 1', 'resource-invalid'],
    ['conflict', 'version 1'],
    'version 2',
    ['conflict', 'version 2'],
    ['version 2', 'business-rule'],
  ])
  // The second of the two that were to be new looks who was there first.
  expect(trips).toBe(2)
  const { rows } = await app.owner.query(
    `select kind, version, count(*)::int from audit where request_id = $1 group by kind, version order by kind, version`,
    [caller.requestId],
  )
  expect(rows.map(({ kind, version, count }) => `${kind} ${version} ${count}`)).toEqual([
    'fhir.create 1 3',
    'fhir.delete 2 1',
    'fhir.update 2 2',
  ])
})

test('docs/design/store.md#writes: parallel updates of one resource leave no version out, whoever is committed together', async () => {
  const body = patient()
  const { id } = await create(app, body)

  const answers = await Promise.all(
    Array.from({ length: 16 }, () => app.send('PUT', `/Patient/${id}`, { body: { ...body, id } })),
  )

  const versions = answers.map(({ body: { meta } }) => Number(meta?.versionId))
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, at) => at + 2))
})

test('docs/design/store.md#writes: a write that waits for a lock holds up no write that came at the same time', async () => {
  const body = patient()
  const { id } = await create(app, body)
  const order: string[] = []

  const waiting = await app.store.transactAsSystem(developmentTenants[0], async (tx) => {
    await tx.read(wholeAddress('Patient', id), 'update')
    const update = app.send('PUT', `/Patient/${id}`, { body: { ...body, id } }).finally(() => order.push('waited'))
    // By now it waits, or has not come yet.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await Promise.all(creates(8))
    order.push('others')
    return { update }
  })

  expect((await waiting.update).status).toBe(200)
  expect(order).toEqual(['others', 'waited'])
})

test('D19: a reference by an element that no search parameter names keeps its target, too', async () => {
  const issuer = await create(app, { resourceType: 'Organization', name: 'College' })
  const practitioner = await create(app, {
    resourceType: 'Practitioner',
    identifier: [{ system: 'urn:staff', value: issuer.id }],
    name: [{ family: 'Fern' }],
    qualification: [{ code: { text: 'Fellow' }, issuer: { reference: `Organization/${issuer.id}` } }],
  })

  const refused = await app.send('DELETE', `/Organization/${issuer.id}`)
  await app.send('DELETE', `/Practitioner/${practitioner.id}`)
  const deleted = await app.send('DELETE', `/Organization/${issuer.id}`)

  expect([refused.status, refused.body.issue[0].code, deleted.status]).toEqual([409, 'business-rule', 204])
})

test('D19: a resource that refers to itself can be made and deleted', async () => {
  const id = '0198f2a0-0000-7000-8000-00000000aaaa'
  const body = { resourceType: 'Organization', id, name: 'Ring', partOf: { reference: `Organization/${id}` } }

  expect((await app.send('PUT', `/Organization/${id}`, { body })).status).toBe(201)
  expect((await app.send('DELETE', `/Organization/${id}`)).status).toBe(204)
})

test('D19: a delete waits for a write that refers to the resource already', async () => {
  const { id } = await create(app, patient())
  const order: string[] = []

  const deleting = await app.store.transactAsSystem(developmentTenants[0], async (tx) => {
    await tx.put({ ...wholeAddress('Encounter', newId()), content: encounter(`Patient/${id}`) })
    await tx.checkReferences()
    const answer = app.send('DELETE', `/Patient/${id}`).finally(() => order.push('deleted'))
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200))])
    order.push('referred')
    return { answer }
  })

  expect((await deleting.answer).status).toBe(409)
  expect(order).toEqual(['referred', 'deleted'])
})

test('D19: a write that refers to a resource waits for a delete that has begun', async () => {
  const { id } = await create(app, patient())

  const referring = await app.store.transactAsSystem(developmentTenants[0], async (tx) => {
    await tx.remove({ ...(await tx.read(wholeAddress('Patient', id))), scope: wholeScope })
    await tx.checkReferences()
    const answer = app.send('POST', '/Encounter', { body: encounter(`Patient/${id}`) })
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200))])
    return { answer }
  })

  expect((await referring.answer).status).toBe(422)
})
