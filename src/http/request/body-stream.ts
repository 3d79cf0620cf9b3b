/** A request body as it comes: bounded in size and time, no more of it held than what was just read. hub-contract "Methods". */
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../core/problems.ts'
import type { BodyLimits } from './body.ts'

/** Ends with 413 or 408 as soon as a limit is passed. */
export async function* streamBody(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge()
  const parts = request.iterator({ destroyOnReturn: false })
  const { promise: late, reject } = Promise.withResolvers<never>()
  late.catch(() => undefined)
  const timer = setTimeout(() => reject(tooLate()), limits.timeoutMs)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([parts.next().catch(lose), late])
      if (done === true) return
      const part = value as Uint8Array
      size += part.byteLength
      if (size > limits.maxBytes) throw tooLarge()
      yield part
    }
  } finally {
    clearTimeout(timer)
    // What nobody wants any more must not stand before the next request of the connection.
    request.resume()
  }
}

const tooLarge = (): Problem => new Problem('payload-too-large', { headers: { Connection: 'close' } })
/** The connection is of no more use once its next request cannot be told from the late body. */
const tooLate = (): Problem => new Problem('request-timeout', { headers: { Connection: 'close' } })
const lose = (cause: unknown): never => {
  throw new Problem('request-timeout', { cause })
}
