/** TLS in process: 1.3 alone, its files read again, mutual TLS at a port of its own, and clients that misbehave. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { drainingEvent } from '../../../src/http/reply/drain.ts'
import { testWithPrograms } from '../../judges.ts'
import { waitFor, waitUntil } from '../../patience.ts'
import { type Authority, type Issued, makeAuthority } from './certificates.ts'
import {
  type Asked,
  asClient,
  ask,
  connectByOpenssl,
  type Files,
  refusalOf,
  type ServingServer,
  serve,
} from './serving.ts'

let folder: string
let root: Authority
let issuing: Authority
let pair: Files
let later: Issued
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-tls-'))
  root = makeAuthority(folder, 'Root')
  issuing = root.below('Issuing')
  const issue = (name: string): Issued => issuing.issue(name, { names: 'DNS:localhost,IP:127.0.0.1' })
  pair = chained(issue('server'))
  later = issue('later')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const chained = ({ cert, key }: Issued): Files => ({ cert: `${cert}${issuing.cert}`, key })
const mutual = (): Files => ({ ...pair, ca: `${root.cert}${issuing.cert}` })

const servers: ServingServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

async function start(files: Files, handle?: Parameters<typeof serve>[2], name = 'files'): Promise<ServingServer> {
  const server = await serve(join(folder, name), files, handle)
  servers.push(server)
  return server
}

const trusting = (options: Asked = {}): Asked => ({ ca: root.cert, ...options })

type Opened = ConnectionOptions & { readonly onSession?: (ticket: Buffer) => void }

async function open(port: number, { onSession = () => undefined, ...options }: Opened = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: root.cert, ...options })
  socket.on('session', onSession)
  await once(socket, 'secureConnect')
  return socket
}

test('SMART 231, D158: a client of TLS 1.2 gets the alert of its version, one of 1.3 an answer, and one in the clear nothing', async () => {
  const { port } = await start(pair)

  expect(await refusalOf(ask(port, trusting({ maxVersion: 'TLSv1.2' })))).toMatch(/alert protocol version/)
  expect(await ask(port, trusting())).toMatchObject({ status: 200, text: 'null' })
  const plain = connectTcp(port, '127.0.0.1')
  plain.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const chunks: Buffer[] = []
  plain.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
  await once(plain, 'close')
  expect(Buffer.concat(chunks).toString('latin1')).not.toContain('HTTP/')
})

testWithPrograms('openssl')('D158: openssl s_client finds TLS 1.3 and no other version', async () => {
  const { port } = await start(pair)

  expect(await connectByOpenssl(port, '-tls1_3')).toContain('New, TLSv1.3')
  for (const version of ['-tls1_2', '-tls1_1', '-tls1']) {
    const said = await connectByOpenssl(port, version, '-cipher', 'ALL:@SECLEVEL=0')
    expect([version, said]).toEqual([version, expect.stringContaining('alert protocol version')])
  }
})

test('D158: a new pair is taken without a restart, and open connections go on', async () => {
  const server = await start(pair)
  const before = await ask(server.port, trusting())
  const held = await open(server.port)

  server.write(chained(later))
  const after = await waitFor(
    () => ask(server.port, trusting()),
    ({ serial }) => serial !== before.serial,
  )
  held.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [answer] = (await once(held, 'data')) as [Buffer]

  expect(after.status).toBe(200)
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  expect(server.lines).toEqual(['tls.certificate-changed'])
})

test('D158: a broken pair leaves the pair before in use, and the log says why', async () => {
  const brokenPairs: readonly (readonly [string, () => Partial<Files>, string])[] = [
    ['half a certificate', () => ({ cert: pair.cert.slice(0, 400) }), 'BANKSIA_TLS_CERT_FILE no-certificate'],
    [
      'a certificate and half of its intermediate',
      () => ({ cert: pair.cert.slice(0, -400) }),
      'BANKSIA_TLS_CERT_FILE no-certificate',
    ],
    ['half a key', () => ({ key: pair.key.slice(0, 80) }), 'BANKSIA_TLS_KEY_FILE no-key'],
    ['a key of another certificate', () => ({ key: later.key }), 'BANKSIA_TLS_KEY_FILE other-key'],
    ['an empty file', () => ({ cert: '' }), 'BANKSIA_TLS_CERT_FILE no-certificate'],
    ['the intermediate first', () => ({ cert: `${issuing.cert}${pair.cert}` }), 'BANKSIA_TLS_KEY_FILE other-key'],
    ['an expired pair', () => issuing.issue('over', { from: -3, until: -1 }), 'BANKSIA_TLS_CERT_FILE expired'],
  ]
  const outcomes = await Promise.all(
    brokenPairs.map(async ([name, broken]) => {
      const server = await start(pair, undefined, name)
      const before = await ask(server.port, trusting())
      server.write({ cert: pair.cert, key: pair.key, ...broken() })
      await waitUntil(() => server.lines.length > 0)
      const after = await ask(server.port, trusting())
      return [name, after.serial === before.serial && after.status === before.status, server.lines]
    }),
  )

  expect(outcomes).toEqual(brokenPairs.map(([name, , line]) => [name, true, [`tls.certificate-kept ${line}`]]))
})

test.each([
  [
    'half a certificate',
    () => ({ ...pair, cert: pair.cert.slice(0, 400) }),
    /^BANKSIA_TLS_CERT_FILE .*whole certificate/,
  ],
  ['another key', () => ({ ...pair, key: later.key }), /^BANKSIA_TLS_KEY_FILE .*another certificate/],
  ['an expired certificate', () => issuing.issue('past', { from: -3, until: -1 }), /^BANKSIA_TLS_CERT_FILE .*expired/],
  ['one of tomorrow', () => issuing.issue('future', { from: 1, until: 3 }), /^BANKSIA_TLS_CERT_FILE .*not valid yet/],
  [
    'a weak key',
    () => issuing.issue('weak', { algorithm: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:512'] }),
    /^BANKSIA_TLS_CERT_FILE .*too weak/,
  ],
  ['no authority', () => ({ ...pair, ca: pair.cert }), /^BANKSIA_TLS_CLIENT_CA_FILE .*no authority/],
  ['an authority without its root', () => ({ ...pair, ca: issuing.cert }), /^BANKSIA_TLS_CLIENT_CA_FILE .*root/],
  [
    'a list of another authority',
    () => ({ ...mutual(), crl: makeAuthority(folder, 'Stranger').listRevoked() }),
    /^BANKSIA_TLS_CLIENT_CRL_FILE .*none of the authorities/,
  ],
  [
    'a list of one of two authorities',
    () => ({ ...mutual(), crl: root.listRevoked() }),
    /^BANKSIA_TLS_CLIENT_CRL_FILE lacks/,
  ],
  [
    'a list that has ended',
    () => ({ ...mutual(), crl: root.listRevoked() + issuing.listRevoked(-1) }),
    /^BANKSIA_TLS_CLIENT_CRL_FILE .*next update is past/,
  ],
  [
    'half a list',
    () => ({ ...mutual(), crl: root.listRevoked().slice(0, 200) }),
    /^BANKSIA_TLS_CLIENT_CRL_FILE .*whole revocation list/,
  ],
])('D158: a server does not start with %s, and says what to do', async (_name, files, sentence) => {
  await expect(serve(join(folder, 'refused'), files())).rejects.toThrow(sentence)
})

test('D158: a chain without its intermediate starts, and the log says so', async () => {
  const server = await start({ ...pair, cert: pair.cert.split(/(?<=-----END CERTIFICATE-----\n)/)[0] ?? '' })

  expect(server.lines).toEqual(['tls.no-intermediates BANKSIA_TLS_CERT_FILE'])
  expect(await refusalOf(ask(server.port, trusting()))).toMatch(/^UNABLE_TO_VERIFY_LEAF_SIGNATURE/)
})

test('D158: a certificate that ends within two weeks is told once a day, with its days', async () => {
  const soon = issuing.issue('soon', { names: 'DNS:localhost', until: 10.5 })
  const server = await start(chained(soon))

  expect(server.lines).toEqual(['tls.certificate-ends'])
  expect(server.readState()).toEqual({ daysLeft: 10, isListOver: false })
})

testWithPrograms('openssl')('D159: PORT asks nobody for a certificate, and takes none for one', async () => {
  const server = await start(mutual())

  expect(await connectByOpenssl(server.port)).toContain('No client certificate CA names sent')
  expect(await connectByOpenssl(server.mutualPort)).toContain('Acceptable client certificate CA names')
  expect(await ask(server.port, trusting(asClient(issuing.issue('visitor'))))).toMatchObject({ text: 'null' })
})

/** Node ends the connection after the handshake; whether the client has sent its request by then is left to chance. */
const refused = /^(ECONNRESET|EPIPE|ERR_SSL_\w*ALERT)/

