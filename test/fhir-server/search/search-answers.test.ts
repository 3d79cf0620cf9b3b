/** The order of a search's answer and the entries beside its matches, compared with looking at every resource. R4 search.html#include, #sort. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { codings, fold, Naive, span, texts } from '../../fhir-search/naive-search.ts'
import { type Draw, drawFrom, makeWorld } from '../../fhir-search/search-world.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const seed = Number(process.env['SEARCH_SEED'] ?? 20_260_702)
const rounds = Number(process.env['SEARCH_ROUNDS'] ?? 25)
const as = { tenant: 2 } as const

let app: FhirApp
let naive: Naive
let referencesOf: (type: string) => readonly string[]

beforeAll(async () => {
  app = await startFhir()
  const world = makeWorld(seed)
  const entry = world.map((resource) => ({ resource, request: { method: 'PUT', url: nameOf(resource) } }))
  const answer = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  expect(answer.body.issue).toBeUndefined()
  const { searchParameters } = await openTestDefinitions()
  naive = new Naive(world, searchParameters)
  referencesOf = (type) =>
    searchParameters.flatMap((one) =>
      one.type === 'reference' && one.base.some((base) => base === type) ? [one.code] : [],
    )
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const nameOf = ({ resourceType, id }: JsonObject): string => `${resourceType}/${id}`

type Entry = { readonly resource: JsonObject; readonly search: { readonly mode: string } }

async function read(path: string): Promise<{ matches: JsonObject[]; included: string[] }> {
  const { status, body } = await app.send('GET', path, { as })
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  const of = (mode: string) =>
    ((body.entry ?? []) as Entry[]).flatMap(({ resource, search }) => (search.mode === mode ? [resource] : []))
  return { matches: of('match'), included: of('include').map(nameOf).sort() }
}

type Include = {
  readonly isReverse: boolean
  readonly isRepeated: boolean
  readonly source: string
  readonly code: string
  readonly target: string
}

const targetsOf = (resource: JsonObject, code: string): string[] =>
  naive.values(resource, code).map(({ value }) => String((value as { reference?: string }).reference))

const codesOf = (type: string, code: string): readonly string[] => (code === '*' ? referencesOf(type) : [code])

const listOf = (one: JsonObject | undefined): JsonObject[] => (one === undefined ? [] : [one])

/** Lists the resources that one include adds to these. */
function follow({ isReverse, source, code, target }: Include, of: readonly JsonObject[]): JsonObject[] {
  const isSource = ({ resourceType }: JsonObject): boolean => source === '*' || resourceType === source
  const names = of.map(nameOf)
  if (isReverse)
    return naive.world.filter(
      (one) =>
        isSource(one) &&
        codesOf(String(one['resourceType']), code).some((own) => targetsOf(one, own).some((to) => names.includes(to))),
    )
  return of.filter(isSource).flatMap((one) =>
    codesOf(String(one['resourceType']), code)
      .flatMap((own) => targetsOf(one, own))
      .flatMap((to) => (target === '' || to.startsWith(`${target}/`) ? listOf(naive.resolve(to)) : [])),
  )
}

function includedBy(includes: readonly Include[], matches: readonly JsonObject[]): string[] {
  const known = new Set(matches.map(nameOf))
  const all: string[] = []
  let fresh = includes.flatMap((include) => follow(include, matches))
  while (fresh.length > 0) {
    const next = fresh.filter(
      (one, index) => !known.has(nameOf(one)) && fresh.findIndex((other) => nameOf(other) === nameOf(one)) === index,
    )
    for (const one of next) known.add(nameOf(one))
    all.push(...next.map(nameOf))
    fresh = includes.filter(({ isRepeated }) => isRepeated).flatMap((include) => follow(include, next))
  }
  return all.sort()
}

type Path = readonly [source: string, code: string, target: string]

/** They also follow included resources. */
const paths: readonly Path[] = [
  ['Observation', 'subject', ''],
  ['Observation', 'performer', 'Practitioner'],
  ['Encounter', 'patient', 'Patient'],
  ['Patient', 'organization', ''],
  ['Condition', 'encounter', 'Encounter'],
]

const drawInclude = (draw: Draw, type: string): Include => {
  const isRepeated = draw.chance(0.4)
  const own: readonly Path[] = [
    [type, '*', ''],
    [type, draw.one(referencesUsed[type] ?? ['*']), ''],
  ]
  const [source, code, target] = draw.one(draw.chance(0.5) && !isRepeated ? own : paths)
  return { isReverse: false, isRepeated: isRepeated || source !== type, source, code, target }
}

const referencesUsed: Readonly<Record<string, readonly string[]>> = {
  Observation: ['subject', 'patient', 'encounter', 'performer'],
  Encounter: ['patient', 'subject', 'practitioner', 'participant'],
  Condition: ['patient', 'encounter'],
  Patient: ['organization', 'general-practitioner'],
}

