/** RFC 9700 sections 2.2 and 4.10, stolen tokens: proofs of a key (DPoP, RFC 9449) that are forged, borrowed, repeated, stale or for something else; D176. */
import { expect } from '@jest/globals'
import { makeProofKey, type ProofKey, type Shown } from '../identity/holder/proof-key.ts'
import { register } from '../identity/issuer/register.ts'
import {
  assertionOf,
  authorize,
  makeService,
  postForm,
  redirectUri,
  type Service,
  type TokenAnswer,
  verifier,
} from '../identity/issuer/smart-app.ts'
import type { Attack, Source } from './attack.ts'
import { hubTenant, type Told, type World } from './world.ts'

const of = (section: string): { readonly source: Source } => ({ source: `RFC 9700 ${section}` })
const now = (): number => Math.floor(Date.now() / 1000)
const told = ({ status, headers, body }: TokenAnswer): Told => ({ status, headers, text: JSON.stringify(body ?? '') })

const tokenUrl = ({ base }: World): string => `${base}/oidc/token`
const patients = ({ base }: World): string => `${base}/fhir/R4/Patient`

const askBy = async (w: World, service: Service, headers: Readonly<Record<string, string>>): Promise<TokenAnswer> => {
  const form = {
    ...{ grant_type: 'client_credentials', scope: 'system/Patient.rs' },
    ...assertionOf(await service.assert(w.server)),
  }
  return postForm(w.server, '/oidc/token', form, headers)
}

/** With a proof at the token endpoint. */
const askBound = async (w: World, key: ProofKey, shown: Partial<Shown> = {}): Promise<TokenAnswer> =>
  askBy(w, w.service, { DPoP: await key.prove({ method: 'POST', url: tokenUrl(w), ...shown }) })

type Stolen = { readonly key: ProofKey; readonly other: ProofKey; readonly token: string; readonly url: string }

async function steal(w: World): Promise<Stolen> {
  const [key, other] = await Promise.all([makeProofKey(), makeProofKey()])
  const { status, body } = await askBound(w, key)
  expect([status, body.token_type]).toEqual([200, 'DPoP'])
  return { key, other, token: body.access_token, url: patients(w) }
}

const show = (w: World, token: string, proof: string | undefined, scheme = 'DPoP'): Promise<Told> =>
  w.raw('/fhir/R4/Patient?_count=1', {
    headers: { Authorization: `${scheme} ${token}`, ...(proof === undefined ? {} : { DPoP: proof }) },
  })

/** A request with a proof of the right key that differs so. */
const proving =
  (change: (stolen: Stolen) => Partial<Shown> = () => ({})) =>
  async (w: World): Promise<Told> => {
    const stolen = await steal(w)
    const { key, token, url } = stolen
    return show(w, token, await key.prove({ url, token, ...change(stolen) }))
  }

async function byOtherKey(w: World): Promise<Told> {
  const { other, token, url } = await steal(w)
  return show(w, token, await other.prove({ url, token }))
}

async function asBearer(w: World): Promise<readonly Told[]> {
  const { key, token, url } = await steal(w)
  return [await show(w, token, undefined, 'Bearer'), await show(w, token, await key.prove({ url, token }), 'Bearer')]
}

async function withoutProof(w: World): Promise<Told> {
  const { token } = await steal(w)
  return show(w, token, undefined)
}

async function signedByNobody(w: World): Promise<Told> {
  const { key, token, url } = await steal(w)
  const [, payload] = (await key.prove({ url, token })).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk })).toString('base64url')
  return show(w, token, `${header}.${payload}.`)
}

