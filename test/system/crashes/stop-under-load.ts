/** A server that is stopped while many ask it. RFC 9112 9.6. */
import { Agent, request } from 'node:http'
import { expect } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { requestDevelopmentToken } from '../../../src/identity/development-token.ts'
import { waitUntil } from '../../patience.ts'
import { type Server, startServer } from '../processes.ts'

type Outcome = {
  readonly status?: number
  readonly code?: string
  readonly connection?: string | undefined
  /** Its connection was new: a client opens one for each request, at its first, and after one that was closed. */
  readonly isFresh: boolean
}

/** One request; the state of its connection if there is no answer. */
const send = (url: string, agent: Agent | false, headers: Readonly<Record<string, string>>): Promise<Outcome> =>
  new Promise((resolve) => {
    const sent = request(url, { agent, headers: { ...headers, 'x-request-id': newId() } }, (answer) => {
      answer.resume()
      answer.once('error', () => end({ code: 'cut' }))
      answer.once('end', () => end({ status: answer.statusCode ?? 0, connection: answer.headers.connection }))
    })
    const end = (outcome: Omit<Outcome, 'isFresh'>): void => resolve({ ...outcome, isFresh: !sent.reusedSocket })
    // Without a connection no request was sent.
    sent.once('error', ({ syscall, code, message }: NodeJS.ErrnoException) =>
      end({ code: syscall === 'connect' ? 'not connected' : (code ?? message) }),
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
      outcomes.push(outcome)
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

export async function expectCleanStop(dataDirectory: string): Promise<void> {
  const server = await startServer(dataDirectory)

  const outcomes = await load(server, 24)
  const exit = await server.ended

  const failures = (isOf: boolean) =>
    new Set(outcomes.filter(({ isFresh }) => isFresh === isOf).flatMap(({ code }) => code ?? []))
  expect([...failures(false)]).toEqual([])
  // Linux resets who is still in the handshake when a listener closes; no request of theirs has been read. docs/platform.md
  expect(['not connected', 'ECONNRESET']).toEqual(expect.arrayContaining([...failures(true)]))
  expect([...new Set(outcomes.flatMap(({ status }) => status ?? []))]).toEqual([200])
  expect(outcomes.some(({ connection }) => connection === 'close')).toBe(true)
  expect(exit).toEqual({ code: 0, signal: null })
  expect(server.errors()).toBe('')
}
