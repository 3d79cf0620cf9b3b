/** Bodies of the development issuer's own two forms: short text or none. */
import type { IncomingMessage } from 'node:http'

const maxBytes = 8 * 1024

/** The body as text; undefined if it is too long for such a form. */
export async function readSmallBody(request: IncomingMessage, most: number = maxBytes): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}
