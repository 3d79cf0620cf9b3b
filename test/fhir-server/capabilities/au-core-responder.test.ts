/** This server as a responder of AU Core: every row of the published requirements, run over the published examples. */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes'
import type { JsonObject } from '../../../src/core/json.ts'
import { Naive } from '../../fhir-search/naive-search.ts'
import { askForOwn } from '../../fhir-search/naive-values.ts'
import { sharedPath, testWithShared } from '../../judges.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { buildWorld, type patientNumbers, readExamples } from './au-core-world.ts'

type Value = { readonly value: string; readonly expectation: string }
type Search = {
  readonly name: string
  readonly expectation: string
  readonly documentation: string | null
  readonly type: string
  readonly definition: string
}
type Row = {
  readonly type: string
  readonly profile?: string
  readonly supportedProfile?: readonly Value[]
  readonly interaction?: readonly { readonly code: string }[]
  readonly searchInclude?: readonly Value[]
  readonly searchParam?: readonly Search[]
  readonly combos?: readonly { readonly required: readonly string[]; readonly expectation: string }[]
}
type Asked = {
  readonly rest: readonly { readonly resources: readonly Row[] }[]
  readonly draft_2_1_0: { readonly resources: readonly Row[] }
}

const path = 'au-core/capability.json'
const run = testWithShared(path)

let app: FhirApp
let naive: Naive
let rows: readonly Row[] = []
let examples: readonly JsonObject[] = []
let refusals: readonly unknown[] = []
let statement: readonly CapabilityStatementRestResource[]

/** The first development tenant requires AU Core, and that every referenced resource exists. */
const as = { tenant: 1 } as const

const ofRelatedPerson = 'http://hl7.org/fhir/SearchParameter/RelatedPerson-patient'

