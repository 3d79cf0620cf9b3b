/** Requests that `fetch` would not send: repeated headers, late bodies, no HTTP at all. */
import { connect } from 'node:net'

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string }

/** Sends `text` as it is and answers what came back before the server closed the connection. */
export async function sendRaw(base: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.write(text)
  await new Promise((resolve) => socket.once('close', resolve))
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

export const rawGet = (path: string, headers: readonly (readonly [string, string])[]): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    '',
  ].join('\r\n')
