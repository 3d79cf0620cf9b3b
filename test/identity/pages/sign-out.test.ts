/** Signing out: by the app, by address, and what another site or app cannot do by it. OpenID Connect RP-Initiated Logout 1.0; D185. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { IssuerAccount } from '../../../src/identity/issuer/accounts.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type PageServer, startPages } from '../issuer/issuer-server.ts'
import { register } from '../issuer/register.ts'
import { type Browse, exchange, openBrowser, postForm, redirectUri } from '../issuer/smart-app.ts'
import { begin, openPath, type Seen } from './visit.ts'

const [tenant, otherTenant] = developmentTenants
const key = randomBytes(32).toString('base64')
const goodbye = 'https://app.example.org/goodbye'
const scope = 'openid user/Patient.rs'

const account = (id: string, members: Partial<IssuerAccount> = {}): readonly [string, IssuerAccount] => [
  id,
  { id, tenants: [tenant], spokes: ['link'], roles: ['clinician'], ...members },
]
const people = new Map([
  account('ada', { name: 'Dr Ada Example' }),
  account('both', { name: 'Dr Bo Example', tenants: [tenant, otherTenant] }),
])

let site: Site
let server: RunningServer
let issuer: PageServer
let app: string
let otherApp: string
beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site, env: { BANKSIA_KEY: key } })
  issuer = await startPages(site, key, people)
  const described = { type: 'public', redirect_uris: [redirectUri], scope }
  app = await register(site.pool, { ...described, name: 'Growth <chart>', post_logout_redirect_uris: [goodbye] })
  otherApp = await register(site.pool, { ...described, name: 'Other app' })
})
afterAll(async () => {
  await issuer?.stop()
  await server?.stop()
  await site?.remove()
})

type Signed = { readonly browse: Browse; readonly idToken: string; readonly token: string }

/** Signed in at a browser, with tokens of an app. */
async function signIn(id = 'ada', client = app, browse = openBrowser(issuer)): Promise<Signed> {
  const consent = await (await begin(issuer, { client_id: client, scope }, browse)).post({ account: id })
  const { returned } = await consent.post({ answer: 'allow', scope: scope.split(' ') })
  const { body } = await exchange(issuer, returned?.get('code') ?? null, { client_id: client })
  return { browse, idToken: body.id_token, token: body.access_token }
}

const isActive = async (token: string, client = app): Promise<boolean> =>
  (await postForm(issuer, '/oidc/token/introspection', { client_id: client, token })).body.active

const titleOf = (html: string): string | undefined => /<h1>(.*)<\/h1>/.exec(html)?.[1]

type Asked = Readonly<Record<string, string>>

/** Where a form leads that came to the sign-out: to a GET, to which the cookies of the browser go along. */
function redirectOf(response: Response): string {
  expect(response.status).toBe(303)
  return response.headers.get('Location') ?? ''
}

async function openSignOut(browse: Browse, asked: Asked = {}, method: 'GET' | 'POST' = 'GET') {
  const query = new URLSearchParams(asked)
  const response = await (method === 'GET'
    ? browse(`/oidc/sign-out?${query}`)
    : browse(redirectOf(await browse('/oidc/sign-out', { method, body: query }))))
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, title: titleOf(html) }
}

/** Sends the form of a page, as its button does. */
async function confirm(browse: Browse, html: string, form: Asked = { logout: 'yes' }) {
  const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? ''
  return browse('/oidc/sign-out/confirm', { method: 'POST', body: new URLSearchParams({ xsrf, ...form }) })
}

/** Whom the server asks to sign in at that browser: nobody who is known there. */
const isSignedIn = async (browse: Browse): Promise<boolean> => {
  const seen: Seen = await openPath(issuer, (await begin(issuer, { client_id: app, scope }, browse)).path, browse)
  return seen.html.includes('You are signed in as')
}

let seenSeq = 0
async function listEnds(of: string) {
  const { rows } = await site.pool.query<{ seq: string; subject: string; client: string; reason: string }>(
    `select a.seq, a.subject, a.client, a.reason from audit a join tenant t on t.number = a.tenant
     where a.kind = 'session.ended' and t.id = $1 and a.seq > $2 order by a.seq`,
    [of, seenSeq],
  )
  return rows.map(({ subject, client, reason }) => ({ subject, client, reason }))
}

