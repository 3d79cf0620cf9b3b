/** JSON Web Tokens of an issuer that is asked about them, too. RFC 7662; D175. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { Problem } from '../../src/core/problems.ts'
import { openBearer } from '../../src/identity/bearer.ts'
import { fetchAddress, fetchKeys } from '../../src/identity/discovery.ts'
import { ForeignTokens } from '../../src/identity/foreign-tokens.ts'
import type { Identify } from '../../src/identity/identity.ts'
import { openIntrospect } from '../../src/identity/introspect.ts'
import { openKeySets } from '../../src/identity/key-set.ts'
import { type AskedIssuer, openAskedIssuer } from './asked-issuer.ts'

const audience = 'https://hub.example.org'
const exp = Math.floor(Date.now() / 1000) + 3600
let issuer: AskedIssuer
let another: AskedIssuer
let now = Date.now()
const clock = () => new Date(now)

beforeAll(async () => {
  issuer = await openAskedIssuer()
  another = await openAskedIssuer()
})
afterAll(() => {
  issuer.close()
  another.close()
})

function openHere(askedIssuer: string | undefined): Identify {
  const { address } = issuer
  const findEndpoint = () => fetchAddress(address, 'introspection_endpoint', fetch)
  const introspect = openIntrospect({
    issuer: address,
    findEndpoint,
    client: 'hub',
    secret: 's',
    audience,
    fetchOut: fetch,
    clock,
  })
  const trusted = [issuer, another].map((one) => ({
    issuer: one.address,
    loadKeys: () => fetchKeys(one.address, fetch),
  }))
  return openBearer({
    keySets: openKeySets(trusted, { clock }),
    config: readConfig({ BANKSIA_BASE_URL: audience }),
    clock,
    findForeignToken: new ForeignTokens({ issuer: address, introspect, clock }).find,
    askedIssuer,
  })
}

const claims = () => ({
  ...{ active: true, token_type: 'Bearer', iss: issuer.address, aud: audience, sub: 'dr-1', client_id: 'ehr', exp },
  ...{ tenants: [developmentTenants[0]], roles: ['clinician'], scope: 'user/*.rs' },
})

/** Undefined if the token counts. */
const refusal = async (identify: Identify, token: string): Promise<string | undefined> =>
  (async () => identify(`Bearer ${token}`))().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return error.detail
      throw error
    },
  )

test('D175: the issuer is asked about its JSON Web Tokens, and what it says there is what counts', async () => {
  const identify = openHere(issuer.address)
  const light = await issuer.sign({ exp, azp: 'ehr', scope: 'user/*.cruds' })
  issuer.say(light, claims())

  expect(await identify(`Bearer ${light}`)).toMatchObject({ subject: 'dr-1', client: 'ehr', scopes: ['user/*.rs'] })
})

test('D175: a token of a session that has ended counts no longer, a minute later at the latest', async () => {
  const identify = openHere(issuer.address)
  const token = await issuer.sign({ ...claims(), jti: 'ended' })
  issuer.say(token, claims())
  const before = await refusal(identify, token)
  issuer.say(token, { active: false })
  now += 60_001

  expect(before).toBeUndefined()
  expect(await refusal(identify, token)).toBe('The access token is not known, or counts no longer')
})

test('D175: of a token that this issuer has not signed it is not asked', async () => {
  const identify = openHere(issuer.address)
  const forged = (await issuer.sign({ ...claims(), jti: 'forged' })).replace(/.{8}$/, 'AAAAAAAA')
  const foreign = await another.sign({ ...claims(), iss: issuer.address })
  for (const token of [forged, foreign]) issuer.say(token, claims())
  issuer.asked.length = 0

  expect(await refusal(identify, forged)).toContain('signature')
  expect(await refusal(identify, foreign)).toContain('signature')
  expect(issuer.asked).toEqual([])
})

test('D175: tokens of other issuers, and of this one without the setting, are checked by their keys alone', async () => {
  const own = await issuer.sign({ ...claims(), jti: 'unasked' })
  const other = await another.sign({ ...claims(), iss: another.address })
  issuer.asked.length = 0

  expect(await refusal(openHere(undefined), own)).toBeUndefined()
  expect(await refusal(openHere(issuer.address), other)).toBeUndefined()
  expect(issuer.asked).toEqual([])
})

test('D175: while the issuer cannot be asked, its tokens do not count', async () => {
  const identify = openHere(issuer.address)
  const token = await issuer.sign({ ...claims(), jti: 'unanswered' })
  issuer.answerWith(503)
  const detail = await refusal(identify, token)
  issuer.answerWith(200)

  expect(detail).toBe('The token issuer cannot be asked about the token')
})
