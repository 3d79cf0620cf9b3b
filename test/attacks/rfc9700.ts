/** RFC 9700, Best Current Practice for OAuth 2.0 Security: each attack of its section 4, and what section 2 forbids. */
import { createHash } from 'node:crypto'
import { expect } from '@jest/globals'
import {
  askForService,
  assertionOf,
  authorization,
  authorize,
  exchange,
  launch,
  makeService,
  postForm,
  postLaunch,
  refresh,
  type TokenAnswer,
} from '../identity/issuer/smart-app.ts'
import type { Attack, Source } from './attack.ts'
import { appSecret, hubTenant, people, type Told, type World } from './world.ts'

const of = (section: string): { readonly source: Source } => ({ source: `RFC 9700 ${section}` })

const told = ({ status, headers, body }: TokenAnswer): Told => ({ status, headers, text: JSON.stringify(body ?? '') })
const token = async (answer: Promise<TokenAnswer>): Promise<Told> => told(await answer)
const basic = (id: string, secret: string) => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` })

/** The answer to an authorization request as it is, before anybody has signed in. */
const ask = (w: World, changes: Readonly<Record<string, string | undefined>>) =>
  w.raw(`/oidc/auth?${authorization(w.server, changes)}`)

/** An authorization that comes back to the app: the error as the text. */
async function returned(
  w: World,
  changes: Readonly<Record<string, string | undefined>>,
  form = { account: 'clinician-1' },
): Promise<Told> {
  const { code, error } = await authorize(w.server, changes, { form })
  return { status: code === null ? 400 : 200, headers: new Headers(), text: error ?? '' }
}

const goesNowhere: NonNullable<Attack['also']> = (_w, answers) => {
  for (const { headers } of answers) expect(headers.get('Location') ?? '').not.toContain('elsewhere')
}
const goesBackWithout =
  (param: string): NonNullable<Attack['also']> =>
  (_w, [answer]) => {
    expect(answer?.headers.get('Location') ?? '').not.toContain(`${param}=`)
  }

const offline = (w: World) => launch(w.server, { scope: 'openid offline_access user/Patient.rs' })

async function codeTwice(w: World): Promise<Told> {
  const { code } = await authorize(w.server)
  const first = await exchange(w.server, code)
  await exchange(w.server, code)
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  return w.bear(first.body.access_token)
}

async function rotatedTwice(w: World): Promise<readonly Told[]> {
  const first = await offline(w)
  const second = await refresh(w.server, first.body.refresh_token)
  const again = await token(refresh(w.server, first.body.refresh_token))
  return [again, await token(refresh(w.server, second.body.refresh_token))]
}

/** The code of one person comes to the app in the browser of another, whose verifier is another. */
async function injected(w: World): Promise<Told> {
  const { code } = await authorize(w.server, {
    code_challenge: createHash('sha256').update('another'.repeat(8)).digest('base64url'),
  })
  return token(exchange(w.server, code))
}

/** The page of one browser is answered by another. */
async function borrowedPage(w: World): Promise<Told> {
  const begun = await ask(w, {})
  return w.raw(new URL(begun.headers.get('Location') ?? '', w.base).pathname, {
    method: 'POST',
    body: new URLSearchParams({ account: 'clinician-1' }),
  })
}

async function pushedTwice(w: World, client: string): Promise<Told> {
  const pushed = await postForm(
    w.server,
    '/oidc/request',
    Object.fromEntries(new URLSearchParams(authorization(w.server))),
  )
  expect(pushed.status).toBe(201)
  return w.raw(`/oidc/auth?${new URLSearchParams({ client_id: client, request_uri: pushed.body.request_uri })}`)
}

async function spentLaunch(w: World): Promise<readonly Told[]> {
  const made = await postLaunch(w.server, await w.server.token({}), { patient: w.patientId })
  const scope = 'launch openid patient/Patient.rs'
  expect((await launch(w.server, { scope, launch: made.body.launch })).status).toBe(200)
  return [await returned(w, { scope, launch: made.body.launch })]
}

async function byBody(w: World, changes: Readonly<Record<string, string>>): Promise<Told> {
  const { code } = await authorize(w.server)
  return token(exchange(w.server, code, changes))
}

async function assertedTwice(w: World): Promise<Told> {
  const assertion = await w.service.assert(w.server)
  expect((await askForService(w.server, assertion, 'system/Patient.rs')).status).toBe(200)
  return token(askForService(w.server, assertion, 'system/Patient.rs'))
}

const asserted =
  (claims: object, header: object = {}) =>
  async (w: World): Promise<Told> =>
    token(askForService(w.server, await w.service.assert(w.server, { ...claims }, { ...header }), 'system/Patient.rs'))

const introspect = async (w: World, bearer: string): Promise<Told> =>
  token(
    postForm(
      w.server,
      '/oidc/token/introspection',
      { token: await w.server.token(people.doctor) },
      { Authorization: `Bearer ${bearer}` },
    ),
  )

async function revokedByOther(w: World): Promise<Told> {
  const { body } = await offline(w)
  const answer = await token(
    postForm(w.server, '/oidc/token/revocation', { token: body.refresh_token, client_id: w.otherApp }),
  )
  expect((await refresh(w.server, body.refresh_token)).status).toBe(200)
  return answer
}

/** A scope that the person of the app may have, and the app may not. */
async function moreThanRegistered(w: World): Promise<Told> {
  const { code } = await authorize(w.server, {
    client_id: w.otherApp,
    scope: 'openid user/*.cruds banksia/spoke.write',
  })
  const answer = await exchange(w.server, code, { client_id: w.otherApp })
  expect(answer.body.scope).toBe('openid user/Patient.rs')
  return w.bear(answer.body.access_token, '/fhir/R4/Observation?_count=1')
}

async function formOf(w: World): Promise<Told> {
  const begun = await ask(w, {})
  return w.raw(new URL(begun.headers.get('Location') ?? '', w.base).pathname, {
    headers: {
      Cookie: begun.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    },
  })
}

// biome-ignore format: one row a line
const ofCodes: readonly Attack[] = [
  { id: '9700-01', ...of('4.1'), cause: 'the code goes to an address that is not registered',        ask: (w) => ask(w, { redirect_uri: 'https://elsewhere.example/callback' }),                answer: 400, also: goesNowhere },
  { id: '9700-02', ...of('4.1'), cause: 'the address begins like a registered one',                  ask: (w) => ask(w, { redirect_uri: 'http://127.0.0.1.elsewhere.example/callback' }),       answer: 400, also: goesNowhere },
  { id: '9700-03', ...of('4.1'), cause: 'the path goes on after the registered one',                 ask: (w) => ask(w, { redirect_uri: 'http://127.0.0.1:53535/callback/../elsewhere' }),      answer: 400, also: goesNowhere },
  { id: '9700-04', ...of('4.1'), cause: 'the address names a user before the host',                  ask: (w) => ask(w, { redirect_uri: 'http://127.0.0.1:53535@elsewhere.example/callback' }), answer: 400, also: goesNowhere },
  { id: '9700-05', ...of('4.1'), cause: 'the address comes twice',                                   ask: (w) => w.raw(`/oidc/auth?${authorization(w.server)}&redirect_uri=https%3A%2F%2Felsewhere.example`), answer: 400, also: goesNowhere },
  { id: '9700-06', ...of('4.1'), cause: 'the address is a script',                                   ask: (w) => ask(w, { redirect_uri: 'javascript:alert(1)//elsewhere' }),                    answer: 400, also: goesNowhere },
  { id: '9700-07', ...of('4.1'), cause: 'the address has a fragment',                                ask: (w) => ask(w, { redirect_uri: 'http://127.0.0.1:53535/callback#elsewhere' }),         answer: 400, also: goesNowhere },
  { id: '9700-08', ...of('4.2'), cause: 'a page hands the address with the code on',                 ask: (w) => formOf(w),                                                                     answer: 200, writes: true, also: (_w, [page]) => expect(page?.headers.get('Referrer-Policy')).toBe('no-referrer') },
  { id: '9700-09', ...of('4.3'), cause: 'a code that was seen in a history is used again',           ask: codeTwice,                                                                            answer: 401, writes: true },
  { id: '9700-10', ...of('4.4'), cause: 'an answer does not say which server gave it',               ask: async (w) => w.raw(`/oidc/auth?${authorization(w.server, { prompt: 'none' })}`),     answer: 303, also: (w, [answer]) => expect(new URL(answer?.headers.get('Location') ?? '').searchParams.get('iss')).toBe(`${w.base}/oidc`) },
  { id: '9700-11', ...of('4.5'), cause: 'the code of another session is injected',                   ask: injected,                                                                             answer: 400, writes: true },
  { id: '9700-12', ...of('4.5'), cause: 'a code is exchanged without its verifier',                  ask: (w) => byBody(w, { code_verifier: '' }),                                              answer: 400, writes: true },
  { id: '9700-13', ...of('4.5'), cause: 'the challenge itself is shown as the verifier',             ask: (w) => byBody(w, { code_verifier: new URLSearchParams(authorization(w.server)).get('code_challenge') ?? '' }), answer: 400, writes: true },
  { id: '9700-14', ...of('4.5'), cause: 'another app exchanges the code',                            ask: (w) => byBody(w, { client_id: w.otherApp }),                                          answer: [400, 401], writes: true },
  { id: '9700-15', ...of('4.5'), cause: 'the code is exchanged for another address',                 ask: (w) => byBody(w, { redirect_uri: 'http://127.0.0.1:1/callback' }),                    answer: 400, writes: true },
  { id: '9700-16', ...of('4.7'), cause: 'the page of a person is answered from another browser',     ask: borrowedPage,                                                                         answer: 400 },
  { id: '9700-17', ...of('4.7'), cause: 'a request comes without any person and without a page',     ask: (w) => ask(w, { prompt: 'none' }),                                                    answer: 303, also: goesBackWithout('code') },
  { id: '9700-18', ...of('4.8'), cause: 'the challenge is left out',                                 ask: (w) => returned(w, { code_challenge: undefined, code_challenge_method: undefined }),      answer: 400 },
  { id: '9700-19', ...of('4.8'), cause: 'the challenge is in the clear',                             ask: (w) => returned(w, { code_challenge_method: 'plain' }),                               answer: 400 },
  { id: '9700-20', ...of('4.8'), cause: 'the method of the challenge is left out',                   ask: (w) => returned(w, { code_challenge_method: undefined }),                             answer: 400 },
  { id: '9700-21', ...of('4.9'), cause: 'a token for another resource server is asked for',          ask: (w) => returned(w, { aud: 'https://elsewhere.example/fhir' }),                        answer: 400 },
  { id: '9700-22', ...of('4.9'), cause: 'a token for another resource is asked for',                 ask: (w) => returned(w, { resource: 'https://elsewhere.example/fhir' }),                   answer: 400 },
  { id: '9700-23', ...of('4.10'), cause: 'a request for clinical data names no server',              ask: (w) => returned(w, { aud: undefined }),                                               answer: 400 },
  { id: '9700-24', ...of('4.11'), cause: 'an error page leads to an address that is not registered', ask: (w) => ask(w, { client_id: 'nobody', redirect_uri: 'https://elsewhere.example/' }),   answer: 400, also: goesNowhere },
  { id: '9700-25', ...of('4.11'), cause: 'a scope that nobody knows leads elsewhere',                ask: (w) => ask(w, { response_type: 'nonsense', redirect_uri: 'https://elsewhere.example/' }), answer: 400, also: goesNowhere },
  { id: '9700-26', ...of('4.12'), cause: 'a redirect repeats the form with the password',            ask: async (w) => w.raw('/oidc/auth', { method: 'POST', body: new URLSearchParams(authorization(w.server)) }), answer: 303 },
  { id: '9700-27', ...of('4.13'), cause: 'the address of the server comes from a header',            ask: (w) => w.raw('/oidc/.well-known/openid-configuration', { headers: { 'X-Forwarded-Host': 'elsewhere.example', Forwarded: 'host=elsewhere.example' } }), answer: 200, also: (_w, [answer]) => expect(answer?.text).not.toContain('elsewhere') },
  { id: '9700-28', ...of('4.16'), cause: 'the page of signing in is framed',                         ask: (w) => formOf(w),                                                                     answer: 200, writes: true, also: (_w, [page]) => expect(page?.headers.get('X-Frame-Options')).toBe('DENY') },
]

// biome-ignore format: one row a line
const ofTokens: readonly Attack[] = [
  { id: '9700-29', ...of('4.14'), cause: 'a refresh token is used twice',                            ask: rotatedTwice,                                                                         answer: 400, writes: true },
  { id: '9700-30', ...of('4.14'), cause: 'a refresh token is used by another app',                   ask: async (w) => token(refresh(w.server, (await offline(w)).body.refresh_token, { client_id: w.otherApp })), answer: [400, 401], writes: true },
  { id: '9700-31', ...of('4.14'), cause: 'a refresh asks for more than was granted',                 ask: async (w) => token(refresh(w.server, (await offline(w)).body.refresh_token, { scope: 'user/*.cruds' })), answer: 400, writes: true },
  { id: '9700-32', ...of('4.15'), cause: 'a service takes the name of a person',                     ask: async (w) => token(askForService(w.server, await w.service.assert(w.server, { sub: 'clinician-1' }), 'system/Patient.rs')), answer: 401 },
  { id: '9700-33', ...of('2.1.2'), cause: 'a token is asked for in an address',                      ask: (w) => ask(w, { response_type: 'token' }),                                            answer: [303, 400], also: goesBackWithout('access_token') },
  { id: '9700-34', ...of('2.1.2'), cause: 'an identity token is asked for in an address',            ask: (w) => ask(w, { response_type: 'id_token', nonce: 'x' }),                             answer: [303, 400], also: goesBackWithout('id_token') },
  { id: '9700-35', ...of('2.2.1'), cause: 'a service asks for more than it is registered for',       ask: async (w) => token(askForService(w.server, await w.service.assert(w.server), 'system/Observation.rs')), answer: [200, 400], writes: true, also: (_w, [answer]) => expect(answer?.text).not.toContain('system/Observation') },
  { id: '9700-36', ...of('2.3'), cause: 'an app asks for more than it is registered for',            ask: moreThanRegistered,                                                                   answer: 403, writes: true },
  { id: '9700-37', ...of('2.3'), cause: 'a person grants an app more than their role has',           ask: async (w) => w.bear((await launch(w.server, { scope: 'openid user/Patient.rs user/Account.rs' }, { account: 'billing-1' })).body.access_token), answer: 403, writes: true },
  { id: '9700-38', ...of('2.3'), cause: 'a launch for one app is used by another',                   ask: async (w) => returned(w, { client_id: w.otherApp, scope: 'launch/patient patient/Patient.rs launch', launch: (await postLaunch(w.server, await w.server.token({}), { patient: w.patientId })).body.launch }), answer: 400, writes: true },
  { id: '9700-39', ...of('2.3'), cause: 'a launch is used a second time',                            ask: spentLaunch,                                                                          answer: 400, writes: true },
  { id: '9700-40', ...of('2.3'), cause: 'a clinician launches with a patient of another tenant',     ask: async (w) => told(await launchMade(w, { tenant: hubTenant }, { patient: 'neighbour' })), answer: 400 },
  { id: '9700-41', ...of('2.4'), cause: 'a password is exchanged for a token',                       ask: (w) => token(postForm(w.server, '/oidc/token', { grant_type: 'password', username: 'clinician-1', password: 'x', client_id: 'development-app' })), answer: 400 },
  { id: '9700-42', ...of('2.5'), cause: 'an app with a secret leaves it out',                        ask: async (w) => token(exchange(w.server, (await authorize(w.server, { client_id: w.secretApp })).code, { client_id: w.secretApp })), answer: 401, writes: true },
  { id: '9700-43', ...of('2.5'), cause: 'an app shows the stored hash as its secret',                ask: async (w) => token(postForm(w.server, '/oidc/token', { grant_type: 'refresh_token', refresh_token: 'x' }, basic(w.secretApp, createHash('sha256').update(appSecret).digest('hex')))), answer: 401 },
  { id: '9700-44', ...of('2.5'), cause: 'an app with a secret acts as a service',                    ask: (w) => token(postForm(w.server, '/oidc/token', { grant_type: 'client_credentials', scope: 'user/Patient.rs' }, basic(w.secretApp, appSecret))), answer: 400 },
  { id: '9700-45', ...of('2.5'), cause: 'an assertion is signed by another key',                     ask: async (w) => token(askForService(w.server, await (await makeService('ES384', w.service.id)).assert(w.server), 'system/Patient.rs')), answer: 401 },
  { id: '9700-46', ...of('2.5'), cause: 'an assertion is used twice',                                ask: assertedTwice,                                                                        answer: 401, writes: true },
  { id: '9700-47', ...of('2.5'), cause: 'an assertion is for another token endpoint',                ask: asserted({ aud: 'https://elsewhere.example/token' }),                                 answer: 401 },
  { id: '9700-48', ...of('2.5'), cause: 'an assertion is for us and for another',                    ask: async (w) => asserted({ aud: [`${w.base}/oidc/token`, 'https://elsewhere.example'] })(w), answer: 401 },
  { id: '9700-49', ...of('2.5'), cause: 'an assertion lives for a day',                              ask: asserted({ exp: Math.floor(Date.now() / 1000) + 86_400 }),                            answer: 401 },
  { id: '9700-50', ...of('2.5'), cause: 'an assertion names another set of keys',                    ask: async (w) => asserted({}, { jku: `${w.bait.address}/jwks` })(w),                      answer: 401 },
  { id: '9700-51', ...of('2.5'), cause: 'the assertion of one client stands for another',            ask: async (w) => token(postForm(w.server, '/oidc/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: w.otherApp, ...assertionOf(await w.service.assert(w.server)) })), answer: [400, 401] },
  { id: '9700-52', ...of('4.9'), cause: 'somebody introspects the tokens of others',                 ask: async (w) => introspect(w, await w.server.token(people.doctor)),                      answer: [401, 403], also: (_w, [answer]) => expect(answer?.text).not.toContain('"active":true') },
  { id: '9700-53', ...of('4.14'), cause: 'an app revokes the token of another',                      ask: revokedByOther,                                                                       answer: [200, 400], writes: true },
  { id: '9700-54', ...of('4.5'), cause: 'a pushed request is used by another app',                   ask: (w) => pushedTwice(w, w.otherApp),                                                    answer: 303, writes: true, also: goesBackWithout('code') },
  { id: '9700-55', ...of('4.1'), cause: 'the request is an object that nobody signed',               ask: (w) => ask(w, { request: 'eyJhbGciOiJub25lIn0.eyJyZWRpcmVjdF91cmkiOiJodHRwczovL2Vsc2V3aGVyZS5leGFtcGxlIn0.' }), answer: [303, 400], also: goesNowhere },
  { id: '9700-56', ...of('4.1'), cause: 'the request is at an address that the server shall fetch',  ask: (w) => ask(w, { request_uri: `${w.bait.address}/request` }),                          answer: [303, 400] },
]

const launchMade = async (w: World, as: object, body: object): Promise<TokenAnswer> => ({
  ...(await postLaunch(w.server, await w.server.token(as), body)),
  headers: new Headers(),
})

export const oauthAttacks: readonly Attack[] = [...ofCodes, ...ofTokens]