const reverses: Readonly<Record<string, readonly Path[]>> = {
  Patient: [
    ['Observation', 'patient', ''],
    ['Condition', 'subject', ''],
    ['Encounter', '*', ''],
  ],
  Encounter: [
    ['Observation', 'encounter', ''],
    ['Condition', 'encounter', ''],
    ['Observation', '*', ''],
  ],
}

const drawReverse = (draw: Draw, type: string): Include[] => {
  const own = reverses[type]
  if (own === undefined || draw.chance(0.6)) return []
  const [source, code, target] = draw.one(own)
  return [{ isReverse: true, isRepeated: false, source, code, target }]
}

const textOf = ({ isReverse, isRepeated, source, code, target }: Include): string =>
  `${isReverse ? '_revinclude' : '_include'}${isRepeated ? ':iterate' : ''}=${source}:${code}${target === '' ? '' : `:${target}`}`

test('R4 search.html#include: what a page refers to, and what refers to it, once or again and again', async () => {
  const draw = drawFrom(seed + 1)
  for (let round = 0; round < rounds; round += 1) {
    const type = draw.one(Object.keys(referencesUsed))
    const includes = [drawInclude(draw, type), ...drawReverse(draw, type), drawInclude(draw, type)]
    const path = `/${type}?_count=${1 + draw.below(6)}&_sort=${draw.one(['_id', '-_id'])}&${includes.map(textOf).join('&')}`

    const { matches, included } = await read(path)

    expect([path, included]).toEqual([path, includedBy(includes, matches)])
  }
})

type Sort = readonly [code: string, keys: (resource: JsonObject, code: string) => readonly (string | number)[]]

const values = (resource: JsonObject, code: string) => naive.values(resource, code)
const byCode: Sort[1] = (one, code) =>
  values(one, code)
    .flatMap(codings)
    .flatMap(({ code: own }) => own ?? [])
const byText: Sort[1] = (one, code) => values(one, code).flatMap(texts).map(fold)
const byNumber: Sort[1] = (one, code) =>
  values(one, code).map(({ value }) => Number((value as { value?: number }).value))
const byDate: Sort[1] = (one, code) => values(one, code).flatMap(({ value }) => span(value))

const sorts: Readonly<Record<string, readonly Sort[]>> = {
  Observation: [
    ['status', byCode],
    ['code', byCode],
    ['value-quantity', byNumber],
    ['value-string', byText],
  ],
  Patient: [
    ['family', byText],
    ['given', byText],
    ['gender', byCode],
    ['birthdate', byDate],
  ],
  Condition: [
    ['code', byCode],
    ['onset-date', byDate],
    ['_id', (one) => [String(one['id'])]],
  ],
}

/** Compares by the least value, or by the greatest if that comes first; a resource without a value is last. */
function compareBy([, keys]: Sort, sign: number, [a, b]: readonly [JsonObject, JsonObject], code: string): number {
  const pick = (one: JsonObject) => keys(one, code).toSorted((x, y) => (x < y ? -sign : x > y ? sign : 0))[0]
  const [left, right] = [pick(a), pick(b)]
  if (left === right) return 0
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1
  return (left < right ? -1 : 1) * sign
}

test('R4 search.html#sort: by several keys, each way, over pages of any size', async () => {
  const draw = drawFrom(seed + 2)
  for (let round = 0; round < rounds; round += 1) {
    const type = draw.one(Object.keys(sorts))
    const keys = [draw.one(sorts[type] ?? []), draw.one(sorts[type] ?? [])].map(
      (sort) => [sort, draw.one([1, -1])] as const,
    )
    const sorted: JsonObject[] = []
    const start = `/${type}?_sort=${keys.map(([[code], sign]) => `${sign < 0 ? '-' : ''}${code}`).join(',')}&_count=${15 + draw.below(60)}`
    for (let next: string | undefined = start; next !== undefined; ) {
      const { status, body } = await app.send('GET', next, { as })
      expect([next, status]).toEqual([next, 200])
      sorted.push(...(body.entry as Entry[]).map(({ resource }) => resource))
      const links = body.link as { relation: string; url: string }[]
      next = links.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)
    }
    const wrong = sorted.slice(1).flatMap((one, index) => {
      const before = sorted[index] as JsonObject
      const order =
        keys.map(([sort, sign]) => compareBy(sort, sign, [before, one], sort[0])).find((found) => found !== 0) ?? 0
      return order > 0 ? [[nameOf(before), nameOf(one)]] : []
    })

    expect([start, wrong]).toEqual([start, []])
    expect(new Set(sorted.map(nameOf)).size).toBe(
      naive.world.filter(({ resourceType }) => resourceType === type).length,
    )
  }
})
