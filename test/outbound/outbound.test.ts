import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { kindOf } from '../../src/outbound/addresses.ts'
import { connect } from '../../src/outbound/connect.ts'
import { fetchWithin } from '../../src/outbound/fetch.ts'
import type { OutboundPolicy } from '../../src/outbound/policy.ts'
import { sendRequest } from '../../src/outbound/request.ts'
import { runJudge, testWithPrograms } from '../judges.ts'

const policy: OutboundPolicy = { allowedHosts: ['127.0.0.1', 'localhost', '::1'], allowPrivate: true }
const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const serve = (handler: RequestListener): Promise<number> => listen(createServer(handler))
const serveRaw = (handler: (socket: Socket) => void): Promise<number> =>
  listen(createTcpServer((socket) => handler(socket.on('error', () => {}))))
const get = (url: string, extra: object = {}) => sendRequest(policy, { method: 'GET', url, ...extra })

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.0.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['0:0:0:0:0:ffff:7f00:0001', 'loopback'],
  ['169.254.169.254', 'forbidden'],
  ['::ffff:169.254.169.254', 'forbidden'],
  ['fe80::1', 'forbidden'],
  ['fe80::1%eth0', 'forbidden'],
  ['fd00:ec2::254', 'forbidden'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['0.0.0.0', 'forbidden'],
  ['::', 'forbidden'],
  ['224.0.0.1', 'forbidden'],
  ['255.255.255.255', 'forbidden'],
  ['64:ff9b::7f00:1', 'forbidden'],
  ['2002:7f00:1::', 'forbidden'],
  ['2001:db8::1', 'forbidden'],
  ['203.0.113.5', 'forbidden'],
  ['ff02::1', 'forbidden'],
  ['1.1.1.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['not an address', 'forbidden'],
])('RFC 6890: %s is %s', (address, kind) => {
  expect(kindOf(address)).toBe(kind)
})

test.each([
  ['a host that is not listed', { allowedHosts: ['example.org'], allowPrivate: true }, 'http://127.0.0.1:1/'],
  ['a port that is not listed', { allowedHosts: ['127.0.0.1:2'], allowPrivate: true }, 'http://127.0.0.1:1/'],
  ['loopback where private is off', { allowedHosts: ['127.0.0.1'], allowPrivate: false }, 'http://127.0.0.1:1/'],
  ['link-local, listed or not', { allowedHosts: ['169.254.169.254'], allowPrivate: true }, 'http://169.254.169.254/'],
  ['clear text to a public address', { allowedHosts: ['1.1.1.1'], allowPrivate: true }, 'http://1.1.1.1/'],
  ['another spelling of loopback', { allowedHosts: ['2130706433'], allowPrivate: true }, 'http://2130706433:1/'],
  ['what is no URL', { allowedHosts: ['127.0.0.1'], allowPrivate: true }, 'not a url'],
  ['another scheme', { allowedHosts: ['127.0.0.1'], allowPrivate: true }, 'ftp://127.0.0.1:1/'],
  ['a private address where private is off', { allowedHosts: ['10.0.0.1'], allowPrivate: false }, 'https://10.0.0.1/'],
])('outbound policy: refuses %s before any packet', async (_title, given, url) => {
  await expect(sendRequest(given, { method: 'GET', url })).rejects.toMatchObject({
    reason: 'refused-by-policy',
    sent: false,
  })
})

test.each(['127.1', '0x7f000001', 'localhost.'])(
  'outbound policy: %s only resolves to loopback, and is refused',
  async (host) => {
    const given = { allowedHosts: [host], allowPrivate: true }
    const port = await serveRaw((socket) => socket.destroy())

    await expect(connect(given, { host, port }, new AbortController().signal)).rejects.toMatchObject({
      reason: expect.stringMatching(/^(refused-by-policy|dns)$/),
    })
  },
)

test('outbound: sends method, headers and body, and answers status, headers and body', async () => {
  const seen: unknown[] = []
  const port = await serve(async (request, response) => {
    const chunks = await request.toArray()
    seen.push(
      request.method,
      request.url,
      request.headers['x-a'],
      request.headers.host,
      Buffer.concat(chunks).toString(),
    )
    response.writeHead(207, { 'x-b': '2' }).end('reply ü')
  })

  const answer = await sendRequest(policy, {
    method: 'POST',
    url: `http://localhost:${port}/a/b?c=d`,
    headers: { 'x-a': '1', Host: 'elsewhere', 'Content-Length': '2', 'Transfer-Encoding': 'chunked' },
    body: 'body ü',
  })

  expect(seen).toEqual(['POST', '/a/b?c=d', '1', `localhost:${port}`, 'body ü'])
  expect([answer.status, answer.headers['x-b'], Buffer.from(answer.body).toString()]).toEqual([207, '2', 'reply ü'])
})

