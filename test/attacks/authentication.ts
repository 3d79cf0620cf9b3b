/** API2:2023, broken authentication: tokens that are forged, borrowed, stale, bound or for somebody else. RFC 6750, RFC 7519, RFC 8725, RFC 9068. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { request } from 'node:http'
import { expect } from '@jest/globals'
import { type JWK, UnsecuredJWT } from 'jose'
import { askForService, authorize, launch, postForm } from '../identity/issuer/smart-app.ts'
import type { Attack } from './attack.ts'
import { joinToken, usualClaims } from './forging-issuer.ts'
import { fhirTenant, people, type Told, type World } from './world.ts'

const source = 'API2:2023'
const now = (): number => Math.floor(Date.now() / 1000)

/** The token of the external issuer with these faults. */
const claim =
  (claims: object, header: object = {}) =>
  async (w: World): Promise<Told> =>
    w.bear(await w.issuer.sign({ ...claims }, { ...header }))
const usual = (w: World) => usualClaims(w.issuer.address, w.base)
const pemOf = (jwk: JWK): string =>
  createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    .export({ format: 'pem', type: 'spki' })
    .toString()

async function tamper(w: World): Promise<Told> {
  const [header, , signature] = (await w.issuer.sign()).split('.')
  const claims = { ...usual(w), roles: ['senior_clinician'] }
  return w.bear(`${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`)
}

/** Two members of one name: a reader of the first and one of the last would disagree. */
async function nameTwice(w: World): Promise<Told> {
  const text = JSON.stringify({ alg: 'none', kid: 'own', typ: 'at+jwt' }).replace('}', ',"alg":"RS256"}')
  const [, claims, signature] = (await w.issuer.sign()).split('.')
  return w.bear(`${Buffer.from(text).toString('base64url')}.${claims}.${signature}`)
}

/** Node joins headers that are repeated, so it goes through without `fetch`. */
const twice = async (w: World): Promise<Told> => {
  const tokens = [`Bearer ${await w.server.token(people.patient)}`, `Bearer ${await w.server.token(people.doctor)}`]
  return new Promise((resolve, reject) => {
    const asked = request(`${w.base}/fhir/R4/Observation/lab-neighbour`, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: new Headers(), text }))
    })
    asked.setHeader('Authorization', tokens)
    asked.on('error', reject).end()
  })
}

const launched = (w: World) => launch(w.server, { scope: 'openid offline_access user/Patient.rs' })

async function revoked(w: World): Promise<Told> {
  const { body } = await launched(w)
  const before = await w.bear(body.access_token)
  expect(before.status).toBe(200)
  await postForm(w.server, '/oidc/token/revocation', { token: body.access_token, client_id: 'development-app' })
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  return w.bear(body.access_token)
}

async function ofDisabledClient(w: World): Promise<Told> {
  const { body } = await askForService(w.server, await w.service.assert(w.server), 'system/Patient.rs')
  const { pool } = w.server.site
  expect((await w.bear(body.access_token)).status).toBe(200)
  await pool.query(`update issuer_client set state = 'disabled' where id = $1`, [w.service.id])
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  const told = await w.bear(body.access_token)
  await pool.query(`update issuer_client set state = 'active' where id = $1`, [w.service.id])
  return told
}

/** A thousand keys that nobody has: the issuer is asked once. */
async function unknownKeys(w: World): Promise<readonly Told[]> {
  const ask = async (kid: string) => w.bear(joinToken({ alg: 'RS256', kid, typ: 'at+jwt' }, usual(w), 'eHh4'))
  const first = await ask('first')
  const read = w.issuer.keysRead()
  const others = await Promise.all(Array.from({ length: 200 }, (_, at) => ask(`kid-${at}`)))
  expect(w.issuer.keysRead() - read).toBeLessThanOrEqual(1)
  return [first, ...others]
}

