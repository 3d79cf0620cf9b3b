/** A search finds the same from every start. R4 search.html; docs/design/store.md#search. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants, systemCaller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const as = { tenant: 2 } as const
/** More than a search counts. */
const basics = 6000
/** More than are looked up before a glimpse at the page. */
const patients = 450
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const numberOf = (id: unknown): number => Number(String(id).slice(-12))

/** `often` and `mostly` are past counting, `seldom` is not; the first hundred have a subject. */
const isMostly = (number: number): boolean => number % 12 !== 0
const isSeldom = (number: number): boolean => number % 40 === 0
const hasSubject = (number: number): boolean => number < 100

const basic = (number: number): JsonObject => ({
  resourceType: 'Basic',
  id: idOf(number),
  code: {
    coding: ['often', ...(isMostly(number) ? ['mostly'] : []), ...(isSeldom(number) ? ['seldom'] : [])].map((code) => ({
      code,
    })),
  },
  ...(hasSubject(number) ? { subject: { reference: `Patient/${idOf(100_000 + number)}` } } : {}),
})

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  await app.store.transact(systemCaller(developmentTenants[1], newId()), async (tx) => {
    for (let number = 0; number < patients; number += 1) {
      const id = idOf(100_000 + number)
      const content = { resourceType: 'Patient', id, name: [{ family: 'Melaleuca', given: [`G${number}`] }] }
      await tx.put({ ...wholeAddress('Patient', id), content, expected: 0 })
    }
    for (let number = 0; number < basics; number += 1)
      await tx.put({ ...wholeAddress('Basic', idOf(number)), content: basic(number), expected: 0 })
  })
  await app.owner.query('analyze')
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** Numbers of the resources on the first pages, in their order. */
async function follow(path: string, pages: number): Promise<readonly number[]> {
  const found: number[] = []
  let next: string | undefined = path
  for (let page = 0; page < pages && next !== undefined; page += 1) {
    const { status, body } = await app.send('GET', next, { as })
    expect(status).toBe(200)
    found.push(...(body.entry ?? []).map((entry: { resource: { id: string } }) => numberOf(entry.resource.id)))
    next = body.link.find((link: { relation: string }) => link.relation === 'next')?.url.slice(app.base.length)
  }
  return found
}

const newestFirst = Array.from({ length: basics }, (_, index) => basics - 1 - index)

// biome-ignore format: one row a line
test.each([
  ['the sparser of two that are past counting', 'code=often&code=mostly', isMostly],
  ['the same, the other way round', 'code=mostly&code=often', isMostly],
  ['the one that few meet', 'code=often&code=seldom', isSeldom],
  ['a glimpse at the page', 'code=often&_sort=-_lastUpdated', () => true],
  ['what few meet, in another order', 'code=seldom&_sort=-_lastUpdated', isSeldom],
  ['the ends of a chain that are many and lie far back', 'subject:Patient.family=melaleuca', hasSubject],
  ['the same, beside what is frequent', 'subject:Patient.family=melaleuca&code=mostly', (number: number) => hasSubject(number) && isMostly(number)],
  ['the one end of a chain', 'subject:Patient.given=g7', (number: number) => number === 7 || (number >= 70 && number < 80)],
] as const)('docs/design/store.md#search: %s: the pages are those of a look at everything', async (_name, query, meets) => {
  const expected = newestFirst.filter(meets)

  const found = await follow(`/Basic?${query}&_count=30`, 5)

  expect(found).toEqual(expected.slice(0, 150))
})
