/** Waiting that an abort ends. */
import { setTimeout as sleep } from 'node:timers/promises'

/** An abort ends the wait early, and is no error. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // The waiting caller looks at the signal next.
  }
}
