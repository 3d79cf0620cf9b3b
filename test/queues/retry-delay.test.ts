/** How long a repetition waits. RFC 9110 10.2.3. */
import { expect, test } from '@jest/globals'
import { retryDelayMs } from '../../queues/retry-delay.ts'
import { statusReceipt } from '../../src/channels/fhir/receipt.ts'
import { parseRetryAfter } from '../../src/outbound/retry-after.ts'

const now = new Date('2026-11-08T08:49:37.000Z')
const rule = { baseMs: 100, maxMs: 60_000 }

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sun, 08 Nov 2026 08:50:37 GMT', 60_000],
  ['Sunday, 08-Nov-26 08:50:37 GMT', 60_000],
  ['Sun Nov  8 08:50:37 2026', 60_000],
  ['Sun, 08 Nov 2026 08:00:00 GMT', 0],
])('RFC 9110 10.2.3: %p asks for a wait', (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected)
})

test.each([
  undefined,
  '',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'soon',
  '2026-11-08T08:50:37Z',
  'Sun, 99 Nov 2026 08:50:37 GMT',
  'Sun, 08 Nov 2026 08:50:37 AEST',
  '99999999999999999999',
  '120, 240',
])('RFC 9110 10.2.3: %p means nothing', (value) => {
  expect(parseRetryAfter(value, now)).toBeUndefined()
})

test('docs/channels.md: the receiver’s wait is obeyed up to the longest wait of the rule', () => {
  const delayOf = (retryAfterMs?: number) => retryDelayMs(rule, 1, statusReceipt(503, retryAfterMs))

  expect(delayOf(20_000)).toBe(20_000)
  expect(delayOf(3_600_000)).toBe(60_000)
  for (const own of [delayOf(), delayOf(0), delayOf(1)]) {
    expect(own).toBeGreaterThanOrEqual(50)
    expect(own).toBeLessThanOrEqual(100)
  }
})

test('docs/channels.md: an answer that is final asks for no repetition', () => {
  expect(statusReceipt(422, 5_000)).toEqual({
    ...{ state: 'rejected', reason: 'refused-by-receiver', acknowledgement: '422' },
    ...{ retry: false, unknown: false },
  })
  expect(statusReceipt(429, 5_000)).toMatchObject({ state: 'failed', retryAfterMs: 5_000 })
})
