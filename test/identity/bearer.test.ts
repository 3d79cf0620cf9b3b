import { createHmac, createPublicKey, KeyObject, sign as signBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { Problem } from '../../src/core/problems.ts'
import { openBearer } from '../../src/identity/bearer.ts'
import { fetchKeys } from '../../src/identity/discovery.ts'
import type { Identify } from '../../src/identity/identity.ts'
import { openKeySets } from '../../src/identity/key-set.ts'

const startedAt = Date.parse('2026-03-01T00:00:00Z')
const config = readConfig({
  BANKSIA_BASE_URL: 'https://hub.example.org',
  BANKSIA_AUDIENCE: 'https://hub.example.org/api',
})
const ourClaims = {
  tenants: [developmentTenants[0]],
  spokes: ['connect'],
  roles: ['clinician'],
  scope: 'banksia/spoke.read',
  client_id: 'ehr',
}

type Key = Awaited<ReturnType<typeof makeKey>>

async function makeKey(alg: string, kid: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), alg, kid, use: 'sig' } as JWK }
}

/** A real issuer on loopback: discovery and keys, counted. */
let issuer: string
let server: Server
let published: JWK[]
let fetches = 0
let isDown = false
let now = startedAt
let key: Key
let identify: Identify

const clock = () => new Date(now)
const openSets = () => openKeySets([{ issuer, loadKeys: () => fetchKeys(issuer, fetch) }], { clock })
const openHere = (): Identify => openBearer({ keySets: openSets(), config, clock })

