/** Instants that say more than milliseconds. R4 search.html#date, #prefix, datatypes.html#dateTime. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  const entry = Object.entries(times).flatMap(([id, time]) =>
    [observation(id, time), careTeam(id, time)].map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource['resourceType']}/${resource['id']}` },
    })),
  )
  const { status } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  expect(status).toBe(200)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const second = '2024-01-01T00:00:00'
const times = {
  micro: `${second}.123456Z`,
  'seven-7': `${second}.1234567Z`,
  'seven-8': `${second}.1234568Z`,
  nano: `${second}.123456789Z`,
  longer: `${second}.12345678901234Z`,
  next: `${second}.123457Z`,
} as const

const observation = (id: string, effectiveDateTime: string): JsonObject => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ code: 'k' }] },
  effectiveDateTime,
  valueDateTime: effectiveDateTime,
})
/** By a date that does not order the pages of its type. */
const careTeam = (id: string, start: string): JsonObject => ({
  resourceType: 'CareTeam',
  id,
  period: { start, end: start },
})

// biome-ignore format: one row a line
const rows: readonly (readonly [asked: string, expected: readonly (keyof typeof times)[]])[] = [
  ['.1234567Z',      ['longer', 'nano', 'seven-7']],
  ['.1234568Z',      ['seven-8']],
  ['.123456789Z',    ['longer', 'nano']],
  ['.12345678Z',     ['longer', 'nano']],
  ['.123456Z',       ['longer', 'micro', 'nano', 'seven-7', 'seven-8']],
  ['.123Z',          ['longer', 'micro', 'nano', 'next', 'seven-7', 'seven-8']],
  ['gt.1234567Z',    ['micro', 'next', 'seven-8']],
  ['sa.1234567Z',    ['next', 'seven-8']],
  ['eb.1234568Z',    ['longer', 'nano', 'seven-7']],
  ['lt.1234568Z',    ['longer', 'micro', 'nano', 'seven-7']],
  ['ge.123456789Z',  ['longer', 'micro', 'nano', 'next', 'seven-7', 'seven-8']],
  ['le.1234567Z',    ['longer', 'micro', 'nano', 'seven-7']],
  ['ne.1234567Z',    ['micro', 'next', 'seven-8']],
  ['gt.123456Z',     ['next']],
]

const found = async (path: string): Promise<string[]> => {
  const { status, body } = await app.send('GET', path, { as })
  expect([path, status]).toEqual([path, 200])
  return (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id).toSorted()
}

test.each(rows)('R4 search.html#date: date=%s finds what it says, by every kind of date', async (asked, expected) => {
  const value = asked.replace('.', `${second}.`)

  expect(await found(`/Observation?date=${value}`)).toEqual(expected)
  expect(await found(`/CareTeam?date=${value}`)).toEqual(expected)
  expect(await found(`/Observation?code-value-date=k$${value}`)).toEqual(expected)
})
