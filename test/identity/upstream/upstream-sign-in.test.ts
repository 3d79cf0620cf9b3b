/** Signing in at the provider of a hospital: who is let in, and what of a wrong answer is refused. OpenID Connect Core 3.1.3.7; D173, D174. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type Browse, exchange, openBrowser } from '../issuer/smart-app.ts'
import { type Errors, openSmallProvider, type SmallProvider } from './small-provider.ts'
import {
  askToEnrol,
  enrol,
  follow,
  goToProvider,
  locationOf,
  signIn,
  startApp,
  startUpstream,
  throughProvider,
  type UpstreamServer,
} from './upstream-server.ts'

const [tenant, otherTenant] = developmentTenants
const key = randomBytes(32).toString('base64')
const now = (): number => Math.floor(Date.now() / 1000)

let site: Site
let running: RunningServer
let provider: SmallProvider
let server: UpstreamServer
let user: string
beforeAll(async () => {
  site = await createSite()
  running = await startRunning({ site, env: { BANKSIA_KEY: key } })
  provider = await openSmallProvider()
  server = await open()
  const invited = await server.invite(tenant)
  user = invited.user
  provider.signIn({ sub: 'dr-1', auth_time: now() })
  expect((await enrol(server, invited.token)).text).toContain('You are enrolled')
})
afterAll(async () => {
  await server?.stop()
  await provider?.close()
  await running?.stop()
  await site?.remove()
})
beforeEach(() => {
  provider.err({})
  provider.signIn({ sub: 'dr-1' })
  provider.asked.length = 0
})

const open = (changes: object = {}): Promise<UpstreamServer> => {
  const { address: issuer, client } = provider
  return startUpstream(site, key, { issuer, clientId: client.id, clientSecret: client.secret, ...changes })
}

/** The last line of the log about a sign-in. */
const lastLine = (of: UpstreamServer = server): object | undefined => of.lines.at(-1)

test('D173: the pages of sign-in and of enrolment lead to the provider', async () => {
  const browse = openBrowser(server)
  const interaction = await startApp(server, browse)
  const signInPage = await (await browse(interaction)).text()
  const { token } = await server.invite(tenant)
  const enrolPage = await (await browse('/oidc/enrol', { method: 'POST', body: new URLSearchParams({ token }) })).text()

  expect(signInPage).toContain(`<a href="${interaction}/upstream">Sign in with Example Health</a>`)
  expect(enrolPage).toContain('data-upstream="/oidc/enrol/upstream"')
})

test('D173: a person of the hospital signs in, and the app gets tokens of the user here', async () => {
  const { app } = await signIn(server)
  const { body } = await exchange(server, app?.get('code') ?? '')
  const [asked] = provider.asked

  expect(body.scope).toBe('openid fhirUser user/Patient.rs')
  expect(JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())).toMatchObject({ sub: user })
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    client_id: 'banksia',
    response_type: 'code',
    redirect_uri: `${server.base}/oidc/signed-in`,
    scope: 'openid profile',
    code_challenge_method: 'S256',
  })
  expect(asked?.get('state')).not.toBe(asked?.get('nonce'))
  expect(provider.proofs.at(-1)).toMatch(/^Basic /)
})

const tooOld = () => ({ exp: now() - 60, iat: now() - 120 })

test.each<readonly [string, () => Errors]>([
  ['for another client', () => ({ claims: { aud: 'another' } })],
  ['for several, given to another', () => ({ claims: { aud: ['banksia', 'another'], azp: 'another' } })],
  ['with another nonce', () => ({ claims: { nonce: 'another' } })],
  ['without a nonce', () => ({ claims: { nonce: undefined } })],
  ['of another issuer', () => ({ claims: { iss: 'https://login.example.org' } })],
  ['that has expired', () => ({ claims: tooOld() })],
  ['without a time', () => ({ claims: { exp: undefined } })],
  ['without a signature', () => ({ sign: 'none' })],
  ['signed with the secret of the client', () => ({ sign: 'HS256' })],
  ['signed by another key', () => ({ sign: 'other-key' })],
])('D173: an ID token %s signs nobody in', async (_name, errors) => {
  provider.err(errors())
  const { status, text, app } = await signIn(server)

  expect([status, app]).toEqual([403, undefined])
  expect(text).toContain('does not count here')
  expect(lastLine()).toMatchObject({ event: 'sign-in.refused', reason: 'untrusted' })
  expect(JSON.stringify(lastLine())).not.toContain('dr-1')
})

