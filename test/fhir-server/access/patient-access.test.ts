/** The resources that a patient's own token reads. SMART App Launch 2.2 scopes-and-launch-context.html; R4 compartmentdefinition-patient.html, binary.html#security. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, observationText, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Entry = { readonly resource: { readonly resourceType: string; readonly id: string } }

const own = (id: string) => ({ tenant: 2, roles: ['patient'], scopes: ['patient/*.rs'], patient: id }) as const

const get = (id: string, path: string, headers: Record<string, string> = {}) =>
  app.send('GET', path, { as: own(id), headers })

const find = async (id: string, path: string): Promise<string[]> =>
  (((await get(id, path)).body.entry ?? []) as Entry[]).map(({ resource }) => resource.id).sort()

const provenance = (...targets: string[]): JsonObject => ({
  resourceType: 'Provenance',
  target: targets.map((reference) => ({ reference })),
  recorded: '2026-01-02T03:04:05Z',
  agent: [{ who: { display: 'Clinic' } }],
})

async function createRecord() {
  const { id } = await create(app, patient(), 2)
  const place = `Patient/${id}`
  const visit = await create(app, encounter(place), 2)
  const weight = await create(app, observationText(place), 2)
  return { id, place, visit: `Encounter/${visit.id}`, weight: `Observation/${weight.id}` }
}

test('D27: a Binary whose security context is the patient, in its own format, and no other', async () => {
  const [record, other] = [await createRecord(), await createRecord()]
  const make = (securityContext?: JsonObject) =>
    create(
      app,
      { resourceType: 'Binary', contentType: 'text/plain', data: 'QQ==', ...(securityContext && { securityContext }) },
      2,
    )
  const binaries = [
    await make({ reference: record.place }),
    await make({ reference: other.place }),
    await make({ reference: record.visit }),
    await make(),
  ]

  const statuses = []
  for (const { id } of binaries) statuses.push((await get(record.id, `/Binary/${id}`)).status)

  expect(statuses).toEqual([200, 404, 404, 404])
  const bytes = await get(record.id, `/Binary/${binaries[0]?.id}`, { accept: 'text/plain' })
  expect([bytes.status, bytes.text]).toEqual([200, 'A'])
  expect((await get(record.id, '/Binary')).status).toBe(403)
  expect(await find(record.id, `/Patient/${record.id}/$everything?_type=Binary`)).toEqual([])
})

test('D27: a Provenance that tells of the own record alone', async () => {
  const [record, other] = [await createRecord(), await createRecord()]
  const ofOwn = await create(app, provenance(record.visit, `${record.weight}/_history/1`), 2)
  const ofPatient = await create(app, provenance(record.place), 2)
  const ofBoth = await create(app, provenance(record.weight, other.weight), 2)
  const ofOther = await create(app, provenance(other.weight), 2)

  const statuses = []
  for (const { id } of [ofOwn, ofPatient, ofBoth, ofOther])
    statuses.push([
      (await get(record.id, `/Provenance/${id}`)).status,
      (await get(record.id, `/Provenance/${id}/_history/1`)).status,
    ])

  expect(statuses).toEqual([
    [200, 200],
    [200, 200],
    [404, 404],
    [404, 404],
  ])
  expect(await find(record.id, '/Provenance')).toEqual([ofOwn.id, ofPatient.id].sort())
  expect(await find(record.id, `/Provenance?target=${record.weight}`)).toEqual([ofOwn.id])
  const [, weight = ''] = record.weight.split('/')
  expect(await find(record.id, `/Observation?_id=${weight}&_revinclude=Provenance:target`)).toEqual(
    [weight, ofOwn.id].sort(),
  )
  // A clinician sees them all.
  const { body } = await app.send('GET', `/Provenance?target=${record.weight}`, { as: { tenant: 2 } })
  expect(body.total).toBe(2)
})

test('D27: the people and places of a record, and not what is nobody’s', async () => {
  const record = await createRecord()
  const practitioner = await create(app, { resourceType: 'Practitioner', name: [{ text: 'A' }] }, 2)
  const bundle = await create(app, { resourceType: 'Bundle', type: 'collection' }, 2)
  const group = await create(app, { resourceType: 'Group', type: 'person', actual: true }, 2)

  expect((await get(record.id, `/Practitioner/${practitioner.id}`)).status).toBe(200)
  expect((await get(record.id, `/Bundle/${bundle.id}`)).status).toBe(404)
  expect((await get(record.id, `/Group/${group.id}`)).status).toBe(404)
  expect((await get(record.id, '/Bundle')).status).toBe(403)
  expect((await get(record.id, '/_history')).status).toBe(403)
  expect((await get(record.id, '/$meta')).status).toBe(200)
})

test('docs/design/store.md#search: what was moved to another patient is not shown any more, in no version', async () => {
  const [record, other] = [await createRecord(), await createRecord()]
  const id = record.visit.slice('Encounter/'.length)
  await app.send('PUT', `/${record.visit}`, { as: { tenant: 2 }, body: encounter(other.place, { id }) })

  const statuses = []
  for (const path of ['', '/_history', '/_history/1', '/_history/2'])
    statuses.push([
      (await get(record.id, `/${record.visit}${path}`)).status,
      (await get(other.id, `/${record.visit}${path}`)).status,
    ])

  expect(statuses).toEqual([
    [404, 200],
    [404, 200],
    [404, 404],
    [404, 200],
  ])
})
