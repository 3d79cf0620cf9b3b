/** Signing in by a passkey, and what ends it, in two processes of a production server. D167, D168, D169, D170. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { NewUser } from '../../../src/store/issuer/issuer-users.ts'
import { asOneRequest } from '../../../src/store/issuer/seen-in-request.ts'
import { waitFor } from '../../patience.ts'
import type { RunningServer } from '../../running-server.ts'
import { exchange, openBrowser, redirectUri, refresh, statusOf } from '../issuer/smart-app.ts'
import { type Authenticator, type Manner, openAuthenticator } from './authenticator.ts'
import {
  answerPage,
  type Begun,
  base,
  beginSignIn,
  enrolWith,
  openUserSite,
  signInWith,
  tenant,
  type UserSite,
} from './user-site.ts'

const [, otherTenant] = developmentTenants
/** By then a process has looked again. */
const knownMs = 2_000

let users: UserSite
let server: RunningServer
let other: RunningServer
let first: Begun['text']
let capabilitiesBefore: readonly string[]
beforeAll(async () => {
  users = await openUserSite()
  ;[server, other] = await Promise.all([users.start(), users.start()])
  first = await (await fetch(`${server.base}/oidc/auth?client_id=${users.client}`)).text()
  capabilitiesBefore = await readCapabilities(server)
})
afterAll(async () => {
  await Promise.all([server?.stop(), other?.stop()])
  await users?.remove()
})

const readCapabilities = async (at: RunningServer): Promise<readonly string[]> => {
  const response = await fetch(`${at.base}/fhir/R4/.well-known/smart-configuration`)
  return ((await response.json()) as { readonly capabilities: readonly string[] }).capabilities
}

type Known = { readonly id: string; readonly authenticator: Authenticator }

async function makeUser(user: Partial<NewUser> = {}, options = {}): Promise<Known> {
  const { id, token } = await users.invite(user)
  const authenticator = openAuthenticator(base, options)
  expect((await enrolWith(server, token, { authenticator })).status).toBe(200)
  await waitFor(
    async () => (await beginSignIn(users, server).catch(() => undefined))?.options,
    (options) => options !== undefined,
  )
  return { id, authenticator }
}

/** Signs in, allows what the app asks for, and comes back to it. */
async function signInAndAllow(authenticator: Authenticator, at = server, browse = openBrowser(at)) {
  const begun = await beginSignIn(users, at, browse)
  const posted = await answerPage(begun, authenticator.get(begun.options))
  return allow(at, browse, posted.at)
}

async function allow(at: RunningServer, browse: Begun['browse'], to: string | null): Promise<URLSearchParams> {
  let location = to
  for (let hop = 0; hop < 6; hop += 1) {
    if (location === null) throw new Error('no way back')
    const url = new URL(location, at.base)
    if (url.pathname === '/callback') return url.searchParams
    const isPage = url.pathname.startsWith('/oidc/interaction/')
    const page = await browse(`${url.pathname}${url.search}`)
    const scopes = isPage ? [...(await page.text()).matchAll(/name="scope" value="([^"]*)"/g)] : []
    const form = new URLSearchParams({ answer: 'allow' })
    for (const [, scope = ''] of scopes) form.append('scope', scope)
    const next = isPage ? await browse(url.pathname, { method: 'POST', body: form }) : page
    location = next.headers.get('Location')
  }
  throw new Error('too many pages')
}

async function getToken(authenticator: Authenticator, at = server) {
  const query = await signInAndAllow(authenticator, at)
  return (await exchange(at, query.get('code'), { client_id: users.client })).body
}

const outcomesOf = async (id: string) =>
  (
    await users.site.pool.query(
      `select a.kind, a.reason, t.id as tenant from audit a join tenant t on t.number = a.tenant where a.resource_id = $1 and a.resource_type = 'User' order by a.seq`,
      [id],
    )
  ).rows

test('D167: while nobody can sign in, the server says so and offers nothing for people; two seconds after somebody can, it does', async () => {
  await makeUser()
  await sleep(knownMs)

  expect(first).toContain('Nobody signs in here')
  expect(capabilitiesBefore).not.toContain('launch-standalone')
  for (const at of [server, other]) expect(await readCapabilities(at)).toContain('launch-standalone')
  for (const at of [server, other]) expect((await beginSignIn(users, at)).text).toContain('Sign in with a passkey')
})

