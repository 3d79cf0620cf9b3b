/** Tokens that are bound to a key of their client, at the token endpoint and where they are used. RFC 9449; D176. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { type RunningServer, startRunning } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'
import { register } from '../issuer/register.ts'
import {
  assertionOf,
  authorize,
  makeService,
  postForm,
  redirectUri,
  type Service,
  type TokenAnswer,
  verifier,
} from '../issuer/smart-app.ts'
import { makeProofKey, type ProofKey, type Shown } from './proof-key.ts'

const [tenant] = developmentTenants
const server = useRunning()
/** A second process on the same database, behind a proxy: clients know it by the address of the first. */
let second: RunningServer
let service: Service
let key: ProofKey
let other: ProofKey
/** Bound to `key`. */
let token: string
/** Bound to nothing. */
let bearer: string
beforeAll(async () => {
  second = await startRunning({ site: server.site, env: { BANKSIA_BASE_URL: server.base } })
  service = await makeService()
  await register(server.site.pool, {
    ...{
      client_id: service.id,
      type: 'backend',
      tenant,
      jwks: service.jwks,
      scope: 'system/Patient.rs banksia/spoke.read',
    },
  })
  ;[key, other] = await Promise.all([makeProofKey(), makeProofKey()])
  token = (await askBound({})).body.access_token
  bearer = (await askUnbound()).body.access_token
})
afterAll(() => second.stop())

const tokenUrl = () => `${server.base}/oidc/token`
const url = () => `${server.base}/fhir/R4/Patient`

const serviceForm = async () => ({
  ...{ grant_type: 'client_credentials', scope: 'system/Patient.rs' },
  ...assertionOf(await service.assert(server)),
})

const askUnbound = async (): Promise<TokenAnswer> => postForm(server, '/oidc/token', await serviceForm())

const askBound = async (shown: Partial<Shown>, by: ProofKey = key): Promise<TokenAnswer> =>
  postForm(server, '/oidc/token', await serviceForm(), {
    DPoP: await by.prove({ method: 'POST', url: tokenUrl(), ...shown }),
  })

type Sent = { readonly proof?: string; readonly scheme?: string; readonly of?: string; readonly at?: string }

async function read({ proof, scheme = 'DPoP', of = token, at = url() }: Sent) {
  const headers = { Authorization: `${scheme} ${of}`, ...(proof === undefined ? {} : { DPoP: proof }) }
  const response = await fetch(`${at}?_count=1`, { headers })
  await response.body?.cancel()
  return { status: response.status, challenge: response.headers.get('WWW-Authenticate') ?? '' }
}

const prove = (changes: Partial<Shown> = {}, by: ProofKey = key) => by.prove({ url: url(), token, ...changes })

test('RFC 9449 5, 7: a token is bound to the key of the proof, and read with a proof of that key', async () => {
  const { status, body } = await askBound({})

  expect([status, body.token_type]).toEqual([200, 'DPoP'])
  expect(await read({ of: body.access_token, proof: await prove({ token: body.access_token }) })).toMatchObject({
    status: 200,
  })
  expect((await read({ scheme: 'dpop', proof: await prove() })).status).toBe(200)
})

test('RFC 9449 11.1: a stream that began with a proof goes on without another one', async () => {
  const { body } = await postForm(
    server,
    '/oidc/token',
    { ...(await serviceForm()), scope: 'banksia/spoke.read' },
    { DPoP: await key.prove({ method: 'POST', url: tokenUrl() }) },
  )
  const at = `${server.base}/v1/events`
  const gone = new AbortController()
  const { status, body: stream } = await fetch(at, {
    signal: gone.signal,
    headers: {
      Authorization: `DPoP ${body.access_token}`,
      DPoP: await key.prove({ url: at, token: body.access_token }),
      ...{ 'X-Tenant-Id': tenant, 'X-Spoke-Id': 'connect', 'X-Request-Id': newId() },
    },
  })
  const reader = stream?.getReader()
  await reader?.read()
  const ended = reader?.read().then(
    () => 'ended',
    () => 'ended',
  )
  // By then the token has been looked up again.
  const after = await Promise.race([ended, sleep(3_000, 'goes on')])
  gone.abort()

  expect([status, after]).toEqual([200, 'goes on'])
})

