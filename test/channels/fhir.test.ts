import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import {
  channelRulesWithin,
  closeTransports,
  openTransports,
  parseDestination,
  sendDispatch,
} from '../../src/channels/channels.ts'
import { buildTransaction } from '../../src/channels/fhir/document-transaction.ts'
import { fhirDestination } from '../../src/channels/fhir/fhir-destination.ts'
import { openFhir } from '../../src/channels/fhir.ts'
import { openRestHook } from '../../src/channels/rest-hook.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { isJsonObject, parseJson, stringifyJson } from '../../src/core/json.ts'
import { Problem } from '../../src/core/problems.ts'
import { exampleAmendedExport, exampleDocument, exampleDocumentId, exampleRecalledExport } from '../builders.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const transmission: Transmission = {
  bytes: Buffer.from(stringifyJson(exampleDocument())),
  mediaType: 'application/fhir+json',
  fileName: 'a.json',
  documentId: exampleDocumentId,
  kind: 'original',
  controlId: 'C1',
}

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Handler = (response: ServerResponse, seen: Seen, count: number) => void

/** A server of plain node:http that keeps its requests. */
async function serve(handler: Handler): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    handler(response, { method, url, headers, body }, seen.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir/R4`, seen }
}

const respond = (response: ServerResponse, status: number, body: unknown = {}) =>
  response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body))

const transactionResponse = (...statuses: string[]) => ({
  resourceType: 'Bundle',
  type: 'transaction-response',
  entry: statuses.map((status) => ({ response: { status } })),
})

const created: Handler = (response) => respond(response, 200, transactionResponse('201 Created', '201 Created'))
const none = { type: 'none' } as const

test('D3: one transaction (R4 http.html#transaction) with the document and its DocumentReference, found by the document identity', async () => {
  const { baseUrl, seen } = await serve(created)
  const destination = { baseUrl, auth: none, headers: { 'x-practice': 'a' } }

  const receipt = await openFhir(policy).send(destination, transmission, never)

  const [request] = seen
  const body = JSON.parse(request?.body ?? '')
  const criteria = `identifier=urn:ietf:rfc:3986|urn:uuid:${exampleDocumentId}`
  const reply = Buffer.from(JSON.stringify(transactionResponse('201 Created', '201 Created')))
  expect(receipt).toEqual({ state: 'accepted', acknowledgement: '201', reply, retry: false, unknown: false })
  expect([seen.length, request?.method, request?.url]).toEqual([1, 'POST', '/fhir/R4'])
  expect(request?.headers).toMatchObject({
    'content-type': 'application/fhir+json',
    accept: 'application/fhir+json',
    'x-practice': 'a',
  })
  expect(body).toMatchObject({ resourceType: 'Bundle', type: 'transaction' })
  expect(body.entry.map((entry: { request: unknown }) => entry.request)).toEqual([
    { method: 'POST', url: 'Bundle', ifNoneExist: criteria },
    { method: 'POST', url: 'DocumentReference', ifNoneExist: criteria },
  ])
  expect(stringifyJson(body.entry[0].resource)).toBe(Buffer.from(transmission.bytes).toString())
  expect(body.entry[1].resource).toEqual({
    resourceType: 'DocumentReference',
    masterIdentifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${exampleDocumentId}` },
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${exampleDocumentId}` }],
    status: 'current',
    type: expect.objectContaining({ coding: [expect.objectContaining({ code: '11488-4' })] }),
    subject: {
      type: 'Patient',
      identifier: expect.objectContaining({ value: '8003608166690503' }),
      display: 'Maeve Rose Quillinan',
    },
    date: '2026-03-14T03:20:00.000Z',
    author: [
      {
        type: 'PractitionerRole',
        identifier: expect.objectContaining({ value: '2458671W' }),
        display: 'Tobias Adeyemi',
      },
    ],
    content: [
      {
        attachment: {
          contentType: 'application/fhir+json',
          url: body.entry[0].fullUrl,
          title: 'Consultation note',
        },
      },
    ],
  })
  expect(body.entry[0].fullUrl).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(body.entry[0].fullUrl).not.toContain(exampleDocumentId)
})

test('docs/design/hub.md#release: an amendment is a document of its own that replaces the one before', () => {
  const { bundle, documentId } = exampleAmendedExport()

  const { entry = [] } = buildTransaction(bundle, { documentId, kind: 'original' })

  expect(entry[1]?.resource).toMatchObject({
    masterIdentifier: { value: `urn:uuid:${documentId}` },
    status: 'current',
    relatesTo: [
      {
        code: 'replaces',
        target: { type: 'DocumentReference', identifier: { value: `urn:uuid:${exampleDocumentId}` } },
      },
    ],
  })
})

test('docs/design/hub.md#release: a recall puts both, by the same identity, entered in error', () => {
  const { bundle } = exampleRecalledExport()

  const recall = buildTransaction(bundle, { documentId: exampleDocumentId, kind: 'recall' })
  const original = buildTransaction(exampleDocument(), { documentId: exampleDocumentId, kind: 'original' })

  const criteria = `identifier=urn:ietf:rfc:3986|urn:uuid:${exampleDocumentId}`
  expect(recall.entry?.map(({ request }) => request)).toEqual([
    { method: 'PUT', url: `Bundle?${criteria}` },
    { method: 'PUT', url: `DocumentReference?${criteria}` },
  ])
  expect(recall.entry?.[1]?.resource).toMatchObject({ status: 'entered-in-error' })
  const other = buildTransaction(bundle, { documentId: '0198f2a0-0000-7000-8000-0000000000d2', kind: 'recall' })
  expect(recall.entry?.[0]?.fullUrl).toBe(original.entry?.[0]?.fullUrl)
  expect(other.entry?.[0]?.fullUrl).not.toBe(recall.entry?.[0]?.fullUrl)
})

test('docs/design/store.md#resources: the text of numbers reaches the receiver as it was', async () => {
  const { baseUrl, seen } = await serve(created)
  const document = parseJson(Buffer.from(transmission.bytes).toString())
  if (!isJsonObject(document)) throw new TypeError('not an object')
  const text = stringifyJson({ ...document, total: 0 }).replace('"total":0', '"total":1.00')

  await openFhir(policy).send({ baseUrl, auth: none }, { ...transmission, bytes: Buffer.from(text) }, never)

  expect(seen[0]?.body).toContain('"total":1.00')
})

const failed = (reason: string, unknown = false) => ({ state: 'failed', reason, retry: true, unknown })
const rejected = (reason: string) => ({ state: 'rejected', reason, retry: false, unknown: false })

test.each([
  [307, failed('redirected')],
  [400, rejected('refused-by-receiver')],
  [401, failed('authentication')],
  [403, failed('authentication')],
  [404, failed('not-found')],
  [408, failed('timeout', true)],
  [409, rejected('refused-by-receiver')],
  [412, rejected('refused-by-receiver')],
  [413, rejected('too-large')],
  [422, rejected('refused-by-receiver')],
  [429, failed('rate-limited')],
  [500, failed('error-at-receiver', true)],
  [503, failed('error-at-receiver', true)],
])('R4 http.html#summary: %d', async (status, receipt) => {
  const { baseUrl } = await serve((response) => respond(response, status, { resourceType: 'OperationOutcome' }))

  expect(await openFhir(policy).send({ baseUrl, auth: none }, transmission, never)).toEqual({
    ...receipt,
    acknowledgement: String(status),
    reply: Buffer.from('{"resourceType":"OperationOutcome"}'),
  })
})

test.each([
  ['429', '120', 120_000],
  ['503', 'Sun, 01 Mar 2026 00:01:00 GMT', 60_000],
  ['503', 'later', undefined],
  ['503', undefined, undefined],
  ['422', '120', undefined],
])('RFC 9110 10.2.3: a FHIR server answers %s, and asks for the wait %p', async (status, value, expected) => {
  const headers = value === undefined ? {} : { 'retry-after': value }
  const { baseUrl } = await serve((response) => response.writeHead(Number(status), headers).end())
  const clock = () => new Date('2026-03-01T00:00:00.000Z')

  const receipt = await openFhir(policy, clock).send({ baseUrl, auth: none }, transmission, never)

  expect([receipt.acknowledgement, receipt.retryAfterMs]).toEqual([status, expected])
})

test('RFC 9110 10.2.3: the wait that a token endpoint asks for is that of the document', async () => {
  const { baseUrl } = await serve((response) => response.writeHead(503, { 'retry-after': '30' }).end())
  const auth = { type: 'oauth2', tokenUrl: `${baseUrl}/token`, clientId: 'a', clientSecret: 'b' } as const

  expect(await openFhir(policy).send({ baseUrl, auth }, transmission, never)).toEqual({
    ...failed('authentication'),
    retryAfterMs: 30_000,
  })
})

test('RFC 9110 10.2.3: the wait that the endpoint of a subscription asks for', async () => {
  const { baseUrl } = await serve((response) => response.writeHead(503, { 'retry-after': '30' }).end())
  const hook = { url: baseUrl, mediaType: 'application/fhir+json', headers: [], timeoutMs: 60_000 }

  expect(await openRestHook(policy)(hook, '{}', never)).toMatchObject({ state: 'failed', retryAfterMs: 30_000 })
})

test.each([
  ['no JSON', '<html>Please log in</html>'],
  ['nothing', ''],
  ['another resource', JSON.stringify({ resourceType: 'OperationOutcome' })],
  ['fewer entries', JSON.stringify(transactionResponse('201 Created'))],
  ['an entry without status', JSON.stringify(transactionResponse('201 Created', ''))],
])('R4 http.html#transaction-response: a 200 that says %s is not an acceptance', async (_title, body) => {
  const { baseUrl } = await serve((response) => response.writeHead(200).end(body))

  const receipt = await openFhir(policy).send({ baseUrl, auth: none }, transmission, never)

  expect(receipt).toMatchObject(failed('garbled-answer', true))
})

test('R4 http.html#ccreate: an existing document is an acceptance too', async () => {
  const { baseUrl } = await serve((response) => respond(response, 200, transactionResponse('200 OK', '200')))

  const receipt = await openFhir(policy).send({ baseUrl, auth: none }, transmission, never)

  expect(receipt).toMatchObject({ state: 'accepted', acknowledgement: '200' })
})

test('fhir: not there, cut off, cancelled, not a document', async () => {
  const { baseUrl } = await serve((response) => response.destroy())
  const patience = new AbortController()
  const { baseUrl: silent } = await serve(() => patience.abort(new DOMException('too long', 'TimeoutError')))
  const fhir = openFhir(policy)
  const send = (url: string, more: Partial<Transmission> = {}, signal = never) =>
    fhir.send({ baseUrl: url, auth: none }, { ...transmission, ...more }, signal)

  const receipts = await Promise.all([
    send('http://127.0.0.1:9/fhir'),
    send(baseUrl),
    send(silent, {}, patience.signal),
    send('http://example.org/fhir'),
    send(baseUrl, { bytes: Buffer.from('{') }),
    send(baseUrl, { bytes: Buffer.from('{"resourceType":"Patient"}') }),
  ])

  expect(receipts).toEqual([
    failed('connect'),
    failed('closed', true),
    failed('timeout', true),
    rejected('refused-by-policy'),
    rejected('bad-message'),
    rejected('bad-message'),
  ])
})

test('RFC 7617: Basic credentials', async () => {
  const { baseUrl, seen } = await serve(created)

  await openFhir(policy).send({ baseUrl, auth: { type: 'basic', username: 'u', password: 'p:ü' } }, transmission, never)

  expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p:ü').toString('base64')}`)
})

