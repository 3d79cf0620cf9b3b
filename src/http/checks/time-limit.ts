/** Bounds the time of a handler. docs/design/hub.md#requests-and-answers. */

import type { MaybePromise } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'

/** Signals the end of the time; most work never asks for the signal. */
class Limit {
  #controller: AbortController | undefined
  #isOver = false

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort()
    return this.#controller.signal
  }

  end(): void {
    this.#isOver = true
    this.#controller?.abort()
  }
}

/** Runs `work`, and answers 503 when its time is over; the limit's signal tells the work. Committed changes stay. */
export function within<T>(
  timeoutMs: number,
  work: (limit: { readonly signal: AbortSignal }) => MaybePromise<T>,
): MaybePromise<T> {
  const limit = new Limit()
  const made = work(limit)
  if (!(made instanceof Promise)) return made
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      limit.end()
      reject(tookTooLong())
    }, timeoutMs)
    made.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

const tookTooLong = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: 'The request took too long; the same request may be sent again under its idempotency key',
    headers: { 'Retry-After': '5' },
  })