const now = () => Math.floor(Date.now() / 1000)

test.each<[string, RegExp, () => Promise<string>]>([
  ['is for another method', /for another request/, () => prove({ method: 'POST' })],
  ['is for another path', /for another request/, () => prove({ url: `${url()}/1` })],
  ['is for another host', /for another request/, () => prove({ url: 'https://elsewhere.example/fhir/R4/Patient' })],
  [
    'is for the address in clear text and not ours',
    /for another request/,
    () => prove({ url: url().replace('http', 'https') }),
  ],
  ['names no address', /for another request/, () => prove({ claims: { htu: undefined } })],
  ['names an address that is a list', /for another request/, () => prove({ claims: { htu: [url()] } })],
  ['names no method', /for another request/, () => prove({ claims: { htm: undefined } })],
  ['is older than a minute', /last minute/, () => prove({ claims: { iat: now() - 70 } })],
  ['is more than a minute ahead', /last minute/, () => prove({ claims: { iat: now() + 70 } })],
  ['has no time', /last minute/, () => prove({ claims: { iat: undefined } })],
  ['has a time that is a text', /not valid/, () => prove({ claims: { iat: String(now()) } })],
  ['has no name', /not valid/, () => prove({ claims: { jti: undefined } })],
  ['has a name of a kilobyte', /not valid/, () => prove({ claims: { jti: 'x'.repeat(1000) } })],
  ['is for another token', /another access token/, () => prove({ token: 'another' })],
  ['is for no token', /another access token/, () => prove({ claims: { ath: undefined } })],
  ['is by another key', /another key/, () => prove({}, other)],
  ['is signed by another key than it names', /not valid/, () => prove({ by: other.privateKey })],
  ['shows the private key', /not valid/, () => prove({ header: { jwk: key.privateJwk } })],
  ['has no key', /not valid/, () => prove({ header: { jwk: undefined } })],
  ['is a token of another type', /not valid/, () => prove({ header: { typ: 'JWT' } })],
  ['has no type', /not valid/, () => prove({ header: { typ: undefined } })],
  ['has expired by its own words', /not valid/, () => prove({ claims: { exp: now() - 120 } })],
  [
    'is signed by a secret',
    /not valid/,
    () => prove({ header: { alg: 'HS256', jwk: { kty: 'oct', k: 'A'.repeat(43) } }, by: Buffer.alloc(32) }),
  ],
  [
    'is signed by nobody',
    /not valid/,
    async () =>
      `${btoa(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk })).replace(/=+$/, '')}.${(await prove()).split('.')[1]}.`,
  ],
  ['is two proofs', /not valid/, async () => `${await prove()}, ${await prove()}`],
  ['is no JSON Web Token', /not valid/, async () => 'nonsense'],
  ['is too long', /not valid/, () => prove({ claims: { more: 'x'.repeat(8000) } })],
])('RFC 9449 4.3: a proof that %s is refused', async (_case, why, make) => {
  const { status, challenge } = await read({ proof: await make() })

  expect(status).toBe(401)
  expect(challenge).toMatch(
    /^DPoP realm="banksia", error="invalid_dpop_proof", error_description="[^"]*", algs="ES256 /,
  )
  expect(challenge).toMatch(why)
})

test('RFC 9449 4.3: query, fragment, case of the host and escapes of the address do not count', async () => {
  const at = url()
  const spelled = [`${at}?_count=1`, `${at}#x`, at.replace('http:', 'HTTP:'), at.replace('Patient', '%50atient')]
  for (const one of spelled)
    expect([one, (await read({ proof: await prove({ url: one }) })).status]).toEqual([one, 200])
  expect((await read({ proof: await prove({ claims: { iat: now() - 50 } }) })).status).toBe(200)
  expect((await read({ proof: await prove({ claims: { iat: now() + 50 } }) })).status).toBe(200)
})

