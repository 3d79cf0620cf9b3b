/** The tests of destinations other than FHIR servers name the failures of the specification (7) as those of FHIR servers do. docs/channels.md#failures. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from '@jest/globals'
import { openChannelTests } from '../../src/channels/acceptance/acceptance.ts'
import type { ChannelKind } from '../../src/channels/channels.ts'
import { explainClass, specifiedFailures } from '../../src/domain/delivery/reason-classes.ts'
import { login, openSftpPeer } from './sftp/sftp-peer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
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
const folder = mkdtempSync(join(tmpdir(), 'banksia-test-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

const destinationOf = {
  file: () => ({ directory: folder }),
  https: ({ port }: Peer) => ({ url: `http://127.0.0.1:${port}/letters`, signature, timeoutMs: 1_000 }),
  mllp: ({ port }: Peer) => ({ host: '127.0.0.1', port }),
} as const

/** The checks that failed, by name. `stepMs`: between two looks at the clock. */
async function failedOf(kind: 'https' | 'mllp' | 'file', peer: Peer, stepMs = 0) {
  return failedAt(kind, destinationOf[kind](peer), stepMs)
}

async function failedAt(kind: ChannelKind, destination: unknown, stepMs: number) {
  let now = 1_800_000_000_000
  const clock = () => {
    now += stepMs
    return new Date(now)
  }
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const never = new AbortController().signal
  const results = await openChannelTests({ policy, folders: [folder], clock })(kind, destination, never)
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

const kinds = ['https', 'mllp', 'file'] as const
test.each(kinds)('spec 7: %s: slow performance, of a receiver that answers late', async (kind) => {
  const peer = await openPeer()

  expect(await failedOf(kind, peer, 6_000)).toEqual(told('response-time', 'slow performance'))
  expect(await failedOf(kind, peer)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('spec 7: sftp: slow performance, of a server that answers late', async () => {
  const peer = await openSftpPeer()
  closers.push(peer.close)
  const destination = { host: '127.0.0.1', port: peer.port, hostKeys: [peer.hostKey], directory: '/in', ...login }

  expect(await failedAt('sftp', destination, 6_000)).toEqual(told('response-time', 'slow performance'))
  expect(await failedAt('sftp', destination, 0)).toEqual([])
})