beforeAll(async () => {
  app = await startFhir()
  const metadata = (await (await fetch(`${app.base}/metadata`)).json()) as CapabilityStatement
  statement = metadata.rest?.[0]?.resource ?? []
  if (!existsSync(sharedPath(path))) return
  const asked = JSON.parse(readFileSync(sharedPath(path), 'utf8')) as Asked
  rows = [...asked.rest.flatMap(({ resources }) => resources), ...asked.draft_2_1_0.resources]
  examples = readExamples()
  const world = buildWorld(examples)
  const entry = world.map((resource) => ({ resource, request: { method: 'PUT', url: pathOf(resource) } }))
  const { body } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  refusals = body.issue ?? []
  naive = new Naive(world, (await openTestDefinitions()).searchParameters)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const pathOf = ({ resourceType, id }: JsonObject): string => `${resourceType}/${id}`

async function find(query: string): Promise<{ readonly ids: string[]; readonly included: string[] }> {
  const { status, body } = await app.send('GET', `/${query}`, { as, headers: { prefer: 'handling=strict' } })
  expect([query, status, body.issue]).toEqual([query, 200, undefined])
  const entries = (body.entry ?? []) as { resource: JsonObject; search: { mode: string } }[]
  const listed = (mode: string) =>
    entries.flatMap(({ resource, search }) => (search.mode === mode ? [pathOf(resource)] : [])).toSorted()
  return { ids: listed('match'), included: listed('include') }
}

const ofType = (type: string): JsonObject[] => naive.world.filter(({ resourceType }) => resourceType === type)

/** For each resource that has a value of them all, a search for these values, and who is to be found by it. */
function listQueries(type: string, codes: readonly string[]): { readonly text: string; readonly ids: string[] }[] {
  return ofType(type).flatMap((resource) => {
    const queries = codes.flatMap((code) => askForOwn(naive, resource, code) ?? [])
    if (queries.length < codes.length) return []
    const ids = ofType(type).filter((other) => queries.every(({ meets }) => meets(other)))
    return [{ text: queries.map(({ text }) => text).join('&'), ids: ids.map(pathOf).toSorted() }]
  })
}

run(
  'AU Core general-requirements: the published examples are accepted where AU Core is required, and read back',
  async () => {
    expect(refusals).toEqual([])
    for (const example of examples) expect((await app.send('GET', `/${pathOf(example)}`, { as })).status).toBe(200)
  },
)

run('AU Core CapabilityStatement: every profile and interaction that is asked for is listed', () => {
  const missing = rows.flatMap(({ type, profile, supportedProfile = [], interaction = [] }) => {
    const own = statement.find((row) => row.type === type)
    const profiles = [...supportedProfile.map(({ value }) => value), ...(profile === undefined ? [] : [profile])]
    const listed = [...(own?.supportedProfile ?? []), `http://hl7.org/fhir/StructureDefinition/${type}`]
    const codes = own?.interaction?.map(({ code }) => code as string) ?? []
    return [
      ...profiles.filter((url) => !listed.includes(url)),
      ...interaction.filter(({ code }) => !codes.includes(code)).map(({ code }) => `${type} ${code}`),
    ]
  })

  expect(missing).toEqual([])
})

run(
  'AU Core CapabilityStatement: every search parameter is listed by its definition, as firmly as it is asked for',
  () => {
    const listed = (type: string) => statement.find((row) => row.type === type)?.searchParam ?? []
    const wrong = rows.flatMap(({ type, searchParam }) =>
      (searchParam ?? []).filter(({ name, definition, expectation }) => {
        const own = listed(type).find((one) => one.name === name)
        // 2.0.0 names a definition that is not of this type; the draft names R4's own.
        if (type === 'RelatedPerson' && name === 'patient') return own?.definition !== ofRelatedPerson
        return own?.definition !== definition || own.extension?.[0]?.valueCode !== expectation
      }),
    )

    expect(wrong).toEqual([])
  },
)

run('AU Core CapabilityStatement: every combination and include is listed', () => {
  const wrong = rows.flatMap(({ type, combos, searchInclude }) => {
    const own = statement.find((row) => row.type === type)
    const told = own?.extension?.map(({ extension = [] }) =>
      extension.map(({ valueCode, valueString }) => valueCode ?? valueString).join(' '),
    )
    return [
      ...(combos ?? []).filter(({ required, expectation }) => !told?.includes([expectation, ...required].join(' '))),
      ...(searchInclude ?? []).filter(({ value }) => !own?.searchInclude?.includes(value)),
    ]
  })

  expect(wrong).toEqual([])
})

run('AU Core CapabilityStatement: every search finds what has the value and nothing else', async () => {
  const idle: string[] = []
  for (const { type, searchParam } of rows) {
    for (const { name } of searchParam ?? []) {
      const queries =
        name === '_id'
          ? ofType(type).map((one) => ({ text: `_id=${one['id']}`, ids: [pathOf(one)] }))
          : listQueries(type, [name])
      if (queries.length === 0) idle.push(`${type}.${name}`)
      for (const { text, ids } of queries)
        expect([text, (await find(`${type}?${text}&_count=100`)).ids]).toEqual([text, ids])
    }
  }

  expect(idle).toEqual([])
})

run('AU Core CapabilityStatement: every combination finds what has all of the values and nothing else', async () => {
  const idle: string[] = []
  for (const { type, combos } of rows) {
    for (const { required } of combos ?? []) {
      const queries = listQueries(type, required)
      if (queries.length === 0) idle.push(`${type} ${required.join('+')}`)
      for (const { text, ids } of queries)
        expect([text, (await find(`${type}?${text}&_count=100`)).ids]).toEqual([text, ids])
    }
  }

  expect(idle).toEqual([])
})

run('AU Core CapabilityStatement: every include brings what is referred to', async () => {
  for (const { type, searchInclude } of rows) {
    for (const { value } of searchInclude ?? []) {
      const { ids, included } = await find(`${type}?_include=${value}&_count=100`)

      expect([value, ids.length > 0, included.length > 0]).toEqual([value, true, true])
    }
  }
})

run('AU Core CapabilityStatement: a patient is found by the chained IHI, Medicare number and DVA number', async () => {
  const made = ofType('Patient').find((one) => one['id'] === 'wang-li')
  const numbers = made?.['identifier'] as ReturnType<typeof patientNumbers>
  for (const { type, searchParam } of rows) {
    if (!searchParam?.some(({ name, documentation }) => name === 'patient' && documentation?.includes('chained')))
      continue
    const own = listQueries(type, ['patient']).find(({ text }) => text.includes('wang-li'))
    for (const { system, value } of numbers) {
      const { ids } = await find(`${type}?patient.identifier=${encodeURIComponent(`${system}|${value}`)}&_count=100`)

      expect([type, ids]).toEqual([type, own?.ids ?? []])
    }
  }
})

run('AU Core CapabilityStatement: dates take gt, lt, ge and le, also together', async () => {
  for (const { type, searchParam } of rows) {
    for (const { name } of (searchParam ?? []).filter((one) => one.type === 'date')) {
      const all = ofType(type)
        .filter((one) => askForOwn(naive, one, name) !== undefined)
        .map(pathOf)
        .toSorted()
      for (const query of [
        'gt1900-01-01T00:00:00Z',
        'ge1900-01-01T00:00:00+10:00',
        'lt2100-01-01T00:00:00Z',
        'le2100-01-01T00:00:00Z',
      ])
        expect([type, name, (await find(`${type}?${name}=${encodeURIComponent(query)}&_count=100`)).ids]).toEqual([
          type,
          name,
          all,
        ])
      const none = `${type}?${name}=gt2100-01-01T00:00:00Z&${name}=lt1900-01-01T00:00:00Z`
      expect([none, (await find(none)).ids]).toEqual([none, []])
    }
  }
})

run('AU Core CapabilityStatement: codes take several values, of which one is enough', async () => {
  for (const { type, searchParam } of rows) {
    for (const { name } of (searchParam ?? []).filter((one) => one.documentation?.includes('multipleOr'))) {
      const queries = listQueries(type, [name])
      const values = [...new Set(queries.map(({ text }) => text.slice(name.length + 1)))]
      const ids = [...new Set(queries.flatMap((one) => one.ids))].toSorted()

      expect([type, name, (await find(`${type}?${name}=${values.join(',')}&_count=100`)).ids]).toEqual([
        type,
        name,
        ids,
      ])
    }
  }
})

run.each([
  ['an unknown resource', '/Patient/never-was', {}, 404],
  ['an invalid parameter', '/Patient?birthdate=yesterday', {}, 400],
  ['a scope that does not reach', '/Condition?patient=wang-li', { scopes: ['user/Patient.rs'] }, 403],
])('AU Core CapabilityStatement: %s at %s is answered by its status', async (_, at, person, status) => {
  expect((await app.send('GET', at, { as: { ...as, ...person } })).status).toBe(status)
})
