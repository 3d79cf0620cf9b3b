import { expect, test } from '@jest/globals'
import { after, attempt, ending, type MaybePromise } from '../../src/core/maybe-promise.ts'

const thrown = new Error('thrown')
const works: readonly [string, () => MaybePromise<number>][] = [
  ['at once', () => 1],
  ['later', async () => 1],
]
const failures: readonly [string, () => MaybePromise<number>][] = [
  [
    'thrown',
    () => {
      throw thrown
    },
  ],
  ['rejected', () => Promise.reject(thrown)],
]

test.each(works)('ARCHITECTURE.md: what is made %s goes on, and its end is told once', async (_name, work) => {
  let ends = 0
  const made = ending(
    () => after(work(), (value) => value + 1),
    () => {
      ends += 1
    },
  )

  expect(await made).toBe(2)
  expect(ends).toBe(1)
})

test('ARCHITECTURE.md: nothing waits where there is nothing to wait for', () => {
  const made = attempt(
    () => after(1, (value) => value + 1),
    () => 0,
  )

  expect(made).toBe(2)
})

test.each(failures)(
  'ARCHITECTURE.md: an error that is %s is handled, or goes on after the end',
  async (_name, work) => {
    let ends = 0
    const end = () => {
      ends += 1
    }

    expect(await attempt(work, (error) => (error === thrown ? 7 : 0))).toBe(7)
    await expect((async () => ending(work, end))()).rejects.toBe(thrown)
    expect(ends).toBe(1)
  },
)
