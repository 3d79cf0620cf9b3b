/** Rows of backend-services.html, client-confidential-asymmetric.html and token-introspection.html that no other file names, over HTTP. SMART App Launch 2.2. */
import { beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { parseClientDescription } from '../../../src/identity/issuer/client-description.ts'
import { useRunning } from '../../use-running.ts'
import { register } from '../issuer/register.ts'
import {
  askForService,
  assertionOf,
  authorize,
  makeService,
  postForm,
  redirectUri,
  type Service,
  statusOf,
  verifier,
} from '../issuer/smart-app.ts'

const [tenant] = developmentTenants
const scope = 'system/Patient.rs'

const server = useRunning()
let service: Service
beforeAll(async () => {
  service = await makeService()
  await registerService(service)
})

const registerService = (of: Service, members: Readonly<Record<string, unknown>> = {}) =>
  register(server.site.pool, {
    ...{ client_id: of.id, type: 'backend', tenant, jwks: of.jwks, scope: `${scope} banksia/introspect` },
    ...members,
  })

const ask = async (asked: string, changes?: Readonly<Record<string, unknown>>) =>
  askForService(server, await service.assert(server, changes), asked)

test('SMART 228, 285: the configuration says what a service needs to know, and that its keys are taken', async () => {
  const response = await fetch(`${server.base}/fhir/R4/.well-known/smart-configuration`)
  const body = (await response.json()) as Readonly<Record<string, unknown>>

  expect(body).toMatchObject({
    token_endpoint: `${server.base}/oidc/token`,
    capabilities: expect.arrayContaining(['client-confidential-asymmetric']),
    scopes_supported: expect.arrayContaining(['system/*.cruds']),
    token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
    token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['RS384', 'ES384']),
    grant_types_supported: expect.arrayContaining(['client_credentials']),
  })
})

test('SMART 240: a service that nobody has registered, or for nothing, gets no scope', async () => {
  const stranger = await makeService()
  const unknown = await askForService(server, await stranger.assert(server), scope)
  const empty = await makeService()
  await registerService(empty, { scope: '' })
  const { body } = await askForService(server, await empty.assert(server), scope)

  expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_client'])
  expect(body.scope).toBeUndefined()
  if (body.access_token !== undefined) expect(await statusOf(server, body.access_token)).toBe(403)
})

test('SMART 247: each interaction with records needs a token, and what describes the server needs none', async () => {
  const status = async (path: string, method = 'GET') => (await fetch(`${server.base}${path}`, { method })).status
  const records = ['/fhir/R4/Patient', '/fhir/R4/Patient/1', '/fhir/R4/Patient/1/_history', '/fhir/R4']

  for (const path of records) expect([path, await status(path)]).toEqual([path, 401])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect([method, await status('/fhir/R4/Patient/1', method)]).toEqual([method, 401])
  expect(await status('/fhir/R4/metadata')).toBe(200)
  expect(await status('/fhir/R4/.well-known/smart-configuration')).toBe(200)
})

test('SMART 249, 253: a service whose assertion holds gets a token that serves', async () => {
  const { status, body } = await ask(scope)

  expect(status).toBe(200)
  expect(await statusOf(server, body.access_token)).toBe(200)
  expect((await ask(scope, { aud: 'https://elsewhere.example/token' })).status).toBe(401)
})

test('SMART 251: a refusal has its status and its word of RFC 6749', async () => {
  const assertion = () => service.assert(server)
  const post = async (form: Readonly<Record<string, string>>) => {
    const { status, headers, body } = await postForm(server, '/oidc/token', form)
    return [status, body.error, headers.get('Cache-Control')]
  }
  const grant = { grant_type: 'client_credentials', scope }

  expect(await post({ ...grant, ...assertionOf('nonsense') })).toEqual([401, 'invalid_client', 'no-store'])
  expect(await post({ scope, ...assertionOf(await assertion()) })).toEqual([400, 'invalid_request', 'no-store'])
  expect(await post({ ...grant, grant_type: 'other', ...assertionOf(await assertion()) })).toEqual([
    ...[400, 'unsupported_grant_type', 'no-store'],
  ])
  expect(await post({ ...grant, grant_type: 'authorization_code', ...assertionOf(await assertion()) })).toEqual([
    ...[400, 'unauthorized_client', 'no-store'],
  ])
})

