/** Opaque tokens of an issuer that is asked about them. RFC 7662; D162. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { JWTPayload } from 'jose'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { Problem } from '../../src/core/problems.ts'
import { openBearer } from '../../src/identity/bearer.ts'
import { fetchAddress, fetchKeys } from '../../src/identity/discovery.ts'
import { ForeignTokens } from '../../src/identity/foreign-tokens.ts'
import type { Identify } from '../../src/identity/identity.ts'
import { openIntrospect } from '../../src/identity/introspect.ts'
import type { IssuerFailure } from '../../src/identity/issuer-error.ts'
import { openKeySets } from '../../src/identity/key-set.ts'
import { waitUntil } from '../patience.ts'
import { type AskedIssuer, openAskedIssuer } from './asked-issuer.ts'

const audience = 'https://hub.example.org'
const startedAt = Date.parse('2026-03-01T00:00:00Z')
const seconds = startedAt / 1000
const thumbprint = 'a'.repeat(43)

let issuer: AskedIssuer
let now: number
let identify: Identify
let changes: (IssuerFailure | undefined)[]
const clock = () => new Date(now)

beforeAll(async () => {
  issuer = await openAskedIssuer()
})
afterAll(() => issuer.close())
beforeEach(() => {
  now = startedAt
  identify = openHere()
  issuer.asked.length = 0
  issuer.answerWith(200)
})

type Changes = {
  readonly endpoint?: string
  readonly findOwnToken?: (token: string) => Promise<JWTPayload | undefined>
}

function openHere({ endpoint, findOwnToken }: Changes = {}): Identify {
  const { address } = issuer
  changes = []
  const introspect = openIntrospect({
    issuer: address,
    findEndpoint: async () => endpoint ?? fetchAddress(address, 'introspection_endpoint', fetch),
    client: 'banksia:hub',
    secret: 's e/cret',
    audience,
    fetchOut: fetch,
    clock,
  })
  const foreign = new ForeignTokens({
    issuer: address,
    introspect,
    clock,
    onChange: (one) => changes.push(one.failure),
  })
  return openBearer({
    keySets: openKeySets([{ issuer: address, loadKeys: () => fetchKeys(address, fetch) }], { clock }),
    config: readConfig({ BANKSIA_BASE_URL: audience }),
    clock,
    findForeignToken: foreign.find,
    findOwnToken,
  })
}

const claims = () => ({
  active: true,
  token_type: 'Bearer',
  iss: issuer.address,
  aud: ['account', audience],
  sub: 'dr-1',
  client_id: 'ehr',
  exp: seconds + 3600,
  tenants: [developmentTenants[0]],
  spokes: ['connect'],
  roles: ['clinician'],
  scope: 'banksia/spoke.read',
})

/** Undefined if the token counts. */
async function refusal(token: string, by: Identify = identify): Promise<string | undefined> {
  const answer = async () => by(`Bearer ${token}`)
  return answer().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return `${error.slug}: ${error.detail}`
      throw error
    },
  )
}

const unknown = 'authentication-required: The access token is not known, or counts no longer'
const away = 'dependency-unavailable: The token issuer cannot be asked about the token'

test('D162: an opaque token is what its issuer says of it, asked once in a minute by name and secret', async () => {
  issuer.say('good', claims())

  expect(await identify('Bearer good')).toEqual({
    issuer: issuer.address,
    subject: 'dr-1',
    client: 'ehr',
    tenants: [developmentTenants[0]],
    spokes: ['connect'],
    roles: ['clinician'],
    scopes: ['banksia/spoke.read'],
    expiresAt: startedAt + 3_600_000,
    proof: 'oidc',
  })
  now += 59_999
  await identify('Bearer good')
  // RFC 6749 2.3.1: encoded as in a form, then Basic.
  expect(issuer.asked).toEqual([
    {
      authorization: `Basic ${btoa('banksia%3Ahub:s%20e%2Fcret')}`,
      type: 'application/x-www-form-urlencoded',
      token: 'good',
    },
  ])
  now += 1
  issuer.say('good', { active: false })
  expect(await refusal('good')).toBe(unknown)
})

test('D162: an answer is never trusted past the end of the token', async () => {
  issuer.say('short', { ...claims(), exp: seconds + 10 })

  await identify('Bearer short')
  now += 10_000
  issuer.say('short', { active: false })
  expect(await refusal('short')).toBe(unknown)
})

