/** When somebody who works through what others leave looks next: when woken, or after a while. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Pace = {
  /** Waits until somebody wakes it, or `ms` are over, but never less than its rest. Answers whether somebody woke it. */
  readonly wait: (ms: number) => Promise<boolean>
}

type Pacing = {
  /** Has the listener called whenever there may be something to do. */
  readonly listen: (listener: () => void) => void
  /** At least so long from one look to the next, however often it is woken. */
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
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    async wait(ms) {
      if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => undefined)
      if (!isWoken && !signal.aborted && ms > restMs) await pause(ms - restMs)
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
  }
}