test('RFC 9449 11.1: a proof counts once, of twenty at once and at the second process', async () => {
  const proof = await prove()
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await read({ proof })).status))
  const again = await read({ proof, at: `${second.base}/fhir/R4/Patient` })
  const fresh = await read({ proof: await prove(), at: `${second.base}/fhir/R4/Patient` })

  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect([again.status, again.challenge]).toEqual([401, expect.stringContaining('used before')])
  expect(fresh.status).toBe(200)
})

test('RFC 9449 11.1: two keys may use the same name for a proof, and what is stored names neither', async () => {
  const jti = newId()
  const { body } = await askBound({}, other)
  const own = await read({ proof: await prove({ claims: { jti } }) })
  const others = await read({
    of: body.access_token,
    proof: await prove({ claims: { jti }, token: body.access_token }, other),
  })
  const { rows } = await server.site.pool.query<{ text: string }>(
    `select row_to_json(s)::text as text from issuer_state s where model = 'Proof'`,
  )

  expect([own.status, others.status]).toEqual([200, 200])
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ text }) => text).join()).not.toContain(jti)
})

test('D176: a bound token is none of a bearer, and a token of a bearer none of a key', async () => {
  const asBearer = await read({ scheme: 'Bearer' })
  const withProof = await read({ scheme: 'Bearer', proof: await prove() })
  const unproven = await read({})
  const unbound = await read({ of: bearer, proof: await prove({ token: bearer }) })
  const unknown = await read({ of: 'nobody', proof: await prove({ token: 'nobody' }) })

  expect([asBearer, withProof, unproven, unbound, unknown].map(({ status }) => status)).toEqual([
    401, 401, 401, 401, 401,
  ])
  expect(asBearer.challenge).toMatch(/^DPoP .*error="invalid_token".*needs the DPoP scheme.*algs=/)
  expect(withProof.challenge).toMatch(/^DPoP .*error="invalid_token"/)
  expect(unproven.challenge).toMatch(/error="invalid_dpop_proof".*has no DPoP proof/)
  expect(unbound.challenge).toMatch(/error="invalid_token".*not bound to a key/)
  expect(unknown.challenge).toMatch(/^DPoP .*error="invalid_token".*algs=/)
  expect((await read({ scheme: 'Bearer', of: bearer })).status).toBe(200)
})

test('RFC 9449 7: the Hub and the endpoints of the authorisation server take a bound token by its proof alone', async () => {
  const whoami = `${server.base}/v1/spokes/whoami`
  const ask = async (authorization: string, proof?: string) => {
    const headers = { 'X-Tenant-Id': tenant, 'X-Spoke-Id': 'link', 'X-Request-Id': newId() }
    const response = await fetch(whoami, {
      headers: { ...headers, Authorization: authorization, ...(proof === undefined ? {} : { DPoP: proof }) },
    })
    return [response.status, response.headers.get('WWW-Authenticate')?.split(' ')[0]]
  }
  const launchBy = async (proof?: string) => {
    const response = await fetch(`${server.base}/oidc/launch`, {
      method: 'POST',
      headers: {
        Authorization: `DPoP ${token}`,
        'Content-Type': 'application/json',
        ...(proof === undefined ? {} : { DPoP: proof }),
      },
      body: '{}',
    })
    return response.status
  }

  expect((await ask(`Bearer ${token}`))[0]).toBe(401)
  expect(await ask(`DPoP ${token}`)).toEqual([401, 'DPoP'])
  expect((await ask(`DPoP ${token}`, await prove({ url: whoami })))[0]).not.toBe(401)
  expect(await launchBy()).toBe(401)
  // It is known, and lacks a scope.
  expect(await launchBy(await prove({ method: 'POST', url: `${server.base}/oidc/launch` }))).toBe(403)
})

