/** The codes of a document, before and after mapping tables. docs/channels.md#mapping-tables; D247. */
import { expect, test } from '@jest/globals'
import { type JsonObject, parseJson, stringifyJson } from '../../../src/core/json.ts'
import { type CodeOutcome, listCodings, mapCodes, type UsedTable } from '../../../src/domain/mapping/map-codes.ts'

const snomed = 'http://snomed.info/sct'
const icd = 'http://hl7.org/fhir/sid/icd-10-am'
const local = 'urn:oid:1.2.36.1'

type Rows = Readonly<Record<string, readonly [system: string, code: string, display?: string]>>

/** Rows of SNOMED CT codes, unless the key names another system. */
function table(rows: Rows, more: Partial<UsedTable> = {}): UsedTable {
  return {
    ...{ table: 'conditions', version: 2, miss: 'keep', systems: new Set([snomed]) },
    find: ({ system, code }) => {
      const row = rows[system === snomed ? code : `${system} ${code}`]
      return row && { system: row[0], code: row[1], ...(row[2] === undefined ? {} : { display: row[2] }) }
    },
    ...more,
  }
}

const document = (...resources: readonly JsonObject[]): JsonObject => ({
  resourceType: 'Bundle',
  type: 'document',
  entry: resources.map((resource) => ({ resource })),
})

const condition = (code: string, more: JsonObject = {}): JsonObject => ({
  ...{ resourceType: 'Condition', subject: { reference: 'Patient/1' } },
  code: { coding: [{ system: snomed, code, display: 'Asthma', userSelected: true, version: '2026' }], ...more },
})

const asthma = table({ '195967001': [icd, 'J45.9', 'Asthma, unspecified'] })

function map(given: JsonObject, ...tables: readonly UsedTable[]): readonly CodeOutcome[] {
  return mapCodes(listCodings(given), tables)
}

test('D247: the target takes the place of the code, and the words of the code stay as the text', () => {
  const given = document(condition('195967001'))

  const outcomes = map(given, asthma)

  expect(given).toEqual(
    document({
      ...condition('195967001'),
      code: { coding: [{ system: icd, code: 'J45.9', display: 'Asthma, unspecified' }], text: 'Asthma' },
    }),
  )
  expect(outcomes).toEqual([
    {
      ...{ table: 'conditions', version: 2, element: 'Condition.code', outcome: 'mapped' },
      source: { system: snomed, code: '195967001' },
      target: { system: icd, code: 'J45.9', display: 'Asthma, unspecified' },
    },
  ])
})

test('D247: a text that a concept already has stays', () => {
  const given = document(condition('195967001', { text: 'asthma since childhood' }))

  map(given, asthma)

  expect(JSON.stringify(given)).toContain('"text":"asthma since childhood"')
})

test('D247: a refuted diagnosis stays refuted, also where a table maps all codes of its system or names the element', () => {
  const status = 'http://terminology.hl7.org/CodeSystem/condition-ver-status'
  const verificationStatus = { coding: [{ system: status, code: 'refuted' }] }
  const given = document({ ...condition('195967001'), verificationStatus, clinicalStatus: verificationStatus })
  const rows: Rows = { [`${status} *`]: [local, 'C'], [`${status} refuted`]: [local, 'R'] }
  const states = table(rows, { systems: new Set([status]), miss: 'default' })

  expect(map(given, states, { ...states, elements: ['Condition.verificationStatus'] })).toEqual([])
  expect(given).toEqual(document({ ...condition('195967001'), verificationStatus, clinicalStatus: verificationStatus }))
})

test('D247: codings of a concept that have only words stay, all of them', () => {
  const coding = [{ system: snomed, code: '195967001' }, { display: 'Asthma' }, { display: 'since childhood' }]
  const given = document(condition('195967001', { coding }))

  map(given, asthma)

  expect(JSON.stringify(given)).toContain('{"display":"Asthma"},{"display":"since childhood"}')
})

test('D247: a code that a table has written is not mapped again', () => {
  const chain = table(
    { a: [snomed, 'b'], b: [snomed, 'c'], [`${icd} J45.9`]: [icd, 'X'] },
    { systems: new Set([snomed, icd]) },
  )
  const given = document(condition('a'), condition('b'))

  map(given, chain, table({ b: [icd, 'never'] }))

  expect(listCodings(given).map(({ code }) => code)).toEqual(['b', 'c'])
})

