/** The longest that a handler may run. hub-contract "Requests and answers". */
import { Problem } from '../problems.ts'

/** Runs `work`, and answers 503 when its time is over; the signal tells the work so. What it has committed by then stays. */
export async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    controller.abort()
    over.reject(
      new Problem('dependency-unavailable', {
        detail: 'The request took too long; the same request may be sent again under its idempotency key',
        headers: { 'Retry-After': '5' },
      }),
    )
  }, timeoutMs)
  try {
    return await Promise.race([work(controller.signal), over.promise])
  } finally {
    clearTimeout(timer)
  }
}
