/** Services and other confidential clients: their assertions, secrets and what they may ask. SMART App Launch 2.2 backend-services.html, client-confidential-asymmetric.html, token-introspection.html. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from '@jest/globals'
import { decodeJwt, SignJWT } from 'jose'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { useRunning } from '../../use-running.ts'
import { register } from './register.ts'
import {
  askForService,
  assertionOf,
  authorize,
  exchange,
  launch,
  makeService,
  postForm,
  redirectUri,
  type Service,
  statusOf,
  verifier,
} from './smart-app.ts'

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
    client_id: of.id,
    type: 'backend',
    tenant,
    jwks: of.jwks,
    scope: 'system/Patient.rs banksia/introspect',
    ...members,
  })

test.each(['RS384', 'ES384'] as const)(
  'SMART 254, 255, 256, 258, 261, 310: a service with an %s key gets a short-lived token',
  async (alg) => {
    const own = await makeService(alg)
    await registerService(own)
    const { status, headers, body } = await askForService(server, await own.assert(server), scope)

    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', scope })
    expect(body.expires_in).toBeLessThanOrEqual(300)
    expect(body.refresh_token).toBeUndefined()
    expect(headers.get('Pragma')).toBe('no-cache')
    expect(await statusOf(server, body.access_token)).toBe(200)
  },
)

test('SMART 241, 250: a service is granted what it asks within its registration, and no more', async () => {
  const ask = async (asked: string) => (await askForService(server, await service.assert(server), asked)).body

  expect((await ask('system/*.cruds')).scope).toBe('system/Patient.rs')
  expect((await ask('system/Patient.cruds system/Observation.rs user/Patient.rs patient/Patient.rs')).scope).toBe(
    'system/Patient.rs',
  )
  expect((await ask('system/Nonsense.rs')).scope).toBeUndefined()
})

const now = (): number => Math.floor(Date.now() / 1000)

test.each<[string, (own: Service) => Promise<string>]>([
  ['lives longer than five minutes', (own) => own.assert(server, { exp: now() + 400 })],
  ['has expired', (own) => own.assert(server, { exp: now() - 30 })],
  ['is for another address', (own) => own.assert(server, { aud: 'https://elsewhere.example/token' })],
  ['is for the issuer and not the token endpoint', (own) => own.assert(server, { aud: `${server.base}/oidc` })],
  [
    'is for the token endpoint and another',
    (own) => own.assert(server, { aud: [`${server.base}/oidc/token`, 'https://elsewhere.example'] }),
  ],
  ['has no jti', (own) => own.assert(server, { jti: undefined })],
  ['has no exp', (own) => own.assert(server, { exp: undefined })],
  ['names another issuer', (own) => own.assert(server, { iss: 'somebody' })],
  ['names another subject', (own) => own.assert(server, { sub: newId() })],
  [
    'names a key set that is not registered',
    (own) => own.assert(server, {}, { jku: 'https://elsewhere.example/jwks' }),
  ],
  ['has a kid that is not registered', (own) => own.assert(server, {}, { kid: 'other' })],
  ['is signed by another key', async (own) => (await makeService('ES384', own.id)).assert(server)],
  [
    'is signed by nobody',
    async (own) => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${(await own.assert(server)).split('.')[1]}.`,
  ],
  [
    'is signed by a public key as if it were a secret',
    (own) =>
      new SignJWT({ iss: own.id, sub: own.id, aud: `${server.base}/oidc/token`, jti: newId(), exp: now() + 60 })
        .setProtectedHeader({ alg: 'HS256', kid: 'ES384-key' })
        .sign(new TextEncoder().encode(JSON.stringify(own.jwks.keys[0]))),
  ],
])('SMART 335, 337, 338, 340: an assertion that %s is refused', async (_case, make) => {
  const { status, body } = await askForService(server, await make(service), scope)

  expect([status, body.error]).toEqual([401, 'invalid_client'])
})

test('SMART 336: an assertion serves once, also of twenty at once', async () => {
  const assertion = await service.assert(server)
  const answers = await Promise.all(Array.from({ length: 20 }, () => askForService(server, assertion, scope)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await askForService(server, assertion, scope)).body.error).toBe('invalid_client')
})

/** A key set that a client publishes. */
async function publish(
  body: () => string,
  control = 'max-age=60',
): Promise<{ readonly url: string; readonly asked: () => number; readonly http: HttpServer }> {
  let asked = 0
  const http = createServer((_request, response) => {
    asked += 1
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': control })
    response.end(body())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks`, asked: () => asked, http }
}

test('SMART 296, 338, 339, 342: keys come from the registered address, once for many assertions, and jku may repeat it', async () => {
  const own = await makeService()
  const published = await publish(() => JSON.stringify(own.jwks))
  try {
    await registerService(own, { jwks: undefined, jwks_uri: published.url })
    for (let at = 0; at < 5; at += 1)
      expect((await askForService(server, await own.assert(server, {}, { jku: published.url }), scope)).status).toBe(
        200,
      )
    const unknown = await askForService(server, await own.assert(server, {}, { kid: 'unknown' }), scope)

    expect(published.asked()).toBe(1)
    expect(unknown.body.error).toBe('invalid_client')
  } finally {
    published.http.close()
  }
})

test.each([
  ['no-store', 2],
  ['max-age=0', 2],
  ['max-age=300', 1],
])(
  'SMART 341: keys that come with Cache-Control: %s are asked for %i times for three assertions and one after five seconds',
  async (control, times) => {
    const own = await makeService()
    const published = await publish(() => JSON.stringify(own.jwks), control)
    const ask = async () => (await askForService(server, await own.assert(server), scope)).status
    try {
      await registerService(own, { jwks: undefined, jwks_uri: published.url })
      const first = [await ask(), await ask(), await ask()]
      const within = published.asked()
      await new Promise((resolve) => setTimeout(resolve, 5_100))

      expect([...first, await ask()]).toEqual([200, 200, 200, 200])
      expect([within, published.asked()]).toEqual([1, times])
    } finally {
      published.http.close()
    }
  },
)

test.each([
  ['nothing', ''],
  ['no key set', '{"keys":7}'],
  ['a page', '<html>'],
  ['2 MB', `{"keys":[],"more":"${'x'.repeat(2_000_000)}"}`],
])('SMART 340: where the registered address answers %s, the client is refused', async (_case, text) => {
  const own = await makeService()
  const published = await publish(() => text)
  try {
    await registerService(own, { jwks: undefined, jwks_uri: published.url })
    const { status, body } = await askForService(server, await own.assert(server), scope)

    expect([status, body.error]).toEqual([401, 'invalid_client'])
  } finally {
    published.http.close()
  }
})

test('SMART 344: a registered app with a secret gets no token of a service, whatever its registration says', async () => {
  const scope = 'system/*.rs'
  const client = await register(
    server.site.pool,
    { type: 'symmetric', redirect_uris: [redirectUri], scope },
    'a-long-secret',
  )
  const { status, body } = await postForm(
    server,
    '/oidc/token',
    { grant_type: 'client_credentials', scope },
    { Authorization: `Basic ${btoa(`${client}:a-long-secret`)}` },
  )

  expect([status, body.error_description]).toEqual([400, 'requested grant type is not allowed for this client'])
})

test('SMART 356: an app with a secret exchanges its code by it, in a header or in the form, and by no other', async () => {
  const client = await register(
    server.site.pool,
    { type: 'symmetric', redirect_uris: [redirectUri], scope: 'openid user/Patient.rs' },
    'a-long-secret',
  )
  const ask = async (headers: Record<string, string>, form: Record<string, string> = {}) => {
    const { code } = await authorize(server, { client_id: client })
    const fields = {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    return (await postForm(server, '/oidc/token', { ...fields, ...form }, headers)).status
  }

  expect(await ask({ Authorization: `Basic ${btoa(`${client}:a-long-secret`)}` })).toBe(200)
  expect(await ask({ Authorization: `Basic ${btoa(`${client}:another-secret`)}` })).toBe(401)
  expect(await ask({}, { client_id: client })).toBe(401)
  const { rows } = await server.site.pool.query(
    'select row_to_json(c)::text as text from issuer_client c where id = $1',
    [client],
  )
  expect(rows[0].text).not.toContain('a-long-secret')
})

test('SMART 357: an app with a key pair exchanges its code by an assertion', async () => {
  const app = await makeService('RS384')
  await register(server.site.pool, {
    client_id: app.id,
    type: 'asymmetric',
    jwks: app.jwks,
    redirect_uris: [redirectUri],
    scope: 'openid user/Patient.rs',
  })
  const { code } = await authorize(server, { client_id: app.id })
  const { status } = await exchange(server, code, { client_id: app.id, ...assertionOf(await app.assert(server)) })

  expect(status).toBe(200)
})

const introspect = (token: string, bearer: string) =>
  postForm(server, '/oidc/token/introspection', { token }, { Authorization: `Bearer ${bearer}` })

test('SMART 271, 272, 273, 274, 275, 278, 279, 282, 283: a service with the scope for it introspects the tokens of every client', async () => {
  const { body: own } = await askForService(server, await service.assert(server), 'banksia/introspect')
  const { body: app } = await launch(server, { scope: 'openid fhirUser offline_access user/Patient.rs' })
  const { sub, iss, fhirUser } = decodeJwt(app.id_token)

  expect((await introspect(app.access_token, own.access_token)).body).toMatchObject({
    ...{ active: true, scope: app.scope, client_id: 'development-app', sub, iss, fhirUser, token_type: 'Bearer' },
    exp: expect.any(Number),
  })
  expect((await introspect(app.refresh_token, own.access_token)).body).toMatchObject({ active: true, sub })
  expect((await introspect('nonsense', own.access_token)).body).toEqual({ active: false })
})

test('RFC 7662 2.1: who lacks the scope for it, or has no token that counts, introspects nothing', async () => {
  const { body: app } = await launch(server)
  const lacking = await introspect(app.access_token, app.access_token)
  const unknown = await introspect(app.access_token, 'nonsense')

  expect([lacking.status, lacking.body.error]).toEqual([403, 'insufficient_scope'])
  expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_token'])
  expect([lacking, unknown].map(({ body }) => body.active)).toEqual([undefined, undefined])
})

test('RFC 7662 2.1: a client that authenticates itself introspects its own tokens, and others by the scope alone', async () => {
  const { body: app } = await launch(server)
  const by = async (of: Service) =>
    (
      await postForm(server, '/oidc/token/introspection', {
        token: app.access_token,
        ...assertionOf(await of.assert(server)),
      })
    ).body
  const other = await makeService()
  await registerService(other, { scope: 'system/Patient.rs' })

  expect(await by(service)).toMatchObject({ active: true, client_id: 'development-app' })
  expect(await by(other)).toEqual({ active: false })
})

test('D153: a disabled client gets nothing, and its tokens count no longer within two seconds', async () => {
  const own = await makeService()
  await registerService(own)
  const { body } = await askForService(server, await own.assert(server), scope)
  const before = await statusOf(server, body.access_token)
  await server.site.pool.query(`update issuer_client set state = 'disabled' where id = $1`, [own.id])
  const refused = await askForService(server, await own.assert(server), scope)
  await new Promise((resolve) => setTimeout(resolve, 2_000))

  expect([before, refused.status, refused.body.error]).toEqual([200, 401, 'invalid_client'])
  expect(await statusOf(server, body.access_token)).toBe(401)
})

test('SMART 17: a page of a registered origin may call the token endpoint and the FHIR interface, within two seconds', async () => {
  const origin = 'https://app.example.org'
  const preflight = async (path: string): Promise<string | null> => {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
    const response = await fetch(`${server.base}${path}`, { method: 'OPTIONS', headers })
    return response.headers.get('Access-Control-Allow-Origin')
  }
  const paths = ['/oidc/token', '/fhir/R4/Patient', '/v1/encounters']
  const before = await Promise.all(paths.map(preflight))
  const client = await register(server.site.pool, {
    type: 'public',
    redirect_uris: [redirectUri],
    origins: [origin],
    scope: 'user/Patient.rs',
  })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const ask = async (id: string) => {
    const { code } = await authorize(server, { client_id: id, scope: 'user/Patient.rs' })
    const form = {
      grant_type: 'authorization_code',
      client_id: id,
      code: code ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    return postForm(server, '/oidc/token', form, { Origin: origin })
  }
  const own = await ask(client)
  const foreign = await ask('development-app')

  expect(before).toEqual([null, null, null])
  expect(await Promise.all(paths.map(preflight))).toEqual([origin, origin, null])
  expect([own.status, own.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin])
  expect(foreign.status).toBe(400)
})