test('outbound: a redirect is an answer, never followed', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
  })

  expect((await get(`http://127.0.0.1:${port}/`)).status).toBe(307)
})

test('outbound: the reasons connect, dns, timeout, too-large, closed and cancelled, and whether it was sent', async () => {
  const dead = createTcpServer()
  const deadPort = await listen(dead)
  dead.close()
  const silent = await serveRaw(() => {})
  const slow = await serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab')
  })
  const large = await serve((_request, response) => {
    response.end(Buffer.alloc(2000))
  })
  const closing = await serveRaw((socket) => {
    socket.once('data', () => socket.destroy())
  })
  const cut = await serveRaw((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab'))
  })
  const stop = new AbortController()
  const stopped = await serveRaw((socket) => {
    socket.once('data', () => stop.abort())
  })
  const named = { allowedHosts: ['no-such-host.invalid'], allowPrivate: true }

  const failures = await Promise.allSettled([
    get(`http://127.0.0.1:${deadPort}/`),
    sendRequest(named, { method: 'GET', url: 'https://no-such-host.invalid/' }),
    get(`http://127.0.0.1:${silent}/`, { timeoutMs: 3_000 }),
    get(`http://127.0.0.1:${slow}/`, { timeoutMs: 3_000 }),
    get(`http://127.0.0.1:${large}/`, { maxBytes: 1000 }),
    get(`http://127.0.0.1:${closing}/`),
    get(`http://127.0.0.1:${cut}/`),
    get(`http://127.0.0.1:${stopped}/`, { signal: stop.signal }),
    get(`http://127.0.0.1:${silent}/`, { signal: AbortSignal.abort() }),
  ])

  expect(failures.map((result) => result.status === 'rejected' && [result.reason.reason, result.reason.sent])).toEqual([
    ['connect', false],
    ['dns', false],
    ['timeout', true],
    ['timeout', true],
    ['too-large', true],
    ['closed', true],
    ['closed', true],
    ['cancelled', true],
    ['cancelled', false],
  ])
})

test('outbound: an error names neither host nor content', async () => {
  const port = await serveRaw((socket) => socket.destroy())

  const error = await sendRequest(policy, { method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'Canary' }).catch(
    (reason: Error) => reason,
  )

  expect(String(error)).toBe('OutboundError: closed')
})

test('outbound: fetchWithin is a fetch', async () => {
  const port = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.url === '/none') response.writeHead(204).end()
    else response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ body }))
  })
  const call = fetchWithin(policy)

  const created = await call(`http://127.0.0.1:${port}/x`, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
  const none = await call(new Request(`http://127.0.0.1:${port}/none`))

  expect([created.status, await created.json(), none.status]).toEqual([201, { body: 'a=b+c' }, 204])
  await expect(call('http://example.org/')).rejects.toMatchObject({ reason: 'refused-by-policy' })
})

testWithPrograms('openssl')(
  'Spec 5: TLS 1.3 by default, 1.2 only when asked for, an unknown certificate is refused',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'banksia-tls-'))
    closers.push(() => rmSync(directory, { recursive: true }))
    const [keyPath, certPath] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'
    const names = ['-addext', 'subjectAltName=DNS:localhost']
    runJudge('openssl', [...request.split(' '), ...names, '-keyout', keyPath, '-out', certPath])
    const [key, cert] = [keyPath, certPath].map((path) => readFileSync(path, 'utf8'))
    const start = (maxVersion: 'TLSv1.2' | 'TLSv1.3', requestCert = false) =>
      listen(
        createTlsServer({ key, cert, maxVersion, requestCert, ca: cert }, (_request, response) => response.end('ok')),
      )
    const [modern, old, mutual] = [await start('TLSv1.3'), await start('TLSv1.2'), await start('TLSv1.3', true)]
    const call = (port: number, tls: object) => get(`https://localhost:${port}/`, { tls })

    const answers = await Promise.allSettled([
      call(modern, { ca: cert }),
      call(old, { ca: cert, minVersion: 'TLSv1.2' }),
      call(mutual, { ca: cert, cert, key }),
      call(old, { ca: cert }),
      call(modern, {}),
      get(`https://127.0.0.1:${modern}/`, { tls: { ca: cert } }),
      call(mutual, { ca: cert }),
    ])

    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : answer.reason.reason)),
    ).toEqual([200, 200, 200, 'tls', 'tls', 'tls', 'tls'])
  },
)

test('outbound: connect answers a writable socket', async () => {
  const port = await serveRaw((socket) => socket.pipe(socket))

  const socket = await connect(policy, { host: '127.0.0.1', port }, new AbortController().signal)
  socket.write('ping')
  const [data] = await once(socket, 'data')
  socket.destroy()

  expect(String(data)).toBe('ping')
})
