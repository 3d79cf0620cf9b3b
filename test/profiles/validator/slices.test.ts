/** Which slice a value is in, by several discriminators. R4 profiling.html#discriminator. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { openJudge } from '../cases/ours.ts'
import { baseUrl } from '../cases/own-profiles.ts'
import { openTestDefinitions } from '../open-definitions.ts'
import { buildProfile, listFindings } from './profile-builder.ts'

const judge = openJudge(await openTestDefinitions())

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const patient = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', id: 'p', text, ...more })
const parts = (...component: JsonObject[]): JsonObject => ({
  ...{ resourceType: 'Observation', id: 'o', text, status: 'final', code: { text: 'a' } },
  component,
})
const own = (code: string, more: JsonObject): JsonObject => ({
  code: { coding: [{ system: 'http://banksia.test/codes', code }] },
  ...more,
})
const system = 'http://banksia.test/ids'
const phone: JsonObject = { system: 'phone', value: '1' }
const home: JsonObject = { ...phone, use: 'home' }
const number: JsonObject = { valueInteger: 1 }
const absent: JsonObject = { dataAbsentReason: { text: 'a' } }

// biome-ignore format: one row a case
test.each<[profile: string, name: string, resource: JsonObject, ...found: string[]]>([
  ['some-extensible', 'a slice that fixes one of two discriminators, whose other one has an extensible binding', patient({ identifier: [{ system, value: '1' }] })],
  ['some-extensible', 'its content', patient({ identifier: [{ system }] }), 'minimum Patient.identifier[0].value'],
  ['some-extensible', 'its content, with a type outside of the binding', patient({ identifier: [{ system, type: { text: 'a' } }] }), 'minimum Patient.identifier[0].value'],
  ['some-extensible', 'its maximum', patient({ identifier: [{ system, value: '1' }, { system, value: '2', type: { text: 'a' } }] }), 'slice-maximum own Patient.identifier'],
  ['some-extensible', 'its minimum', patient({ identifier: [{ system: 'http://banksia.test/x', value: '1' }] }), 'slice-minimum own Patient.identifier'],
  ['forbidden', 'a slice that forbids one of two discriminators', patient({ telecom: [phone, home] })],
  ['forbidden', 'the maximum of such a slice', patient({ telecom: [phone, phone, home] }), 'slice-maximum plain Patient.telecom'],
  ['forbidden', 'a value that has what the slice forbids', patient({ telecom: [{ ...phone, use: 'work' }, { ...phone, use: 'work' }, home] })],
  ['range-slices', 'a slice of an element that repeats the content of another', parts(own('a', { ...number, referenceRange: [{ text: 'usual', low: { value: 1 } }] }))],
  ['range-slices', 'the content of such a slice', parts(own('a', { ...number, referenceRange: [{ text: 'usual' }] })), 'minimum Observation.component[0].referenceRange[0].low'],
  ['some-pattern', 'a slice by existence that neither demands nor forbids the element', parts({ code: { coding: [{ system: 'http://loinc.org', code: '4548-4' }] }, ...absent }), 'definition-faulty Observation.component[0]'],
])('D120: %s: %s', (profile, _name, resource, ...expected) => {
  const found = judge(resource, [baseUrl + profile]).filter(({ severity }) => severity === 'error')

  expect(found.map(({ rule, expression }) => `${rule} ${expression}`)).toEqual(expected)
})

test('D120: a slice of several types is checked by each of them', () => {
  const short = { key: 'own-1', severity: 'error' as const, human: 'short', expression: 'toString().length() < 4' }
  const slicing = { discriminator: [{ type: 'type' as const, path: '$this' }], rules: 'open' as const }
  const types = ['string', 'integer', 'boolean'].map((code) => ({ code }))
  const profile = buildProfile('two-types', 'Observation', [
    ['Observation.value[x]', { max: '1', type: types, slicing }],
    ['Observation.value[x]:few', { max: '1', type: types.slice(0, 2), constraint: [short] }],
  ])
  const errorsOf = (value: JsonObject): string[] =>
    listFindings({ resourceType: 'Observation', status: 'final', code: { text: 'a' }, ...value }, [profile]).filter(
      (found) => !found.startsWith('warning'),
    )

  expect(errorsOf({ valueInteger: 123 })).toEqual([])
  expect(errorsOf({ valueInteger: 1234 })).toEqual(['own-1 Observation.valueInteger'])
  expect(errorsOf({ valueString: 'abcd' })).toEqual(['own-1 Observation.valueString'])
  expect(errorsOf({ valueBoolean: false })).toEqual([])
})
