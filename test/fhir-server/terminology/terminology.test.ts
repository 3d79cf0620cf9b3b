/** The operations of a terminology service. R4 terminology-service.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { shrubs, trees, valueSet } from '../../terminology/small-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const treeSystem = 'https://example.org/trees'
const as = { tenant: 2 } as const
const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

const ask = async (path: string, body?: readonly JsonObject[], person: object = {}) =>
  app.send(body === undefined ? 'GET' : 'POST', path, {
    as: { ...as, ...person },
    ...(body === undefined ? {} : { body: { resourceType: 'Parameters', parameter: body } }),
  })

/** Simple parameters of an answer by their names. */
const valuesOf = ({ body }: { body: JsonObject }): Record<string, JsonValue> =>
  Object.fromEntries(
    ((body['parameter'] ?? []) as JsonObject[]).map((one) => [
      String(one['name']),
      Object.entries(one).find(([name]) => name.startsWith('value'))?.[1] ?? null,
    ]),
  )
const codesOf = ({ body }: { body: { expansion?: { contains?: { code: string }[] } } }): string[] =>
  (body.expansion?.contains ?? []).map(({ code }) => code)

beforeAll(async () => {
  await create(app, plain(trees), 2)
  await create(app, plain(shrubs), 2)
  await create(
    app,
    plain(
      valueSet('gums', {
        include: [{ system: treeSystem, filter: [{ property: 'concept', op: 'is-a', value: 'GUM' }] }],
      }),
    ),
    2,
  )
  await create(
    app,
    plain(valueSet('all', { include: [{ valueSet: ['https://example.org/vs/gums'] }, { system: treeSystem }] })),
    2,
  )
})

test('R4 codesystem-operation-lookup.html: what a code of R4 means, by GET and by POST', async () => {
  const system = 'http://hl7.org/fhir/observation-status'
  const got = await ask(`/CodeSystem/$lookup?system=${system}&code=final`)
  const posted = await ask('/CodeSystem/$lookup', [{ name: 'coding', valueCoding: { system, code: 'final' } }])

  expect(valuesOf(got)).toMatchObject({ name: 'ObservationStatus', display: 'Final' })
  expect(posted.body).toEqual(got.body)
})

test("R4 codesystem-operation-lookup.html: the tenant's own system; properties, parents and children; only those asked for", async () => {
  const all = await ask(`/CodeSystem/$lookup?system=${treeSystem}&code=GUM`)
  const some = await ask(`/CodeSystem/$lookup?system=${treeSystem}&code=GUM&property=child`)
  const parts = (answer: { body: JsonObject }): string[] =>
    ((answer.body['parameter'] ?? []) as { name: string; part?: JsonObject[] }[]).flatMap(({ name, part = [] }) =>
      name === 'property' ? [part.map((one) => one['valueCode'] ?? one['valueBoolean']).join(' ')] : [],
    )

  expect(valuesOf(all)).toMatchObject({ name: 'Trees', version: '2', display: 'Gum' })
  expect(parts(all)).toEqual(['parent EUC', 'child RED', 'child MALLEE', 'inactive false'])
  expect(parts(some)).toEqual(['child RED', 'child MALLEE'])
})

test('R4 codesystem-operation-lookup.html: refused: no code, no such code, a system that is not loaded, another tenant, no right', async () => {
  const statuses = [
    (await ask('/CodeSystem/$lookup')).status,
    (await ask(`/CodeSystem/$lookup?system=${treeSystem}&code=NONE`)).status,
    (await ask('/CodeSystem/$lookup?system=http://snomed.info/sct&code=38341003')).status,
    (await ask(`/CodeSystem/$lookup?system=${treeSystem}&code=GUM`, undefined, { tenant: 3 })).status,
    (await ask(`/CodeSystem/$lookup?system=${treeSystem}&code=GUM`, undefined, { scopes: ['user/Patient.rs'] })).status,
  ]

  expect(statuses).toEqual([400, 404, 400, 400, 403])
})

