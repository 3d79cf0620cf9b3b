/** A form with one file that is read while it is sent. RFC 7578. */
import { randomUUID } from 'node:crypto'
import type { StreamedBody } from '../../outbound/request.ts'

/** Names and types are ours, never a caller's. */
export type FormFile = {
  readonly name: string
  readonly fileName: string
  readonly mediaType: string
  readonly bytes: number
  readonly parts: AsyncIterable<Uint8Array>
}

export type Form = { readonly contentType: string; readonly body: StreamedBody }

export function buildForm(fields: readonly (readonly [name: string, value: string])[], file: FormFile): Form {
  const boundary = `banksia-${randomUUID()}`
  const head = Buffer.from(
    [
      ...fields.map(
        ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.name}"; filename="${file.fileName}"\r\n`,
      `Content-Type: ${file.mediaType}\r\n\r\n`,
    ].join(''),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const bytes = head.length + file.bytes + tail.length
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: { bytes, parts: join(head, file, tail) } }
}

async function* join(head: Uint8Array, { parts }: FormFile, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head
  yield* parts
  yield tail
}
