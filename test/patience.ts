/** Waits for work that a server or a worker does by itself: looks again and again, and names its goal after five minutes. */
import { setTimeout as sleep } from 'node:timers/promises'

/** A long transaction of another test holds back events: which of them are over is known for the whole PostgreSQL server. */
export const patienceMs = 300_000
const betweenMs = 20

/** Reads until `isDone`. The error has the source of both functions, and the last value. */
export async function waitFor<T>(
  read: () => T | Promise<T>,
  isDone: (value: T) => boolean,
  boundMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + boundMs
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() > deadline)
      throw new Error(`not within ${boundMs / 1000} s: ${isDone} of ${read}, at last ${JSON.stringify(value)}`)
    await sleep(betweenMs)
  }
}

export async function waitUntil(condition: () => boolean | Promise<boolean>, boundMs = patienceMs): Promise<void> {
  const deadline = Date.now() + boundMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${boundMs / 1000} s: ${condition}`)
    await sleep(betweenMs)
  }
}