test.each<readonly [string, Errors, string]>([
  ['of another issuer', { answer: { iss: 'https://login.example.org' } }, 'does not count here'],
  [
    'without an issuer, where the provider says that it names itself',
    { answer: { iss: undefined } },
    'does not count here',
  ],
  ['with a code of nobody', { answer: { code: 'another' } }, 'does not count here'],
  [
    'that the person gave up',
    { answer: { code: undefined, error: 'access_denied', error_description: '<b>x</b>' } },
    'did not sign you in',
  ],
])('RFC 9207: an answer %s signs nobody in', async (_name, errors, says) => {
  provider.err(errors)
  const { status, text } = await signIn(server)

  expect(status).toBe(403)
  expect(text).toContain(says)
  expect(text).not.toContain('<b>')
})

test('RFC 6749 10.12: what came back counts once, with its state, and in the browser that began it alone', async () => {
  const [browse, another] = [openBrowser(server), openBrowser(server)]
  const back = await goToProvider(server, browse)
  const own = await goToProvider(server, another)
  const forged = new URL(back)
  forged.searchParams.set('state', 'another')
  const codes = provider.proofs.length
  const ended = [
    await follow(another, back),
    await follow(openBrowser(server), back),
    await follow(browse, forged.href),
    await follow(another, own),
    await follow(browse, back),
    await follow(browse, back),
  ]

  expect(ended.map(({ status }) => status)).toEqual([400, 400, 400, 303, 303, 400])
  // Nothing else reached the provider.
  expect(provider.proofs.length - codes).toBe(2)
  expect(ended[0]?.text).toContain('Go back to the app and start again')
})

test('D173: who came back goes on in the interaction alone for which the sign-in began', async () => {
  const [browse, another] = [openBrowser(server), openBrowser(server)]
  const back = await goToProvider(server, browse)
  const returned = locationOf(await browse(new URL(back).pathname + new URL(back).search))
  await startApp(server, another)

  expect((await follow(another, returned)).status).toBe(400)
  expect((await follow(browse, returned)).app?.get('code')).not.toBeNull()
})

test('D173: one browser may sign in twice at once', async () => {
  const browse = openBrowser(server)
  const first = await goToProvider(server, browse)
  const second = await goToProvider(server, browse)

  expect((await follow(browse, second)).status).toBe(303)
  expect((await follow(browse, first)).status).toBe(303)
})

