/** How a channel authenticates to a FHIR server: SMART Backend Services, mutual TLS, tokens. docs/channels.md#fhir-servers; D239. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { jwtVerify } from 'jose'
import type { FhirAuth } from '../../src/channels/fhir/fhir-auth.ts'
import { fhirDestination } from '../../src/channels/fhir/fhir-destination.ts'
import { openFhir } from '../../src/channels/fhir.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { stringifyJson } from '../../src/core/json.ts'
import { exampleDocument, exampleDocumentId } from '../builders.ts'
import { makeAuthority } from '../http/tls/certificates.ts'
import { testWithPrograms } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const transmission: Transmission = {
  bytes: Buffer.from(stringifyJson(exampleDocument())),
  mediaType: 'application/fhir+json',
  fileName: 'a.json',
  documentId: exampleDocumentId,
  kind: 'original',
  controlId: 'C1',
}

const keys = {
  RS384: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
}
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const taken = {
  resourceType: 'Bundle',
  type: 'transaction-response',
  entry: [{ response: { status: '201' } }, { response: { status: '201' } }],
}

type Asked = { readonly url: string; readonly authorization: string | undefined; readonly body: string }

/** A FHIR server with a SMART configuration, whose tokens live as long as it says. */
async function openSmartServer(expiresIn: number, isTaken: (token: string) => boolean = () => true) {
  const asked: Asked[] = []
  let base = ''
  let tokens = 0
  let tokenPath = '/token'
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { url = '', headers } = request
    asked.push({ url, authorization: headers.authorization, body })
    const reply = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value))
    if (url === '/fhir/.well-known/smart-configuration')
      return void reply(200, { token_endpoint: `${base}${tokenPath}` })
    if (url === tokenPath) {
      tokens += 1
      return void reply(200, { access_token: `t${tokens}`, token_type: 'bearer', expires_in: expiresIn })
    }
    if (url === '/fhir') return void reply(isTaken(headers.authorization ?? '') ? 200 : 401, taken)
    reply(404, {})
  }
  const server = createServer(async (request, response) => {
    answer(request, response, Buffer.concat(await request.toArray()).toString())
  })
  base = `http://127.0.0.1:${await listen(server)}`
  const move = (path: string): void => {
    tokenPath = path
  }
  return { base, asked, move, listPaths: () => asked.map(({ url }) => url) }
}

const smart = (alg: keyof typeof keys, more: object = {}): FhirAuth => ({
  type: 'smart',
  clientId: 'banksia-1',
  key: pemOf(keys[alg].privateKey),
  keyId: 'k1',
  scope: 'system/Bundle.c',
  ...more,
})

test.each(['RS384', 'ES384'] as const)(
  'SMART App Launch 2.2 client-confidential-asymmetric.html: an %s assertion for the discovered token endpoint',
  async (alg) => {
    const { base, asked, listPaths } = await openSmartServer(300)
    const now = new Date('2026-03-01T00:00:00.000Z')
    const destination = fhirDestination.parse({ baseUrl: `${base}/fhir`, auth: smart(alg) })

    const receipt = await openFhir(policy, () => now).send(destination, transmission, never)

    expect(receipt).toMatchObject({ state: 'accepted' })
    expect(listPaths()).toEqual(['/fhir/.well-known/smart-configuration', '/token', '/fhir'])
    expect(asked.map(({ authorization }) => authorization)).toEqual([undefined, undefined, 'Bearer t1'])
    const form = Object.fromEntries(new URLSearchParams(asked[1]?.body))
    expect(form).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'system/Bundle.c',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    const own = { audience: `${base}/token`, issuer: 'banksia-1', subject: 'banksia-1', currentDate: now }
    const verified = await jwtVerify(form['client_assertion'] ?? '', keys[alg].publicKey, own)
    expect(verified.protectedHeader).toEqual({ alg, typ: 'JWT', kid: 'k1' })
    const { exp = 0, jti } = verified.payload
    expect([exp * 1000 - now.getTime() <= 300_000, jti]).toEqual([true, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  },
)

test('SMART App Launch 2.2 backend-services.html: a token serves until 30 seconds before its end, and its endpoint is kept', async () => {
  const { base, listPaths } = await openSmartServer(100)
  let now = Date.parse('2026-03-01T00:00:00.000Z')
  const fhir = openFhir(policy, () => new Date(now))
  const send = () => fhir.send({ baseUrl: `${base}/fhir`, auth: smart('ES384') }, transmission, never)

  await send()
  now += 69_000
  await send()
  now += 2_000
  await send()

  expect(listPaths().slice(1)).toEqual(['/token', '/fhir', '/fhir', '/token', '/fhir'])
})

test('RFC 6750 3.1: a token that is not taken is fetched once anew, and no more than once', async () => {
  const { base, listPaths } = await openSmartServer(300, (token) => token === 'Bearer t2')
  const fhir = openFhir(policy)
  const send = () => fhir.send({ baseUrl: `${base}/fhir`, auth: smart('ES384') }, transmission, never)
  const refusing = await openSmartServer(300, () => false)
  const refused = openFhir(policy).send({ baseUrl: `${refusing.base}/fhir`, auth: smart('ES384') }, transmission, never)

  expect(await send()).toMatchObject({ state: 'accepted' })
  expect(listPaths().slice(1)).toEqual(['/token', '/fhir', '/token', '/fhir'])
  expect(await refused).toEqual({
    state: 'failed',
    reason: 'authentication',
    acknowledgement: '401',
    reply: expect.any(Buffer),
    retry: true,
    unknown: false,
  })
  expect(refusing.listPaths().slice(1)).toEqual(['/token', '/fhir', '/token', '/fhir'])
})

test('D239: a token endpoint that has moved is found again', async () => {
  const { base, move } = await openSmartServer(1)
  const fhir = openFhir(policy)
  const send = () => fhir.send({ baseUrl: `${base}/fhir`, auth: smart('ES384') }, transmission, never)
  await send()

  move('/moved')
  const receipts = [await send(), await send()]

  expect(receipts.map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'authentication'],
    ['accepted', undefined],
  ])
})

