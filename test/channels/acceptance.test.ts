/** The tests of MLLP and HTTPS destinations name the failures of the specification (7) as those of FHIR servers do. docs/channels.md#failures. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { openChannelTests } from '../../src/channels/acceptance/acceptance.ts'
import { explainClass, specifiedFailures } from '../../src/domain/delivery/reason-classes.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Peer = { readonly port: number; status: number; answers: boolean }

async function openPeer(): Promise<Peer> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => self.answers && response.writeHead(self.status).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const self: Peer = { port: (server.address() as AddressInfo).port, status: 200, answers: true }
  return self
}

const signature = { keyId: 'rooms-1', key: 'a-secret-that-both-sides-share-1' }
const destinationOf = {
  https: ({ port }: Peer) => ({ url: `http://127.0.0.1:${port}/letters`, signature, timeoutMs: 1_000 }),
  mllp: ({ port }: Peer) => ({ host: '127.0.0.1', port }),
} as const

/** The checks that failed, by name. `stepMs`: between two looks at the clock. */
async function failedOf(kind: 'https' | 'mllp', peer: Peer, stepMs = 0) {
  let now = 1_800_000_000_000
  const clock = () => {
    now += stepMs
    return new Date(now)
  }
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const never = new AbortController().signal
  const results = await openChannelTests({ policy, folders: [], clock })(kind, destinationOf[kind](peer), never)
  return results.flatMap(({ check, outcome, ...rest }) => (outcome === 'failed' ? [{ check, ...rest }] : []))
}

const classOf = (failure: string) => specifiedFailures.find((row) => row.failure === failure)?.class ?? 'fault'
const told = (check: string, failure: string) => [
  { check, advice: expect.any(String), class: classOf(failure), ...explainClass(classOf(failure)) },
]

test.each([
  ['authentication failure', 401, 'authentication'],
  ['authentication failure', 403, 'authentication'],
  ['document rejected', 422, 'test-request'],
] as const)('spec 7: https: %s, after the status %i', async (failure, status, check) => {
  const peer = await openPeer()
  peer.status = status

  expect(await failedOf('https', peer)).toEqual(told(check, failure))
})

test('spec 7: https: slow performance, of a receiver that does not answer', async () => {
  const peer = await openPeer()
  peer.answers = false

  expect(await failedOf('https', peer)).toEqual(told('connection', 'slow performance'))
})

test.each(['https', 'mllp'] as const)('spec 7: %s: slow performance, of a receiver that answers late', async (kind) => {
  const peer = await openPeer()

  expect(await failedOf(kind, peer, 6_000)).toEqual(told('response-time', 'slow performance'))
  expect(await failedOf(kind, peer)).toEqual([])
})
