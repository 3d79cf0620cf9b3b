/** Several consultations at a time, and waiting for work that a server does by itself. */
import { setTimeout as wait } from 'node:timers/promises'

const lanes = 4

/** Maps at most four at a time; the first failure ends it. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const drain = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: lanes }, drain))
  return results
}

type Polling<Result> = {
  readonly read: () => Promise<Result>
  readonly isDone: (result: Result) => boolean
  readonly signal: AbortSignal
}

const pollMs = 100
const patienceMs = 120_000

/** The first result that is done, or after two minutes the last one, done or not. */
export async function poll<Result>({ read, isDone, signal }: Polling<Result>): Promise<Result> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const result = await read()
    if (isDone(result) || Date.now() > deadline) return result
    await wait(pollMs, undefined, { signal })
  }
}
