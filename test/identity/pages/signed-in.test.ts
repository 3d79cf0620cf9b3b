/** Two people at one browser: each page says who has signed in, and the other leaves them. D184, D186. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { IssuerAccount } from '../../../src/identity/issuer/accounts.ts'
import { examplePatient } from '../../builders.ts'
import { must } from '../../consultation.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type PageServer, startPages } from '../issuer/issuer-server.ts'
import { authorization, exchange, openBrowser, postForm, postLaunch, refresh } from '../issuer/smart-app.ts'
import { begin, openPath, type Seen, visit } from './visit.ts'

const [tenant, otherTenant] = developmentTenants
const key = randomBytes(32).toString('base64')

const account = (id: string, members: Partial<IssuerAccount> = {}): readonly [string, IssuerAccount] => [
  id,
  { id, tenants: [tenant], spokes: ['link'], roles: ['clinician'], ...members },
]
const people = new Map([
  account('ada', { name: 'Dr Ada Example' }),
  account('ben', { name: 'Ben <b>Example</b>', roles: ['senior_clinician'] }),
  account('bill', { name: 'Bill Example', roles: ['billing'] }),
  account('elsewhere', { name: 'Dr Eve Example', tenants: [otherTenant] }),
])

let site: Site
let server: RunningServer
let issuer: PageServer
let other: PageServer
beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site, env: { BANKSIA_KEY: key } })
  const headers = { 'content-type': 'application/fhir+json' }
  for (const id of ['wanda', 'walter']) {
    const body = { ...examplePatient, id, name: [{ family: 'Waratah', given: [id] }] }
    await must(201, server.call('PUT', `/fhir/R4/Patient/${id}`, { body, headers }))
  }
  issuer = await startPages(site, key, people)
  other = await startPages(site, key, people)
})
afterAll(async () => {
  await issuer?.stop()
  await other?.stop()
  await server?.stop()
  await site?.remove()
})

const scope = 'openid launch/patient patient/Patient.rs'
const said = ({ html }: Pick<Seen, 'html'>): string | undefined =>
  /<p>You are signed in as (.*?)<\/p>/.exec(html)?.[1]?.replace(/<\/?(strong|bdi)>/g, '')

/** As a person who finds somebody else's name on the page. */
const leave = (seen: Seen): Promise<Seen> => seen.post({ leave: 'yes' })

const pick = (seen: Seen, patient: string): Promise<Seen> => seen.post({ tenant, patient })

const tokenOf = async ({ returned }: Pick<Seen, 'returned'>) =>
  (await exchange(issuer, returned?.get('code') ?? null)).body

/** RFC 7662, at another process, which trusts no look for longer than this one. */
const isActive = async (token: string): Promise<boolean> =>
  (await postForm(other, '/oidc/token/introspection', { client_id: 'development-app', token })).body.active

/** The ends of sessions in the audit of a tenant, oldest first, since the last call. */
let seenSeq = 0
async function listEnds(of: string = tenant) {
  const { rows } = await site.pool.query<{ seq: string; subject: string; resource: string; reason: string }>(
    `select a.seq, a.subject, a.resource_id as resource, a.reason from audit a join tenant t on t.number = a.tenant
     where a.kind = 'session.ended' and t.id = $1 and a.seq > $2 order by a.seq`,
    [of, seenSeq],
  )
  seenSeq = Math.max(seenSeq, ...rows.map(({ seq }) => Number(seq)))
  return rows.map(({ subject, resource, reason }) => ({ subject, resource, reason }))
}

test('D184: the picker, the visits and the consent each say who has signed in, and in which role', async () => {
  const changes = { scope: `${scope} launch/encounter` }
  const picker = await visit(issuer, 'ada', changes)
  const visits = await pick(picker, 'wanda')
  const consent = await visits.post({ tenant, patient: 'wanda', encounter: 'none' })

  expect([picker, visits, consent].map(({ html }) => /<h1>(.*)<\/h1>/.exec(html)?.[1])).toEqual([
    'Choose a patient',
    'Choose a visit',
    'Allow this app?',
  ])
  expect([picker, visits, consent].map(said)).toEqual(Array(3).fill('Dr Ada Example, clinician.'))
  for (const { html } of [picker, visits, consent]) expect(html).toContain('Not you? Sign in as someone else')
})

test('D184: a page that refuses a person says who they are, and a name is no markup', async () => {
  const seen = await visit(issuer, 'ben', { scope: 'user/Patient.rs' })
  const nowhere = await visit(issuer, 'elsewhere', { scope })
  const noPlace = await nowhere.post({ tenant, name: 'Waratah' })
  const foreign = await seen.post({ answer: 'allow' }, { 'Sec-Fetch-Site': 'cross-site' })

  expect(said(seen)).toBe(
    'Ben &lt;b>Example&lt;/b>, senior clinician.'.replaceAll('>Example', '&gt;Example').replaceAll('/b>', '/b&gt;'),
  )
  expect([noPlace.status, said(noPlace)]).toEqual([400, 'Dr Eve Example, clinician.'])
  expect([foreign.status, said(foreign)]).toEqual([403, said(seen)])
})

