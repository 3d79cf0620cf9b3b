import { expect, test } from '@jest/globals'
import { inTurns } from '../../src/core/turns.ts'

/** As long as a turn may last. */
function work(): void {
  const began = performance.now()
  while (performance.now() - began < 20);
}

function* steps(count: number): Generator<undefined, string> {
  for (let step = 0; step < count; step += 1) {
    work()
    yield
  }
  return 'done'
}

test('D81: after each turn of work everybody else has one', async () => {
  let turns = 0
  const turn = (): void => {
    turns += 1
    if (turns < 100) setImmediate(turn)
  }
  setImmediate(turn)

  expect(await inTurns(steps(5))).toBe('done')
  expect(turns).toBeGreaterThanOrEqual(5)
  turns = 100
})

test('D81: of several one has a turn in each round of the event loop', async () => {
  let [rounds, isOver] = [0, false]
  const round = (): void => {
    rounds += 1
    if (!isOver) setImmediate(round)
  }
  setImmediate(round)

  await Promise.all(Array.from({ length: 5 }, () => inTurns(steps(3))))
  isOver = true

  expect(rounds).toBeGreaterThanOrEqual(15)
})

test('D81: what fails in a later turn rejects', async () => {
  function* failing(): Generator<undefined, void> {
    work()
    yield
    throw new Error('later')
  }

  await expect(inTurns(failing())).rejects.toThrow('later')
})