test.each<[string, () => Promise<Partial<Shown>>]>([
  ['is for another address', async () => ({ url: `${server.base}/oidc/other` })],
  ['is four minutes old', async () => ({ claims: { iat: now() - 240 } })],
  ['is four minutes ahead', async () => ({ claims: { iat: now() + 240 } })],
  ['is signed by another key', async () => ({ by: other.privateKey })],
])('RFC 9449 5: a proof at the token endpoint that %s gives no token', async (_case, make) => {
  const { status, body } = await askBound(await make())

  expect([status, body.error]).toEqual([400, 'invalid_dpop_proof'])
})

test('RFC 9449 11.1: a proof gives one token, also where a second process is asked', async () => {
  const proof = await key.prove({ method: 'POST', url: tokenUrl() })
  const first = await postForm(server, '/oidc/token', await serviceForm(), { DPoP: proof })
  const again = await postForm(second, '/oidc/token', await serviceForm(), { DPoP: proof })

  expect([first.status, again.status, again.body.error]).toEqual([200, 400, 'invalid_dpop_proof'])
})

test('RFC 9449 5: the refresh token of a public app is bound to its key, and no other key renews it', async () => {
  const client = await register(server.site.pool, {
    ...{ type: 'public', redirect_uris: [redirectUri], scope: 'openid offline_access user/Patient.rs' },
  })
  const { code } = await authorize(server, { client_id: client, scope: 'openid offline_access user/Patient.rs' })
  const post = async (form: Readonly<Record<string, string>>, by?: ProofKey) =>
    postForm(
      server,
      '/oidc/token',
      { client_id: client, ...form },
      by === undefined ? {} : { DPoP: await by.prove({ method: 'POST', url: tokenUrl() }) },
    )
  const first = await post(
    { grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, code_verifier: verifier },
    key,
  )
  const refresh = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token }
  const without = await post(refresh)
  const byOther = await post(refresh, other)
  const renewed = await post(refresh, key)

  expect([first.body.token_type, without.status, byOther.status]).toEqual(['DPoP', 400, 400])
  expect([without.body.error, byOther.body.error]).toEqual(['invalid_grant', 'invalid_grant'])
  expect([renewed.status, renewed.body.token_type]).toEqual([200, 'DPoP'])
})

test('RFC 9449 5.2: a client whose tokens are bound gets none without a proof', async () => {
  const own = await makeService()
  await register(server.site.pool, {
    ...{ client_id: own.id, type: 'backend', tenant, jwks: own.jwks, scope: 'system/Patient.rs' },
    dpop_bound_access_tokens: true,
  })
  const ask = async (headers: Record<string, string>) => {
    const form = {
      grant_type: 'client_credentials',
      scope: 'system/Patient.rs',
      ...assertionOf(await own.assert(server)),
    }
    return (await postForm(server, '/oidc/token', form, headers)).status
  }

  expect(await ask({})).toBe(400)
  expect(await ask({ DPoP: await key.prove({ method: 'POST', url: tokenUrl() }) })).toBe(200)
})

test('RFC 9449 5.1: the descriptions of the authorisation server name the algorithms, and pages may send a proof', async () => {
  const read = async (path: string) => (await fetch(`${server.base}${path}`)).json()
  const [smart, openid] = (await Promise.all([
    read('/fhir/R4/.well-known/smart-configuration'),
    read('/oidc/.well-known/openid-configuration'),
  ])) as { dpop_signing_alg_values_supported: string[] }[]
  const preflight = await fetch(url(), {
    method: 'OPTIONS',
    headers: { Origin: server.base, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'dpop' },
  })

  expect(smart?.dpop_signing_alg_values_supported).toContain('ES256')
  expect(openid?.dpop_signing_alg_values_supported.toSorted()).toEqual(
    smart?.dpop_signing_alg_values_supported.toSorted(),
  )
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('DPoP')
})
