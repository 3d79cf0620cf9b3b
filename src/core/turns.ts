/** Long work gives its turn back, so that what is short need not wait for all of it. */
import type { MaybePromise } from './maybe-promise.ts'

/** So long a turn may last before others have theirs. */
const turnMs = 20

/** Who waits for a turn. In each round of the event loop one of them has it, however many there are. */
const waiting: (() => void)[] = []

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(giveTurn)
  })
}

function giveTurn(): void {
  const go = waiting.shift()
  if (waiting.length > 0) setImmediate(giveTurn)
  go?.()
}

/** Does the work step by step, a turn at a time; its first step has a turn of its own. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  const turns = openTurns(0)
  for (;;) {
    if (turns.isOver()) await turns.next()
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work at once. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work at once, or in turns where it is long. */
export const inTurnsIf = <T>(isLong: boolean, work: Generator<undefined, T>): MaybePromise<T> =>
  isLong ? inTurns(work) : atOnce(work)

/** What `map` makes of each, in slices. */
export function* mapInSlices<T, R>(list: readonly T[], map: (item: T) => R): Generator<undefined, R[]> {
  if (list.length <= itemsOfSlice) return list.map(map)
  const made: R[] = []
  for (let at = 0; at < list.length; at += itemsOfSlice) {
    for (const item of list.slice(at, at + itemsOfSlice)) made.push(map(item))
    yield
  }
  return made
}

/** A few milliseconds at most. */
export const itemsOfSlice = 200

export type Turns = {
  /** The turn has lasted long enough. */
  readonly isOver: () => boolean
  /** Waits until everybody else has had a turn. */
  readonly next: () => Promise<void>
}

/** `began`: on the clock of `performance.now()`. */
export function openTurns(began: number = performance.now()): Turns {
  let since = began
  return {
    isOver: () => performance.now() - since >= turnMs,
    async next() {
      await waitForTurn()
      since = performance.now()
    },
  }
}
