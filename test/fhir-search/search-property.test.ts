/** Search held against looking at every resource, over drawn resources and queries. R4 search.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { queries } from './naive-queries.ts'
import { type Form, Naive, type Query } from './naive-search.ts'
import { drawFrom, makeWorld, writeInForms } from './search-world.ts'

/** Another may be given, to look further. */
const seed = Number(process.env['SEARCH_SEED'] ?? 20_260_701)
const rounds = Number(process.env['SEARCH_ROUNDS'] ?? 60)
const as = { tenant: 2 } as const
const former = 'http://old.example.org'

let app: FhirApp
let naive: Naive

beforeAll(async () => {
  app = await startFhir(undefined, { BANKSIA_FORMER_BASE_URLS: former })
  const forms: readonly Form[] = ['', '/_history/1'].flatMap((version) => [
    (target) => `${target}${version}`,
    (target) => `${app.base}/${target}${version}`,
    (target) => `${former}/fhir/R4/${target}${version}`,
  ])
  const { sent: world, meant } = writeInForms(makeWorld(seed), forms, drawFrom(seed + 3))
  const entry = world.map((resource) => ({
    resource,
    request: { method: 'PUT', url: `${resource['resourceType']}/${resource['id']}` },
  }))
  const answer = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  expect(answer.body.issue).toBeUndefined()
  naive = new Naive(meant, (await openTestDefinitions()).searchParameters, forms)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Entry = { readonly resource: JsonObject; readonly search: { readonly mode: string } }

/** Every match of every page. */
async function follow(path: string): Promise<{ ids: string[]; total: number | undefined }> {
  const ids: string[] = []
  let total: number | undefined
  for (let next: string | undefined = path, pages = 0; next !== undefined; pages += 1) {
    expect(pages).toBeLessThan(100)
    const { status, body } = await app.send('GET', next, { as })
    expect([next, status, body.issue]).toEqual([next, 200, undefined])
    const entries = (body.entry ?? []) as Entry[]
    ids.push(...entries.filter(({ search }) => search.mode === 'match').map(({ resource }) => String(resource['id'])))
    if (pages === 0) total = body.total
    const links = body.link as { relation: string; url: string }[]
    next = links.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)
  }
  return { ids, total }
}

const expected = (type: string, asked: readonly Query[]): string[] =>
  naive.world
    .filter((resource) => resource['resourceType'] === type && asked.every(({ meets }) => meets(resource)))
    .map(({ id }) => String(id))
    .sort()

test.each(Object.keys(queries))(
  'R4 search.html: each parameter of %s alone finds what it says, and counts it',
  async (type) => {
    const draw = drawFrom(seed + 1)
    for (const make of queries[type] ?? [])
      for (let round = 0; round < 4; round += 1) {
        const query = make(naive, draw)

        const found = await follow(`/${type}?${query.text}&_count=${draw.one([3, 50])}&_total=accurate`)

        const ids = expected(type, [query])
        expect([query.text, found.ids.toSorted()]).toEqual([query.text, ids])
        expect([query.text, found.total]).toEqual([query.text, ids.length])
      }
  },
)

test('R4 search.html#combining: several at once, in any order, on pages of any size', async () => {
  const draw = drawFrom(seed + 2)
  for (let round = 0; round < rounds; round += 1) {
    const type = draw.one(Object.keys(queries))
    const makes = queries[type] ?? []
    const asked = Array.from({ length: 2 + draw.below(2) }, () => draw.one(makes)(naive, draw))
    const sort = draw.one(['', '&_sort=_id', '&_sort=-_lastUpdated', '&_sort=_lastUpdated,-_id', '&_sort=-status'])
    const text = asked.map((query) => query.text).join('&')

    const found = await follow(
      `/${type}?${text}&_count=${1 + draw.below(9)}${type === 'Observation' || type === 'Encounter' ? sort : ''}`,
    )

    expect([text, found.ids.toSorted()]).toEqual([text, expected(type, asked)])
  }
})
