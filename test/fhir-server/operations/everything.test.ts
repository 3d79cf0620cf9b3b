/** The operation $everything. R4 patient-operation-everything.html, encounter-operation-everything.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkResource } from '../../../src/profiles/check.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
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

const as = { tenant: 2 } as const

type Page = { readonly entry?: Entry[]; readonly link: { readonly relation: string; readonly url: string }[] }
type Entry = {
  readonly resource: { readonly resourceType: string; readonly id: string }
  readonly search: { readonly mode: string }
}

const placesOf = (body: { entry?: Entry[] }, mode: string): string[] =>
  (body.entry ?? [])
    .filter(({ search }) => search.mode === mode)
    .map(({ resource }) => `${resource.resourceType}/${resource.id}`)

async function createRecord() {
  const { id } = await create(app, patient(), 2)
  const practitioner = await create(app, { resourceType: 'Practitioner', name: [{ text: 'A' }] }, 2)
  const participant = [{ individual: { reference: `Practitioner/${practitioner.id}` } }]
  const visit = await create(app, encounter(`Patient/${id}`, { participant }), 2)
  const weight = await create(
    app,
    observationText(`Patient/${id}`).replace('{', `{"encounter":{"reference":"Encounter/${visit.id}"},`),
    2,
  )
  const stray = await create(app, observationText(`Patient/${id}`), 2)
  const other = await create(app, patient(), 2)
  await create(app, encounter(`Patient/${other.id}`), 2)
  return { id, practitioner: practitioner.id, visit: visit.id, weight: weight.id, stray: stray.id }
}

test('R4 patient-operation-everything.html: the patient, what is theirs, and the people it names', async () => {
  const { id, practitioner, visit, weight, stray } = await createRecord()

  const { status, body } = await app.send('GET', `/Patient/${id}/$everything`, { as })

  expect([status, body.type, body.total]).toEqual([200, 'searchset', 4])
  expect(placesOf(body, 'match')[0]).toBe(`Patient/${id}`)
  expect(new Set(placesOf(body, 'match'))).toEqual(
    new Set([`Patient/${id}`, `Encounter/${visit}`, `Observation/${weight}`, `Observation/${stray}`]),
  )
  expect(placesOf(body, 'include')).toEqual([`Practitioner/${practitioner}`])
  const validator = await openTestValidator()
  expect(checkResource(body, { validator, requiredProfiles: 'base' }).findings).toEqual([])
})

test('R4 encounter-operation-everything.html: the encounter, what belongs to it, its patient and people', async () => {
  const { id, practitioner, visit, weight } = await createRecord()

  const { body } = await app.send('GET', `/Encounter/${visit}/$everything`, { as })

  expect(placesOf(body, 'match')).toEqual([`Encounter/${visit}`, `Observation/${weight}`])
  expect(new Set(placesOf(body, 'include'))).toEqual(new Set([`Patient/${id}`, `Practitioner/${practitioner}`]))
})

test('R4 patient-operation-everything.html: _type, _since and pages; by POST, too', async () => {
  const { id, visit } = await createRecord()
  const path = `/Patient/${id}/$everything`

  const ofType = await app.send('GET', `${path}?_type=Encounter`, { as })
  const later = await app.send('GET', `${path}?_since=2999-01-01`, { as })
  const body = { resourceType: 'Parameters', parameter: [{ name: '_type', valueString: 'Encounter' }] }
  const posted = await app.send('POST', path, { as, body })
  const paged: string[] = []
  for (let next: string | undefined = `${path}?_count=1`; next !== undefined; ) {
    const page: Page = (await app.send('GET', next, { as })).body
    paged.push(...placesOf(page, 'match'))
    next = page.link.find((link) => link.relation === 'next')?.url.slice(app.base.length)
  }

  expect(placesOf(ofType.body, 'match')).toEqual([`Encounter/${visit}`])
  expect(placesOf(later.body, 'match')).toEqual([])
  expect(placesOf(posted.body, 'match')).toEqual([`Encounter/${visit}`])
  expect([paged.length, new Set(paged).size]).toEqual([4, 4])
})

test('R4 patient-operation-everything.html: what is deleted is not in it; of a deleted patient it is 410', async () => {
  const { id, stray } = await createRecord()
  await app.send('DELETE', `/Observation/${stray}`, { as })

  const { body } = await app.send('GET', `/Patient/${id}/$everything`, { as })
  expect(placesOf(body, 'match')).not.toContain(`Observation/${stray}`)
  await app.send('DELETE', `/Patient/${id}`, { as })
  expect((await app.send('GET', `/Patient/${id}/$everything`, { as })).status).toBe(410)
})

test.each(['start=yesterday', 'end=20', '_count=0', '_since=soon', '_cursor=abc'])(
  'R4 patient-operation-everything.html: %s is refused',
  async (query) => {
    const { id } = await create(app, patient(), 2)

    expect((await app.send('GET', `/Patient/${id}/$everything?${query}`, { as })).status).toBe(400)
  },
)

test('R4 patient-operation-everything.html: start and end are of the care, and what has no date stays; an encounter takes neither', async () => {
  const { id } = await create(app, patient(), 2)
  const place = `Patient/${id}`
  const visit = (start: string, end: string) => create(app, encounter(place, { period: { start, end } }), 2)
  const [early, long, late] = [
    await visit('2020-01-01', '2020-01-02'),
    await visit('2020-01-01', '2022-01-01'),
    await visit('2022-01-01', '2022-01-02'),
  ]
  const undated = await create(app, observationText(place), 2)
  const find = async (query: string) =>
    placesOf(
      (await app.send('GET', `/${place}/$everything?_type=Encounter,Observation&${query}`, { as })).body,
      'match',
    )
      .map((one) => one.slice(one.indexOf('/') + 1))
      .sort()

  expect(await find('start=2020-06-01')).toEqual([long.id, late.id, undated.id].sort())
  expect(await find('end=2020-06-01')).toEqual([early.id, long.id, undated.id].sort())
  expect(await find('start=2020-06&end=2021')).toEqual([long.id, undated.id].sort())
  expect(await find('start=2020-01-02&end=2022-01-01')).toEqual([early.id, long.id, late.id, undated.id].sort())
  expect((await app.send('GET', `/Encounter/${early.id}/$everything?start=2020`, { as })).status).toBe(400)
})

test('SMART scopes: only types that the caller may search, only the own record, no other tenant', async () => {
  const { id, visit } = await createRecord()
  const other = await create(app, patient(), 2)
  const get = (path: string, person: object) => app.send('GET', `${path}/$everything`, { as: { ...as, ...person } })
  const own = { roles: ['patient'], scopes: ['patient/*.rs'], patient: id }

  const narrow = await get(`/Patient/${id}`, { scopes: ['user/Patient.rs', 'user/Encounter.rs'] })

  expect(placesOf(narrow.body, 'match')).toEqual([`Patient/${id}`, `Encounter/${visit}`])
  expect(placesOf(narrow.body, 'include')).toEqual([])
  expect((await get(`/Patient/${id}`, { scopes: ['user/Encounter.rs'] })).status).toBe(403)
  expect((await get(`/Patient/${id}`, own)).body.total).toBe(4)
  expect((await get(`/Patient/${other.id}`, own)).status).toBe(404)
  expect((await get('/Patient', own)).body.total).toBe(4)
  expect((await get('/Patient', {})).body.issue[0].code).toBe('too-costly')
  expect((await get(`/Patient/${id}`, { tenant: 1 })).status).toBe(404)
})