test.each([
  ['url=https://example.org/trees&code=GUM', true],
  ['url=https://example.org/trees&code=GUM&display=gum', true],
  ['url=https://example.org/trees&code=GUM&display=Wattle', false],
  ['url=https://example.org/trees&code=gum', false],
  ['url=https://example.org/shrubs&code=HAKEA', true],
  ['url=https://example.org/shrubs&code=Banksia', false],
  ['url=http://snomed.info/sct&code=38341004', false],
  ['url=http://hl7.org/fhir/administrative-gender&code=female', true],
])('R4 codesystem-operation-validate-code.html: %s is %s', async (query, result) => {
  expect(valuesOf(await ask(`/CodeSystem/$validate-code?${query}`))['result']).toBe(result)
})

test.each([
  ['url=https://example.org/vs/gums&system=https://example.org/trees&code=RED', true],
  ['url=https://example.org/vs/gums&system=https://example.org/trees&code=WAT', false],
  ['url=https://example.org/vs/gums&code=RED', true],
  ['url=https://example.org/vs/all&system=https://example.org/trees&code=EUC', true],
  ['url=https://example.org/vs/all&system=https://example.org/trees&code=EUC&abstract=false', false],
  ['url=http://hl7.org/fhir/ValueSet/administrative-gender&code=female', true],
  ['url=http://snomed.info/sct?fhir_vs%26x&code=1', undefined],
])('R4 valueset-operation-validate-code.html: %s is %s', async (query, result) => {
  expect(valuesOf(await ask(`/ValueSet/$validate-code?${query}`))['result']).toBe(result)
})

test('R4 valueset-operation-validate-code.html: one coding of a CodeableConcept has to be a member; a set may come with the question', async () => {
  const concept = (...codes: string[]): JsonObject => ({
    name: 'codeableConcept',
    valueCodeableConcept: { coding: codes.map((code) => ({ system: treeSystem, code })) },
  })
  const url = { name: 'url', valueUri: 'https://example.org/vs/gums' }
  const inline = {
    name: 'valueSet',
    resource: plain(valueSet('x', { include: [{ system: treeSystem, concept: [{ code: 'WAT' }] }] })),
  }

  expect(valuesOf(await ask('/ValueSet/$validate-code', [url, concept('WAT', 'RED')]))).toEqual({
    result: true,
    display: 'River red gum',
  })
  expect(valuesOf(await ask('/ValueSet/$validate-code', [url, concept('WAT')]))).toEqual({
    result: false,
    message: 'The code is not in the value set',
    display: 'Wattle',
  })
  expect(valuesOf(await ask('/ValueSet/$validate-code', [inline, concept('WAT')]))['result']).toBe(true)
})

test('R4 valueset-operation-validate-code.html: what cannot be told is not valid, and says so', async () => {
  const answer = await ask(
    '/ValueSet/$validate-code?url=http://snomed.info/sct?fhir_vs&system=http://snomed.info/sct&code=38341003',
  )

  expect(valuesOf(answer)).toEqual({ result: false, message: 'What would tell is not loaded here' })
})

test.each([
  ['GUM', 'GUM', 'equivalent'],
  ['EUC', 'RED', 'subsumes'],
  ['RED', 'EUC', 'subsumed-by'],
  ['WAT', 'EUC', 'not-subsumed'],
])('R4 codesystem-operation-subsumes.html: %s and %s are %s', async (a, b, outcome) => {
  const byCode = await ask(`/CodeSystem/$subsumes?system=${treeSystem}&codeA=${a}&codeB=${b}`)
  const byCoding = await ask('/CodeSystem/$subsumes', [
    { name: 'codingA', valueCoding: { system: treeSystem, code: a } },
    { name: 'codingB', valueCoding: { system: treeSystem, code: b } },
  ])

  expect([byCode, byCoding].map((answer) => valuesOf(answer)['outcome'])).toEqual([outcome, outcome])
})

