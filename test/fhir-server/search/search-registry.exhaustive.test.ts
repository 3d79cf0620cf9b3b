/** Every parameter of the registry over the published examples, held against looking at each of them. R4 searchparameter-registry.html. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { r4Examples as folder } from '../../../judges/r4-examples.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { SearchParameters } from '../../../src/fhir-search/parameters/search-parameters.ts'
import { Naive } from '../../fhir-search/naive-search.ts'
import { askForOwn } from '../../fhir-search/naive-values.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const perType = 3
const maxBytes = 40_000

/** A few small examples of each type. */
const files = Map.groupBy(
  readdirSync(folder).filter(
    (name) => /^[A-Z]\w+-.*\.json$/.test(name) && statSync(join(folder, name)).size < maxBytes,
  ),
  (name) => name.slice(0, name.indexOf('-')),
)
const examples = [...files.values()].flatMap((names) =>
  names.slice(0, perType).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as JsonObject),
)

let app: FhirApp
let naive: Naive
let parameters: SearchParameters

const as = { tenant: 2 } as const

beforeAll(async () => {
  app = await startFhir()
  const definitions = await openTestDefinitions()
  parameters = new SearchParameters(definitions)
  const entry = examples.map((resource) => ({
    resource,
    request: { method: 'PUT', url: `${resource['resourceType']}/${resource['id']}` },
  }))
  const { body } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'batch', entry }, as })
  const isThere = body.entry.map((one: { response: { status: string } }) => one.response.status.startsWith('20'))
  const there = examples.filter((_, index) => isThere[index])
  // D84: beside each document that came there is one of the server's own.
  const provenances = await app.send('GET', '/Provenance?_count=100', { as })
  const made = (provenances.body.entry as Entry[])
    .map(({ resource }) => resource)
    .filter(({ id }) => !there.some((one) => one['resourceType'] === 'Provenance' && one['id'] === id))
  naive = new Naive([...there, ...made], definitions.searchParameters)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** The evaluator of these tests tells the type of a relative reference alone. */
const withRelative = (resource: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(resource).replace(/"reference":"https?:[^"]*\/([A-Z][A-Za-z]+\/[^"/]+)"/g, '"reference":"$1"'),
  ) as JsonObject

/** A text instead of a date counts as no value. */
const hasNone = (resource: JsonObject, code: string, kind: string): boolean =>
  !naive.values(withRelative(resource), code).some(({ type }) => kind !== 'date' || type !== 'string')

/** By sound, which is another question. */
const elsewhere: ReadonlySet<string> = new Set(['_id', '_lastUpdated', 'phonetic'])

type Entry = { readonly resource: JsonObject }

async function found(path: string): Promise<string[]> {
  const { status, body } = await app.send('GET', path, { as })
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  return ((body.entry ?? []) as Entry[]).map(({ resource }) => String(resource['id'])).sort()
}

test('R4 searchparameter-registry.html: most published examples are there to be searched', () => {
  expect(naive.world.length / examples.length).toBeGreaterThan(0.8)
})

test.each([...files.keys()])(
  'R4 searchparameter-registry.html: each parameter of %s finds by a value and by having none',
  async (type) => {
    const own = naive.world.filter(({ resourceType }) => resourceType === type)
    const expected = (meets: (resource: JsonObject) => boolean): string[] =>
      own.flatMap((resource) => (meets(resource) ? [String(resource['id'])] : [])).sort()
    const wrong: unknown[] = []
    for (const { code, type: kind } of own.length === 0 ? [] : parameters.list(type)) {
      if (kind === 'composite' || kind === 'special' || elsewhere.has(code)) continue
      const queries = own.flatMap((resource) => askForOwn(naive, resource, code) ?? [])
      const missing = { text: `${code}:missing=true`, meets: (one: JsonObject) => hasNone(one, code, kind) }
      for (const { text, meets } of [...queries, missing]) {
        const ids = await found(`/${type}?${text}&_count=50`)
        if (ids.join() !== expected(meets).join()) wrong.push([text, ids, expected(meets)])
      }
    }

    expect(wrong).toEqual([])
  },
)