test('SMART 249, RFC 6749 5.2: an assertion that cannot be read, or of another client than the form names, is refused as a client', async () => {
  const assertion = () => service.assert(server)
  const form = { grant_type: 'client_credentials', scope }
  for (const wrong of [
    assertionOf('a.b.c'),
    { ...assertionOf(await assertion()), client_assertion_type: 'other' },
    { client_assertion: await assertion() },
    { ...assertionOf(await assertion()), client_id: 'development-app' },
  ]) {
    const { status, body } = await postForm(server, '/oidc/token', { ...form, ...wrong })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  }
})

test('SMART 259: the scope of the answer says what was granted, and not what was asked for', async () => {
  expect((await ask('system/Patient.cruds system/Observation.rs')).body.scope).toBe(scope)
})

test('SMART 265, 266: a token of a service serves until it expires, and within its scopes', async () => {
  const { body } = await ask(scope)
  const before = await statusOf(server, body.access_token)
  const headers = { Authorization: `Bearer ${body.access_token}` }
  const beside = await fetch(`${server.base}/fhir/R4/Observation?_count=1`, { headers })
  await server.site.pool.query(
    `update issuer_state set expires_at = now() - interval '1 second' where model = 'ClientCredentials'`,
  )
  await new Promise((resolve) => setTimeout(resolve, 2_100))

  expect([before, beside.status, await statusOf(server, body.access_token)]).toEqual([200, 403, 401])
})

test('SMART 276: introspection says the same end of a token as the answer that gave it', async () => {
  const asker = (await ask('banksia/introspect')).body.access_token
  const before = Math.floor(Date.now() / 1000)
  const { body } = await ask(scope)
  const after = Math.ceil(Date.now() / 1000)
  const headers = { Authorization: `Bearer ${asker}` }
  const said = await postForm(server, '/oidc/token/introspection', { token: body.access_token }, headers)

  expect(said.body.exp).toBeGreaterThanOrEqual(before + body.expires_in - 1)
  expect(said.body.exp).toBeLessThanOrEqual(after + body.expires_in + 1)
})

test('SMART 297: a key set that was registered itself is taken', async () => {
  const own = await makeService('RS384')
  await registerService(own)

  expect((await askForService(server, await own.assert(server), scope)).status).toBe(200)
})

test('SMART 305: a registered key set is public, whole and named, and no request changes it', async () => {
  const own = await makeService()
  const described = { client_id: own.id, type: 'backend', tenant, scope }
  const [key] = own.jwks.keys
  for (const keys of [[], [{ ...key, d: 'x' }], [{ ...key, kid: '' }], [{ ...key, kty: 'oct', k: 'x' }], 'keys'])
    expect(parseClientDescription({ ...described, jwks: { keys } })).toHaveProperty('errors')
  await registerService(own)
  const forger = await makeService('ES384', own.id)
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
    const response = await fetch(`${server.base}/oidc/reg/${own.id}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: own.id, jwks: forger.jwks }),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
  }

  expect((await askForService(server, await forger.assert(server), scope)).body.error).toBe('invalid_client')
  expect((await askForService(server, await own.assert(server), scope)).status).toBe(200)
})

test('RFC 6749 2.3.1: an app with a secret may send it in the form', async () => {
  const client = await register(
    server.site.pool,
    { type: 'symmetric', redirect_uris: [redirectUri], scope: 'openid user/Patient.rs' },
    'a-long-secret',
  )
  const ask = async (secret: string) => {
    const { code } = await authorize(server, { client_id: client })
    return postForm(server, '/oidc/token', {
      ...{ grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, code_verifier: verifier },
      ...{ client_id: client, client_secret: secret },
    })
  }

  expect([(await ask('a-long-secret')).status, (await ask('another-secret')).status]).toEqual([200, 401])
})