test('R4 valueset-operation-expand.html: the members, those with a word, those in use, a page of them', async () => {
  const url = 'url=https://example.org/vs/all'

  expect(codesOf(await ask(`/ValueSet/$expand?${url}`))).toEqual(['GUM', 'RED', 'MALLEE', 'EUC', 'IRON', 'WAT', 'OLD'])
  expect(codesOf(await ask(`/ValueSet/$expand?${url}&filter=red%20g`))).toEqual(['RED'])
  expect(codesOf(await ask(`/ValueSet/$expand?${url}&activeOnly=true`))).not.toContain('OLD')
  const page = await ask(`/ValueSet/$expand?${url}&offset=2&count=2`)
  expect(codesOf(page)).toEqual(['MALLEE', 'EUC'])
  expect(page.body.expansion).toMatchObject({ total: 7, offset: 2 })
})

test('R4 valueset-operation-expand.html: designations, another language, a grouper, what is no longer used', async () => {
  const answer = await ask(
    '/ValueSet/$expand?url=https://example.org/vs/all&includeDesignations=true&displayLanguage=de',
  )
  const of = (code: string): JsonObject =>
    answer.body.expansion.contains.find((one: JsonObject) => one['code'] === code)

  expect(of('GUM')).toEqual({
    system: treeSystem,
    version: '2',
    code: 'GUM',
    display: 'Gummibaum',
    designation: [{ language: 'de', value: 'Gummibaum' }],
  })
  expect(of('EUC')).toMatchObject({ abstract: true })
  expect(of('OLD')).toMatchObject({ inactive: true })
})

test('R4 valueset-operation-expand.html: an instance, a set of R4, one in the body', async () => {
  const { id } = await create(
    app,
    plain(valueSet('own', { include: [{ system: treeSystem, concept: [{ code: 'WAT', display: 'Golden wattle' }] }] })),
    2,
  )
  const inline = {
    name: 'valueSet',
    resource: plain(
      valueSet('x', { include: [{ system: treeSystem }], exclude: [{ valueSet: ['https://example.org/vs/gums'] }] }),
    ),
  }

  expect((await ask(`/ValueSet/${id}/$expand`)).body.expansion.contains).toEqual([
    { system: treeSystem, code: 'WAT', display: 'Golden wattle' },
  ])
  expect(codesOf(await ask('/ValueSet/$expand?url=http://hl7.org/fhir/ValueSet/administrative-gender'))).toEqual([
    'male',
    'female',
    'other',
    'unknown',
  ])
  expect(codesOf(await ask('/ValueSet/$expand', [inline]))).toEqual(['EUC', 'IRON', 'WAT', 'OLD'])
})

test('R4 valueset-operation-expand.html: refused with the reason: not known, not loaded, too much', async () => {
  const codeOf = async (query: string): Promise<string> => (await ask(`/ValueSet/$expand?${query}`)).body.issue[0].code

  expect(await codeOf('url=https://example.org/vs/none')).toBe('not-found')
  expect(await codeOf('url=http://snomed.info/sct?fhir_vs=isa/404684003')).toBe('not-supported')
  expect(await codeOf('url=http://terminology.hl7.org/ValueSet/snomed-intl-gps')).toBe('too-costly')
  expect(
    codesOf(await ask('/ValueSet/$expand?url=http://terminology.hl7.org/ValueSet/snomed-intl-gps&count=3')),
  ).toHaveLength(3)
})