/** Seen on its way, and sent again: also many at once. */
async function replayed(w: World): Promise<readonly Told[]> {
  const { key, token, url } = await steal(w)
  const proof = await key.prove({ url, token })
  const answers = await Promise.all(Array.from({ length: 8 }, () => show(w, token, proof)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  return [...answers.filter(({ status }) => status !== 200), await show(w, token, proof)]
}

async function twoProofs(w: World): Promise<Told> {
  const { key, token, url } = await steal(w)
  return show(w, token, `${await key.prove({ url, token })}, ${await key.prove({ url, token })}`)
}

async function replayedForToken(w: World): Promise<Told> {
  const key = await makeProofKey()
  const proof = await key.prove({ method: 'POST', url: tokenUrl(w) })
  expect((await askBy(w, w.service, { DPoP: proof })).status).toBe(200)
  return told(await askBy(w, w.service, { DPoP: proof }))
}

const provingForToken =
  (shown: (w: World) => Partial<Shown>) =>
  async (w: World): Promise<Told> =>
    told(await askBound(w, await makeProofKey(), shown(w)))

/** The refresh token of a public app is all that the thief has. */
const refreshing =
  (by: () => Promise<ProofKey | undefined>) =>
  async (w: World): Promise<Told> => {
    const scope = 'openid offline_access user/Patient.rs'
    const { code } = await authorize(w.server, { client_id: w.otherApp, scope })
    const post = async (form: Readonly<Record<string, string>>, key: ProofKey | undefined) => {
      const proof = key && (await key.prove({ method: 'POST', url: tokenUrl(w) }))
      return postForm(
        w.server,
        '/oidc/token',
        { client_id: w.otherApp, ...form },
        proof === undefined ? {} : { DPoP: proof },
      )
    }
    const exchange = {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const { body } = await post(exchange, await makeProofKey())
    expect(body.token_type).toBe('DPoP')
    return told(await post({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, await by()))
  }

/** The client is registered so that each of its tokens is bound. */
async function unboundAlthoughBound(w: World): Promise<Told> {
  const own = await makeService()
  await register(w.server.site.pool, {
    ...{ client_id: own.id, type: 'backend', tenant: hubTenant, jwks: own.jwks, scope: 'system/Patient.rs' },
    dpop_bound_access_tokens: true,
  })
  return told(await askBy(w, own, {}))
}

async function introspectedAsBearer(w: World): Promise<Told> {
  const { token } = await steal(w)
  return told(await postForm(w.server, '/oidc/token/introspection', { token }, { Authorization: `Bearer ${token}` }))
}

// biome-ignore format: one row a line
export const holderAttacks: readonly Attack[] = [
  { id: '9700-68', ...of('4.10'), cause: 'a token that is bound to a key comes as one of a bearer',   ask: asBearer,                                                                          answer: 401, writes: true },
  { id: '9700-69', ...of('4.10'), cause: 'a token that is bound to a key comes without a proof',      ask: withoutProof,                                                                      answer: 401, writes: true },
  { id: '9700-70', ...of('4.10'), cause: 'whoever has a bound token proves a key of their own',       ask: byOtherKey,                                                                        answer: 401, writes: true },
  { id: '9700-71', ...of('4.10'), cause: 'a proof is signed by another key than it shows',            ask: proving(({ other }) => ({ by: other.privateKey })),                                answer: 401, writes: true },
  { id: '9700-72', ...of('4.10'), cause: 'a proof is signed by nobody',                               ask: signedByNobody,                                                                    answer: 401, writes: true },
  { id: '9700-73', ...of('4.10'), cause: 'a proof is signed by a shared secret that it shows',        ask: proving(() => ({ header: { alg: 'HS256', jwk: { kty: 'oct', k: 'A'.repeat(43) } }, by: Buffer.alloc(32) })), answer: 401, writes: true },
  { id: '9700-74', ...of('4.10'), cause: 'a proof shows the private key of its client',               ask: proving(({ key }) => ({ header: { jwk: key.privateJwk } })),                       answer: 401, writes: true },
  { id: '9700-75', ...of('4.10'), cause: 'a token of another kind is shown as a proof',               ask: proving(() => ({ header: { typ: 'JWT' } })),                                       answer: 401, writes: true },
  { id: '9700-76', ...of('4.10'), cause: 'a proof for a read serves for a write',                     ask: proving(() => ({ method: 'POST' })),                                               answer: 401, writes: true },
  { id: '9700-77', ...of('4.10'), cause: 'a proof for one address serves at another',                 ask: proving(({ url }) => ({ url: `${url}/1` })),                                       answer: 401, writes: true },
  { id: '9700-78', ...of('4.10'), cause: 'a proof for another server serves here',                    ask: proving(() => ({ url: 'https://elsewhere.example/fhir/R4/Patient' })),             answer: 401, writes: true },
  { id: '9700-79', ...of('4.10'), cause: 'a proof for one token serves for another',                  ask: proving(() => ({ token: 'another' })),                                             answer: 401, writes: true },
  { id: '9700-80', ...of('4.10'), cause: 'a proof of the token endpoint serves for a token',          ask: proving(() => ({ claims: { ath: undefined } })),                                   answer: 401, writes: true },
  { id: '9700-93', ...of('4.10'), cause: 'a proof is used a second time',                             ask: replayed,                                                                          answer: 401, writes: true },
  { id: '9700-94', ...of('4.10'), cause: 'a proof was made some minutes ago',                         ask: proving(() => ({ claims: { iat: now() - 240 } })),                                 answer: 401, writes: true },
  { id: '9700-95', ...of('4.10'), cause: 'a proof was made in advance',                               ask: proving(() => ({ claims: { iat: now() + 240 } })),                                 answer: 401, writes: true },
  { id: '9700-96', ...of('4.10'), cause: 'two proofs come with one request',                          ask: twoProofs,                                                                         answer: 401, writes: true },
  { id: '9700-85', ...of('4.10'), cause: 'a bound token opens the introspection as one of a bearer',  ask: introspectedAsBearer,                                                              answer: 401, writes: true },
  { id: '9700-86', ...of('2.2.1'), cause: 'a proof gives a second token',                             ask: replayedForToken,                                                                  answer: 400, writes: true },
  { id: '9700-87', ...of('2.2.1'), cause: 'a proof for another address gives a token',                ask: provingForToken((w) => ({ url: `${w.base}/oidc/other` })),                         answer: 400 },
  { id: '9700-88', ...of('2.2.1'), cause: 'a proof of some minutes ago gives a token',                ask: provingForToken(() => ({ claims: { iat: now() - 240 } })),                         answer: 400 },
  { id: '9700-89', ...of('2.2.1'), cause: 'a proof that was made in advance gives a token',           ask: provingForToken(() => ({ claims: { iat: now() + 240 } })),                         answer: 400 },
  { id: '9700-90', ...of('2.2.1'), cause: 'a client whose tokens are to be bound gets a loose one',   ask: unboundAlthoughBound,                                                              answer: 400, writes: true },
  { id: '9700-91', ...of('2.2.2'), cause: 'a stolen refresh token is used with another key',          ask: refreshing(() => makeProofKey()),                                                  answer: 400, writes: true },
  { id: '9700-92', ...of('2.2.2'), cause: 'a stolen refresh token is used without a key',             ask: refreshing(async () => undefined),                                                 answer: 400, writes: true },
]
