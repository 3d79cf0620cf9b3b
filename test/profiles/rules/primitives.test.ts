/** Values of primitives, with the verdict of org.hl7.fhir.validation 6.6.7 as measured. */
import { describe, expect, test } from '@jest/globals'
import type { JsonValue } from '../../../src/core/json.ts'
import { finding } from '../../../src/profiles/findings.ts'
import { primitives } from '../../../src/profiles/rules/primitives.ts'

const isRefused = (type: string, value: JsonValue): boolean => {
  const rule = primitives[type]?.(value)
  return rule !== undefined && finding(rule, '').severity === 'error'
}

const uuid = 'c757873d-ec9a-4326-a141-556f43239520'

// biome-ignore format: one row a type
const accepted: readonly (readonly [type: string, ...values: JsonValue[]])[] = [
  ['base64Binary', 'YWJj', 'YWI=', 'YQ==', 'YW Jj', 'YWJj\nYWJj', ' YWJj', 'YWJj ', 'YR=='],
  ['boolean', true, false],
  ['canonical', 'http://a.b/c', 'http://a.b/c|1.0', 'http://a.b/c#x', '#x', `urn:uuid:${uuid}`, 'http://a.b/c|', 'http://a.b|1|2'],
  ['code', 'a', 'a b', 'a-b'],
  ['date', '2020', '2020-02', '2020-02-29', '0001', '1000', '2999', '9999-12-31', '1799'],
  ['dateTime', '2020', '2020-02-01T10:00:00Z', '2020-02-01T10:00:60Z', '2020-02-01T23:59:60Z', '2020-02-01T10:00:00.123456789Z', '2020-02-01T10:00:00.1234567890Z', '2020-02-01T10:00:00+14:00', '2020-02-01T10:00:00-13:59'],
  ['decimal', 1.5, 1e30, 1e-30],
  ['id', 'a', 'x'.repeat(64), 'a.b-c', 'A'],
  ['instant', '2020-02-01T10:00:00Z', '2020-02-01T10:00:00.000+10:00', '2020-02-01T10:00:60Z'],
  ['integer', 0, -5, 2147483647, -2147483648],
  ['markdown', 'a', ' a', ' ', '<b>x</b>', 'a\n\n* b', '<script>alert(1)</script>', '    indented', '&lt;b&gt;'],
  ['oid', 'urn:oid:2.16.840.1.113883', 'urn:oid:1.2.36.1'],
  ['positiveInt', 1, 2147483647],
  ['string', 'a', ' a', 'a ', ' ', '\t', 'a\u00a0', '<b>x</b>', 'a < b', '<script>x</script>', '\u202edog', '\ufffe', 'a\u007fb', '😀'],
  ['time', '10:00:00', '10:00:60', '23:59:59'],
  ['unsignedInt', 0],
  ['uri', 'http://a.b/c', 'a', 'urn:x', `urn:uuid:${uuid}`, '/x', '#x', 'http://a.b/<c>', 'http://é.fr', 'urn:', 'http://', 'http://a|b', '%zz', 'mailto:a@b', 'http://a.b/{x}',
    ...['1.3', '1.3.3', '1.3.6', '1.2.3.4', '1.39.3', '2.16.840', '2.999.1', '0.1.2.3'].map((oid) => `urn:oid:${oid}`)],
  ['url', 'http://a.b/c', 'a', 'x/y', 'ftp://x', 'mailto:a@b', '#a'],
  ['uuid', `urn:uuid:${uuid}`, 'urn:uuid:c757873d-ec9a-0326-0141-556f43239520'],
]

// biome-ignore format: one row a type
const refused: typeof accepted = [
  ['base64Binary', 'YQ', 'YQ=', 'Y', 'YWJj=', 'YW-_', ''],
  ['boolean', 'true', 1],
  ['canonical', 'x', 'Patient/1', 'http://a b', '|1'],
  ['code', ' a', 'a  b', 'a\tb', 'a\nb', 'a ', '\u00a0a', 'a\u00a0b'],
  ['date', '2021-02-29', '2020-13', '2020-02-30', '2020-1-1', '0000', '2020-04-31', '1900-02-29', '2020-02-02T10:00:00Z', '20200101', ' 2020', '20'],
  ['dateTime', '2020-02-01T10:00:00', '2020-02-01T10:00Z', '2020-02-01T24:00:00Z', '2020-02-01T10:00:61Z', '2020-02-01T10:60:00Z', '2020-02-01T10:00:00+15:00', '2021-02-29T10:00:00Z', '2020-02-01T', '2020-02-01 10:00:00Z', '2020-02-01T10:00:00z', '2020-02T10:00:00Z', '2020-02-01T10Z', '2020-02-01T10:00:00+0100', '2020-02-01T10:00:00.Z', '2020-04-31T10:00:00Z'],
  ['decimal', '1.5'],
  ['id', 'a_b', 'x'.repeat(65), 'a b'],
  ['instant', '2020-02-01', '2020-02-01T10:00:00', '2021-02-29T10:00:00Z', '2020-02-01T10:00Z', '2021-04-31T10:00:00Z'],
  ['integer', 2147483648, -2147483649, 1.5, '5'],
  ['oid', '1.2.3', 'urn:oid:1', 'urn:oid:1.2.3', 'urn:oid:1.2.03', 'urn:oid:3.2', 'urn:oid:1.2.3.'],
  ['positiveInt', 0, -1, 2147483648],
  ['string', 'x'.repeat(1024 * 1024 + 1)],
  ['time', '10:00', '24:00:00', '10:00:61', '10:00:00Z', '1:00:00'],
  ['unsignedInt', -1],
  ['uri', 'http://a b', ' http://a', 'http://a\tb', 'oid:1.2.3', 'uuid:123', 'urn:uuid:x', `urn:uuid:${uuid.toUpperCase()}`, '',
    ...['x', '1', '1.02', '3.2', '1.2', '1.2.3', '1.2.36', '1.4.3', '0.1.2', '2.5.4'].map((oid) => `urn:oid:${oid}`)],
  ['url', 'http://a b', 'urn:oid:1.2'],
  ['uuid', uuid, 'urn:uuid:1', `urn:uuid:${uuid.toUpperCase()}`],
]

const each = (rows: typeof accepted) => rows.flatMap(([type, ...values]) => values.map((value) => ({ type, value })))

describe('R4 datatypes.html#primitive: the verdict is the one of the reference validator', () => {
  test('R4 datatypes.html#primitive: what it accepts', () => {
    expect(each(accepted).filter(({ type, value }) => isRefused(type, value))).toEqual([])
  })

  test('R4 datatypes.html#primitive: what it refuses', () => {
    expect(each(refused).filter(({ type, value }) => !isRefused(type, value))).toEqual([])
  })
})

// The reference takes the second and third, against RFC 4648, and no fraction of a second in a time, which R4 has.
test('D40: where the standard says otherwise than the reference, it holds', () => {
  expect(isRefused('time', '10:00:00.5')).toBe(false)
  expect(isRefused('base64Binary', '!!!!')).toBe(true)
  expect(isRefused('base64Binary', 'YW=j')).toBe(true)
})

test.each([
  ['string', ' a', 'blank-edge'],
  ['string', 'a\u0001b', 'control-character'],
  ['string', '  ', 'blank-value'],
  ['date', '1700', 'date-unlikely'],
  ['base64Binary', 'YW Jj', 'base64-blank'],
])('R4 datatypes.html#primitive: what is allowed and unlikely to be meant is a warning: %s %j', (type, value, rule) => {
  expect(primitives[type]?.(value)).toBe(rule)
})