test('D159: the port of mutual TLS knows the certificate of its client, and refuses all others', async () => {
  const server = await start(mutual())
  const client = issuing.issue('client', { names: 'DNS:ehr.example.org', subject: '/O=Huon/OU=Wards/CN=ehr' })
  const stranger = makeAuthority(folder, 'Nobody').issue('stranger')
  const past = issuing.issue('past client', { from: -3, until: -1 })

  const known = await ask(server.mutualPort, trusting(asClient(client)))
  expect(JSON.parse(known.text)).toEqual({
    subject: 'CN=ehr,OU=Wards,O=Huon',
    names: [{ kind: 'dns', value: 'ehr.example.org' }],
    thumbprint: expect.stringMatching(/^[\w-]{43}$/),
    encoded: expect.stringMatching(/^MII/),
  })
  for (const options of [{}, asClient(stranger), asClient(past)])
    expect(await refusalOf(ask(server.mutualPort, trusting(options)))).toMatch(refused)
})

test('D159: a revoked certificate is refused from the next look at the list on, also on a ticket and an open connection', async () => {
  const lists = (): string => root.listRevoked() + issuing.listRevoked()
  const client = issuing.issue('leaver')
  const server = await start({ ...mutual(), crl: lists() })
  const tickets: Buffer[] = []
  const held = await open(server.mutualPort, { ...asClient(client), onSession: (ticket) => tickets.push(ticket) })
  held.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(held, 'data')
  const ended = once(held, 'end')

  issuing.revoke(client)
  server.write({ crl: lists() })
  await ended
  held.destroy()

  expect(tickets.length).toBeGreaterThan(0)
  const asked = [{}, { session: tickets[0] }].map((more) =>
    refusalOf(ask(server.mutualPort, trusting({ ...asClient(client), ...more }))),
  )
  for (const refusal of await Promise.all(asked)) expect(refusal).toMatch(refused)
  expect((await ask(server.mutualPort, trusting(asClient(issuing.issue('stayer'))))).status).toBe(200)
})

