import { expect, test } from '@jest/globals'
import { ByteRoom } from '../../src/core/cache/byte-room.ts'

const mebibyte = 1024 * 1024

/** Takes room and tells whether it has it. */
function take(room: ByteRoom, bytes: number) {
  const place = room.open()
  const state = { isIn: false, leave: place.leave, take: place.take }
  const taken = place.take(bytes)
  if (taken === undefined) state.isIn = true
  else void taken.then(() => (state.isIn = true))
  return state
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('docs/scaling.md#what-to-set: large bodies wait for room in their order, and small ones never', async () => {
  const room = new ByteRoom(4 * mebibyte)
  const bodies = [3, 2, 1].map((size) => take(room, size * mebibyte))
  const small = take(room, 100_000)

  expect([...bodies, small].map(({ isIn }) => isIn)).toEqual([true, false, false, true])

  bodies[0]?.leave()
  await settled()
  expect(bodies.map(({ isIn }) => isIn)).toEqual([true, true, true])
})

test('docs/scaling.md#what-to-set: a body larger than the room has it alone, and what is given back twice counts once', async () => {
  const room = new ByteRoom(4 * mebibyte)
  const huge = take(room, 100 * mebibyte)
  const next = take(room, mebibyte)
  await settled()
  expect([huge.isIn, next.isIn]).toEqual([true, false])

  huge.leave()
  huge.leave()
  await settled()
  const third = take(room, 4 * mebibyte)
  await settled()
  expect([next.isIn, third.isIn]).toEqual([true, false])
})

test('docs/scaling.md#what-to-set: a body that needs more than it said gives its room back before it waits, so that two never wait for each other', async () => {
  const room = new ByteRoom(4 * mebibyte)
  const one = take(room, 2 * mebibyte)
  const other = take(room, 2 * mebibyte)
  const reached: string[] = []

  void Promise.resolve(one.take(3 * mebibyte)).then(() => reached.push('one'))
  void Promise.resolve(other.take(3 * mebibyte)).then(() => reached.push('other'))
  await settled()
  one.leave()
  await settled()

  expect(reached).toEqual(['one', 'other'])
})