// biome-ignore format: one row a line
test.each([
  { miss: 'keep',    rows: {},                         outcome: 'kept',      code: '38341003' },
  { miss: 'hold',    rows: {},                         outcome: 'held',      code: '38341003' },
  { miss: 'default', rows: { '*': [icd, 'R69'] },      outcome: 'defaulted', code: 'R69' },
  { miss: 'default', rows: {},                         outcome: 'held',      code: '38341003' },
  { miss: 'hold',    rows: { '*': [icd, 'R69'] },      outcome: 'held',      code: '38341003' },
] as const)('D247: a code without a row, by the rule $miss: $outcome', ({ miss, rows, outcome, code }) => {
  const given = document(condition('38341003'))

  const outcomes = map(given, table(rows, { miss }))

  expect(outcomes.map((one) => one.outcome)).toEqual([outcome])
  expect(listCodings(given).map((place) => place.code)).toEqual([code])
})

test('D247: the code * in a document does not find the default row', () => {
  expect(map(document(condition('*')), table({ '*': [icd, 'R69'] }, { miss: 'hold' }))[0]?.outcome).toBe('held')
})

test('D247: the first table with a row decides, and without a row the rule of the first table that has the system', () => {
  const [first, second] = [table({}, { table: 'first', miss: 'hold' }), table({ a: [icd, 'A'] }, { table: 'second' })]

  expect(map(document(condition('a')), first, second)).toMatchObject([{ table: 'second', outcome: 'mapped' }])
  expect(map(document(condition('z')), first, second)).toMatchObject([{ table: 'first', outcome: 'held' }])
  expect(map(document(condition('z')), table({}, { systems: new Set([icd]), miss: 'hold' }))).toEqual([])
})

test('D247: codes of the Composition are mapped only where a table names the element', () => {
  const composition = {
    ...{ resourceType: 'Composition', type: { coding: [{ system: snomed, code: 'a' }] } },
    section: [{ code: { coding: [{ system: snomed, code: 'a' }] } }],
  }
  const rows: Rows = { a: [local, 'L1'] }

  expect(map(document(composition), table(rows))).toEqual([])
  expect(
    map(document(composition), table(rows, { elements: ['Composition.type'] })).map(({ element }) => element),
  ).toEqual(['Composition.type'])
})

test('D247: a table that names elements maps no others', () => {
  const observation = { resourceType: 'Observation', code: { coding: [{ system: snomed, code: 'a' }] } }
  const ofConditions = table({ a: [icd, 'A'] }, { elements: ['Condition'], miss: 'hold' })

  const outcomes = map(document(observation, condition('a')), ofConditions)

  expect(outcomes.map(({ element }) => element)).toEqual(['Condition.code'])
})

test('D247: quantities, security labels and tags keep their codes; codes outside of concepts, and of resources within, are mapped', () => {
  const given = document({
    ...{ resourceType: 'Encounter', meta: { security: [{ system: snomed, code: 'a' }] } },
    class: { system: snomed, code: 'a' },
    contained: [{ resourceType: 'Condition', code: { coding: [{ system: snomed, code: 'a' }] } }],
    length: { value: 20, unit: 'minutes', system: snomed, code: 'a' },
  })

  expect(map(given, table({ a: [icd, 'A'] })).map(({ element }) => element)).toEqual([
    'Encounter.class',
    'Condition.code',
  ])
  expect(JSON.stringify(given)).toContain(`"unit":"minutes","system":"${snomed}","code":"a"`)
})

test('D247: two codes of a concept that lead to the same one become one', () => {
  const given = document(condition('a'))
  const [{ coding, concept } = { coding: {}, concept: {} }] = listCodings(given)
  Object.assign(concept ?? {}, { coding: [coding, { system: snomed, code: 'b' }, { system: local, code: 'own' }] })

  map(given, table({ a: [icd, 'A'], b: [icd, 'A'] }))

  expect(listCodings(given).map(({ system, code }) => [system, code])).toEqual([
    [icd, 'A'],
    [local, 'own'],
  ])
})

test('D247: numbers keep their text', () => {
  const given = parseJson(
    `{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Observation","code":{"coding":[{"system":"${snomed}","code":"a"}]},"valueQuantity":{"value":1.00}}}]}`,
  ) as JsonObject

  map(given, table({ a: [icd, 'A'] }))

  expect(stringifyJson(given)).toContain('"value":1.00')
})