test('D184: who is not that person signs in to the same request, and gets nothing of the first', async () => {
  const browse = openBrowser(issuer)
  const first = await (await begin(issuer, { scope, state: 'of-the-app' }, browse)).post({ account: 'ada' })
  const picked = await pick(first, 'wanda')
  await listEnds()
  const left = await leave(picked)
  const second = await left.post({ account: 'ben' })
  const chosen = await pick(second, 'walter')
  const body = await tokenOf(await chosen.post({ answer: 'allow', scope: scope.split(' ') }))

  expect(picked.html).toContain('Allow this app?')
  expect([left.status, left.path]).toEqual([200, picked.path])
  expect(left.html).toContain('<h1>Sign in</h1>')
  expect(left.html).not.toMatch(/Waratah|Ada Example/)
  expect(second.html).toContain('<h1>Choose a patient</h1>')
  expect(said(second)).toContain('senior clinician')
  expect(body.patient).toBe('walter')
  expect(JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString()).sub).toBe('ben')
  expect(await listEnds()).toEqual([{ subject: 'ada', resource: 'ada', reason: 'other-person' }])
})

test('D184: the request of the app goes on as it was, with its state and its scopes', async () => {
  const left = await leave(await visit(issuer, 'bill', { scope: 'openid user/Patient.rs', state: 'of-the-app' }))
  const seen = await left.post({ account: 'ada' })
  const { returned } = await seen.post({ answer: 'allow', scope: ['openid', 'user/Patient.rs'] })

  expect([returned?.get('state'), returned?.get('error')]).toEqual(['of-the-app', null])
  expect((await tokenOf({ returned })).scope).toBe('openid user/Patient.rs')
})

test('D155: the launch of one person is not that of the next', async () => {
  const token = await server.token({ role: 'system' })
  const user = 'PractitionerRole/ada'
  people.set(...account('launched', { name: 'Dr Lou Example', fhirUser: user }))
  const made = await postLaunch(server, token, { patient: 'wanda', user })
  const changes = { scope: 'launch patient/Patient.rs', launch: made.body.launch }
  const left = await leave(await visit(issuer, 'launched', changes))
  const next = await left.post({ account: 'ben' })

  expect(made.status).toBe(201)
  expect([next.returned?.get('error'), next.returned?.get('code')]).toEqual(['invalid_request', null])
})

test('D184: what the first person had open is over, also behind the button Back and in another tab', async () => {
  const browse = openBrowser(issuer)
  const tab = await (await begin(issuer, { scope: 'user/Patient.rs' }, browse)).post({ account: 'ada' })
  const second = await openPath(issuer, (await begin(issuer, { scope }, browse)).path, browse)
  const left = await leave(second)
  const back = await openPath(issuer, tab.path, browse)
  const late = await tab.post({ answer: 'allow', scope: 'user/Patient.rs' })
  const again = await openPath(issuer, second.path, browse)

  expect(said(second)).toContain('Dr Ada Example')
  expect(left.html).toContain('<h1>Sign in</h1>')
  for (const { status, html, returned } of [back, late]) {
    expect([status, returned]).toEqual([400, undefined])
    expect(html).toContain('<h1>This sign-in has ended</h1>')
    expect(html).not.toContain('Ada Example')
  }
  expect(again.html).toContain('<h1>Sign in</h1>')
})

test('D184: another site ends no session by that form', async () => {
  const seen = await visit(issuer, 'ada', { scope: 'user/Patient.rs' })
  const foreign = await seen.post({ leave: 'yes' }, { 'Sec-Fetch-Site': 'cross-site' })
  const stranger = await openBrowser(issuer)(seen.path, { method: 'POST', body: new URLSearchParams({ leave: 'yes' }) })

  expect([foreign.status, stranger.status]).toEqual([403, 400])
  expect(said(await openPath(issuer, seen.path, seen.browse))).toContain('Ada')
})

test('D185: what was granted for the time of a session ends with it, in each process, and what may stay connected stays', async () => {
  const browse = openBrowser(issuer)
  const allow = async (asked: string, tab = begin(issuer, { scope: asked }, browse)) => {
    const open = await openPath(issuer, (await tab).path, browse)
    return tokenOf(await open.post({ answer: 'allow', scope: asked.split(' ') }))
  }
  const signIn = await (await begin(issuer, { scope: 'openid user/Patient.rs' }, browse)).post({ account: 'ada' })
  const first = await tokenOf(await signIn.post({ answer: 'allow', scope: ['openid', 'user/Patient.rs'] }))
  const second = await allow('openid user/Patient.rs')
  const offline = await allow('openid offline_access user/Patient.rs')
  const tokens = [first, second, offline].map(({ access_token: token }) => token)
  const before = await Promise.all(tokens.map((token) => isActive(token)))
  await leave(await openPath(issuer, (await begin(issuer, {}, browse)).path, browse))

  expect(before).toEqual([true, true, true])
  expect(await Promise.all(tokens.map((token) => isActive(token)))).toEqual([false, false, true])
  expect((await refresh(issuer, offline.refresh_token)).status).toBe(200)
})