test.each<[string, object | string, string]>([
  ['is inactive', { active: false }, 'The access token is not known, or counts no longer'],
  ['is active in words alone', { active: 'true' }, 'The access token is not known, or counts no longer'],
  ['is of another issuer', { iss: 'https://other.example' }, 'The issuer is not trusted'],
  ['is of no issuer', { iss: undefined }, 'The issuer is not trusted'],
  ['is for another audience', { aud: 'https://other.example' }, 'The access token is for another audience'],
  ['is for no audience', { aud: undefined }, 'The access token is for another audience'],
  ['has no subject', { sub: undefined }, 'The access token lacks a claim'],
  ['has no client', { client_id: undefined }, 'The access token lacks a claim'],
  ['never ends', { exp: undefined }, 'The access token lacks a claim'],
  ['ends at a text', { exp: '9999999999' }, 'The access token lacks a claim'],
  ['has ended', { exp: seconds - 5 }, 'The access token has expired'],
  ['has not begun', { nbf: seconds + 6 }, 'The access token is not valid yet'],
  ['is no bearer token', { token_type: 'DPoP' }, 'The token is not an access token'],
  [
    'is bound to a key without a name',
    { cnf: { jkt: 'x' } },
    'The access token is bound to something that cannot be checked',
  ],
])('D162: a token that %s is refused', async (title, change, detail) => {
  const token = title.replaceAll(' ', '-')
  issuer.say(token, { ...claims(), ...Object(change) })

  expect(await refusal(token)).toBe(`authentication-required: ${detail}`)
})

test.each(['', 'true', '[]', '<html>', '{"active":true', '{"active":false,"active":true}'])(
  'D162: %j is no answer about a token',
  async (text) => {
    issuer.say('malformed', text)

    expect(await refusal('malformed')).toBe(unknown)
  },
)

test('D162: a few seconds of skew are forgiven; a token that is bound to a certificate says so', async () => {
  issuer.say('skewed', { ...claims(), exp: seconds - 4, nbf: seconds + 5 })
  issuer.say('bound', { ...claims(), cnf: { 'x5t#S256': thumbprint } })

  expect(await refusal('skewed')).toBeUndefined()
  expect((await identify('Bearer bound')).boundTo).toEqual({ kind: 'certificate', thumbprint })
})

test('D162: a token of three parts is checked by keys, and is never sent anywhere', async () => {
  const signed = await issuer.sign({ ...claims(), aud: audience, active: undefined })

  expect((await identify(`Bearer ${signed}`)).subject).toBe('dr-1')
  expect(await refusal(`${signed}a`)).toBe('authentication-required: The signature is not valid')
  expect(await refusal('a.b.c')).toMatch(/^authentication-required/)
  expect(issuer.asked).toEqual([])
})

test('D162: a token of our own is looked up first, and its issuer elsewhere never sees it', async () => {
  const own = { ...claims(), iss: `${audience}/oidc` }
  const both = openHere({
    findOwnToken: async (token) => {
      if (token === 'ours') return own
      return token === 'elsewhere' ? { ...own, aud: 'x' } : undefined
    },
  })
  issuer.say('theirs', claims())

  expect((await both('Bearer ours')).issuer).toBe(`${audience}/oidc`)
  expect(await refusal('elsewhere', both)).toBe('authentication-required: The access token is for another audience')
  expect(issuer.asked).toEqual([])
  expect((await both('Bearer theirs')).issuer).toBe(issuer.address)
})

test('D162: an issuer that does not answer is 503, is left alone for a moment, and is told once', async () => {
  issuer.say('good', claims())
  for (const status of [401, 500, 302]) {
    issuer.answerWith(status)
    expect([await refusal('good'), await refusal('other')]).toEqual([away, away])
    now += 5_000
  }
  expect(issuer.asked).toHaveLength(3)
  issuer.answerWith(200)
  expect(await refusal('good')).toBeUndefined()
  expect(changes.map((failure) => failure?.reason)).toEqual(['status', undefined])

  const nowhere = openHere({ endpoint: 'http://127.0.0.1:1/introspect' })
  expect(await refusal('good', nowhere)).toBe(away)
  expect(changes.map((failure) => failure?.reason)).toEqual(['connect'])
})

test('D162: a refused token is remembered for a few seconds, and requests at once share one answer', async () => {
  const refusals = await Promise.all(Array.from({ length: 200 }, () => refusal('nobody')))
  now += 4_999
  refusals.push(await refusal('nobody'))

  expect(new Set(refusals)).toEqual(new Set([unknown]))
  expect(issuer.asked).toHaveLength(1)
  now += 1
  issuer.say('nobody', claims())
  expect(await refusal('nobody')).toBeUndefined()
})

test('OWASP API4: of 100,000 unknown tokens a few are asked, eight together, and a known one counts on', async () => {
  issuer.say('good', claims())
  await identify('Bearer good')
  const release = issuer.hold()
  const storm = Array.from({ length: 300 }, (_, index) => refusal(`made-up-${index}`))
  await waitUntil(() => issuer.asked.length > 8)
  const refusals: unknown[] = []
  for (let index = 300; index < 100_000; index += 1) refusals.push(await refusal(`made-up-${index}`))

  expect(await refusal('good')).toBeUndefined()
  expect(new Set(refusals)).toEqual(new Set([away]))
  release()
  const others = await Promise.all(storm)

  expect(others.filter((one) => one !== unknown && one !== away)).toEqual([])
  expect(issuer.asked.length).toBeLessThanOrEqual(257)
  expect(issuer.mostAtOnce()).toBeLessThanOrEqual(8)
})
