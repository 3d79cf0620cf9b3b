/** A request body as it arrives: bounded in size and time, only the latest part in memory. docs/design/hub.md#routes. */
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../core/problems.ts'
import type { BodyLimits } from './body.ts'

/** Ends with 413 or 408 as soon as a limit is passed. */
export async function* streamBody(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge()
  const parts = request.iterator({ destroyOnReturn: false })
  const { promise: late, reject } = Promise.withResolvers<never>()
  // The race below reports it; after the race nobody does.
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
    // An unwanted rest must not stay in front of the connection's next request.
    request.resume()
  }
}

const tooLarge = (): Problem => new Problem('payload-too-large', { headers: { Connection: 'close' } })
/** The connection is useless once its next request cannot be told from the late body. */
const tooLate = (): Problem => new Problem('request-timeout', { headers: { Connection: 'close' } })
const lose = (cause: unknown): never => {
  throw new Problem('request-timeout', { cause })
}
