/** A stop under load: every request is answered, and no connection is reset. RFC 9112 9.6. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { endAll, makeFolder, type Server, startServer, waitUntil } from './processes.ts'

afterAll(endAll)

type Outcome = {
  readonly status?: number
  readonly code?: string
  readonly connection?: string | undefined
  /** By a connection of its own. */
  readonly isFresh?: boolean
}

/** One request; what became of its connection where there is no answer. */
const send = (url: string, agent: Agent | false, headers: Readonly<Record<string, string>>): Promise<Outcome> =>
  new Promise((resolve) => {
    const sent = request(url, { agent, headers: { ...headers, 'x-request-id': newId() } }, (answer) => {
      answer.resume()
      answer.once('error', () => resolve({ code: 'cut' }))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }))
    })
    // Where there is no connection, no request was sent.
    sent.once('error', ({ syscall, code, message }: NodeJS.ErrnoException) =>
      resolve({ code: syscall === 'connect' ? 'not connected' : (code ?? message) }),
    )
    sent.end()
  })

const paths = ['/v1/spokes/whoami', '/fhir/R4/Patient?_count=5', '/fhir/R4/metadata', '/livez']

/** Each goes on until the server takes no more connections. */
async function load(server: Server, clients: number): Promise<readonly Outcome[]> {
  const token = await requestDevelopmentToken(server.base, { role: 'clinician' })
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': developmentTenants[0], 'x-spoke-id': 'connect' }
  const outcomes: Outcome[] = []
  const work = async (turn: number): Promise<void> => {
    // Every fourth opens a connection for each request.
    const agent = turn % 4 === 3 ? false : new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = turn; ; at += 1) {
      const outcome = await send(`${server.base}${paths[at % paths.length]}`, agent, headers)
      outcomes.push({ ...outcome, isFresh: agent === false })
      if (outcome.status === undefined) break
    }
    if (agent !== false) agent.destroy()
  }
  const all = Promise.all(Array.from({ length: clients }, (_, turn) => work(turn)))
  await waitUntil(() => outcomes.length > 20 * clients)
  server.child.kill('SIGTERM')
  await all
  return outcomes
}

test('issue "npm start": a stop under load answers every request, and resets no connection', async () => {
  const dataDirectory = join(makeFolder(), 'data')
  for (let round = 0; round < 4; round += 1) {
    const server = await startServer(dataDirectory)

    const outcomes = await load(server, 24)
    const exit = await server.ended

    const failures = (isOf: boolean) =>
      new Set(outcomes.filter(({ isFresh }) => isFresh === isOf).flatMap(({ code }) => code ?? []))
    expect([...failures(false)]).toEqual(['not connected'])
    // Linux resets who is still in the handshake when a listener closes; no request of theirs has been read. docs/platform.md
    expect(['not connected', 'ECONNRESET']).toEqual(expect.arrayContaining([...failures(true)]))
    expect([...new Set(outcomes.flatMap(({ status }) => status ?? []))]).toEqual([200])
    expect(outcomes.some(({ connection }) => connection === 'close')).toBe(true)
    expect(exit).toEqual({ code: 0, signal: null })
    expect(server.errors()).toBe('')
  }
})

/** All that a connection brings until its end, and whether that was a proper one. */
const readAll = (server: Server, text: string) => {
  const socket = connect(server.port, '127.0.0.1')
  let got = ''
  const ended = new Promise<'end' | 'reset'>((resolve) => {
    socket.on('data', (data) => {
      got += String(data)
    })
    socket.once('end', () => resolve('end'))
    socket.once('error', () => resolve('reset'))
  })
  socket.write(text)
  return { socket, got: () => got, ended }
}

const head = (path: string, more: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`

test('issue "npm start": a stream of events ends as a whole, half a request is served, and a quiet connection is closed', async () => {
  const server = await startServer(join(makeFolder(), 'data'))
  const token = await requestDevelopmentToken(server.base, { role: 'clinician' })
  const own = `Authorization: Bearer ${token}\r\nX-Tenant-Id: ${developmentTenants[0]}\r\nX-Spoke-Id: connect\r\nX-Request-Id: ${newId()}\r\n`
  const events = readAll(server, head('/v1/events', `${own}\r\n`))
  const quiet = readAll(server, head('/livez', '\r\n'))
  const half = readAll(server, head('/livez', 'X-Half: '))
  await waitUntil(() => events.got().includes('retry:') && quiet.got().includes('"ok"'))

  server.child.kill('SIGTERM')
  await waitUntil(async () => (await fetch(`${server.base}/readyz`).catch(() => undefined))?.status !== 200)
  half.socket.write('1\r\n\r\n')
  const ends = await Promise.all([events.ended, quiet.ended, half.ended])
  const exit = await server.ended

  expect(ends).toEqual(['end', 'end', 'end'])
  // RFC 9112 7.1: the last chunk.
  expect(events.got().endsWith('0\r\n\r\n')).toBe(true)
  expect(half.got()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*"ok"/s)
  expect(exit).toEqual({ code: 0, signal: null })
})
