/** Paces a loop that looks for work: it runs when woken, or after a while. */
import { pause } from '../src/core/pause.ts'

export type Pace = {
  /** Waits until it is woken, or `ms` have passed, but at least its rest. Answers whether it was woken. */
  readonly wait: (ms: number) => Promise<boolean>
}

type Pacing = {
  /** Calls the listener whenever there may be work. */
  readonly listen: (listener: () => void) => void
  /** Shortest time between two looks, however often it is woken. */
  readonly restMs: number
  readonly signal: AbortSignal
}

export function openPace({ listen, restMs, signal }: Pacing): Pace {
  let isWoken = false
  let wake: () => void = () => undefined
  listen(() => {
    isWoken = true
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  const waitForWake = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    async wait(ms) {
      if (restMs > 0) await pause(restMs, signal)
      if (!isWoken && !signal.aborted && ms > restMs) await waitForWake(ms - restMs)
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
  }
}
