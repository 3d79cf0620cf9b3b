/** Ends work that takes too long. */

type Limit = { readonly ms: number; readonly outer: AbortSignal }

/**
 * Runs the work with a signal that aborts after `ms`, with a TimeoutError as its reason, or with `outer` and its reason. Timer and listener end
 * with the work; those of `AbortSignal.timeout` and `AbortSignal.any` would stay until a full garbage collection.
 */
export async function withinLimit<T>({ ms, outer }: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const cut = (): void => controller.abort(outer.reason)
  const timer = setTimeout(() => controller.abort(timeoutError()), ms)
  timer.unref()
  if (outer.aborted) cut()
  outer.addEventListener('abort', cut, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', cut)
  }
}

/** The same error that `AbortSignal.timeout` gives. */
const timeoutError = (): DOMException => new DOMException('The operation was aborted due to timeout', 'TimeoutError')