test('RFC 6749 4.4: a token is asked for once, kept until it expires, and fetched once anew when it is not taken', async () => {
  let time = 0
  let refuse = false
  const { baseUrl, seen } = await serve((response, { url }, count) => {
    if (url === '/token') respond(response, 200, { access_token: `t${count}`, token_type: 'Bearer', expires_in: 60 })
    else if (refuse) respond(response, 401)
    else created(response, { method: '', url, headers: {}, body: '' }, count)
  })
  const fhir = openFhir(policy, () => new Date(time))
  const tokenUrl = new URL('/token', baseUrl).href
  const auth = { type: 'oauth2', tokenUrl, clientId: 'a b', clientSecret: 's', scope: 'system/*.c' } as const
  const send = () => fhir.send({ baseUrl, auth }, transmission, never)

  await send()
  await send()
  time = 55_000
  await send()
  refuse = true
  const unauthorized = await send()
  refuse = false
  await send()

  const bearer = (token: string) => `Bearer ${token}`
  expect(seen.map(({ url, headers }) => (url === '/token' ? 'token' : headers.authorization))).toEqual([
    'token',
    bearer('t1'),
    bearer('t1'),
    'token',
    bearer('t4'),
    bearer('t4'),
    'token',
    bearer('t7'),
    'token',
    bearer('t9'),
  ])
  expect(unauthorized).toMatchObject(failed('authentication'))
  expect(seen[0]?.body).toBe('grant_type=client_credentials&scope=system%2F*.c')
  expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('a%20b:s').toString('base64')}`)
})

test.each([
  ['400', (response: ServerResponse) => respond(response, 400, { error: 'invalid_client' }), 'authentication'],
  ['no token', (response: ServerResponse) => respond(response, 200, {}), 'authentication'],
  ['no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>'), 'authentication'],
  ['a cut', (response: ServerResponse) => response.destroy(), 'closed'],
])(
  'RFC 6749 5.2: a token endpoint that answers %s: nothing was sent, it may go through later',
  async (_title, handler, reason) => {
    const { baseUrl, seen } = await serve(handler)
    const auth = { type: 'oauth2', tokenUrl: baseUrl, clientId: 'a', clientSecret: 's' } as const

    expect(await openFhir(policy).send({ baseUrl, auth }, transmission, never)).toEqual(failed(reason))
    expect(seen).toHaveLength(1)
  },
)

test.each([
  ['a query', { baseUrl: 'https://a.example/fhir?x=1', auth: none }, 'destination.baseUrl'],
  ['a user', { baseUrl: 'https://u:p@a.example/fhir', auth: none }, 'destination.baseUrl'],
  ['another scheme', { baseUrl: 'ftp://a.example/fhir', auth: none }, 'destination.baseUrl'],
  ['no auth', { baseUrl: 'https://a.example/fhir' }, 'destination.auth'],
  ['an unknown field', { baseUrl: 'https://a.example/fhir', auth: none, x: 1 }, 'destination'],
  [
    'a header of ours',
    { baseUrl: 'https://a.example/', auth: none, headers: { Authorization: 'x' } },
    'destination.headers.Authorization',
  ],
  [
    'a header that breaks out',
    { baseUrl: 'https://a.example/', auth: none, headers: { 'x-a': 'b\r\nc: d' } },
    'destination.headers.x-a',
  ],
])(
  'docs/design/hub.md#requests-and-answers: a destination with %s names the field and no value',
  (_title, value, field) => {
    expect.assertions(2)
    try {
      parseDestination('fhir', value, 'destination')
    } catch (error) {
      const problem = error as Problem
      expect(problem.errors.map((item) => item.field)).toEqual([field])
      expect(JSON.stringify(problem.errors.map((item) => item.message))).not.toContain('a.example')
    }
  },
)

test('channels: destinations are parsed with their defaults, and a stored one that is no longer valid is refused', async () => {
  const transports = openTransports(policy)
  closers.push(() => closeTransports(transports))

  const parsed = parseDestination('mllp', { host: 'a.example', port: 2575 }, 'destination')
  const dispatch = { kind: 'mllp', destination: { host: 'a.example' }, transmission } as const
  const rules = channelRulesWithin({ folders: [], policy })

  expect(parsed).toEqual({ host: 'a.example', port: 2575, ackTimeoutMs: 30_000, applicationTimeoutMs: 86_400_000 })
  expect(rules.mllp.parse({ host: 'a.example', port: 2575 }, 'destination')).toEqual(parsed)
  expect(rules.mllp.formats).toEqual(['hl7v2'])
  expect(fhirDestination.parse({ baseUrl: 'https://a.example/fhir', auth: none })).toEqual({
    baseUrl: 'https://a.example/fhir',
    auth: none,
  })
  expect(await sendDispatch(transports, dispatch, never)).toEqual(rejected('bad-destination'))
  expect(() => parseDestination('file', { directory: 'relative' }, 'destination')).toThrow(Problem)
})
