/** Sends what `fetch` would not: any method, path, header and bytes, over connections that are kept. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Instead of all that: bytes as they go over the wire. */
  readonly raw?: Uint8Array
}

export type FuzzAnswer = {
  /** 0 where the connection ended without one. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type FuzzClient = { readonly send: (asked: FuzzRequest) => Promise<FuzzAnswer>; readonly close: () => void }

const none: FuzzAnswer = { status: 0, headers: {}, text: '' }
/** A server that says nothing for so long hangs. */
const patienceMs = 300_000

export function openFuzzClient(base: string, connections: number): FuzzClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(base)
  return {
    send: (asked) =>
      asked.raw === undefined ? sendWith(agent, base, asked) : sendRaw(Number(port), hostname, asked.raw),
    close: () => agent.destroy(),
  }
}

function sendWith(agent: Agent, base: string, asked: FuzzRequest): Promise<FuzzAnswer> {
  const { method, path, headers, body } = asked
  const { hostname, port } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>()
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  const options = { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: patienceMs }
  const sent = request(options, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', () => resolve(none))
    answer.on('end', () => {
      const own = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(own), text })
    })
  })
  sent.on('timeout', () => reject(new Error('no answer in time')))
  // A connection that was kept may have ended meanwhile; a body that is refused before it is read may end its own.
  sent.on('error', () => resolve(sent.reusedSocket ? sendWith(new Agent(), base, asked) : none))
  sent.end(body)
  return promise
}

/** The first answer on the wire; the connection ends a moment after the bytes are out. */
function sendRaw(port: number, hostname: string, bytes: Uint8Array): Promise<FuzzAnswer> {
  const { promise, resolve } = Promise.withResolvers<FuzzAnswer>()
  const socket = connect(port, hostname)
  const chunks: Buffer[] = []
  const finish = (): void => {
    socket.destroy()
    resolve(parseAnswer(Buffer.concat(chunks).toString('utf8')))
  }
  const giveUp = setTimeout(finish, 300)
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (chunks.length === 1) setTimeout(finish, 50)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(giveUp)
    finish()
  })
  socket.write(bytes)
  return promise
}

function parseAnswer(text: string): FuzzAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { status: Number(first.split(' ')[1] ?? 0), headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') }
}
