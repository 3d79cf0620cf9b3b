/** A file that is sent in parts: compressed as stored if the client takes that, else uncompressed. RFC 9110 12.5.3. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Context } from '../../http/request/request-state.ts'
import type { FhirReply } from '../exchange.ts'

type File = NonNullable<FhirReply['file']>

export function writeFile(ctx: Context, { mediaType, gzip }: File, isCompressed: boolean): void {
  ctx.set('Content-Type', mediaType)
  ctx.vary('Accept-Encoding')
  const bytes = Readable.from(gzip, { objectMode: false, highWaterMark: 1 })
  if (isCompressed) {
    ctx.set('Content-Encoding', 'gzip')
    ctx.body = bytes
    return
  }
  // If either stream ends too early, so does the reply.
  ctx.body = pipeline(bytes, createGunzip(), () => undefined)
}