// biome-ignore format: one row a line
export const authenticationAttacks: readonly Attack[] = [
  { id: 'API2-01', source, cause: 'there is no token at all',                                ask: (w) => w.raw('/fhir/R4/Patient/neighbour'),                                          answer: 401 },
  { id: 'API2-02', source, cause: 'the token is random text',                                ask: (w) => w.bear('x'.repeat(43)),                                                       answer: 401 },
  { id: 'API2-03', source, cause: 'the token stands in the address',                         ask: async (w) => w.raw(`/fhir/R4/Patient/neighbour?access_token=${await w.server.token(people.doctor)}`), answer: 401 },
  { id: 'API2-04', source, cause: 'the token stands in a form',                              ask: async (w) => w.raw('/fhir/R4/Patient/_search', { method: 'POST', body: new URLSearchParams({ access_token: await w.server.token(people.doctor) }) }), answer: 401 },
  { id: 'API2-05', source, cause: 'the token stands in a cookie',                            ask: async (w) => w.raw('/fhir/R4/Patient/neighbour', { headers: { Cookie: `access_token=${await w.server.token(people.doctor)}` } }), answer: 401 },
  { id: 'API2-06', source, cause: 'the token has another scheme',                            ask: async (w) => w.raw('/fhir/R4/Patient/neighbour', { headers: { Authorization: `Token ${await w.server.token(people.doctor)}` } }), answer: 401 },
  { id: 'API2-07', source, cause: 'two tokens come in one request',                          ask: twice,                                                                               answer: [400, 401] },
  { id: 'API2-08', source, cause: 'the token is signed by nobody',                           ask: (w) => w.bear(new UnsecuredJWT({ ...usual(w) }).encode()),                           answer: 401 },
  { id: 'API2-09', source, cause: 'the algorithm says none in other letters',                ask: (w) => w.bear(joinToken({ alg: 'nOnE', kid: 'own', typ: 'at+jwt' }, usual(w))),      answer: 401 },
  { id: 'API2-10', source, cause: 'the public key serves as a shared secret',                ask: async (w) => w.bear(await w.issuer.sign({}, { alg: 'HS256' }, new TextEncoder().encode(pemOf(w.issuer.publicKey)))), answer: 401 },
  { id: 'API2-11', source, cause: 'another key signs under the name of the right one',       ask: async (w) => w.bear(await w.issuer.sign({}, {}, w.issuer.strangerKey)),              answer: 401 },
  { id: 'API2-12', source, cause: 'the token brings its own key along',                      ask: async (w) => w.bear(await w.issuer.sign({}, { kid: undefined, jwk: w.issuer.strangerJwk }, w.issuer.strangerKey)), answer: 401 },
  { id: 'API2-13', source, cause: 'the token says where its key is',                         ask: async (w) => w.bear(await w.issuer.sign({}, { jku: `${w.bait.address}/keys`, kid: 'bait' }, w.issuer.strangerKey)), answer: 401 },
  { id: 'API2-14', source, cause: 'the token says where its certificate is',                 ask: async (w) => w.bear(await w.issuer.sign({}, { x5u: `${w.bait.address}/cert`, kid: 'bait' }, w.issuer.strangerKey)), answer: 401 },
  { id: 'API2-15', source, cause: 'the name of the key is a path',                           ask: (w) => w.bear(joinToken({ alg: 'RS256', kid: '../../../dev/null', typ: 'at+jwt' }, usual(w), 'eHh4')), answer: 401 },
  { id: 'API2-16', source, cause: 'the name of the key is a statement of SQL',               ask: (w) => w.bear(joinToken({ alg: 'RS256', kid: "' union select 'x' --", typ: 'at+jwt' }, usual(w), 'eHh4')), answer: 401 },
  { id: 'API2-17', source, cause: 'many unknown keys make the server call the issuer',       ask: unknownKeys,                                                                         answer: 401 },
  { id: 'API2-18', source, cause: 'the claims were changed after the signature',             ask: tamper,                                                                              answer: 401 },
  { id: 'API2-19', source, cause: 'the signature was cut off',                               ask: async (w) => w.bear((await w.issuer.sign()).replace(/[^.]+$/, '')),                  answer: 401 },
  { id: 'API2-20', source, cause: 'the header names its algorithm twice',                    ask: nameTwice,                                                                           answer: 401 },
  { id: 'API2-21', source, cause: 'the token has expired',                                   ask: claim({ exp: now() - 60 }),                                                          answer: 401 },
  { id: 'API2-22', source, cause: 'the token never expires',                                 ask: claim({ exp: undefined }),                                                           answer: 401 },
  { id: 'API2-23', source, cause: 'the token counts later only',                             ask: claim({ nbf: now() + 600 }),                                                         answer: 401 },
  { id: 'API2-24', source, cause: 'the time of expiry is a text',                            ask: claim({ exp: '9999999999' }),                                                        answer: 401 },
  { id: 'API2-25', source, cause: 'the token is for another server',                         ask: claim({ aud: 'https://elsewhere.example' }),                                         answer: 401 },
  { id: 'API2-26', source, cause: 'the token is for nobody',                                 ask: claim({ aud: undefined }),                                                           answer: 401 },
  { id: 'API2-27', source, cause: 'the token names nobody as its subject',                   ask: claim({ sub: undefined }),                                                           answer: 401 },
  { id: 'API2-28', source, cause: 'the token names no client',                               ask: claim({ client_id: undefined }),                                                     answer: 401 },
  { id: 'API2-29', source, cause: 'the issuer is nobody whom the server trusts',             ask: claim({ iss: 'https://elsewhere.example' }),                                         answer: 401 },
  { id: 'API2-30', source, cause: 'the issuer is nearly one whom the server trusts',         ask: async (w) => w.bear(await w.issuer.sign({ iss: `${w.issuer.address}/` })),           answer: 401 },
  { id: 'API2-31', source, cause: 'an external issuer takes the name of the own one',        ask: async (w) => w.bear(await w.issuer.sign({ iss: `${w.base}/oidc` })),                 answer: 401 },
  { id: 'API2-32', source, cause: 'a token of another kind is shown as an access token',     ask: claim({}, { typ: 'logout+jwt' }),                                                    answer: 401 },
  { id: 'API2-33', source, cause: 'an identity token is shown as an access token',           ask: async (w) => w.bear((await launched(w)).body.id_token),                              answer: 401, writes: true },
  { id: 'API2-34', source, cause: 'a refresh token is shown as an access token',             ask: async (w) => w.bear((await launched(w)).body.refresh_token),                         answer: 401, writes: true },
  { id: 'API2-35', source, cause: 'a code is shown as an access token',                      ask: async (w) => w.bear((await authorize(w.server)).code ?? ''),                         answer: 401, writes: true },
  { id: 'API2-36', source, cause: 'the assertion of a client is shown as an access token',   ask: async (w) => w.bear(await w.service.assert(w.server)),                               answer: 401 },
  { id: 'API2-37', source, cause: 'a header is critical that nobody understands',            ask: (w) => w.bear(joinToken({ alg: 'RS256', kid: 'own', typ: 'at+jwt', crit: ['exp'], exp: 1 }, usual(w), 'eHh4')), answer: 401 },
  { id: 'API2-38', source, cause: 'the token is bound to a certificate that does not come',  ask: claim({ cnf: { 'x5t#S256': 'A'.repeat(43) } }),                                      answer: 401 },
  { id: 'API2-39', source, cause: 'the token is bound by a way that nobody knows',           ask: claim({ cnf: { 'x-other': 'A'.repeat(43) } }),                                       answer: 401 },
  { id: 'API2-40', source, cause: 'the certificate of a bound token comes in a header',      ask: async (w) => w.bear(await w.issuer.sign({ cnf: { 'x5t#S256': 'A'.repeat(43) } }), '/fhir/R4/Patient', { headers: { 'Client-Cert': ':QUJD:' } }), answer: 401 },
  { id: 'API2-41', source, cause: 'an issuer names a tenant beyond those it is bound to',    ask: claim({ tenants: [fhirTenant] }),                                                    answer: 403 },
  { id: 'API2-42', source, cause: 'the patient of a token is no id',                         ask: claim({ roles: ['patient'], patient: "own' or '1'='1" }),                            answer: 401 },
  { id: 'API2-43', source, cause: 'a token without a patient comes from a patient',          ask: claim({ roles: ['patient'], scope: 'patient/*.rs' }),                                answer: 403 },
  { id: 'API2-44', source, cause: 'a role is claimed that does not exist',                   ask: claim({ roles: ['admin', 'root'] }),                                                 answer: 403 },
  { id: 'API2-45', source, cause: 'an external issuer names a spoke that does not exist',    ask: claim({ spokes: ['admin'] }),                                                        answer: 403 },
  { id: 'API2-46', source, cause: 'a token of one megabyte is read',                         ask: (w) => w.bear('a'.repeat(1_000_000)),                                                answer: [401, 431] },
  { id: 'API2-47', source, cause: 'a token that was revoked is used again',                  ask: revoked,                                                                             answer: 401, writes: true },
  { id: 'API2-48', source, cause: 'a token of a client that was disabled is used',           ask: ofDisabledClient,                                                                    answer: 401, writes: true },
]
