/** Documents that are posted to an address. docs/channels.md#signed-requests. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { httpsDestination, openHttps } from '../../src/channels/https.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { makeAuthority } from '../http/tls/certificates.ts'
import { testWithPrograms } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const policy = { allowedHosts: ['127.0.0.1', 'localhost'], allowPrivate: true }
const never = new AbortController().signal
const at = new Date('2026-03-01T00:00:00.000Z')
const signature = { keyId: 'clinic-1', key: 'a-shared-key-of-forty-characters-for-all' }
const documentId = '0195d3a0-0000-7000-8000-000000000001'

const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const transmission: Transmission = {
  bytes: Buffer.from('%PDF-1.7 \u00e9'),
  mediaType: 'application/pdf',
  fileName: `${documentId}.pdf`,
  documentId,
  kind: 'original',
  controlId: 'C1',
}

type Seen = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
type Answering = (response: ServerResponse, count: number) => void

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

function keeping(seen: Seen[], answer: Answering): RequestListener {
  return async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    answer(response, seen.length)
  }
}

async function serve(answer: Answering): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(keeping(seen, answer))
  closers.push(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${await listen(server)}/letters`, seen }
}

const send = (url: string, more: object = {}, sent: Transmission = transmission, signal = never) =>
  openHttps(policy, () => at).send(httpsDestination.parse({ url, signature, ...more }), sent, signal)

test('D232: one POST brings the document, its identity and a signature that the receiver can check', async () => {
  const { url, seen } = await serve((response) => response.writeHead(201).end())

  const receipt = await send(url, { headers: { 'x-gateway': 'g1' } })

  expect(receipt).toEqual({ state: 'accepted', acknowledgement: '201', retry: false, unknown: false })
  const [request] = seen as [Seen]
  expect([seen.length, request.method, request.url]).toEqual([1, 'POST', '/letters'])
  expect(request.body).toEqual(transmission.bytes)
  expect(request.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${documentId}.pdf"`,
    'idempotency-key': `"${documentId}/original"`,
    'banksia-document': documentId,
    'banksia-kind': 'original',
    'banksia-signature': expect.stringMatching(/^t=1772323200,key=clinic-1,sha256=[0-9a-f]{64}$/),
    'x-gateway': 'g1',
  })
})

test('D232: a repetition has the key of the first request, a recall another one', async () => {
  const { url, seen } = await serve((response) => response.writeHead(200).end())

  await send(url)
  await send(url)
  await send(url, {}, { ...transmission, kind: 'recall' })

  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([`"${documentId}/original"`, `"${documentId}/original"`, `"${documentId}/recall"`])
  expect(seen.map(({ headers }) => headers['banksia-kind'])).toEqual(['original', 'original', 'recall'])
})

const page = readFileSync(join(import.meta.dirname, '../../docs/channels.md'), 'utf8')
const readShown = (language: string): string =>
  new RegExp(`\\n\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(page)?.[1] ?? ''

const drivers = {
  python: {
    program: 'python3',
    args: ['-c'],
    text: 'import base64, json, sys\ni = json.load(sys.stdin)\nprint(str(is_signed(i["headers"], base64.b64decode(i["body"]), i["keys"])).lower())',
  },
  js: {
    program: process.execPath,
    args: ['--input-type=module', '-e'],
    text: 'let t = ""\nfor await (const c of process.stdin) t += c\nconst i = JSON.parse(t)\nconst h = Object.fromEntries(Object.entries(i.headers).map(([n, v]) => [n.toLowerCase(), v]))\nconsole.log(isSigned(h, Buffer.from(i.body, "base64"), i.keys))',
  },
} as const

/** Runs the check that docs/channels.md shows in this language. */
function runShown(language: keyof typeof drivers, headers: object, body: Buffer, key: string): string {
  const { program, args, text } = drivers[language]
  const input = JSON.stringify({ headers, body: body.toString('base64'), keys: { [signature.keyId]: key } })
  const { stdout, stderr } = spawnSync(program, [...args, `${readShown(language)}\n${text}`], {
    input,
    encoding: 'utf8',
  })
  return stdout.trim() || stderr
}

describe.each(['python', 'js'] as const)('D232: the check that docs/channels.md shows in %s', (language) => {
  testWithPrograms(drivers[language].program)('takes ours alone, and only for five minutes', async () => {
    const { url, seen } = await serve((response) => response.writeHead(200).end())
    const destination = httpsDestination.parse({ url, signature })
    await openHttps(policy).send(destination, transmission, never)
    await send(url)
    const [{ headers: sent, body }, { headers: old }] = seen as [Seen, Seen]
    const named = (of: IncomingHttpHeaders, idempotencyKey = of['idempotency-key']) => ({
      'Banksia-Signature': of['banksia-signature'],
      'Idempotency-Key': idempotencyKey,
    })

    expect(runShown(language, named(sent), body, signature.key)).toBe('true')
    expect(runShown(language, named(sent), body, `${signature.key}.`)).toBe('false')
    expect(runShown(language, named(sent), Buffer.from('other'), signature.key)).toBe('false')
    expect(runShown(language, named(sent, `"${documentId}/recall"`), body, signature.key)).toBe('false')
    expect(runShown(language, named(old), body, signature.key)).toBe('false')
  })
})