test('D169: a person signs in by a passkey and allows an app, whose token says who they are', async () => {
  const { id, authenticator } = await makeUser({ fhirUser: 'PractitionerRole/some-role' })
  const token = await getToken(authenticator)
  const claims = JSON.parse(Buffer.from(token.id_token.split('.')[1], 'base64url').toString())

  expect(claims).toMatchObject({ sub: id, fhirUser: expect.stringMatching(/PractitionerRole\/some-role$/) })
  expect([await statusOf(server, token.access_token), await statusOf(other, token.access_token)]).toEqual([200, 200])
})

test('D169: a sign-in that begins in one process ends in another', async () => {
  const { authenticator } = await makeUser()
  const begun = await beginSignIn(users, server)
  const there = { ...begun, path: `${other.base}${begun.path}` }
  const answered = await answerPage(there, authenticator.get(begun.options))
  const query = await allow(other, (path, init) => begun.browse(`${other.base}${path}`, init), answered.at)

  expect(answered.status).toBe(303)
  expect(query.get('code')).not.toBeNull()
})

test.each<[string, Manner]>([
  ['made at another origin', { origin: 'https://hub.example.net' }],
  ['made in a page within a page of another site', { crossOrigin: true }],
  ['made for another server', { rpId: 'example.net' }],
  ['that did not verify the person', { isUnverified: true }],
  ['signed by another key', { isForged: true }],
  ['that is an enrolment', { type: 'webauthn.create' }],
  ['to a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['that names somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
])('D169: an answer %s signs nobody in, and the right one after it does', async (_name, manner) => {
  const { authenticator } = await makeUser()
  const refused = await signInWith(users, server, { authenticator, manner })

  expect([refused.status, refused.at]).toEqual([403, null])
  expect((await signInWith(users, server, { authenticator })).status).toBe(303)
})

test('D171: a form of the sign-in that another site sends is not taken, and ends nothing', async () => {
  const { authenticator } = await makeUser()
  const begun = await beginSignIn(users, server)
  const passkey = authenticator.get(begun.options)
  for (const fields of [{ passkey }, { refuse: 'yes' }])
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'Sec-Fetch-Site': site }
      const foreign = await begun.browse(begun.path, { method: 'POST', body: new URLSearchParams(fields), headers })
      expect([foreign.status, foreign.headers.get('Location')]).toEqual([403, null])
      expect(await foreign.text()).toContain('This did not come from our page')
    }
  const headers = { 'Content-Type': 'text/plain' }
  const text = await begun.browse(begun.path, { method: 'POST', body: `passkey=${passkey}`, headers })

  expect([text.status, text.headers.get('Location')]).toEqual([400, null])
  expect((await answerPage(begun, passkey)).status).toBe(303)
})

test('D169: an answer counts once, and in the interaction of its question alone', async () => {
  const { authenticator } = await makeUser({}, { counts: false })
  const [mine, theirs] = [await beginSignIn(users, server), await beginSignIn(users, server)]
  const passkey = authenticator.get(mine.options)
  const elsewhere = await answerPage(theirs, passkey)
  const [one, again] = await Promise.all([answerPage(mine, passkey), answerPage(mine, passkey)])

  expect(elsewhere.status).toBe(403)
  expect([one.status, again.status].toSorted()).toEqual([303, 403])
})

test('D169: a counter that goes back is refused, said and recorded, and one that stays at nought is taken', async () => {
  const counting = await makeUser()
  const synced = await makeUser({}, { counts: false })
  await signInWith(users, server, { authenticator: counting.authenticator, manner: { counter: 7 } })
  const same = await signInWith(users, other, { authenticator: counting.authenticator, manner: { counter: 7 } })
  const back = await signInWith(users, server, { authenticator: counting.authenticator, manner: { counter: 0 } })
  const onwards = await signInWith(users, server, { authenticator: counting.authenticator, manner: { counter: 8 } })
  const twice = [1, 2].map(() => signInWith(users, server, { authenticator: synced.authenticator }))

  expect([same.status, back.status, onwards.status]).toEqual([403, 403, 303])
  expect(back.text).toContain('out of order')
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([303, 303])
  expect(await outcomesOf(counting.id)).toContainEqual({ kind: 'sign-in.refused', reason: 'counter', tenant })
})

test('D178: a sign-in with the name of a passkey alone is recorded of its person, and not as their doing', async () => {
  const { id, authenticator } = await makeUser()
  await signInWith(users, server, { authenticator, manner: { isForged: true } })
  const { rows } = await users.site.pool.query(
    `select kind, reason, subject from audit where resource_id = $1 and kind like 'sign-in.%'`,
    [id],
  )

  expect(rows).toEqual([{ kind: 'sign-in.refused', reason: 'invalid', subject: 'banksia' }])
})

