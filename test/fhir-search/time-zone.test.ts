/** Dates without a time zone are the tenant's own. R4 search.html#date; D32. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/core/json.ts'
import { openZone, toInstant } from '../../src/fhir-search/parameters/time-zone.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

// Both tenants are in Sydney: 11 hours ahead in summer, 10 in winter.
const as = { tenant: 2 } as const

async function found(path: string): Promise<string[]> {
  const { status, body } = await app.send('GET', path, { as })
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  return ((body.entry ?? []) as { resource: { id: string } }[]).map(({ resource }) => resource.id).sort()
}

async function put(resource: JsonObject): Promise<void> {
  const path = `/${resource['resourceType']}/${resource['id']}`
  expect((await app.send('PUT', path, { body: resource, as })).status).toBe(201)
}

const observation = (id: string, effectiveDateTime: string): JsonObject => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'x' },
  effectiveDateTime,
  valueDateTime: effectiveDateTime,
})

test('D32: a day is from midnight to midnight where the tenant is, in the index and in what is asked for', async () => {
  await put(observation('early', '2024-02-03T07:00:00+11:00'))
  await put(observation('utc', '2024-02-02T13:30:00Z'))
  await put(observation('late', '2024-02-03T23:30:00+11:00'))
  await put(observation('perth', '2024-02-03T22:30:00+08:00'))
  await put(observation('day', '2024-02-03'))
  await put(observation('winter', '2024-07-31T14:30:00Z'))

  const everything = ['day', 'early', 'late', 'perth', 'utc', 'winter']
  for (const name of ['date', 'value-date']) {
    expect(await found(`/Observation?${name}=2024-02-03`)).toEqual(['day', 'early', 'late', 'utc'])
    expect(await found(`/Observation?${name}=2024-02-04`)).toEqual(['perth'])
    expect(await found(`/Observation?${name}=2024-08`)).toEqual(['winter'])
    expect(await found(`/Observation?${name}=lt2024-02-03T07:00`)).toEqual(['day', 'utc'])
    expect(await found(`/Observation?${name}=sa2024-02-02T12:59:59Z`)).toEqual(everything)
  }
})

test('D32: a birth date is a day wherever it is asked for; a death at a time is of the day where the tenant is', async () => {
  await put({
    resourceType: 'Patient',
    id: 'born',
    birthDate: '2024-02-03',
    deceasedDateTime: '2024-02-04T07:00:00+11:00',
  })

  expect(await found('/Patient?birthdate=2024-02-03')).toEqual(['born'])
  expect(await found('/Patient?birthdate=ge2024-02-03&birthdate=lt2024-02-04')).toEqual(['born'])
  expect(await found('/Patient?birthdate=2024-02-02')).toEqual([])
  expect(await found('/Patient?birthdate=lt2024-02-03T00:00:01')).toEqual(['born'])
  expect(await found('/Patient?birthdate=sa2024-02-02')).toEqual(['born'])
  expect(await found('/Patient?death-date=2024-02-04')).toEqual(['born'])
  expect(await found('/Patient?death-date=2024-02-03')).toEqual([])
  expect(await found('/Patient?death-date=ge2024-02-04')).toEqual(['born'])
  expect(await found('/Patient?death-date=eb2024-02-04')).toEqual([])
})

test('R4 search.html#prefix: a birth date from both sides ends with the day that was asked for, and may leave one out', async () => {
  const born = ['1949-12-31', '1950-01-01', '1955-06-15', '1959-12-31', '1960-01-01']
  for (const birthDate of born) await put({ resourceType: 'Patient', id: `b-${birthDate}`, birthDate })
  const between = async (text: string) => (await found(`/Patient?${text}`)).map((id) => id.slice(2))

  expect(await between('birthdate=ge1950&birthdate=le1959')).toEqual(born.slice(1, 4))
  expect(await between('birthdate=ge1950-01-01&birthdate=lt1959-12-31')).toEqual(born.slice(1, 3))
  expect(await between('birthdate=ge1950&birthdate=le1959&birthdate=ne1955-06-15')).toEqual([born[1], born[3]])
})

test.each([
  ['Australia/Sydney', '2024-01-01T00:00:00', '2023-12-31T13:00:00.000Z'],
  ['Australia/Sydney', '2024-07-01T00:00:00', '2024-06-30T14:00:00.000Z'],
  // Put forward at two: half past two does not exist.
  ['Australia/Sydney', '2024-10-06T02:30:00', '2024-10-05T16:30:00.000Z'],
  ['Australia/Sydney', '2024-10-06T03:00:00', '2024-10-05T16:00:00.000Z'],
  ['Australia/Sydney', '2024-10-06T01:59:59', '2024-10-05T15:59:59.000Z'],
  ['Australia/Lord_Howe', '2024-01-01T00:00:00', '2023-12-31T13:00:00.000Z'],
  ['Australia/Adelaide', '2024-07-01T00:00:00', '2024-06-30T14:30:00.000Z'],
  ['Australia/Sydney', '1600-01-01T00:00:00', '1599-12-31T13:55:08.000Z'],
  ['UTC', '0001-01-01T00:00:00', '0001-01-01T00:00:00.000Z'],
])('D32: in %s the clocks show %s at %s', (name, wall, instant) => {
  const zone = openZone(name)

  expect(new Date(toInstant(zone, Date.parse(`${wall}Z`))).toISOString()).toBe(instant)
})
