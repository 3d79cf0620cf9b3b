import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { developmentTenants } from '../../src/core/caller.ts'
import { isUuid, newId } from '../../src/core/ids.ts'
import { type DevelopmentTokenOptions, requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { type HubServer, startHub } from './hub-server.ts'
import { rawGet, sendRaw } from './raw-request.ts'

const [tenant, otherTenant] = developmentTenants
const encounterId = newId()
const patientId = newId()

let hub: HubServer
let token: string
beforeAll(async () => {
  hub = await startHub({ env: { BANKSIA_REQUESTS_PER_MINUTE: '100000', BANKSIA_HANDLER_TIMEOUT_MS: '300' } })
  token = await requestDevelopmentToken(hub.base, {})
})
afterAll(async () => hub.close())

type Headers = Record<string, string>
type Sent = {
  readonly method?: string
  readonly headers?: Headers
  readonly body?: string | Uint8Array
  readonly without?: string
}

/** A request with good headers, except for the test's change. */
async function send(path: string, { method = 'GET', headers = {}, body, without }: Sent = {}) {
  const all: Headers = {
    Authorization: `Bearer ${token}`,
    'X-Tenant-Id': tenant,
    'X-Spoke-Id': 'connect',
    'X-Request-Id': newId(),
    ...(method === 'GET' ? {} : { 'X-Idempotency-Key': newId() }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }
  if (without !== undefined) delete all[without]
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }
  const response = await fetch(`${hub.base}${path}`, { method, headers: all, ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const post = (path: string, body: unknown, sent: Sent = {}) =>
  send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...sent })

const withToken = async (options: DevelopmentTokenOptions): Promise<Headers> => ({
  Authorization: `Bearer ${await requestDevelopmentToken(hub.base, options)}`,
})

test('R5.2: a request with all of its headers reaches its handler as its caller', async () => {
  const requestId = newId()

  const answer = await send('/v1/spokes/whoami', { headers: { 'X-Request-Id': requestId } })

  expect(answer.status).toBe(200)
  expect(answer.headers.get('X-Request-Id')).toBe(requestId)
  expect(answer.body).toMatchObject({ tenant, spoke: 'connect', requestId, roles: ['clinician'], proof: 'oidc' })
})

test.each([
  ['missing', { without: 'X-Request-Id' }, 'is required'],
  ['empty', { headers: { 'X-Request-Id': '' } }, 'is required'],
  ['malformed', { headers: { 'X-Request-Id': 'Zebulon' } }, 'must be a UUID'],
])('R5.2: X-Request-Id that is %s is a 400 under a fresh UUIDv7', async (_case, sent, message) => {
  const answer = await send('/v1/spokes/whoami', sent)

  expect(answer.status).toBe(400)
  expect(answer.headers.get('Content-Type')).toContain('application/problem+json')
  expect(answer.body).toEqual({
    type: `${hub.config.problemBase}/validation`,
    title: 'The request is not valid',
    status: 400,
    detail: 'The request is not valid',
    requestId: answer.headers.get('X-Request-Id'),
    errors: [{ field: 'X-Request-Id', message }],
  })
  expect(answer.body.requestId[14]).toBe('7')
  expect(isUuid(answer.body.requestId)).toBe(true)
})

test.each([
  ['X-Tenant-Id', { without: 'X-Tenant-Id' }, 'is required'],
  ['X-Tenant-Id', { headers: { 'X-Tenant-Id': 'north' } }, 'must be a UUID'],
  ['X-Spoke-Id', { without: 'X-Spoke-Id' }, 'is required'],
  ['X-Spoke-Id', { headers: { 'X-Spoke-Id': 'a b' } }, 'must be a spoke identifier'],
])('R5.2: a missing or malformed %s is a validation problem (%j)', async (field, sent, message) => {
  const answer = await send('/v1/spokes/whoami', sent)

  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([{ field, message }])
})

test('spec 7: one errors entry for each header that is wrong', async () => {
  const response = await fetch(`${hub.base}/v1/spokes/whoami`)
  const body = (await response.json()) as { errors: { field: string }[] }

  expect(body.errors.map((error) => error.field)).toEqual(['X-Request-Id', 'X-Tenant-Id', 'X-Spoke-Id'])
})

test.each([
  ['X-Tenant-Id', tenant],
  ['X-Spoke-Id', 'connect'],
  ['X-Request-Id', newId()],
  ['Authorization', 'Bearer x'],
])('R5.2: a repeated %s is refused', async (header, value) => {
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${token}`],
    ['X-Tenant-Id', tenant],
    ['X-Spoke-Id', 'connect'],
    ['X-Request-Id', newId()],
    [header, value],
  ]

  const answer = await sendRaw(hub.base, rawGet('/v1/spokes/whoami', headers))

  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body).errors).toEqual([{ field: header, message: 'must be given once' }])
})

test.each([
  [undefined, 'Bearer realm="banksia"'],
  [
    'Bearer',
    'Bearer realm="banksia", error="invalid_request", error_description="The Authorization header is malformed"',
  ],
  [
    'Basic dGVuYW50LTE6ZGV2ZWxvcG1lbnQ=',
    'Bearer realm="banksia", error="invalid_request", error_description="The Authorization header is malformed"',
  ],
  [
    'Bearer abc',
    'Bearer realm="banksia", error="invalid_token", error_description="The access token is not known, or counts no longer"',
  ],
])('R5.1: Authorization %p is a 401 that says why', async (authorization, challenge) => {
  const answer = await send(
    '/v1/spokes/whoami',
    authorization === undefined ? { without: 'Authorization' } : { headers: { Authorization: authorization } },
  )

  expect(answer.status).toBe(401)
  expect(answer.body.type).toMatch(/\/authentication-required$/)
  expect(answer.headers.get('WWW-Authenticate')).toBe(challenge)
})

test('docs/design/hub.md#requests-and-answers: a tenant or spoke that the token does not grant, and a spoke that none knows, are 403', async () => {
  const narrow = await withToken({ spoke: 'link' })

  const wrongTenant = await send('/v1/spokes/whoami', { headers: { 'X-Tenant-Id': otherTenant } })
  const wrongSpoke = await send('/v1/spokes/whoami', { headers: { ...narrow, 'X-Spoke-Id': 'connect' } })
  const unknownSpoke = await send('/v1/spokes/whoami', { headers: { 'X-Spoke-Id': 'zebulon' } })

  expect([wrongTenant.status, wrongTenant.body.type]).toEqual([403, `${hub.config.problemBase}/tenant-forbidden`])
  expect([wrongSpoke.status, wrongSpoke.body.type]).toEqual([403, `${hub.config.problemBase}/spoke-forbidden`])
  expect([unknownSpoke.status, unknownSpoke.body.type]).toEqual([403, `${hub.config.problemBase}/spoke-forbidden`])
})

/** Asks a Hub that trusts an issuer of ours, which grants these spokes. */
async function askAs(spokes: readonly string[]) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const issuer = 'https://login.example.org'
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }] }
  const { base, config, close } = await startHub({ issuers: [{ issuer, loadKeys: async () => keys }] })
  const scope = 'banksia/spoke.read user/*.cruds'
  const signed = await new SignJWT({ tenants: [tenant], spokes, roles: ['clinician'], scope, client_id: 'c' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(issuer)
    .setAudience(config.audience)
    .setSubject('s')
    .setExpirationTime('1h')
    .sign(privateKey)
  const headers = {
    Authorization: `Bearer ${signed}`,
    'X-Tenant-Id': tenant,
    'X-Spoke-Id': spokes[0] ?? '',
    'X-Request-Id': newId(),
  }
  const answers = [
    await fetch(`${base}/v1/spokes/whoami`, { headers }),
    await fetch(`${base}/fhir/R4/Patient`, { headers }),
  ]
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  await close()
  return { statuses: answers.map(({ status }) => status), bodies, config }
}

test('docs/design/hub.md#requests-and-answers: a spoke that no table knows stays unknown, even where a token grants it', async () => {
  const { statuses, bodies, config } = await askAs(['zebulon'])

  expect(statuses).toEqual([403, 403])
  expect(bodies[0]).toMatchObject({ type: `${config.problemBase}/spoke-forbidden` })
})

test.each([
  [['billing', 'triage', 'connect'], 'connect', 'user/*.cruds'],
  [['billing', 'triage'], 'triage', 'user/*.cruds'],
  [['billing'], 'billing', 'user/*.rs'],
])('D74: of the spokes %p FHIR takes %s', async (spokes, spoke, scope) => {
  const { bodies } = await askAs(spokes)

  expect(bodies[0]).toMatchObject({ spoke: 'billing', scopes: ['banksia/spoke.read', 'user/*.rs'] })
  expect(bodies[1]).toMatchObject({ spoke, scopes: ['banksia/spoke.read', scope] })
})

test('docs/design/hub.md#requests-and-answers: read and write scopes guard reads and writes; the challenge names the scope', async () => {
  const reader = await withToken({ scope: 'banksia/spoke.read' })
  const stranger = await withToken({ scope: 'other/spoke.read user/*.cruds' })

  expect((await send('/v1/encounters', { headers: reader })).status).toBe(200)
  const write = await post('/v1/encounters', {}, { headers: reader })
  expect([write.status, write.body.type]).toEqual([403, `${hub.config.problemBase}/insufficient-scope`])
  expect(write.headers.get('WWW-Authenticate')).toContain('scope="banksia/spoke.write"')
  expect((await send('/v1/encounters', { headers: stranger })).status).toBe(403)
})

test('R3.1: a role outside the row is refused before its body is looked at', async () => {
  const answer = await post('/v1/encounters', '{', { headers: await withToken({ role: 'operator' }) })

  expect([answer.status, answer.body.type]).toEqual([403, `${hub.config.problemBase}/role-required`])
})

test.each([
  ['missing', { without: 'X-Idempotency-Key' }, 'is required'],
  ['too long', { headers: { 'X-Idempotency-Key': 'k'.repeat(201) } }, 'must be 1 to 200 visible ASCII characters'],
  ['with blanks', { headers: { 'X-Idempotency-Key': 'a b' } }, 'must be 1 to 200 visible ASCII characters'],
])('R5.4: X-Idempotency-Key that is %s is a validation problem', async (_case, sent, message) => {
  const answer = await post('/v1/encounters', { patientId, class: 'AMB' }, sent)

  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([{ field: 'X-Idempotency-Key', message }])
})

test('R5.4: the hook gets the key, the very bytes and the JSON, and the handler runs inside it', async () => {
  const body = `{"patientId": "${patientId}",  "class": "AMB"}`

  const answer = await post('/v1/encounters', body, { headers: { 'X-Idempotency-Key': 'once' } })

  const keyed = hub.keyed.at(-1)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('Location')).toBe('/v1/encounters/1')
  expect({ ...keyed, body: Buffer.from(keyed?.body ?? []).toString() }).toEqual({
    key: 'once',
    method: 'POST',
    path: '/v1/encounters',
    body,
    json: { patientId, class: 'AMB' },
  })
})

test('spec 7: one errors entry for each invalid field, by JSON path, and no value', async () => {
  const answer = await post('/v1/encounters', {
    patientId: 'Zebulon',
    class: 'Quuxworthy',
    period: { start: 'yesterday', end: 'Zebulon' },
    tags: ['fine', 'Zebulon Quuxworthy', 3],
    'Zebulon Quuxworthy': 1,
    tittle: 'Zebulon',
  })

  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([
    { field: 'patientId', message: 'must be a UUID' },
    { field: 'class', message: 'must be one of AMB, VR' },
    { field: 'period.start', message: 'must be an RFC 3339 time with zone' },
    { field: 'period.end', message: 'is not known' },
    { field: 'tags[1]', message: 'must be at most 5 characters' },
    { field: 'tags[2]', message: 'must be text' },
    { field: '*', message: 'is not known' },
    { field: 'tittle', message: 'is not known' },
  ])
  expect(JSON.stringify(answer.body)).not.toMatch(/Zebulon|Quuxworthy/)
})

test('spec 7: a missing field is required; the whole body is $', async () => {
  expect((await post('/v1/encounters', { class: 'AMB' })).body.errors).toEqual([
    { field: 'patientId', message: 'is required' },
  ])
  expect((await post('/v1/encounters', [])).body.errors).toEqual([{ field: '$', message: 'must be an object' }])
})

test.each([
  ['{"patientId": "a",\n  "class": }', 'unexpected character, line 2, column 12'],
  ['{"a":1,"a":2}', 'duplicate member name, line 1, column 8'],
  ['', 'unexpected end, line 1, column 1'],
  ['\u00e9', 'unexpected character, line 1, column 1'],
])('docs/design/hub.md#requests-and-answers: %j is malformed, by line and column', async (body, message) => {
  const answer = await post('/v1/encounters', body, { headers: { 'Content-Type': 'application/json' } })

  expect([answer.status, answer.body.type]).toEqual([400, `${hub.config.problemBase}/malformed-request`])
  expect(answer.body.errors).toEqual([{ field: '$', message }])
})

test('docs/design/hub.md#requests-and-answers: what is not UTF-8, not JSON by type, or packed in a coding that is not read, is refused', async () => {
  const notUtf8 = await send('/v1/encounters', { method: 'POST', body: Uint8Array.of(0x22, 0xff, 0x22) })
  const typed = (type: string) => post('/v1/encounters', {}, { headers: { 'Content-Type': type } })
  const compressed = await post('/v1/encounters', {}, { headers: { 'Content-Encoding': 'br' } })

  expect(notUtf8.body.errors).toEqual([{ field: '$', message: 'not UTF-8, line 1, column 1' }])
  expect((await typed('text/plain')).status).toBe(415)
  expect((await typed('application/json; charset=latin1')).status).toBe(415)
  expect((await typed('application/json;charset="UTF-8"')).status).toBe(400)
  expect([compressed.status, compressed.headers.get('Accept-Encoding')]).toEqual([415, 'identity, gzip'])
})

test('RFC 9110 8.4: a body in gzip is read as what it holds, within the limit, or refused', async () => {
  const patientId = newId()
  const encounter = JSON.stringify({ patientId, class: 'AMB' })
  const packed = (body: Uint8Array) =>
    send('/v1/encounters', { method: 'POST', body, headers: { 'Content-Encoding': 'gzip' } })

  const read = await packed(gzipSync(encounter))
  const [bomb, cut, plain] = [
    await packed(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))),
    await packed(gzipSync(encounter).subarray(0, -9)),
    await packed(Buffer.from(encounter)),
  ]

  expect([read.status, read.body.id]).toEqual([201, patientId])
  expect(Buffer.from(hub.keyed.at(-1)?.body ?? []).toString()).toBe(encounter)
  expect([bomb, cut, plain].map(({ status }) => status)).toEqual([413, 400, 400])
  expect(cut.body.type).toMatch(/malformed-request$/)
})

test('docs/design/hub.md#requests-and-answers: a body over the limit is 413, with or without a declared length', async () => {
  const large = new Uint8Array(1024 * 1024 + 1).fill(0x20)
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(large)
      controller.close()
    },
  })

  const declared = await send('/v1/encounters', { method: 'POST', body: large })
  const streamed = await fetch(`${hub.base}/v1/encounters`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Tenant-Id': tenant,
      'X-Spoke-Id': 'connect',
      'X-Request-Id': newId(),
      'X-Idempotency-Key': 'k',
      'Content-Type': 'application/json',
    },
    body: stream,
    duplex: 'half',
  })

  expect([declared.status, declared.body.type]).toEqual([413, `${hub.config.problemBase}/payload-too-large`])
  expect(streamed.status).toBe(413)
  await streamed.body?.cancel()
})

test('docs/design/hub.md#requests-and-answers: a body that does not arrive in time is 408, and the connection ends', async () => {
  const head = [
    'POST /v1/encounters HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `X-Tenant-Id: ${tenant}`,
    'X-Spoke-Id: connect',
    `X-Request-Id: ${newId()}`,
    'X-Idempotency-Key: late',
    'Content-Type: application/json',
    'Content-Length: 100',
  ]

  const answer = await sendRaw(hub.base, `${head.join('\r\n')}\r\n\r\n{"patientId":`)

  expect(answer.status).toBe(408)
  expect(answer.head).toMatch(/connection: close/i)
  expect(JSON.parse(answer.body).type).toMatch(/\/request-timeout$/)
})

test('docs/design/hub.md#requests-and-answers: a handler that takes too long is 503 with Retry-After', async () => {
  const answer = await send('/v1/slow')

  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
})

test('docs/design/hub.md#requests-and-answers: headers over the limit are 431, and what is no HTTP is 400, each as a problem', async () => {
  const large = await sendRaw(hub.base, rawGet('/v1/spokes/whoami', [['X-Note', 'x'.repeat(20_000)]]))
  const none = await sendRaw(hub.base, 'Zebulon Quuxworthy\r\n\r\n')

  expect([large.status, JSON.parse(large.body).type]).toEqual([431, 'http://localhost/problems/headers-too-large'])
  expect([none.status, JSON.parse(none.body).type]).toEqual([400, 'http://localhost/problems/validation'])
  expect(isUuid(JSON.parse(none.body).requestId)).toBe(true)
  expect(none.body).not.toContain('Zebulon')
})

test.each([
  ['/v1/nowhere'],
  ['/v1/encounters/'],
  ['/v1/encounters/x'],
  [`/v1/encounters/${encounterId}/nowhere`],
  [`/v1/encounters/${encounterId}:approve`],
  [`/v1/encounters/%2e%2e`],
  ['/v1/release-gates/Clinical/queue'],
])('docs/design/hub.md#requests-and-answers: GET %s is 404', async (path) => {
  const answer = await send(path)

  expect([answer.status, answer.body.type]).toEqual([404, `${hub.config.problemBase}/not-found`])
})

test('docs/design/hub.md#requests-and-answers: a known path with another method is 405 with Allow', async () => {
  const other = await send('/v1/encounters', { method: 'DELETE' })
  const verb = await send(`/v1/artifacts/${encounterId}:approve`)

  expect([other.status, other.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
  expect([verb.status, verb.headers.get('Allow')]).toEqual([405, 'POST'])
})

test('docs/design/house.md#handlers: path ids reach the handler checked; a stored resource answers its ETag', async () => {
  const answer = await send(`/v1/encounters/${encounterId.toUpperCase()}`)

  expect(answer.body).toEqual({ id: encounterId, version: 7 })
  expect(answer.headers.get('ETag')).toBe('W/"7"')
  expect((await send('/v1/release-gates/clinical_review/queue')).body).toEqual({ gate: 'clinical_review' })
})

const ifMatch = (value: string) => ({ headers: { 'If-Match': value } })
const read = ifMatch('W/"1"')

test('RFC 3986 2.2: an encoded colon before a verb is the verb', async () => {
  expect((await send(`/v1/artifacts/${encounterId}%3Aapprove`, { method: 'POST', ...read })).status).toBe(200)
})

const changed = `/v1/artifacts/${encounterId}`

test.each([
  ['W/"3"', [3]],
  ['"12"', [12]],
  ['W/"1", "2" ,W/"3"', [1, 2, 3]],
  ['"Zebulon"', [0]],
  ['"Zebulon,3"', [0]],
])('RFC 9110 13.1.1: If-Match %s names versions %p', async (value, versions) => {
  const answer = await send(changed, { method: 'PATCH', ...ifMatch(value) })

  expect(answer.body).toEqual({ expected: versions })
})

test.each(['', '3', 'W/3', 'w/"3"', 'W/"1" W/"2"', 'W/"1",', '"1\t"', '*, "1"'])(
  'RFC 9110 13.1.1: If-Match %s is malformed',
  async (value) => {
    const answer = await send(changed, { method: 'PATCH', ...ifMatch(value) })

    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'If-Match'])
  },
)

const attesting = { attestations: ['plan-1'] }
const diarisation = `/v1/transcripts/${encounterId}/diarisation`

test.each([
  ['PATCH', changed, undefined, {}],
  ['PATCH', changed, undefined, { 'If-Match': '*' }],
  ['PATCH', changed, undefined, { 'If-None-Match': '*' }],
  ['POST', `${changed}:approve`, undefined, {}],
  ['POST', `${changed}:approve`, undefined, { 'If-Match': '*' }],
  ['POST', `${changed}:approve`, undefined, { 'If-Match': 'W/"1", W/"2"' }],
  ['POST', `${changed}:verify`, {}, {}],
  ['POST', `${changed}:verify`, attesting, {}],
  ['POST', `${changed}:verify`, attesting, { 'If-Match': '*' }],
  ['POST', `${changed}:verify`, attesting, { 'If-Match': 'W/"1", W/"2"' }],
  ['PUT', diarisation, undefined, {}],
  ['PUT', diarisation, undefined, { 'If-Match': '*' }],
])('D73: %s %s with the body %p and the headers %p says too little', async (method, path, body, headers) => {
  const answer = await send(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

  expect([answer.status, answer.body.type.split('/').at(-1)]).toEqual([428, 'precondition-required'])
  expect(answer.body.detail).toContain('send the ETag of that answer as If-Match')
})

test.each([
  [`${changed}:verify`, {}, '*', 'any'],
  [`${changed}:verify`, attesting, 'W/"4"', [4]],
])('D73: POST %s with the body %p is content with If-Match %s', async (path, body, value, expected) => {
  expect((await post(path, body, ifMatch(value))).body).toEqual({ expected })
})

test('D73: what is new says so by If-None-Match: *, and nothing else', async () => {
  const put = (headers: Record<string, string>) => send(diarisation, { method: 'PUT', headers })

  expect((await put({ 'If-None-Match': '*' })).body).toEqual({ expected: 'new' })
  for (const headers of [{ 'If-None-Match': '"1"' }, { 'If-None-Match': '*', 'If-Match': '"1"' }])
    expect((await put(headers)).body.errors[0].field).toBe('If-None-Match')
})

test('docs/design/hub.md#requests-and-answers: a route without a body takes none but an empty object', async () => {
  const path = `/v1/artifacts/${encounterId}:approve`

  expect((await send(path, { method: 'POST', ...read })).status).toBe(200)
  expect((await post(path, {}, read)).status).toBe(200)
  expect((await post(path, { note: 1 }, read)).body.errors).toEqual([{ field: 'note', message: 'is not known' }])
})

test('docs/design/hub.md#requests-and-answers: query parameters are checked, known and single', async () => {
  expect((await send('/v1/encounters?limit=20')).body).toEqual({ limit: 20 })
  expect((await send('/v1/encounters?limit=Zebulon')).body.errors).toEqual([
    { field: 'limit', message: 'has the wrong form' },
  ])
  expect((await send('/v1/encounters?limits=20')).body.errors).toEqual([{ field: 'limits', message: 'is not known' }])
  expect((await send('/v1/encounters?limit=20&limit=30')).body.errors).toEqual([
    { field: 'limit', message: 'must be given once' },
  ])
  expect((await send('/v1/spokes/whoami?Zebulon%20Quuxworthy=1')).body.errors).toEqual([
    { field: '*', message: 'is not known' },
  ])
})

test('docs/design/house.md#errors: a bug is 500 with nothing but the request id, logged without its message', async () => {
  const requestId = newId()

  const answer = await send('/v1/broken', { headers: { 'X-Request-Id': requestId } })

  const line = hub.lines.find((logged) => logged.event === 'request-failed' && logged.fields.requestId === requestId)
  expect(answer.body).toEqual({
    type: `${hub.config.problemBase}/internal`,
    title: 'Internal error',
    status: 500,
    detail: 'Internal error',
    requestId,
    errors: [],
  })
  expect(line?.fields).toMatchObject({ requestId, errorClass: 'SyntaxError' })
  expect(JSON.stringify(hub.lines)).not.toMatch(/Zebulon|Quuxworthy/)
})

test('docs/design/house.md#patient-data: the log carries route templates, never paths or parameters', async () => {
  const requestId = newId()

  await send(`/v1/encounters/${encounterId}?Zebulon=1`, { headers: { 'X-Request-Id': requestId } })
  await send('/v1/Zebulon')

  const line = hub.lines.find((logged) => logged.event === 'request' && logged.fields.requestId === requestId)
  expect(line?.fields).toMatchObject({ method: 'GET', route: '/v1/encounters/{encounterId}', status: 400, tenant })
  expect(JSON.stringify(hub.lines)).not.toMatch(/Zebulon/)
  expect(JSON.stringify(hub.lines)).not.toContain(encounterId)
})

test('OWASP API8: answers are not cached, framed or sniffed, and no other origin is let in', async () => {
  const answer = await send('/v1/spokes/whoami', { headers: { Origin: 'https://elsewhere.example' } })

  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(answer.headers.get('X-Powered-By')).toBeNull()
})

test('spec 7: every problem type has its page; anything else is a problem too', async () => {
  const page = await fetch(`${hub.base}/problems/consent-required`)
  const nowhere = await fetch(`${hub.base}/problems/zebulon`)

  expect(await page.json()).toEqual({
    type: `${hub.config.problemBase}/consent-required`,
    status: 403,
    title: 'No active consent covers this',
    retry: false,
    cause: expect.any(String),
    remedy: expect.any(String),
  })
  expect(nowhere.status).toBe(404)
  expect(await nowhere.json()).toMatchObject({
    type: `${hub.config.problemBase}/not-found`,
    requestId: nowhere.headers.get('X-Request-Id'),
  })
})

test('spec 7: a browser gets the page of a problem to read, a client the data', async () => {
  const get = (accept: string) => fetch(`${hub.base}/problems/rate-limited`, { headers: { accept } })

  const browser = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  const text = await browser.text()

  expect(browser.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(browser.headers.get('vary')).toBe('Accept')
  expect(text).toContain('<h1>Too many requests</h1>')
  expect(text).toContain('status 429')
  for (const accept of ['application/json', 'application/problem+json, */*', '*/*'])
    expect((await get(accept)).headers.get('content-type')).toContain('application/json')
})

test('docs/fhir.md: no X- header is needed; tenant and spoke come from the token', async () => {
  const response = await fetch(`${hub.base}/fhir/R4/Patient`, { headers: { Authorization: `Bearer ${token}` } })

  expect(await response.json()).toMatchObject({
    tenant,
    spoke: 'connect',
    requestId: response.headers.get('X-Request-Id'),
  })
})

test('R4 operationoutcome: the FHIR edge answers OperationOutcome', async () => {
  const unknown = await fetch(`${hub.base}/fhir/R4/Patient`)
  const absent = await fetch(`${hub.base}/fhir/R4/nothing`, { headers: { Authorization: `Bearer ${token}` } })
  const foreign = await fetch(`${hub.base}/fhir/R4/Patient`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Tenant-Id': otherTenant },
  })

  expect([unknown.status, unknown.headers.get('Content-Type')]).toEqual([401, 'application/fhir+json; charset=utf-8'])
  expect(await unknown.json()).toEqual({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code: 'login', details: { text: 'An access token is required' } }],
  })
  expect([absent.status, foreign.status]).toEqual([404, 403])
})

test('docs/security.md#whose-tokens-count-for-what: a development server answers under loopback names only', async () => {
  const answer = await sendRaw(hub.base, rawGet('/oidc/jwks', []).replace('Host: localhost', 'Host: rebound.example'))

  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body).errors).toEqual([
    { field: 'Host', message: 'must be a loopback name in development mode' },
  ])
})

test('spec 4.2: a body that is not JSON reaches its handler as bytes, beside the headers that its row names', async () => {
  const octets = { 'Content-Type': 'application/octet-stream' }
  const body = Uint8Array.of(0, 255, 7)

  const taken = await send('/v1/chunks', { method: 'POST', body, headers: { ...octets, 'X-Chunk-Index': '4' } })
  const unnumbered = await send('/v1/chunks', { method: 'POST', body, headers: octets })
  const asJson = await send('/v1/chunks', { method: 'POST', body: '{}', headers: { 'X-Chunk-Index': '4' } })

  expect(taken.body).toEqual({ index: 4, bytes: 3 })
  expect([unnumbered.status, unnumbered.body.errors]).toEqual([
    400,
    [{ field: 'X-Chunk-Index', message: 'is required' }],
  ])
  expect([asJson.status, asJson.headers.get('Accept')]).toEqual([415, 'application/octet-stream'])
})

test('spec 9: a deprecated operation says so in every answer, refusals too', async () => {
  const refused = await send('/v1/chunks', { method: 'POST', body: '{}' })

  expect(refused.headers.get('Deprecation')).toBe('@1795132800')
  expect(refused.headers.get('Sunset')).toBe('Sat, 20 Nov 2027 00:00:00 GMT')
})

test.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['application/*', 200],
  ['text/html, */*;q=0.1', 200],
  ['APPLICATION/JSON', 200],
  ['application/xml', 406],
  ['text/*', 406],
  ['application/json;q=0', 406],
  ['application/json;q=0, */*', 406],
  ['*/*, application/*;q=0', 406],
  ['application/xml, application/json;q=0.1', 200],
  ['', 200],
])('RFC 9110 12.5.1: Accept %s is answered %i', async (accept, status) => {
  const answer = await send('/v1/encounters', { headers: { Accept: accept } })

  expect(answer.status).toBe(status)
  if (status === 406) {
    expect(answer.headers.get('Content-Type')).toContain('application/problem+json')
    expect(answer.body).toMatchObject({
      type: expect.stringContaining('not-acceptable'),
      detail: 'The answer is application/json',
    })
  }
})

test('RFC 9110 12.5.1: what is not acceptable is not done', async () => {
  const body = { patientId, class: 'VR' }
  const before = hub.keyed.length

  expect((await post('/v1/encounters', body, { headers: { Accept: 'application/xml' } })).status).toBe(406)
  expect(hub.keyed).toHaveLength(before)
})

test.each([
  ['W/"7"', 304],
  ['"7"', 304],
  ['W/"6", W/"7"', 304],
  ['*', 304],
  ['W/"6"', 200],
  ['"17"', 200],
])('RFC 9110 13.1.2: If-None-Match %s is answered %i', async (held, status) => {
  const response = await fetch(`${hub.base}/v1/encounters/${encounterId}`, {
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Tenant-Id': tenant,
      'X-Spoke-Id': 'connect',
      'X-Request-Id': newId(),
      'If-None-Match': held,
    },
  })
  const text = await response.text()

  expect([response.status, response.headers.get('ETag')]).toEqual([status, 'W/"7"'])
  if (status === 304) expect([text, response.headers.get('Content-Type')]).toEqual(['', null])
})
