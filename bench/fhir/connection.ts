/** A connection of the load client: sends bytes that were built beforehand, and reads just as much of an answer as it has to. RFC 9112. */
import { connect, type Socket } from 'node:net'

export type Answer = { readonly status: number; readonly head: string; readonly body: string }

export type Connection = {
  readonly send: (request: Buffer | string) => Promise<Answer>
  readonly close: () => void
}

const blankLine = Buffer.from('\r\n\r\n')

/** One request at a time. Answers without a Content-Length have no body, or end with the connection. */
export async function openConnection(port: number, readsBodies: boolean): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: PromiseWithResolvers<Answer> | undefined
  let chunks: Buffer[] = []
  let size = 0
  let due = -1
  let head = ''
  const finish = (): void => {
    const body = readsBodies
      ? Buffer.concat(chunks)
          .subarray(-(due === 0 ? size : due))
          .toString('utf8')
      : ''
    const answer = { status: Number(head.slice(9, 12)), head, body }
    const { resolve } = waiting as PromiseWithResolvers<Answer>
    waiting = undefined
    chunks = []
    size = 0
    due = -1
    resolve(answer)
  }
  let left = 0
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (due < 0) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      const end = all.indexOf(blankLine)
      if (end < 0) return
      head = all.toString('latin1', 0, end)
      due = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      left = end + blankLine.length + due
    }
    if (size >= left) finish()
  })
  const fail = (): void => waiting?.reject(new Error('the connection ended'))
  socket.on('error', fail).on('close', fail)
  return {
    send(request) {
      waiting = Promise.withResolvers<Answer>()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

const fhirJson = 'application/fhir+json'

export type RequestParts = {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: string
  /** Default: that of FHIR. */
  readonly mediaType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function requestText({ method, path, token, body, mediaType = fhirJson, headers = {} }: RequestParts): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Accept: ${mediaType}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Type: ${mediaType}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