test.each(['GET', 'POST'] as const)(
  'RP-Initiated Logout 2: an app asks by %s, the person confirms, and comes back with the state',
  async (method) => {
    const { browse, idToken, token } = await signIn()
    const page = await openSignOut(
      browse,
      { id_token_hint: idToken, post_logout_redirect_uri: goodbye, state: 'bye' },
      method,
    )
    const before = await isActive(token)
    const response = await confirm(browse, page.html)

    expect([page.status, page.title]).toEqual([200, 'Sign out?'])
    expect(page.html).toContain('<bdi>Dr Ada Example</bdi></strong>, clinician')
    expect(page.html).toContain('Growth &lt;chart')
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${goodbye}?state=bye`])
    expect([before, await isActive(token)]).toEqual([true, false])
    expect(await isSignedIn(browse)).toBe(false)
  },
)

test('D185: a person opens the page by its address, and signs out without an app', async () => {
  const { browse, token } = await signIn('ada', otherApp)
  const page = await openSignOut(browse)
  const response = await confirm(browse, page.html)
  const done = await openPath(issuer, new URL(response.headers.get('Location') ?? '').pathname, browse)

  expect(page.html).toContain('Dr Ada Example')
  expect(page.html).not.toContain('asks you')
  expect([done.status, titleOf(done.html)]).toEqual([200, 'You are signed out'])
  expect(await isActive(token, otherApp)).toBe(false)
})

test('D185: the page is one of ours: framed by nobody, kept by nobody, without a script', async () => {
  const { headers, html } = await openSignOut((await signIn()).browse)

  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'; style-src 'sha256-")
  expect(html).not.toContain('<script')
})

test('D185: who stays signed in goes back to the app, and is', async () => {
  const { browse, token } = await signIn()
  const page = await openSignOut(browse, { client_id: app, post_logout_redirect_uri: goodbye })
  const response = await confirm(browse, page.html, {})

  expect(page.html).toContain('Stay signed in')
  expect(response.headers.get('Location')).toBe(goodbye)
  expect([await isSignedIn(browse), await isActive(token)]).toEqual([true, true])
})

test('D185: a pause keeps nobody from signing out, which ends what the session has granted', async () => {
  const { browse, token } = await signIn()
  await site.pool.query(`update issuer_session set idles_at = now() - interval '1 second'`)
  const page = await openSignOut(browse)
  const before = await isActive(token)
  await confirm(browse, page.html)

  expect(page.html).toContain('Dr Ada Example')
  expect([before, await isActive(token)]).toEqual([true, false])
})

test('D185: where nobody is signed in, the page says so, and the app is gone back to', async () => {
  const browse = openBrowser(issuer)
  const page = await openSignOut(browse, { client_id: app, post_logout_redirect_uri: goodbye })
  const response = await confirm(browse, page.html)

  expect(page.headers.get('Content-Security-Policy')).toMatch(/script-src [^;]*'sha256-/)
  expect(response.headers.get('Location')).toBe(goodbye)
})

type Wrong = (of: { readonly own: Signed; readonly foreign: Signed }) => Asked

test.each<readonly [string, Wrong]>([
  [
    'an address that is not registered',
    ({ own }) => ({ id_token_hint: own.idToken, post_logout_redirect_uri: 'https://elsewhere.example/' }),
  ],
  [
    'an address that begins like a registered one',
    () => ({ client_id: app, post_logout_redirect_uri: `${goodbye}.elsewhere.example/` }),
  ],
  ['the address of another app', () => ({ client_id: otherApp, post_logout_redirect_uri: goodbye })],
  [
    'the ID token of another app beside its own name',
    ({ foreign }) => ({ client_id: app, id_token_hint: foreign.idToken, post_logout_redirect_uri: goodbye }),
  ],
  [
    'the ID token of another app',
    ({ foreign }) => ({ id_token_hint: foreign.idToken, post_logout_redirect_uri: goodbye }),
  ],
  [
    'an ID token that somebody has changed',
    ({ own }) => ({ id_token_hint: `${own.idToken.slice(0, -8)}AAAAAAAA`, post_logout_redirect_uri: goodbye }),
  ],
  ['an ID token that is none', () => ({ id_token_hint: 'nonsense', post_logout_redirect_uri: goodbye })],
  ['an app that nobody knows', () => ({ client_id: 'nobody', post_logout_redirect_uri: goodbye })],
])(
  'RP-Initiated Logout 3: a request with %s leads nowhere, ends nothing, and says what to do',
  async (_name, wrong) => {
    const [own, foreign] = [await signIn(), await signIn('ada', otherApp)]
    const page = await openSignOut(own.browse, wrong({ own, foreign }))

    expect([page.status, page.headers.get('Location'), page.title]).toEqual([400, null, 'You are not signed out yet'])
    expect(page.html).toContain('<a href="/oidc/sign-out">Sign out</a>')
    expect(page.html).not.toContain('elsewhere.example')
    expect([await isSignedIn(own.browse), await isActive(own.token)]).toEqual([true, true])
  },
)

test('RP-Initiated Logout 3: an address without an app is left out', async () => {
  const { browse } = await signIn()
  const page = await openSignOut(browse, { post_logout_redirect_uri: goodbye })
  const response = await confirm(browse, page.html)

  expect(new URL(response.headers.get('Location') ?? '').pathname).toBe('/oidc/sign-out/success')
})

test('D185: no other site signs a person out: the form needs the text of its page, and its browser', async () => {
  const [ada, other] = [await signIn(), await signIn('both')]
  const [page, theirs] = [await openSignOut(ada.browse), await openSignOut(other.browse)]
  const answers = [
    await confirm(ada.browse, '', { logout: 'yes' }),
    await confirm(ada.browse, theirs.html),
    await confirm(openBrowser(issuer), page.html),
  ]

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect([await isSignedIn(ada.browse), await isSignedIn(other.browse)]).toEqual([true, true])
  expect([await isActive(ada.token), await isActive(other.token)]).toEqual([true, true])
})

test('D185: a page of before does not sign out whoever has signed in since', async () => {
  const { browse } = await signIn()
  const page = await openSignOut(browse)
  await confirm(browse, page.html)
  const next = await signIn('both', app, browse)
  const late = await confirm(browse, page.html)

  expect(late.status).toBe(400)
  expect([await isSignedIn(browse), await isActive(next.token)]).toEqual([true, true])
})

test('D185: a request of another tab that stores the session late brings it not back', async () => {
  const { browse, token } = await signIn()
  const { rows } = await site.pool.query(
    `select * from issuer_state where model = 'Session' order by created_at desc limit 1`,
  )
  await confirm(browse, (await openSignOut(browse)).html)
  const [stored] = rows
  const names = Object.keys(stored)
  await site.pool.query(
    `insert into issuer_state (${names}) values (${names.map((_name, at) => `$${at + 1}`)})`,
    names.map((name) => stored[name]),
  )

  expect([await isSignedIn(browse), await isActive(token)]).toEqual([false, false])
})

test('D185: a sign-out that fails leaves the session, so that it can be done again, and ends all then', async () => {
  const { browse, token } = await signIn()
  const { html } = await openSignOut(browse)
  await site.pool.query(
    `create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
     create trigger refuse_end before update of ends_at on issuer_session for each row execute function refuse_end()`,
  )
  const failed = await confirm(browse, html)
  await site.pool.query('drop trigger refuse_end on issuer_session; drop function refuse_end')
  const again = await confirm(browse, html)

  expect([failed.status, again.status]).toEqual([500, 303])
  expect([await isSignedIn(browse), await isActive(token)]).toEqual([false, false])
})

test('D178: a sign-out is in the audit of each tenant of the person, once, with the app that asked', async () => {
  const { rows } = await site.pool.query('select coalesce(max(seq), 0) as seq from audit')
  seenSeq = Number(rows[0].seq)
  const { browse } = await signIn('both')
  const page = await openSignOut(browse, { client_id: app })
  await Promise.all([confirm(browse, page.html), confirm(browse, page.html)])
  const ends = [await listEnds(tenant), await listEnds(otherTenant)]

  expect(ends).toEqual(Array(2).fill([{ subject: 'both', client: app, reason: 'sign-out' }]))
})
