/** What the authorisation server says of itself, and that it is so. SMART App Launch 2.2 conformance.html. */
import { expect, test } from '@jest/globals'
import { useRunning } from '../../use-running.ts'
import { authorize, exchange, launch, postForm, redirectUri } from './smart-app.ts'

const server = useRunning()

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
const read = async (path: string): Promise<any> => (await fetch(`${server.base}${path}`)).json()

test('SMART 30, 286, 287, 288, 289: the configuration of SMART and that of OpenID Connect say the same', async () => {
  const smart = await read('/fhir/R4/.well-known/smart-configuration')
  const openid = await read('/oidc/.well-known/openid-configuration')
  const shared = Object.keys(smart).filter((name) => name in openid && name !== 'scopes_supported')

  expect(shared).toEqual(
    expect.arrayContaining([
      'issuer',
      'jwks_uri',
      'authorization_endpoint',
      'token_endpoint',
      'introspection_endpoint',
    ]),
  )
  for (const name of shared) expect([smart[name]].flat().toSorted()).toEqual([openid[name]].flat().toSorted())
  expect(smart.code_challenge_methods_supported).toEqual(['S256'])
  expect(smart.token_endpoint_auth_signing_alg_values_supported).toEqual(['RS384', 'ES384'])
  for (const scope of openid.scopes_supported) expect(smart.scopes_supported).toContain(scope)
})

test('SMART App Launch 2.2 conformance.html: the CapabilityStatement says the endpoints for clients that read them there', async () => {
  const { rest } = await read('/fhir/R4/metadata')
  const [extension] = rest[0].security.extension
  const uris = Object.fromEntries(
    extension.extension.map(({ url, valueUri }: Record<string, string>) => [url, valueUri]),
  )

  expect(extension.url).toBe('http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris')
  expect(uris).toMatchObject({ authorize: `${server.base}/oidc/auth`, token: `${server.base}/oidc/token` })
})

test('SMART 207: keys are published bare, and none of them is private', async () => {
  const { keys } = await read('/oidc/jwks')

  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) {
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) })
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  }
})

test('D153, RFC 7591: a development server registers an app that asks for it, and keeps of its secret a hash', async () => {
  const response = await fetch(`${server.base}/oidc/reg`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ redirect_uris: ['https://app.example.org/callback'], client_name: 'A new app' }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  const made = (await response.json()) as any
  const { rows } = await server.site.pool.query(
    'select row_to_json(c)::text as text from issuer_client c where id = $1',
    [made.client_id],
  )

  expect(response.status).toBe(201)
  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain(made.client_secret)
})

test('RFC 6749 5.2: what is no request is refused in the words of OAuth', async () => {
  const { code } = await authorize(server)
  const ask = async (form: Readonly<Record<string, string>>) => (await postForm(server, '/oidc/token', form)).body.error

  expect(await ask({})).toBe('invalid_request')
  expect(await ask({ grant_type: 'password', client_id: 'development-app' })).toBe('unsupported_grant_type')
  expect(await ask({ grant_type: 'authorization_code', client_id: 'nobody', code: 'x' })).toBe('invalid_client')
  expect((await exchange(server, code, { redirect_uri: `${redirectUri}x` })).body.error).toBe('invalid_grant')
  const json = await fetch(`${server.base}/oidc/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(json.status).toBe(400)
  const twice = await fetch(`${server.base}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams([
      ['grant_type', 'authorization_code'],
      ['client_id', 'development-app'],
      ['code', 'a'],
      ['code', 'b'],
    ]),
  })
  expect(twice.status).toBe(400)
})

test('RFC 6750 3.1: a token of a megabyte, and a changed one, is refused', async () => {
  const { body } = await launch(server)
  const status = async (token: string) =>
    (
      await fetch(`${server.base}/fhir/R4/Patient`, { headers: { Authorization: `Bearer ${token}` } }).catch(() => ({
        status: 431,
      }))
    ).status

  expect([431, 400, 401]).toContain(await status('a'.repeat(1_000_000)))
  expect(await status(`${body.access_token}a`)).toBe(401)
  expect(await status(body.access_token.slice(1))).toBe(401)
  expect(await status(body.id_token)).toBe(401)
})

test('D183: no endpoint is named that would refuse every token', async () => {
  const openid = await read('/oidc/.well-known/openid-configuration')
  const { body } = await launch(server)

  const answer = await fetch(`${server.base}/oidc/me`, { headers: { Authorization: `Bearer ${body.access_token}` } })

  expect(openid.userinfo_endpoint).toBeUndefined()
  expect(answer.status).toBe(404)
})

test.each(['token', 'token/introspection', 'token/revocation', 'request', 'reg'])(
  'RFC 6749 5.2: a refusal of /oidc/%s is JSON, also for a program that takes HTML first',
  async (path) => {
    const answer = await fetch(`${server.base}/oidc/${path}`, {
      method: 'POST',
      headers: { Accept: 'text/html, image/gif, image/jpeg, */*; q=0.2' },
      body: new URLSearchParams({ client_id: 'nobody', client_secret: 'nothing' }),
    })

    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await answer.json()).toMatchObject({ error: expect.any(String) })
  },
)