test('D158: a header that is too long is refused as in the clear', async () => {
  const { port } = await start(pair)

  expect(await ask(port, trusting({ headers: { 'x-long': 'x'.repeat(20_000) } }))).toMatchObject({ status: 431 })
})

async function openMany(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connectTcp(port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

test('D158: 200 clients that never finish their handshake hold nobody up, and are let go', async () => {
  const { port } = await start(pair)
  const stalled = await openMany(port, 200)
  // The first record of a handshake, and no more of it.
  for (const socket of stalled.slice(0, 100)) socket.write(Buffer.from('1603010200010001fc0303', 'hex'))

  expect((await ask(port, trusting())).status).toBe(200)
  await Promise.all(stalled.map((socket) => socket.closed || once(socket, 'close')))
})

test('D158: a stop answers what has arrived, ends streams and stalled handshakes, and takes nothing more', async () => {
  const handle = Promise.withResolvers<void>()
  const server = await start(pair, (request, response) => {
    if (request.url === '/stream') {
      response.write('one')
      response.once(drainingEvent, () => response.end('last'))
    } else void handle.promise.then(() => response.end('done'))
  })
  const stream = await open(server.port)
  let told = ''
  stream.setEncoding('utf8').on('data', (part: string) => (told += part))
  stream.write('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await waitUntil(() => told.includes('one'))
  const slow = ask(server.port, trusting())
  const [stalled] = await openMany(server.port, 1)
  const isEnded = once(stream, 'close')

  const stopped = server.stop()
  servers.pop()
  handle.resolve()
  await stopped
  await isEnded

  expect(await slow).toMatchObject({ status: 200, text: 'done' })
  expect(told).toContain('last')
  await waitUntil(() => stalled?.closed === true)
  expect(await refusalOf(ask(server.port, trusting()))).toMatch(/^ECONNREFUSED/)
})
