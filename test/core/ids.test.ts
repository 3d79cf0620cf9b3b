/** Identifiers: UUIDv7. RFC 9562 5.7. */
import { expect, test } from '@jest/globals'
import { isUuid, newId } from '../../src/core/ids.ts'

test('RFC 9562 5.7: an identifier begins with its milliseconds, then come version, variant and random bits', () => {
  const at = Date.parse('2022-02-22T14:22:22-05:00')

  // The time of the example in RFC 9562 A.6.
  expect(newId(at)).toMatch(/^017f22e2-79b0-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(isUuid(newId())).toBe(true)
})

test('RFC 9562 6.9: no two are the same, and every random bit is now set and now clear', () => {
  const ids = Array.from({ length: 2_000 }, () => newId(0))
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`))
  const every = bits.reduce((all, one) => all & one)
  const some = bits.reduce((all, one) => all | one)

  expect(new Set(ids).size).toBe(ids.length)
  expect(every.toString(16)).toBe('70008000000000000000')
  expect(some.toString(16)).toBe('7fffbfffffffffffffff')
})
