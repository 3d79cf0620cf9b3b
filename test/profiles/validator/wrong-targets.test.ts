/** References to a type that is not allowed, where the reference itself tells the type. R4 references.html. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { openJudge } from '../cases/ours.ts'
import { openTestDefinitions } from '../open-definitions.ts'

/** With the severities of `banksia validate`. */
const judge = openJudge(await openTestDefinitions())

const holding = (subject: JsonObject): JsonObject => ({
  ...{ resourceType: 'Procedure', id: 'p', status: 'completed' },
  text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' },
  subject,
})
const wrong = 'reference-target Procedure.subject.reference'

// biome-ignore format: one row a case
test.each<[name: string, subject: JsonObject, ...found: string[]]>([
  ['a relative reference', { reference: 'Patient/1' }],
  ['a relative reference to another type', { reference: 'Device/1' }, wrong],
  ['a reference to a version of another type', { reference: 'Device/1/_history/2' }, wrong],
  ['an absolute reference to another type', { reference: 'https://banksia.test/fhir/Device/1' }, wrong],
  ['a logical reference to another type', { type: 'Device', identifier: { value: '1' } }, wrong],
  ['a logical reference of no told type', { identifier: { value: '1' } }],
  ['an address that names no type', { reference: 'https://banksia.test/x?id=1' }],
  ['a URN', { reference: 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e1' }],
])('D119: %s', (_name, subject, ...expected) => {
  const found = judge(holding(subject), []).filter(({ severity }) => severity === 'error')

  expect(found.map(({ rule, expression }) => `${rule} ${expression}`)).toEqual(expected)
})
