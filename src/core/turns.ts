/** Divides long work into turns, so that short work need not wait for all of it. */
import type { MaybePromise } from './maybe-promise.ts'

/** Longest turn before others run. */
const turnMs = 20

/** Works that wait for a turn. Each round of the event loop gives a turn to one of them. */
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

/** Does the work step by step, a turn at a time, beginning with a new turn. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  const turns = openTurns(0)
  for (;;) {
    if (turns.isOver()) await turns.next()
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work without turns. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work at once, or in turns if it is long. */
export const inTurnsIf = <T>(isLong: boolean, work: Generator<undefined, T>): MaybePromise<T> =>
  isLong ? inTurns(work) : atOnce(work)

const noSlices: readonly undefined[] = []

/** Does the work for each: at once for the few items of most lists, which need no generator, in slices for many. */
export const inSlices = <T>(list: readonly T[], work: (item: T) => void): Iterable<undefined> => {
  if (list.length > itemsOfSlice) return sliced(list, work)
  for (const item of list) work(item)
  return noSlices
}

function* sliced<T>(list: readonly T[], work: (item: T) => void): Generator<undefined, void> {
  for (let at = 0; at < list.length; at += itemsOfSlice) {
    for (const item of list.slice(at, at + itemsOfSlice)) work(item)
    yield
  }
}

/** A few milliseconds at most. */
export const itemsOfSlice = 200

export type Turns = {
  /** The turn has lasted long enough. */
  readonly isOver: () => boolean
  /** Waits until all others have had a turn. */
  readonly next: () => Promise<void>
}

/** `began`: by `performance.now()`. */
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
