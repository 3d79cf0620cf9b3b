import { expect, test } from '@jest/globals'
import { inTurns } from '../src/turns.ts'

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

test('D81: what fails in a later turn rejects', async () => {
  function* failing(): Generator<undefined, void> {
    work()
    yield
    throw new Error('later')
  }

  await expect(inTurns(failing())).rejects.toThrow('later')
})