test('D169: nobody reads at the sign-in whether somebody is a user', async () => {
  const { id, authenticator } = await makeUser()
  const stranger = openAuthenticator(base)
  stranger.create({ rp: { id: new URL(base).hostname }, user: { id: Buffer.alloc(16).toString('base64url') } })
  await users.issuer.users.disable(id)
  const answers = [
    await signInWith(users, server, { authenticator }),
    await signInWith(users, server, { authenticator: stranger }),
  ]
  const plain = answers.map(({ status, text }) => `${status} ${text.replace(/data-options="[^"]*"/, '')}`)

  expect(new Set(plain).size).toBe(1)
  expect(answers[0]?.status).toBe(403)
  expect(await outcomesOf(id)).toContainEqual({ kind: 'sign-in.refused', reason: 'disabled', tenant })
})

test('D170: a person who is disabled is out two seconds later in every process, with session, tokens and refresh tokens, and comes back with none of them', async () => {
  const { id, authenticator } = await makeUser()
  const browse = openBrowser(server)
  const query = await signInAndAllow(authenticator, server, browse)
  const token = (await exchange(server, query.get('code'), { client_id: users.client })).body
  const before = [await statusOf(server, token.access_token), await statusOf(other, token.access_token)]
  await users.issuer.users.disable(id)
  await sleep(knownMs)
  const after = [await statusOf(server, token.access_token), await statusOf(other, token.access_token)]
  const session = await beginSignIn(users, server, browse)
  await users.issuer.users.enable(id)
  const enabled = await signInWith(users, other, { authenticator })

  expect([before, after]).toEqual([
    [200, 200],
    [401, 401],
  ])
  expect(session.text).toContain('Sign in with a passkey')
  expect(enabled.status).toBe(303)
  expect(await statusOf(server, token.access_token)).toBe(401)
})

test('D170: a person who is disabled between the sign-in and the consent gets no code', async () => {
  const { id, authenticator } = await makeUser()
  const begun = await beginSignIn(users, server)
  const posted = await answerPage(begun, authenticator.get(begun.options))
  await users.issuer.users.disable(id)
  const end = await allow(server, begun.browse, posted.at).catch((error: Error) => error.message)

  expect(end instanceof URLSearchParams ? end.get('code') : null).toBeNull()
})

test.each<[string, (id: string) => Promise<unknown>]>([
  [
    'reset, and enrols anew',
    async (id) => {
      await users.issuer.users.reset(id)
      await enrolWith(server, await users.linkOf(id))
    },
  ],
  [
    'disabled, and let in again',
    async (id) => {
      await users.issuer.users.disable(id)
      await users.issuer.users.enable(id)
    },
  ],
  ['changed', (id) => users.issuer.users.put(id, { name: 'Dr Mary Example', tenants: [tenant], roles: ['clinician'] })],
])('D170: a sign-in with which the browser has not gone on ends when its person is %s', async (_name, change) => {
  const { id, authenticator } = await makeUser()
  const begun = await beginSignIn(users, server)
  const posted = await answerPage(begun, authenticator.get(begun.options))
  await change(id)
  const end = await allow(server, begun.browse, posted.at).catch((error: Error) => error.message)

  expect([posted.status, (await users.issuer.users.find(id))?.state]).toEqual([303, 'active'])
  expect(end instanceof URLSearchParams ? end.get('code') : null).toBeNull()
})

test('D170: what a request stores of a person whose rights have changed since it began counts for nothing', async () => {
  const { id } = await makeUser()
  const { state, users: people } = users.issuer
  const entry = { payload: {}, lifeMs: 60_000, accountId: id, clientId: users.client }
  await asOneRequest(async () => {
    await people.find(id)
    await people.disable(id)
    await people.enable(id)
    for (const model of ['Session', 'Interaction', 'AccessToken'])
      await state.put(model, 'late', { ...entry, uid: 'late' })
  })
  await state.put('AccessToken', 'later', entry)
  const late = await Promise.all([
    state.find('Session', 'late'),
    state.find('Interaction', 'late'),
    state.findByUid('Session', 'late'),
  ])

  expect(late).toEqual([undefined, undefined, undefined])
  expect(await state.findToken(['AccessToken'], 'late')).toMatchObject({ isLive: false })
  expect(await state.findToken(['AccessToken'], 'later')).toMatchObject({ isLive: true })
})

