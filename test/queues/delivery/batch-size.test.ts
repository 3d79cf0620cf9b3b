import { expect, test } from '@jest/globals'
import { mostAtOnce, openBatchSize } from '../../../queues/delivery/batch-size.ts'

test('D206: a lane claims one, then twice as many each time, and never more than fifty', () => {
  const size = openBatchSize()

  const sizes = Array.from({ length: 8 }, () => {
    const sent = size.next()
    size.grow({ sent, claimMs: 10, sendMs: sent })
    return sent
  })

  expect(sizes).toEqual([1, 2, 4, 8, 16, 32, 50, 50])
  expect(mostAtOnce).toBe(50)
})

test('D206: a batch is no larger than goes out while its check counts, and begins anew after one that ended early', () => {
  const size = openBatchSize()
  for (let at = 0; at < 6; at += 1) size.grow({ sent: size.next(), claimMs: 0, sendMs: size.next() })

  size.grow({ sent: 50, claimMs: 100, sendMs: 2_000 })
  const slower = size.next()
  size.grow({ sent: 10, claimMs: 100, sendMs: 300_000 })
  const hanging = size.next()
  for (let at = 0; at < 4; at += 1) size.grow({ sent: size.next(), claimMs: 0, sendMs: size.next() })
  size.reset()

  expect([slower, hanging, size.next()]).toEqual([10, 1, 1])
})
