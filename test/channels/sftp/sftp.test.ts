/** Documents that are put into a folder of an SFTP server, which may lie. */
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openSftp, type SftpDestination, sftpDestination } from '../../../src/channels/sftp/sftp.ts'
import type { Transmission } from '../../../src/channels/transport.ts'
import { type Lie, login, openSftpPeer, type SftpPeer } from './sftp-peer.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const documentId = '0195d3a0-0000-7000-8000-000000000001'
const name = `${documentId}.pdf`
/** A server that does not answer has had the request long before. */
const hastyMs = 1_500

let peer: SftpPeer
let transport = openSftp(policy)
beforeEach(async () => {
  peer = await openSftpPeer()
  transport = openSftp(policy)
})
afterEach(async () => {
  await transport.close()
  await peer.close()
})

const transmission = (more: Partial<Transmission> = {}): Transmission => ({
  bytes: Buffer.from('content'),
  mediaType: 'application/pdf',
  fileName: name,
  documentId,
  kind: 'original',
  controlId: 'C1',
  ...more,
})
/** `undefined` takes a member away. */
const defined = (members: object) => JSON.parse(JSON.stringify(members))
const destination = (more: object = {}): SftpDestination =>
  sftpDestination.parse(
    defined({
      ...{ host: '127.0.0.1', port: peer.port, hostKeys: [peer.hostKey], directory: '/in', ...login },
      ...more,
    }),
  )
const send = (sent: Transmission = transmission(), more: object = {}, signal = never) =>
  transport.send(destination(more), sent, signal)

const receipt = (state: string, more: object) => ({ state, retry: false, unknown: false, ...more })
const failed = (reason: string, unknown = false) => ({ state: 'failed', reason, retry: true, unknown })
const names = () => [...peer.files.keys()]

test('D235: a document is written whole under another name, and then renamed', async () => {
  expect(await send()).toEqual(receipt('sent', { acknowledgement: 'written' }))

  expect(names()).toEqual([`/in/${name}`])
  expect(String(peer.files.get(`/in/${name}`))).toBe('content')
  expect(peer.requests.indexOf('RENAME')).toBeGreaterThan(peer.requests.indexOf('WRITE'))
  expect(peer.requests.slice(peer.requests.indexOf('RENAME'))).toContain('STAT')
})

test('D235: the same again is there already, other bytes under the name are refused and stay', async () => {
  await send()

  expect(await send()).toEqual(receipt('sent', { acknowledgement: 'present' }))
  expect(await send(transmission({ bytes: Buffer.from('CONTENT') }))).toEqual(
    receipt('rejected', { reason: 'name-taken' }),
  )
  expect(await send(transmission({ bytes: Buffer.from('content and more') }))).toMatchObject({ reason: 'name-taken' })
  expect(String(peer.files.get(`/in/${name}`))).toBe('content')
  expect(peer.requests.filter((request) => request === 'RENAME').length).toBe(1)
})

test('D234: a server with another host key gets no password', async () => {
  const other = `SHA256:${'A'.repeat(43)}`

  expect(await send(transmission(), { hostKeys: [other] })).toEqual(failed('host-key'))
  expect(peer.passwords).toEqual([])
  expect(await send(transmission(), { hostKeys: [other, peer.hostKey] })).toMatchObject({ state: 'sent' })
  expect(peer.passwords).toEqual([login.password])
})

test('D234: a wrong password, a key that nobody knows, and text that is no key', async () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'

  expect(await send(transmission(), { password: 'wrong' })).toEqual(failed('authentication'))
  expect(await send(transmission(), { password: undefined, key: pem })).toEqual(failed('authentication'))
  expect(peer.passwords).toEqual(['wrong'])
  expect(names()).toEqual([])
})