beforeAll(async () => {
  key = await makeKey('RS256', 'one')
  published = [key.jwk]
  server = createServer((request, response) => {
    fetches += 1
    response.statusCode = isDown ? 503 : 200
    const discovery = { issuer, jwks_uri: `${issuer}/keys` }
    response.end(JSON.stringify(request.url?.endsWith('/keys') ? { keys: published } : discovery))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`
  identify = openHere()
})
afterAll(() => {
  server.close()
})

type Changes = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Record<string, unknown>
  readonly by?: Key
}

/** A good token, except for the test's change. */
async function sign({ claims = {}, header = {}, by = key }: Changes = {}): Promise<string> {
  const seconds = Math.floor(now / 1000)
  const payload = {
    iss: issuer,
    aud: config.audience,
    sub: 'dr-1',
    iat: seconds,
    exp: seconds + 3600,
    ...ourClaims,
    ...claims,
  }
  const defined = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
  return `Bearer ${await new SignJWT(defined).setProtectedHeader({ alg: by.alg, kid: by.kid, typ: 'at+jwt', ...header }).sign(by.privateKey)}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

async function refusal(authorization: string, by: Identify = identify): Promise<string> {
  const answer = async () => by(authorization)
  const error = await answer().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Problem)) throw new Error('not refused')
  return `${error.slug}: ${error.detail}`
}

test('R5.1: a token of a trusted issuer is believed, and only for what it grants', async () => {
  const identity = await identify(
    await sign({
      claims: {
        roles: ['clinician', 'emperor'],
        tenants: [developmentTenants[1].toUpperCase(), 'north'],
        patient: 'p-1',
      },
    }),
  )

  expect(identity).toEqual({
    issuer,
    subject: 'dr-1',
    client: 'ehr',
    tenants: [developmentTenants[1]],
    spokes: ['connect'],
    roles: ['clinician'],
    scopes: ['banksia/spoke.read'],
    patient: 'p-1',
    proof: 'oidc',
    expiresAt: 1_772_326_800_000,
  })
})

test.each([
  ['PractitionerRole/7', 'PractitionerRole/7'],
  ['https://hub.example.org/fhir/R4/PractitionerRole/7', 'PractitionerRole/7'],
  ['https://hub.example.org/fhir/R4/Practitioner/7', 'Practitioner/7'],
  ['Practitioner/7', 'Practitioner/7'],
  ['RelatedPerson/7', 'RelatedPerson/7'],
  ['https://elsewhere.example/fhir/R4/Practitioner/7', undefined],
  ['https://elsewhere.example/fhir/R4/PractitionerRole/7', undefined],
  ['Patient/7', undefined],
])('docs/design/hub.md#access: fhirUser %s names %s', async (fhirUser, named) => {
  const identity = await identify(await sign({ claims: { fhirUser } }))

  expect([identity.fhirUser, identity.person]).toEqual(
    named?.startsWith('PractitionerRole/') ? [named, undefined] : [undefined, named],
  )
})

test('docs/design/hub.md#access: the claim names are configured; lists may be texts', async () => {
  const renamed = { ...config, tenantsClaim: 'org', rolesClaim: 'https://example.org/roles' }
  const other = openBearer({ keySets: openSets(), config: renamed, clock })

  const identity = await other(
    await sign({
      claims: {
        org: developmentTenants.join(' '),
        'https://example.org/roles': 'operator auditor',
        scope: undefined,
        scp: ['a/spoke.read'],
      },
    }),
  )

  expect(identity).toMatchObject({
    tenants: [...developmentTenants],
    roles: ['operator', 'auditor'],
    scopes: ['a/spoke.read'],
  })
})

const seconds = startedAt / 1000
test.each<[string, Changes, string]>([
  ['has expired', { claims: { exp: seconds - 6 } }, 'The access token has expired'],
  ['never expires', { claims: { exp: undefined } }, 'The access token lacks a claim'],
  ['is not valid yet', { claims: { nbf: seconds + 60 } }, 'The access token is not valid yet'],
  [
    'is for another audience',
    { claims: { aud: 'https://elsewhere.example' } },
    'The access token is for another audience',
  ],
  ['is for no audience', { claims: { aud: undefined } }, 'The access token is for another audience'],
  ['is of another issuer', { claims: { iss: 'https://elsewhere.example' } }, 'The issuer is not trusted'],
  ['is of no issuer', { claims: { iss: undefined } }, 'The issuer is not trusted'],
  ['has no subject', { claims: { sub: undefined } }, 'The access token lacks a claim'],
  ['has no client', { claims: { client_id: undefined } }, 'The access token lacks a claim'],
  ['has a patient that is no id', { claims: { patient: 'Patient/../1' } }, 'The access token lacks a claim'],
  ['is a logout token', { header: { typ: 'logout+jwt' } }, 'The token is not an access token'],
  [
    'is bound to a key that has no name',
    { claims: { cnf: { jkt: 'x' } } },
    'The access token is bound to something that cannot be checked',
  ],
])('R5.1: a token that %s is refused', async (_case, changes, detail) => {
  expect(await refusal(await sign(changes))).toBe(`authentication-required: ${detail}`)
})

test.each([
  ['jkt', 'key'],
  ['x5t#S256', 'certificate'],
])('RFC 7800 3.1: a token of an issuer elsewhere says by %s that it is bound to a %s', async (member, kind) => {
  const thumbprint = 'A'.repeat(43)
  const { boundTo } = await identify(await sign({ claims: { cnf: { [member]: thumbprint } } }))

  expect(boundTo).toEqual({ kind, thumbprint })
})

test('RFC 7519 4.1.4: a few seconds of skew are forgiven', async () => {
  await expect(identify(await sign({ claims: { exp: seconds - 3 } }))).resolves.toBeDefined()
  await expect(identify(await sign({ claims: { nbf: seconds + 5 } }))).resolves.toBeDefined()
  await expect(identify(await sign({ claims: { iat: seconds + 60 } }))).resolves.toBeDefined()
  expect(await refusal(await sign({ claims: { nbf: seconds + 6 } }))).toMatch(/^authentication-required/)
})

test('RFC 8725 3.1: alg none is refused, whatever it says', async () => {
  const [, payload] = (await sign()).split('.')

  for (const alg of ['none', 'None', 'NONE']) {
    expect(await refusal(`Bearer ${encode({ alg, typ: 'at+jwt' })}.${payload}.x`)).toMatch(/^authentication-required/)
    expect(await refusal(`Bearer ${encode({ alg, typ: 'at+jwt' })}.${payload}.`)).toMatch(/^authentication-required/)
  }
})

test('RFC 8725 3.1: HS256 keyed with the public key is refused', async () => {
  const pem = createPublicKey({ key: key.jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const [, payload] = (await sign()).split('.')
  const signed = `${encode({ alg: 'HS256', kid: 'one', typ: 'at+jwt' })}.${payload}`

  const token = `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`

  expect(await refusal(`Bearer ${token}`)).toBe('authentication-required: The signature algorithm is not allowed')
})

test('R5.1: another key under the same id, and a changed payload, are refused', async () => {
  const forger = await makeKey('RS256', 'one')
  const [header, , signature] = (await sign()).split('.')

  expect(await refusal(await sign({ by: forger }))).toBe('authentication-required: The signature is not valid')
  const payload = encode({ iss: issuer, aud: config.audience, sub: 'x', exp: seconds + 99 })
  expect(await refusal(`${header}.${payload}.${signature}`)).toBe('authentication-required: The signature is not valid')
})

test('RFC 7519 4: of a claim that a token names twice, the last counts and nothing adds up', async () => {
  const header = encode({ alg: 'ES256', kid: 'twice', typ: 'at+jwt' })
  const twice = await makeKey('ES256', 'twice')
  published = [key.jwk, twice.jwk]
  const other = openHere()
  const once = { iss: issuer, aud: config.audience, sub: 'dr-1', client_id: 'ehr', exp: seconds + 60 }
  const text = JSON.stringify({ ...once, roles: ['clinician'] })
  const signed = `${header}.${Buffer.from(text.replace(/\}$/, ',"roles":["auditor"]}')).toString('base64url')}`
  const signature = signBytes('sha256', Buffer.from(signed), {
    key: KeyObject.from(twice.privateKey),
    dsaEncoding: 'ieee-p1363',
  })

  const { roles } = await other(`Bearer ${signed}.${signature.toString('base64url')}`)

  expect(roles).toEqual(['auditor'])
  published = [key.jwk]
})

test('OWASP API4: a token of a megabyte is refused', async () => {
  const [header, payload] = (await sign()).split('.')

  expect(await refusal(`${header}.${payload}.${'A'.repeat(1_000_000)}`)).toMatch(/^authentication-required/)
  expect(await refusal(`Bearer ${'A'.repeat(1_000_000)}`)).toMatch(/^authentication-required/)
  expect(await refusal(await sign({ claims: { roles: ['a'.repeat(1_000_000)], aud: 'x' } }))).toMatch(/audience$/)
})

test.each(['', 'Bearer', 'Bearer ', 'Bearer a b', 'Token abc', 'Bearer a\u00e9', 'Bearer ..', 'Bearer e30.e30.e30'])(
  'RFC 6750 2.1: %j is no bearer token',
  async (authorization) => {
    expect(await refusal(authorization)).toMatch(/^authentication-required/)
  },
)

test('RFC 7517: every allowed algorithm works; a new key is found at once', async () => {
  now += 60_000
  const keys = await Promise.all(['RS384', 'ES256', 'ES384', 'PS256'].map((alg) => makeKey(alg, `new-${alg}`)))
  published = [key.jwk, ...keys.map((other) => other.jwk)]

  for (const other of keys) expect((await identify(await sign({ by: other }))).subject).toBe('dr-1')

  published = [key.jwk]
})

test('OWASP API4: a storm of unknown key ids makes one fetch in five seconds', async () => {
  const stranger = await makeKey('ES256', 'stranger')
  const other = openHere()
  await other(await sign())
  const before = fetches
  now += 10_000

  const tokens = await Promise.all(
    Array.from({ length: 50 }, (_, index) => sign({ header: { kid: `made-up-${index}` }, by: stranger })),
  )
  const refusals = await Promise.all(tokens.map((token) => refusal(token, other)))

  expect(new Set(refusals)).toEqual(new Set(['authentication-required: The signature is not valid']))
  expect(fetches - before).toBe(2) // discovery and keys
  await refusal(tokens[0] ?? '', other)
  expect(fetches - before).toBe(2)
})

test('OWASP API4: 100,000 made-up key ids make one fetch', async () => {
  const other = openHere()
  await other(await sign())
  const before = fetches
  now += 10_000
  const payload = encode({ iss: issuer })

  const refusals = new Set<string>()
  for (let index = 0; index < 100_000; index += 1)
    refusals.add(await refusal(`Bearer ${encode({ alg: 'RS256', kid: `made-up-${index}` })}.${payload}.AAAA`, other))

  expect(refusals).toEqual(new Set(['authentication-required: The signature is not valid']))
  expect(fetches - before).toBe(2) // discovery and keys
})

test('D79: an issuer that does not answer is 503, never a pass; known keys serve for a day', async () => {
  const other = openHere()
  isDown = true
  expect(await refusal(await sign(), other)).toMatch(/^dependency-unavailable/)

  isDown = false
  now += 6_000
  await other(await sign())
  isDown = true
  now += 23 * 3_600_000
  await expect(other(await sign())).resolves.toBeDefined()
  now += 2 * 3_600_000
  expect(await refusal(await sign(), other)).toMatch(/^dependency-unavailable/)

  isDown = false
})

test('docs/security.md#whose-tokens-count-for-what: a verified token is believed for a minute, and no longer than it lives', async () => {
  const rotated = await makeKey('RS256', 'rotated')
  published = [rotated.jwk]
  const other = openHere()
  const long = await sign({ by: rotated })
  const short = await sign({ by: rotated, claims: { exp: Math.floor(now / 1000) + 20 } })
  await other(long)
  await other(short)
  published = [key.jwk]
  now += 30_000
  await other(await sign())

  expect((await other(long)).subject).toBe('dr-1')
  expect(await refusal(short, other)).toMatch(/^authentication-required/)
  now += 31_000
  expect(await refusal(long, other)).toBe('authentication-required: The signature is not valid')
})

test('R5.1: by the same connection another token is another caller, none is nobody, and one that has ended is refused', async () => {
  now = startedAt
  const connection = {}
  const [first, second] = await Promise.all(['a', 'b'].map((sub) => sign({ claims: { sub } })))
  const subjectOf = async (header: string | undefined) => (await identify(header, connection)).subject

  expect([await subjectOf(first), await subjectOf(first), await subjectOf(second)]).toEqual(['a', 'a', 'b'])
  await expect(subjectOf(undefined)).rejects.toThrow(Problem)
  await expect(subjectOf(second?.replace('Bearer', 'Basic'))).rejects.toThrow(Problem)

  now = startedAt + 24 * 3_600_000
  await expect(subjectOf(second)).rejects.toThrow(Problem)
  now = startedAt
})

test('OpenID Connect Discovery 4.3: a discovery document of another issuer is not taken', async () => {
  await expect(fetchKeys(`${issuer}/other`, fetch)).rejects.toThrow('mismatch')
})