test('D239: a server without a SMART configuration needs tokenUrl', async () => {
  const { base, listPaths } = await openSmartServer(300)
  const fhir = openFhir(policy)
  const send = (more: object) => fhir.send({ baseUrl: `${base}/fhir`, auth: smart('RS384', more) }, transmission, never)

  const elsewhere = fhir.send({ baseUrl: `${base}/other`, auth: smart('RS384') }, transmission, never)
  expect(await elsewhere).toMatchObject({ state: 'failed', reason: 'authentication', unknown: false })
  expect(await send({ tokenUrl: `${base}/token` })).toMatchObject({ state: 'accepted' })
  expect(listPaths()).toEqual(['/other/.well-known/smart-configuration', '/token', '/fhir'])
})

test('D239: a token endpoint on a host that is not listed gets no assertion', async () => {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ token_endpoint: 'https://elsewhere.example/token' }))
  })
  const baseUrl = `http://127.0.0.1:${await listen(server)}/fhir`

  const receipt = await openFhir(policy).send({ baseUrl, auth: smart('ES384') }, transmission, never)

  expect(receipt).toMatchObject({ state: 'rejected', reason: 'refused-by-policy', unknown: false })
})

// biome-ignore format: one row a line
test.each([
  ['no PEM', 'secret'],
  ['a public key', keys.ES384.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  ['another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ['a short RSA key', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)],
  ['another kind', pemOf(generateKeyPairSync('ed25519').privateKey)],
])('SMART App Launch 2.2 client-confidential-asymmetric.html: a key that is %s is refused', (_title, key) => {
  const result = fhirDestination.safeParse({ baseUrl: 'https://a.example/fhir', auth: { ...smart('ES384'), key } })

  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['auth.key'])
})

testWithPrograms('openssl')(
  'spec 5: mutual TLS, to the FHIR server and to the token endpoint, each with its certificate',
  async () => {
    const authority = makeAuthority(makeScratchFolder('fhir-tls'), 'ca')
    const issued = authority.issue('server', { names: 'IP:127.0.0.1' })
    const own = authority.issue('client')
    const seen: string[] = []
    const answer: RequestListener = (request, response) => {
      seen.push(request.url ?? '')
      response.end(JSON.stringify(request.url === '/token' ? { access_token: 'a', expires_in: 60 } : taken))
    }
    const wanting = { ...issued, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
    const base = `https://127.0.0.1:${await listen(createTlsServer(wanting, answer))}`
    const tls = { ca: authority.cert, cert: own.cert, key: own.key }
    const unknown = { ca: authority.cert }
    const auth = { type: 'oauth2', tokenUrl: `${base}/token`, clientId: 'a', clientSecret: 'b' } as const
    const send = (destination: object) =>
      openFhir(policy).send(fhirDestination.parse({ baseUrl: `${base}/fhir`, ...destination }), transmission, never)

    expect(await send({ auth: { type: 'none' }, tls })).toMatchObject({ state: 'accepted' })
    expect(await send({ auth: { type: 'none' }, tls: unknown })).toMatchObject({ state: 'failed', reason: 'tls' })
    expect(await send({ auth: { ...auth, tls }, tls })).toMatchObject({ state: 'accepted' })
    expect(await send({ auth: { ...auth, tls: unknown }, tls })).toMatchObject({ reason: 'tls', unknown: false })
    expect(seen).toEqual(['/fhir', '/token', '/fhir'])
  },
)
