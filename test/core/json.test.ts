/** The reader of untrusted JSON and its writer. RFC 8259; docs/design/store.md#resources. */
import { expect, test } from '@jest/globals'
import { canonicalJson } from '../../src/core/json/canonical-json.ts'
import {
  JsonError,
  type JsonObject,
  parseJson,
  parseJsonBytes,
  stringifyJson,
  tryParseJson,
} from '../../src/core/json.ts'

const kept = [
  '{"a":1.00,"b":[1.10,0.0,-0.50],"c":{"d":1e2}}',
  '[1.0,2,{"x":3.000}]',
  '{"z":1,"a":2,"10":3}',
  '"\\u00e9"',
  '{"empty":{},"list":[],"s":"a\\nb\\"c\\\\"}',
  'null',
  '[123456789012345678901234567890.5]',
]

test.each(kept)('docs/design/store.md#resources: number text and member order are kept: %s', (text) => {
  const canonical = text.replace('\\u00e9', 'é')

  // JavaScript puts names that are whole numbers first, whatever their order was.
  expect(stringifyJson(parseJson(text))).toBe(text.includes('"10"') ? '{"10":3,"z":1,"a":2}' : canonical)
})

test('docs/design/store.md#resources: number text is kept through spread, and dropped where the number changed', () => {
  const object = parseJson('{"a":1.00,"b":2.50}') as JsonObject

  expect(stringifyJson({ ...object, b: 3 })).toBe('{"a":1.00,"b":3}')
})

const refused = [
  ['{"a":1,"a":2}', 'duplicate member name', 1, 8],
  ['{"__proto__":1}', 'forbidden member name', 1, 2],
  ['{"a":\n "b\u0000"}', 'control character in string', 2, 4],
  ['{"a":"\\u0000"}', 'NUL in string', 1, 6],
  ['{"a":"\\ud800"}', 'lone surrogate in string', 1, 6],
  ['{"a":"\\udc00\\ud800"}', 'lone surrogate in string', 1, 6],
  ['[1,]', 'unexpected character', 1, 4],
  ['[1 2]', 'expected a comma or ]', 1, 4],
  ['{"a" 1}', 'expected a colon', 1, 6],
  ['{a:1}', 'expected a member name', 1, 2],
  ['{"a":01}', 'expected a comma or }', 1, 7],
  ['{"a":+1}', 'unexpected character', 1, 6],
  ['{"a":1e999}', 'number out of range', 1, 6],
  ['{"a":NaN}', 'unexpected character', 1, 6],
  ['{"a":tru}', 'unexpected character', 1, 6],
  ['{"a":"\\x"}', 'malformed escape', 1, 7],
  ['{"a":"\\u12g4"}', 'malformed escape', 1, 7],
  ['{"a":"b', 'unexpected end of string', 1, 8],
  ['{"a":"\\n\\x","b":1}', 'malformed escape', 1, 9],
  ['{"a":"\\n\u0001"}', 'control character in string', 1, 9],
  ['{"a":"\\\\\\"', 'unexpected end of string', 1, 11],
  ['{"a":"\\', 'malformed escape', 1, 7],
  ['{"a":"\\ud800"}', 'lone surrogate in string', 1, 6],
  ['{"a":"\\u0000"}', 'NUL in string', 1, 6],
  ['', 'unexpected end', 1, 1],
  ['{} {}', 'unexpected text after the value', 1, 4],
  [`${'['.repeat(65)}1${']'.repeat(65)}`, 'nested too deeply', 1, 65],
] as const

test.each(refused)('spec 7: %j is refused: %s', (text, reason, line, column) => {
  const read = () => parseJson(text)

  expect(read).toThrow(JsonError)
  expect(read).toThrow(expect.objectContaining({ reason, line, column }))
})

test('spec 7: a fault behind many escapes is named by its own place', () => {
  const escapes = '\\"\\\\'.repeat(5_000)

  expect(parseJson(`"${escapes}"`)).toHaveLength(10_000)
  expect(() => parseJson(`"${escapes}\\x"`)).toThrow(
    expect.objectContaining({ reason: 'malformed escape', line: 1, column: 20_002 }),
  )
})

test('spec 7: what is no UTF-8 is refused', () => {
  expect(() => parseJsonBytes(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not UTF-8')
})

test.each(['', '<html>', '{"a":1,"a":2}', Buffer.from([0xff]), Buffer.from('{')])(
  'spec 7: nothing is read of %j, which is no JSON',
  (given) => {
    expect(tryParseJson(given)).toBeUndefined()
  },
)

test('spec 7: a text and its bytes give the same value, also null', () => {
  expect(['null', '{"a":1}'].map(tryParseJson)).toEqual([null, { a: 1 }])
  expect(['null', '{"a":1}'].map((text) => tryParseJson(Buffer.from(text)))).toEqual([null, { a: 1 }])
})

test('spec 7: an error never holds the text that was read', () => {
  for (const [text] of refused) {
    try {
      parseJson(text.replace('a', 'Zebulon'))
    } catch (error) {
      expect(String(error)).not.toContain('Zebulon')
    }
  }
})

test('docs/design/store.md#resources: what JSON.parse takes is read alike, over generated documents', () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const generate = (depth: number): unknown => {
    const kind = random(depth > 4 ? 5 : 7)
    if (kind === 0) return random(1_000_000) / 1000 - 300
    if (kind === 1) return String.fromCodePoint(32 + random(90), 0x1f600 + random(50), 10, 34, 92, 0xe9)
    if (kind === 2) return random(2) === 0
    if (kind === 3) return null
    if (kind === 4) return random(9)
    if (kind === 5) return Array.from({ length: random(5) }, () => generate(depth + 1))
    return Object.fromEntries(Array.from({ length: random(5) }, (_, at) => [`k${at} é`, generate(depth + 1)]))
  }

  for (let round = 0; round < 500; round += 1) {
    const value = generate(0)
    expect(parseJson(JSON.stringify(value, null, random(3)))).toEqual(value)
    expect(stringifyJson(value)).toBe(JSON.stringify(value))
  }
})

test.each([
  ['{"b":[1.50,{"d":1,"c":2}],"a":"x"}', ' { "a" : "\\u0078",\n"b":[ 15e-1 , {"c":2.0,"d":1} ] } '],
  ['[0,0,0]', '[-0,0.00,0e9]'],
  ['[100,1e2]', '[1e2,100.0]'],
  ['[0.001]', '[1E-3]'],
  ['[123456789012345678901234567890.5]', '[1234567890123456789012345678905e-1]'],
  ['3', '3.0'],
  ['{"10":1,"9":2}', '{"9":2,"10":1}'],
])('R5.4: %s and %s are the same JSON', (one, two) => {
  expect(canonicalJson(parseJson(two))).toBe(canonicalJson(parseJson(one)))
})

test.each([
  ['[1,2]', '[2,1]'],
  ['[123456789012345678901234567890.5]', '[123456789012345678901234567890.6]'],
  ['{"a":null}', '{}'],
  ['{"a":"1"}', '{"a":1}'],
  ['[]', '{}'],
  ['[-1]', '[1]'],
  ['[1]', '[10]'],
  ['{"a,b":1}', '{"a":1,"b":1}'],
])('R5.4: %s and %s are not', (one, two) => {
  expect(canonicalJson(parseJson(two))).not.toBe(canonicalJson(parseJson(one)))
})