const failed = (reason: string, unknown: boolean) => ({ state: 'failed', reason, retry: true, unknown })
const rejected = (reason: string) => ({ state: 'rejected', reason, retry: false, unknown: false })
// biome-ignore format: one row a line
test.each([
  [200, { state: 'accepted', retry: false, unknown: false }],
  [204, { state: 'accepted', retry: false, unknown: false }],
  [202, { state: 'committed', retry: false, unknown: false }],
  [302, failed('redirected', false)],
  [401, failed('authentication', false)],
  [403, failed('authentication', false)],
  [404, failed('not-found', false)],
  [408, failed('timeout', true)],
  [409, failed('error-at-receiver', true)],
  [413, rejected('too-large')],
  [422, rejected('refused-by-receiver')],
  [500, failed('error-at-receiver', true)],
])('D233: HTTP %j', async (status, receipt) => {
  const { url, seen } = await serve((response) => response.writeHead(status, { location: '/elsewhere' }).end())

  expect(await send(url)).toEqual({ ...receipt, acknowledgement: String(status) })
  expect(seen.length).toBe(1)
})

test.each([429, 503, 409])('RFC 9110 10.2.3: the wait that an answer %j asks for', async (status) => {
  const { url } = await serve((response) => response.writeHead(status, { 'retry-after': '7' }).end())

  expect(await send(url)).toMatchObject({ state: 'failed', retryAfterMs: 7_000 })
})

test('D233: nobody there, no answer, and a connection that ends before one: the outcome is known or unknown', async () => {
  const gone = createTcpServer()
  const nobody = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  const silent = await serve(() => {})
  const ending = await serve((response) => response.destroy())

  expect(await send(`http://127.0.0.1:${nobody}/`)).toEqual(failed('connect', false))
  expect(await send(silent.url, { timeoutMs: 1_000 })).toEqual(failed('timeout', true))
  expect(await send(ending.url)).toEqual(failed('closed', true))
  expect(await send('http://10.0.0.1/')).toMatchObject({ state: 'rejected', reason: 'refused-by-policy' })
  expect(await send(silent.url, {}, transmission, AbortSignal.abort())).toMatchObject({
    reason: 'cancelled',
    unknown: false,
  })
})

test('D206: what may no longer start is not sent, though the connection is there', async () => {
  const { url, seen } = await serve((response) => response.writeHead(200).end())

  const receipt = await send(url, {}, { ...transmission, mayStart: async () => false })

  expect(receipt).toMatchObject({ state: 'failed', isUnstarted: true, unknown: false })
  expect(seen).toEqual([])
})

testWithPrograms('openssl')(
  'RFC 8446: a receiver that wants a client certificate gets ours, and refuses without',
  async () => {
    const authority = makeAuthority(makeScratchFolder('https'), 'ca')
    const server = authority.issue('server', { names: 'IP:127.0.0.1' })
    const own = authority.issue('client')
    const seen: Seen[] = []
    const options = {
      cert: server.cert,
      key: server.key,
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    }
    const port = await listen(
      createTlsServer(
        options,
        keeping(seen, (response) => response.writeHead(200).end()),
      ),
    )
    const url = `https://127.0.0.1:${port}/letters`

    const known = await send(url, { tls: { ca: authority.cert, cert: own.cert, key: own.key } })
    const unknown = await send(url, { tls: { ca: authority.cert } })
    const distrusted = await send(url, { tls: { cert: own.cert, key: own.key } })

    expect(known).toMatchObject({ state: 'accepted' })
    expect(unknown).toMatchObject({ state: 'failed', reason: 'tls' })
    expect(distrusted).toEqual(failed('tls', false))
    expect(seen.length).toBe(1)
  },
)

// biome-ignore format: one row a line
test.each([
  ['a query', { url: 'https://a.example/?patient=1' }],
  ['a user', { url: 'https://u:p@a.example/' }],
  ['another scheme', { url: 'sftp://a.example/' }],
  ['no signature', { signature: undefined }],
  ['a short key', { signature: { keyId: 'a', key: 'short' } }],
  ['a name of a key that would break the header', { signature: { ...signature, keyId: 'a,b' } }],
  ['a header of ours', { headers: { 'content-type': 'text/plain' } }],
  ['an unknown member', { uri: 'https://a.example/' }],
])('docs/channels.md: a destination with %s is refused', (_, more) => {
  expect(httpsDestination.safeParse({ url: 'https://a.example/in', signature, ...more }).success).toBe(false)
})
