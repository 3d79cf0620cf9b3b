import { expect, test } from '@jest/globals'
import { locateInJson } from '../../src/profiles/positions.ts'

const text = `{
  "resourceType": "Patient",
  "name": [ { "family": "a \\" ] }", "given": ["b", "c"] },
    {"text":"x"}],
  "contact": [{ "name": {} }],
  "_birthDate" : { "id": "d" },
  "active": true
}`

test.each([
  ['Patient', 1, 1],
  ['Patient.name', 3, 11],
  ['Patient.name[0]', 3, 13],
  ['Patient.name[0].given[1]', 3, 52],
  ['Patient.name[1].text', 4, 13],
  ['Patient.contact[0].name', 5, 25],
  ['Patient.birthDate.id', 6, 26],
  ['Patient.active', 7, 13],
])('docs/au-core.md#definitions: %s is found at line %i, column %i of the text', (expression, line, column) => {
  expect(locateInJson(text, [expression]).get(expression)).toEqual({ line, column })
})

test('docs/au-core.md#definitions: several places are found in one pass; what is missing is where its parent is', () => {
  const found = locateInJson(text, ['Patient.active', 'Patient.name[1].family', 'Patient.gender', 'Patient.name[7]'])

  expect(Object.fromEntries(found)).toEqual({
    'Patient.active': { line: 7, column: 13 },
    'Patient.name[1].family': { line: 4, column: 5 },
    'Patient.gender': { line: 1, column: 1 },
    'Patient.name[7]': { line: 3, column: 11 },
  })
})

test('docs/au-core.md#definitions: a text of many values is passed through in one go', () => {
  const many = `{"a":[${'{"b":["\\\\",{}]},'.repeat(200_000)}0],\n"c":1}`

  expect(locateInJson(many, ['X.c']).get('X.c')).toEqual({ line: 2, column: 5 })
})

const mebibytes = 1024 * 1024
const [letter, backslash, quote] = ['a', '\\\\', '\\"']

test.each([
  ['a string', `"${letter.repeat(8 * mebibytes)}"`],
  ['a string of backslashes', `"${backslash.repeat(4 * mebibytes)}"`],
  ['a string of quotes', `"${quote.repeat(4 * mebibytes)}"`],
  ['a number', '1'.repeat(8 * mebibytes)],
  ['a member with a long name', `{"${letter.repeat(8 * mebibytes)}":1}`],
  ['a member with a name of escapes', `{"${backslash.repeat(4 * mebibytes)}":{}}`],
  ['deep arrays', '['.repeat(4 * mebibytes) + ']'.repeat(4 * mebibytes)],
])('docs/au-core.md#definitions: places are found inside, before and after %s of 8 MiB', (_what, value) => {
  const found = locateInJson(`{"a":1,"long":${value},\n"b":2}`, ['X.a', 'X.long', 'X.b'])

  expect(Object.fromEntries(found)).toEqual({
    'X.a': { line: 1, column: 6 },
    'X.long': { line: 1, column: 15 },
    'X.b': { line: 2, column: 5 },
  })
})

test('docs/au-core.md#definitions: a member is found by its name, however the text escapes it', () => {
  const found = locateInJson(`{"n\\u0061me":[\n{"family":"a"}]}`, ['Patient.name[0].family'])

  expect(found.get('Patient.name[0].family')).toEqual({ line: 2, column: 11 })
})