test('D173: prompt=login and max_age are passed on, and an earlier sign-in at the provider does not count', async () => {
  const asked = (): (string | null | undefined)[] =>
    ['prompt', 'max_age'].map((name) => provider.asked.at(-1)?.get(name))
  provider.signIn({ sub: 'dr-1', auth_time: now() - 100 })
  const stale = await signIn(server, { prompt: 'login' })
  const askedAnew = asked()
  const early = await signIn(server, { max_age: '60' })
  const askedByAge = asked()
  const within = await signIn(server, { max_age: '200' })
  provider.signIn({ sub: 'dr-1', auth_time: now() })
  const fresh = await signIn(server, { prompt: 'login' })
  provider.signIn({ sub: 'dr-1' })
  const unsaid = await signIn(server, { max_age: '60' })

  expect([askedAnew, askedByAge]).toEqual([
    ['login', '0'],
    [null, '60'],
  ])
  expect([stale, early, within, fresh, unsaid].map(({ app }) => app?.has('code') ?? false)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect(stale.text).toContain('sign in anew')
})

/** With whom the provider has the browser sign in. */
const lastAsked = () =>
  Object.fromEntries([...(provider.asked.at(-1) ?? [])].filter(([name]) => /^(prompt|max_age)$/.test(name)))

/** From the provider to the page of consent. */
async function toConsent(browse: Browse): Promise<string> {
  let address = await goToProvider(server, browse)
  for (;;) {
    const { pathname, search } = new URL(address, server.base)
    if (/^\/oidc\/interaction\/[^/]+$/.test(pathname)) return pathname
    address = locationOf(await browse(`${pathname}${search}`))
  }
}

test('D188: whoever is not the person of the page signs in anew at the provider, which still knows the first one', async () => {
  const browse = openBrowser(server)
  const consent = await toConsent(browse)
  const before = lastAsked()
  const left = await browse(consent, { method: 'POST' })
  const page = await browse(locationOf(left))
  const there = locationOf(await browse(`${consent}/upstream`))

  expect([before, left.status]).toEqual([{}, 303])
  expect(await page.text()).toContain('Sign in with Example Health')
  expect(Object.fromEntries(new URL(there).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  provider.signIn({ sub: 'dr-1', auth_time: now() - 600 })
  expect((await follow(browse, await throughProvider(there))).text).toContain('sign in anew')
})

test('D188: at a browser at which somebody has signed in before, the next one signs in anew at the provider', async () => {
  const browse = openBrowser(server)
  await signIn(server, {}, browse)
  const first = lastAsked()
  const page = await (await browse('/oidc/sign-out')).text()
  const form = { xsrf: /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? '', logout: 'yes' }
  await browse('/oidc/sign-out/confirm', { method: 'POST', body: new URLSearchParams(form) })
  const unsaid = await signIn(server, {}, browse)
  const next = lastAsked()
  provider.signIn({ sub: 'dr-1', auth_time: now() - 600 })
  await site.pool.query(`update issuer_session set idles_at = now() - interval '1 second'`)
  const stale = await signIn(server, {}, browse)

  expect(page).toContain('Dr Example')
  expect([first, next]).toEqual([{}, { prompt: 'login', max_age: '0' }])
  // A provider that says no time is believed: an app has asked for none.
  expect([unsaid.app?.has('code'), stale.app]).toEqual([true, undefined])
  expect(stale.text).toContain('sign in anew')
})

test('D188: after an enrolment, and after one whom nobody has invited, the next person signs in anew at the provider', async () => {
  const [enrolled, refused] = [openBrowser(server), openBrowser(server)]
  const { token } = await server.invite(tenant)
  provider.signIn({ sub: 'dr-shared', auth_time: now() })
  const { status } = await enrol(server, token, enrolled)
  await signIn(server, {}, enrolled)
  const afterEnrolment = lastAsked()
  provider.signIn({ sub: 'uninvited' })
  const { text } = await signIn(server, {}, refused)
  await signIn(server, {}, refused)
  const afterRefusal = lastAsked()

  expect([status, text.includes('nobody has let you in')]).toEqual([200, true])
  const anew = { prompt: 'login', max_age: '0' }
  expect([afterEnrolment, afterRefusal]).toEqual([anew, anew])
})

test('D173: the time of the sign-in there is the one that the app reads', async () => {
  const then = now() - 30
  provider.signIn({ sub: 'dr-1', auth_time: then })
  const { app } = await signIn(server, { max_age: '200' })
  const { body } = await exchange(server, app?.get('code') ?? '')

  expect(JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString()).auth_time).toBe(then)
})

test('D174: whom nobody has invited, and whoever is disabled, reads the same', async () => {
  const invited = await server.invite(tenant)
  provider.signIn({ sub: 'dr-2', auth_time: now() })
  const unknown = await signIn(server)
  const before = await countRefused()
  await enrol(server, invited.token)
  const known = await signIn(server)
  await disable(invited.user)
  const disabled = await signIn(server)

  expect(known.app?.has('code')).toBe(true)
  expect([before, await countRefused()]).toEqual([0, 1])
  expect(unknown.text).toContain('Ask whoever runs this server for an invitation')
  expect(plain(disabled.text)).toBe(plain(unknown.text))
})

/** In the audit: D178. */
async function countRefused(): Promise<number> {
  const { rows } = await site.pool.query(`select count(*)::int as count from audit where kind = 'sign-in.refused'`)
  return rows[0].count
}

/** Without the identifier of the interaction. */
const plain = (text: string): string => text.replaceAll(/interaction\/[\w-]+/g, 'interaction/UID')

const disable = (id: string): Promise<unknown> => server.store.users.disable(id)

test('D174: a link binds one person there to one user here, once', async () => {
  const [first, second] = [await server.invite(tenant), await server.invite(otherTenant)]
  provider.signIn({ sub: 'dr-3', auth_time: now() })
  const ended = [
    await enrol(server, first.token),
    // Spent, and of another user for a person who is bound already.
    await askToEnrol(server, openBrowser(server), first.token),
    await enrol(server, second.token),
  ]
  provider.signIn({ sub: 'dr-4', auth_time: now() })
  const other = await enrol(server, second.token)

  expect(ended.map(({ status }) => status)).toEqual([200, 403, 403])
  expect(other.status).toBe(200)
})

test('D174: of many browsers with one link one enrols', async () => {
  const { token } = await server.invite(tenant)
  provider.signIn({ sub: 'dr-5', auth_time: now() })
  const ended = await Promise.all(Array.from({ length: 20 }, () => enrol(server, token)))

  expect(ended.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('D174: whoever enrols signs in anew there, since a colleague may still be signed in', async () => {
  const { token } = await server.invite(tenant)
  provider.signIn({ sub: 'a-colleague', auth_time: now() - 600 })
  const { status, text } = await enrol(server, token)

  expect(provider.asked.at(-1)?.get('prompt')).toBe('login')
  expect(status).toBe(403)
  expect(text).toContain('Your link still counts')
})

test.each([
  ['a page of another site', { Origin: 'https://attacker.example' }, 403],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 403],
])('D174: %s begins no enrolment', async (_name, headers, status) => {
  const { token } = await server.invite(tenant)

  expect(await askToEnrol(server, openBrowser(server), token, headers)).toMatchObject({ status })
  expect(provider.asked).toEqual([])
})

test.each<readonly [string, unknown]>([
  ['a number', 7],
  ['nothing', null],
  ['a text of 9 KB', 'x'.repeat(9_000)],
  ['another text', 'unknown'],
])('D174: %s in the place of a link begins no enrolment', async (_name, token) => {
  expect(await askToEnrol(server, openBrowser(server), token)).toMatchObject({ status: 403, body: { error: 'spent' } })
})

test.each<readonly [string, Errors]>([['answers with a fault', { status: 503 }]])(
  'D173: while the provider %s, the page says so and offers the passkey',
  async (_name, errors) => {
    provider.err(errors)
    const { status, text } = await signIn(server)

    expect(status).toBe(503)
    expect(text).toContain('Example Health does not answer now')
    expect(text).toContain('Sign in with a passkey')
  },
)

test('D173: while nobody answers there, the page says so and offers the passkey', async () => {
  const away = await open({ issuer: 'http://127.0.0.1:9/realm' })
  const browse = openBrowser(away)
  const interaction = await startApp(away, browse)
  const response = await browse(`${interaction}/upstream`)
  const text = await response.text()
  const { token } = await away.invite(tenant)
  const enrolling = await askToEnrol(away, browse, token)
  await away.stop()

  expect([response.status, enrolling.status]).toEqual([503, 503])
  expect(text).toContain(`<a href="${interaction}">Sign in with a passkey</a>`)
  expect(enrolling.body.message).toContain('does not answer now')
  expect(lastLine(away)).toMatchObject({ reason: 'away', errorCode: 'connect' })
})

test.each<readonly [string, Record<string, unknown>]>([
  ['names another issuer', { issuer: 'https://login.example.org' }],
  ['names no page for people', { authorization_endpoint: undefined }],
  ['sends people to a script', { authorization_endpoint: 'javascript:alert(1)' }],
])('D173: a provider whose description %s is not used', async (_name, described) => {
  provider.err({ described })
  const fresh = await open()
  const browse = openBrowser(fresh)
  const response = await browse(`${await startApp(fresh, browse)}/upstream`)
  await response.body?.cancel()
  await fresh.stop()

  expect(response.status).toBe(503)
})

test('D173: another claim may bind, an address only once the provider has verified it', async () => {
  const byMail = await open({ claim: 'email' })
  const { token } = await byMail.invite(tenant)
  const auth_time = now()
  provider.signIn({ sub: 'x', email: 'dr@example.org', email_verified: false, auth_time })
  const unsure = await enrol(byMail, token)
  provider.signIn({ sub: 'x', email: 'dr@example.org', email_verified: true, auth_time })
  const sure = await enrol(byMail, token)
  provider.signIn({ sub: 'y', email: 'dr@example.org', email_verified: true })
  const known = await signIn(byMail)
  provider.signIn({ sub: 'x' })
  const unnamed = await signIn(byMail)
  await byMail.stop()

  expect([unsure, sure, unnamed].map(({ status }) => status)).toEqual([403, 200, 403])
  expect(known.app?.has('code')).toBe(true)
  expect(unnamed.text).toContain('does not say who you are')
})

test('D173: the same subject of another provider is another person', async () => {
  const another = await openSmallProvider()
  const fresh = await open({ issuer: another.address })
  another.signIn({ sub: 'dr-1' })
  const ended = await signIn(fresh)
  await fresh.stop()
  another.close()

  expect(ended.text).toContain('nobody has let you in here')
})

test('D173: the address to which the browser comes back leads on to one without code and person', async () => {
  const browse = openBrowser(server)
  const there = locationOf(await browse(`${await startApp(server, browse)}/upstream`))
  const back = await throughProvider(there)
  const returned = locationOf(await browse(new URL(back).pathname + new URL(back).search))

  expect(returned).toMatch(/^\/oidc\/interaction\/[\w-]+\/upstream$/)
})