test('RFC 7009: a token of a first launch is revoked although the app was launched again since', async () => {
  const browse = openBrowser(issuer)
  const form = { answer: 'allow', scope: ['openid', 'user/Patient.rs'] }
  const signIn = await (await begin(issuer, { scope: 'openid user/Patient.rs' }, browse)).post({ account: 'ada' })
  const first = await tokenOf(await signIn.post(form))
  await tokenOf(
    await (
      await openPath(issuer, (await begin(issuer, { scope: 'openid user/Patient.rs' }, browse)).path, browse)
    ).post(form),
  )
  const revoked = await postForm(issuer, '/oidc/token/revocation', {
    ...{ client_id: 'development-app', token: first.access_token },
  })

  expect([revoked.status, await isActive(first.access_token)]).toEqual([200, false])
})

/** Sessions whose time has passed meanwhile. */
const pass = (column: 'idles_at' | 'ends_at') =>
  site.pool.query(`update issuer_session set ${column} = now() - interval '1 second' where ends_at > now()`)

test.each(['idles_at', 'ends_at'] as const)(
  'D186: a session past its %s signs nobody in, in no tab and no request',
  async (column) => {
    const browse = openBrowser(issuer)
    const open = await (await begin(issuer, { scope: 'openid user/Patient.rs' }, browse)).post({ account: 'ada' })
    await pass(column)
    const tab = await openPath(issuer, open.path, browse)
    const late = await open.post({ answer: 'allow', scope: 'user/Patient.rs' })
    const silent = await browse(`/oidc/auth?${authorization(issuer, { prompt: 'none' })}`)
    const asked = await openPath(issuer, (await begin(issuer, {}, browse)).path, browse)

    expect(tab.html).toContain('<h1>This sign-in has ended</h1>')
    expect([late.status, late.returned]).toEqual([400, undefined])
    expect(new URL(silent.headers.get('Location') ?? '').searchParams.get('error')).toBe('login_required')
    expect(asked.html).toContain('<h1>Sign in</h1>')
  },
)

test('D186: an app that asks again and again without the person does not put off the end of a pause', async () => {
  const browse = openBrowser(issuer)
  const open = await (await begin(issuer, { scope: 'openid user/Patient.rs' }, browse)).post({ account: 'ada' })
  await site.pool.query(`update issuer_session set idles_at = now() + interval '10 seconds' where closed_at is null`)
  const findMoved = async () =>
    (
      await site.pool.query(
        `select from issuer_session where closed_at is null and idles_at > now() + interval '1 minute'`,
      )
    ).rowCount
  const silent = await browse(
    `/oidc/auth?${authorization(issuer, { scope: 'openid user/Patient.rs', prompt: 'none' })}`,
  )
  const afterApp = await findMoved()
  const page = await openPath(issuer, open.path, browse)

  expect(new URL(silent.headers.get('Location') ?? '').searchParams.get('error')).toBe('interaction_required')
  expect([afterApp, page.status, await findMoved()]).toEqual([0, 200, 1])
})

test('D186: a pause ends no token, the end of the session does, and neither ends a refresh token', async () => {
  const online = await visit(issuer, 'ada', { scope: 'openid user/Patient.rs' })
  const token = await tokenOf(await online.post({ answer: 'allow', scope: ['openid', 'user/Patient.rs'] }))
  const asked = ['openid', 'offline_access', 'user/Patient.rs']
  const offline = await tokenOf(
    await (await visit(issuer, 'ada', { scope: asked.join(' ') })).post({ answer: 'allow', scope: asked }),
  )
  await pass('idles_at')
  const paused = await isActive(token.access_token)
  await pass('ends_at')

  expect([paused, await isActive(token.access_token)]).toEqual([true, false])
  expect((await refresh(issuer, offline.refresh_token)).status).toBe(200)
})

test('D186: a token that ends with its session says when', async () => {
  const seen = await visit(issuer, 'ada', { scope: 'openid user/Patient.rs' })
  const { returned } = await seen.post({ answer: 'allow', scope: ['openid', 'user/Patient.rs'] })
  await site.pool.query(`update issuer_session set ends_at = now() + interval '10 minutes' where ends_at > now()`)
  const { expires_in: seconds } = await tokenOf({ returned })

  expect(seconds).toBeLessThanOrEqual(600)
  expect(seconds).toBeGreaterThan(300)
})
