import { expect, test } from '@jest/globals'
import { numberTextOf } from '../../../src/core/json/json-numbers.ts'
import { parseJson, stringifyJson } from '../../../src/core/json.ts'
import { listMembers } from '../../../src/fhir-search/results/json-members.ts'

const texts = [
  '{}',
  '{"a":1}',
  '{"resourceType":"Basic","id":"x","text":{"div":"<div title=\\"a, } ] \\\\\\\\\\">[{</div>"},"active":true}',
  '{"a":"\\\\","b":"\\\\\\"","c":"\\"","d":""}',
  '{"value":1.00,"list":[{"a":[1.50,"]"]},{}],"empty":[],"none":null,"last":-2e3}',
]

test.each(texts)('R4 search.html#elements: what is left of %s is as it was stored', (text) => {
  const whole = parseJson(text) as Record<string, never>

  const members = listMembers(text)

  expect(members.map(({ name }) => name)).toEqual(Object.keys(whole))
  for (const { name, text: own } of members) {
    const value: unknown = whole[name]
    expect(own).toBe(typeof value === 'number' ? numberTextOf(whole, name, value) : stringifyJson(value))
  }
  expect(`{${members.map((one) => `"${one.name}":${one.text}`).join(',')}}`).toBe(text)
})
