/** Work of a worker process that is done again and again, with a pause in between. One that fails is logged, and done again after the pause. */
import { errorFields, type Log } from '../../src/core/log.ts'
import { pause } from '../../src/core/pause.ts'

export type Repeating = { readonly stop: () => Promise<void> }

type Work = {
  readonly everyMs: number
  /** `sweeper.error`: the log event of a failure. */
  readonly failure: string
  readonly log: Log
  /** Gets a signal that the process stops. */
  readonly work: (stopping: AbortSignal) => Promise<unknown>
}

/** `stop` begins no more work, and waits for the end of what is under way. */
export function repeat({ everyMs, failure, log, work }: Work): Repeating {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => log.warn(failure, errorFields(error)))
      await pause(everyMs, signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
