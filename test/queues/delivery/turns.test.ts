/** The time between two messages of a channel with a rate. docs/channels.md#limits; D249. */
import { expect, test } from '@jest/globals'
import { findInterval } from '../../../queues/delivery/turns.ts'

// biome-ignore format: one row a line
test.each([
  { limits: {},                                  everyMs: undefined },
  { limits: { maxBytes: 5_000 },                 everyMs: undefined },
  { limits: { perSecond: 4 },                    everyMs: 250 },
  { limits: { perMinute: 30 },                   everyMs: 2_000 },
  { limits: { perSecond: 4, perMinute: 30 },     everyMs: 2_000 },
  { limits: { perSecond: 1, perMinute: 6_000 },  everyMs: 1_000 },
])('D249: $limits: a message every $everyMs ms', ({ limits, everyMs }) => {
  expect(findInterval(limits)).toBe(everyMs)
})