// biome-ignore format: one row a line
test.each<[Lie, object, readonly string[]]>([
  ['rename-is-forgotten', failed('error-at-receiver', true), []],
  ['write-is-cut', failed('error-at-receiver'), [`/in/.banksia-${name}.part`]],
  ['rename-ends-connection', failed('closed', true), [`/in/.banksia-${name}.part`]],
  ['rename-hangs', failed('timeout', true), [`/in/.banksia-${name}.part`]],
  ['write-hangs', failed('timeout'), [`/in/.banksia-${name}.part`]],
  ['no-sftp', failed('closed'), []],
])('D235: a server whose %s has not taken the document, and takes it when it is mended', async (lie, outcome, left) => {
  peer.lie(lie)
  expect(await send(transmission(), { timeoutMs: hastyMs })).toEqual(outcome)
  expect(names()).toEqual(left)

  peer.lie(undefined)
  expect(await send()).toMatchObject({ state: 'sent', acknowledgement: 'written' })
  expect(names()).toEqual([`/in/${name}`])
})

test('D235: a folder that is not there, nobody at the address, and a server of another protocol', async () => {
  const mute = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end('220 ftp.example\r\n'),
  )
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as { port: number }

  expect(await send(transmission(), { directory: '/out' })).toEqual(failed('directory-unavailable'))
  expect(await send(transmission(), { port })).toMatchObject({ state: 'failed', retry: true, unknown: false })
  await new Promise((resolve) => mute.close(resolve))
  expect(await send(transmission(), { port })).toEqual(failed('connect'))
  expect(await send(transmission(), { host: '10.0.0.1' })).toEqual(receipt('rejected', { reason: 'refused-by-policy' }))
})

test('D206: what may no longer start leaves nothing there', async () => {
  const answer = await send(transmission({ mayStart: async () => false }))

  expect(answer).toMatchObject({ state: 'failed', isUnstarted: true })
  expect(names()).toEqual([])
})

test('D5: a folder cannot be told of a recall; a name that a shell would read is refused; a cancelled delivery is not begun', async () => {
  expect(await send(transmission({ kind: 'recall' }))).toEqual(receipt('rejected', { reason: 'told-by-hand' }))
  expect(await send(transmission({ fileName: '../a.pdf' }))).toEqual(receipt('rejected', { reason: 'name-refused' }))
  expect(await send(transmission(), {}, AbortSignal.abort())).toMatchObject({ reason: 'cancelled', isUnstarted: true })
  expect(peer.connections()).toBe(0)
})

test('D235: documents of eight lanes go one after the other over one connection', async () => {
  const sent = Array.from({ length: 20 }, (_, at) => transmission({ fileName: `note-${at}.pdf` }))

  const receipts = await Promise.all(sent.map((one) => send(one)))

  expect(new Set(receipts.map(({ state }) => state))).toEqual(new Set(['sent']))
  expect(names().length).toBe(20)
  expect(peer.connections()).toBe(1)
})

test('D235: documents of many sizes arrive as they are', async () => {
  for (const size of [0, 1, 32_768, 32_769, 3_000_000]) {
    const bytes = Buffer.alloc(size, 'ä')
    const fileName = `note-${size}.pdf`

    expect(await send(transmission({ bytes, fileName }))).toMatchObject({ acknowledgement: 'written' })
    expect(peer.files.get(`/in/${fileName}`)?.equals(bytes)).toBe(true)
    expect(await send(transmission({ bytes, fileName }))).toMatchObject({ acknowledgement: 'present' })
  }
})

// biome-ignore format: one row a line
test.each([
  ['no fingerprint', { hostKeys: [] }],
  ['a fingerprint in MD5', { hostKeys: ['MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'] }],
  ['neither password nor key', { password: undefined }],
  ['a folder that leads upwards', { directory: '/in/../out' }],
  ['a line break in the folder', { directory: '/in\n' }],
  ['an unknown member', { folder: '/in' }],
])('docs/channels.md: a destination with %s is refused', (_, more) => {
  expect(sftpDestination.safeParse(defined({ ...destination(), ...more })).success).toBe(false)
})