test('R4 conceptmap-operation-translate.html: by the map that is named, by each that tells of the system, and back', async () => {
  const map = {
    resourceType: 'ConceptMap',
    url: 'https://example.org/map',
    status: 'active',
    group: [
      {
        source: treeSystem,
        target: shrubSystem,
        element: [{ code: 'IRON', target: [{ code: 'Hakea', display: 'Hakea', equivalence: 'wider' }] }],
        unmapped: { mode: 'fixed', code: 'Grevillea' },
      },
    ],
  }
  const { id } = await create(app, map, 2)
  const matchOf = async (path: string): Promise<JsonValue> => {
    const { body } = await ask(path)
    const match = body.parameter.find((one: JsonObject) => one['name'] === 'match')
    return (match?.part ?? []).map(
      (part: JsonObject) => part['valueCode'] ?? (part['valueCoding'] as JsonObject)?.['code'] ?? part['valueUri'],
    )
  }

  const found = ['wider', 'Hakea', 'https://example.org/map']
  expect(await matchOf(`/ConceptMap/$translate?url=https://example.org/map&system=${treeSystem}&code=IRON`)).toEqual(
    found,
  )
  expect(await matchOf(`/ConceptMap/$translate?system=${treeSystem}&code=IRON`)).toEqual(found)
  expect(
    await matchOf(`/ConceptMap/${id}/$translate?system=${treeSystem}&code=IRON&targetsystem=${shrubSystem}`),
  ).toEqual(found)
  expect(await matchOf(`/ConceptMap/${id}/$translate?system=${treeSystem}&code=WAT`)).toEqual([
    'inexact',
    'Grevillea',
    found[2],
  ])
  expect(await matchOf(`/ConceptMap/${id}/$translate?system=${shrubSystem}&code=Hakea&reverse=true`)).toEqual([
    'narrower',
    'IRON',
    found[2],
  ])
  expect(valuesOf(await ask(`/ConceptMap/${id}/$translate?system=${shrubSystem}&code=Hakea`))['result']).toBe(false)
})

const shrubSystem = 'https://example.org/shrubs'

test("R4 search.html#modifiers: codes of the tenant's own value sets and code systems", async () => {
  const condition = (code: string): JsonObject => ({
    resourceType: 'Condition',
    subject: { reference: 'Patient/nobody' },
    code: { coding: [{ system: treeSystem, code }] },
  })
  for (const code of ['EUC', 'RED', 'IRON', 'WAT']) await create(app, condition(code), 2)
  const found = async (query: string): Promise<string[]> =>
    ((await ask(`/Condition?${query}`)).body.entry ?? [])
      .map(({ resource }: { resource: { code: { coding: [{ code: string }] } } }) => resource.code.coding[0].code)
      .sort()

  expect(await found('code:in=https://example.org/vs/gums')).toEqual(['RED'])
  expect(await found('code:not-in=https://example.org/vs/gums')).toEqual(['EUC', 'IRON', 'WAT'])
  expect(await found(`code:below=${treeSystem}|EUC`)).toEqual(['EUC', 'IRON', 'RED'])
  expect(await found(`code:above=${treeSystem}|RED`)).toEqual(['EUC', 'RED'])
  expect((await ask('/Condition?code:in=http://snomed.info/sct?fhir_vs=isa/404684003')).status).toBe(400)
})

const numbered = { resourceType: 'ValueSet', url: 'https://example.org/vs/wrong', status: 'active' }
test.each<[operation: string, parameter: string, resource: JsonObject]>([
  ['ValueSet/$expand', 'valueSet', { ...numbered, compose: { include: 5 } }],
  [
    'ValueSet/$expand',
    'valueSet',
    { ...numbered, compose: { include: [{ system: treeSystem, filter: [{ value: 5 }] }] } },
  ],
  ['ValueSet/$validate-code', 'valueSet', { ...numbered, compose: { include: [{ system: 5 }] } }],
  ['ValueSet/$validate-code', 'valueSet', { ...numbered, expansion: { contains: [null] } }],
  [
    'CodeSystem/$validate-code',
    'codeSystem',
    { resourceType: 'CodeSystem', url: treeSystem, concept: [{ concept: 5 }] },
  ],
  ['ConceptMap/$translate', 'conceptMap', { resourceType: 'ConceptMap', group: [{ source: treeSystem, element: 5 }] }],
])('docs/terminology.md: %s is refused with a %s that is not formed as one', async (operation, name, resource) => {
  const code = [
    { name: 'code', valueCode: 'GUM' },
    { name: 'system', valueUri: treeSystem },
  ]

  expect((await ask(`/${operation}`, [{ name, resource }, ...code])).status).toBe(400)
})