test('D170: a browser that comes back while its person is reset is not signed in', async () => {
  const { id, authenticator } = await makeUser()
  const begun = await beginSignIn(users, server)
  const posted = await answerPage(begun, authenticator.get(begun.options))
  const change = await users.site.pool.connect()
  // The request has read by then, and stores afterwards.
  await change.query('begin; lock table issuer_state in exclusive mode')
  const end = allow(server, begun.browse, posted.at).catch((error: Error) => error.message)
  const waiting = `select count(*)::int as count from pg_locks where relation = 'issuer_state'::regclass and not granted`
  await waitFor(
    async () => (await users.site.pool.query<{ count: number }>(waiting)).rows[0]?.count,
    (count) => count === 1,
  )
  await change.query('update issuer_user set generation = generation + 1 where id = $1', [id])
  await change.query(
    'delete from issuer_state s using issuer_user u where u.account_key = s.account_key and u.id = $1',
    [id],
  )
  await change.query('commit')
  change.release()
  const ended = await end

  expect(ended instanceof URLSearchParams ? ended.get('code') : null).toBeNull()
})

test('RFC 6265bis 4.1.3: the cookies of a sign-in have names that no neighbouring host can set', async () => {
  const { authenticator } = await makeUser()
  const lines: string[] = []
  const browse = openBrowser(server)
  const query = await signInAndAllow(authenticator, server, async (...asked) => {
    const response = await browse(...asked)
    lines.push(...response.headers.getSetCookie())
    return response
  })
  const names = new Set(lines.map((line) => line.split('=')[0]?.replace(/\.sig$/, '')))

  expect(query.get('code')).not.toBeNull()
  expect(names).toEqual(new Set(['__Host-session', '__Host-used', '__Secure-interaction', '__Secure-resume']))
  for (const line of lines) expect(line).toMatch(/; secure/i)
  for (const line of lines) expect(line).not.toMatch(/; domain/i)
  for (const line of lines.filter((one) => one.startsWith('__Host-'))) expect(line).toMatch(/; path=\/;/i)
  // At a computer that several people use, the session ends with the browser. A cookie that is taken away says when.
  for (const line of lines.filter((one) => /^__Host-session(\.sig)?=./.test(one)))
    expect(line).not.toMatch(/; (expires|max-age)=/i)
})

test('D168: a token that was issued while its person was disabled counts for nothing', async () => {
  const { id, authenticator } = await makeUser()
  const token = await getToken(authenticator)
  // As the statement of a request that looked before and stores after.
  await users.site.pool.query(`update issuer_user set state = 'disabled' where id = $1`, [id])
  await sleep(knownMs)
  const [disabled] = [await statusOf(other, token.access_token)]
  await users.issuer.users.enable(id)
  await sleep(knownMs)

  expect([disabled, await statusOf(other, token.access_token)]).toEqual([401, 401])
})

test('D170: a person whose roles or tenants change signs in again, and has the new ones', async () => {
  const { id, authenticator } = await makeUser()
  const token = await getToken(authenticator)
  const tenantOf = async (one: string, access: string) =>
    (
      await fetch(`${server.base}/fhir/R4/Patient?_count=1`, {
        headers: { Authorization: `Bearer ${access}`, 'X-Tenant-Id': one },
      })
    ).status
  const before = await tenantOf(tenant, token.access_token)
  expect(token.refresh_token).toBeDefined()
  await users.issuer.users.put(id, { name: 'Dr Mary Example', tenants: [otherTenant], roles: ['clinician'] })
  await sleep(knownMs)
  const ended = await tenantOf(tenant, token.access_token)
  const refreshed = await refresh(server, token.refresh_token, { client_id: users.client })
  const newer = await getToken(authenticator)

  expect([before, ended, refreshed.status]).toEqual([200, 401, 400])
  expect([await tenantOf(otherTenant, newer.access_token), await tenantOf(tenant, newer.access_token)]).toEqual([
    200, 403,
  ])
})

test('D168: a person goes with the last of their tenants, with passkeys and links', async () => {
  const { id } = await users.invite({ tenants: [tenant, otherTenant] })
  const leave = (one: string) =>
    users.site.pool.query(
      `delete from issuer_user_tenant where "user" = $1 and tenant = (select number from tenant where id = $2)`,
      [id, one],
    )
  await leave(tenant)
  const kept = await users.issuer.users.find(id)
  await leave(otherTenant)

  expect(kept?.tenants).toEqual([otherTenant])
  expect(await users.issuer.users.find(id)).toBeUndefined()
})

test('D169: a person who does not sign in goes back to the app', async () => {
  const { browse, path } = await beginSignIn(users, server)
  const response = await browse(path, { method: 'POST', body: new URLSearchParams({ refuse: 'yes' }) })
  const query = await allow(server, browse, response.headers.get('Location'))

  expect([query.get('error'), query.get('code')]).toEqual(['access_denied', null])
  expect(redirectUri).toContain('/callback')
})
