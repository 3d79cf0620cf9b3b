import { describe, expect, test } from '@jest/globals'
import { isLarger, stringifyInSlices } from '../../../src/core/json/json-slices.ts'
import { type JsonError, type JsonValue, parseJson, parseJsonInSlices, stringifyJson } from '../../../src/core/json.ts'
import { atOnce } from '../../../src/core/turns.ts'
import { indentInSlices } from '../../../src/fhir-server/indent-json.ts'

const text = `{"a":1.00,"b":[${'{"c":[1.50,{}],"d":"\\"{[,:]}\\\\"},[],'.repeat(5_000)}null],"e":"${'\\n'.repeat(20_000)}"}`

function countSteps<T>(work: Generator<undefined, T>): number {
  let steps = 0
  while (work.next().done !== true) steps += 1
  return steps
}

describe('D81: JSON in slices is what it is at once', () => {
  test('read and written, with the texts of numbers', () => {
    const read = atOnce(parseJsonInSlices(text))

    expect(stringifyJson(read)).toBe(text)
    expect(atOnce(stringifyInSlices(read))).toBe(text)
    expect(countSteps(parseJsonInSlices(text))).toBeGreaterThan(5)
    expect(countSteps(stringifyInSlices(read))).toBeGreaterThan(5)
  })

  test('what is none is refused at the same place', () => {
    const fault = (work: () => JsonValue): Pick<JsonError, 'message'> | undefined => {
      try {
        work()
        return undefined
      } catch (error) {
        return error as JsonError
      }
    }
    const broken = `${text.slice(0, -1)},\n"a":2}`

    expect(fault(() => atOnce(parseJsonInSlices(broken)))?.message).toBe('duplicate member name at line 2, column 1')
    expect(fault(() => parseJson(broken))?.message).toBe('duplicate member name at line 2, column 1')
  })

  test('one member a line', () => {
    const plain = JSON.stringify(JSON.parse(text))

    expect(atOnce(indentInSlices(plain))).toBe(JSON.stringify(JSON.parse(plain), null, 2))
  })
})

test('D81: long texts count as several values', () => {
  expect(isLarger({ a: 'b'.repeat(100) }, 3)).toBe(true)
  expect(isLarger({ a: 'b' }, 3)).toBe(false)
})
