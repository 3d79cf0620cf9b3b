/** What a person reads of an app's request, what they allow of it, and what an answer that is not theirs does. D154, D171. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { IssuerAccount } from '../../../src/identity/issuer/accounts.ts'
import { plainScopes } from '../../../src/identity/issuer/granted-scopes.ts'
import { wordsOfScope } from '../../../src/identity/pages/scope-words.ts'
import { examplePatient } from '../../builders.ts'
import { must } from '../../consultation.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type PageServer, startPages } from '../issuer/issuer-server.ts'
import { register } from '../issuer/register.ts'
import { authorization, exchange, openBrowser, postLaunch, redirectUri } from '../issuer/smart-app.ts'
import { begin, openPath, type Seen, visit } from './visit.ts'

const [tenant, otherTenant] = developmentTenants
const key = randomBytes(32).toString('base64')
const patient = 'own-record'
const fhirUser = 'RelatedPerson/own'

const account = (id: string, members: Partial<IssuerAccount> = {}): readonly [string, IssuerAccount] => [
  id,
  { id, tenants: [tenant], spokes: ['link'], roles: ['clinician'], ...members },
]
const people = new Map([
  account('clinician'),
  account('colleague'),
  account('both', { tenants: [tenant, otherTenant] }),
  account('billing', { roles: ['billing'], fhirUser: 'PractitionerRole/billing' }),
  account('patient', { roles: ['patient'], patient, fhirUser }),
])

let site: Site
let server: RunningServer
let issuer: PageServer
beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site, env: { BANKSIA_KEY: key } })
  const headers = { 'content-type': 'application/fhir+json' }
  const body = { ...examplePatient, id: patient, name: [{ family: 'Waratahleaf', given: ['Wanda'] }] }
  await must(201, server.call('PUT', `/fhir/R4/Patient/${patient}`, { body, headers }))
  issuer = await startPages(site, key, people)
})
afterAll(async () => {
  await issuer?.stop()
  await server?.stop()
  await site?.remove()
})

const scopesOn = ({ html }: Seen): string[] =>
  [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => (scope ?? '').replaceAll('&amp;', '&'))

/** The practices that the page names. */
const namesOn = ({ html }: Seen): string[] =>
  [...(/It is for (.*?)<\/p>/.exec(html)?.[1] ?? '').matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, name]) => name ?? '')

async function tokenOf({ returned }: Seen) {
  const answer = await exchange(issuer, returned?.get('code') ?? null)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

test('D154: what is ticked is granted, and what is not is not', async () => {
  const scope = 'openid fhirUser offline_access user/Patient.rs user/Observation.rs?category=vital-signs'
  const seen = await visit(issuer, 'clinician', { scope })
  const body = await tokenOf(await seen.post({ answer: 'allow', scope: ['openid', 'user/Patient.rs'] }))

  expect(scopesOn(seen)).toEqual([
    'openid',
    'user/Patient.rs',
    'user/Observation.rs?category=vital-signs',
    'offline_access',
  ])
  expect(seen.html).toContain('Name, address and personal details')
  expect(seen.html).toContain('only where category is vital signs')
  expect(seen.html).toContain('for up to 90 days')
  expect(body.scope).toBe('openid user/Patient.rs')
  expect(body.refresh_token).toBeUndefined()
})

test('D154: what was not asked is not granted, even if it is posted', async () => {
  const seen = await visit(issuer, 'clinician', { scope: 'openid user/Patient.rs' })
  const wrong = ['user/Observation.rs', 'offline_access', 'user/Patient.cruds', 'user/*.rs']
  const refused = await seen.post({ answer: 'allow', scope: wrong })
  const body = await tokenOf(await seen.post({ answer: 'allow', scope: ['user/Patient.rs', ...wrong] }))

  expect([refused.status, refused.returned]).toEqual([400, undefined])
  expect(body.scope).toBe('user/Patient.rs')
})

test('D154: two spellings of one scope are one choice', async () => {
  const seen = await visit(issuer, 'clinician', { scope: 'openid user/Patient.read user/Patient.rs user/*.read' })
  const body = await tokenOf(await seen.post({ answer: 'allow', scope: ['openid', 'user/*.rs'] }))

  expect(scopesOn(seen)).toEqual(['openid', 'user/Patient.rs', 'user/*.rs'])
  expect(body.scope).toBe('openid user/*.read')
})

test('D154: who refuses, or ticks nothing, grants nothing', async () => {
  const seen = await visit(issuer, 'clinician', { scope: 'openid user/Patient.rs' })
  const nothing = await seen.post({ answer: 'allow' })
  const unclear = await seen.post({ scope: 'openid' })
  const { returned } = await seen.post({ answer: 'refuse', scope: 'openid' })

  expect([nothing.status, unclear.status]).toEqual([400, 400])
  expect(nothing.html).toContain('Tick what you allow')
  expect([returned?.get('error'), returned?.get('code')]).toEqual(['access_denied', null])
})

test('D171: patients are asked about their own record, and pick nobody', async () => {
  const seen = await visit(issuer, 'patient', { scope: 'launch/patient patient/Patient.rs' })

  expect(seen.html).toContain('<h1>Allow this app?</h1>')
  expect(seen.html).toContain('Wanda Waratahleaf')
  expect((await tokenOf(await seen.post({ answer: 'allow', scope: 'patient/Patient.rs' }))).patient).toBe(patient)
})

test('D171: the page of a launch names the patient of the launch', async () => {
  const token = await server.token({ role: 'system' })
  const made = await postLaunch(server, token, { patient, user: fhirUser })
  const seen = await visit(issuer, 'patient', { scope: 'launch patient/Patient.rs', launch: made.body.launch })

  expect(made.status).toBe(201)
  expect(seen.html).toContain('Wanda Waratahleaf')
})

test('D171: who may not read the patient of the launch is asked without the name, and goes on', async () => {
  const token = await server.token({ role: 'system' })
  const made = await postLaunch(server, token, { patient, user: 'PractitionerRole/billing' })
  const seen = await visit(issuer, 'billing', { scope: 'launch user/Account.rs', launch: made.body.launch })
  const body = await tokenOf(await seen.post({ answer: 'allow', scope: ['launch', 'user/Account.rs'] }))

  expect([made.status, seen.status]).toEqual([201, 200])
  expect(seen.html).toContain('A patient whose name you may not see')
  expect(seen.html).not.toContain('Waratahleaf')
  expect(body.scope).toBe('launch user/Account.rs')
})

test('D171: the page says of which practices the records are', async () => {
  const all = await visit(issuer, 'both', { scope: 'user/Patient.rs' })
  const client_id = await register(site.pool, {
    ...{ type: 'public', redirect_uris: [redirectUri], scope: 'user/Patient.rs', tenant: otherTenant },
  })
  const bound = await visit(issuer, 'both', { client_id, scope: 'user/Patient.rs' })
  const own = await visit(issuer, 'patient', { scope: 'launch/patient patient/Patient.rs' })

  expect(namesOn(all)).toEqual(['Development, AU Core', 'Development, base R4'])
  expect(namesOn(bound)).toEqual(['Development, base R4'])
  expect(namesOn(own)).toEqual(['Development, AU Core'])
})

test('D171: the name of an app is text, short, and turns nothing around', async () => {
  const name = `</p><script>alert(1)</script>\u202egnp.exe ${'x'.repeat(10_000)}`
  const client_id = await register(site.pool, {
    ...{ type: 'public', redirect_uris: [redirectUri], scope: 'user/Patient.rs' },
  })
  // A registration of another release may be longer than today's.
  await site.pool.query(
    `update issuer_client set settings = jsonb_set(settings::jsonb, '{client_name}', to_jsonb($2::text))::json where id = $1`,
    [client_id, name],
  )
  const seen = await visit(issuer, 'clinician', { client_id, scope: 'user/Patient.rs' })

  expect(seen.status).toBe(200)
  expect(seen.html).toContain('&lt;script&gt;')
  expect(seen.html).not.toMatch(/<script|\u202e|x{130}/)
  expect(seen.html).toContain('127.0.0.1:53535')
})

test('D171: an answer that another site sends is not taken', async () => {
  const seen = await visit(issuer, 'clinician', { scope: 'user/Patient.rs' })
  const answer = { answer: 'allow', scope: 'user/Patient.rs' }
  for (const site of ['cross-site', 'same-site']) {
    const foreign = await seen.post(answer, { 'Sec-Fetch-Site': site })
    expect([foreign.status, foreign.returned]).toEqual([403, undefined])
  }
  // Its form has no cookie of ours.
  const response = await fetch(`${issuer.base}${seen.path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(answer),
  })
  const json = await seen.browse(seen.path, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: 'answer=allow',
  })

  expect([response.status, response.headers.get('Location')]).toEqual([400, null])
  expect(await response.text()).toContain('This sign-in has ended')
  expect(json.status).toBe(400)
  expect((await seen.post(answer, { 'Sec-Fetch-Site': 'same-origin' })).returned?.get('code')).toEqual(
    expect.any(String),
  )
})

test('D171: the cookie of a step is for its address alone, and no form of another site brings it along', async () => {
  const browse = openBrowser(issuer)
  const response = await browse(`/oidc/auth?${authorization(issuer)}`)
  const path = response.headers.get('Location') ?? ''
  const [cookie = ''] = response.headers.getSetCookie().filter((line) => line.includes(`path=${path}`))

  expect(cookie.toLowerCase()).toContain('samesite=lax')
  expect(cookie.toLowerCase()).toContain('httponly')
})

test('D171: an answer counts once, and a step that is over says so', async () => {
  const seen = await visit(issuer, 'clinician', { scope: 'user/Patient.rs' })
  const answer = { answer: 'allow', scope: 'user/Patient.rs' }
  const first = await seen.post(answer)
  const second = await seen.post(answer)
  const expired = await visit(issuer, 'clinician', { scope: 'user/Patient.rs' })
  await site.pool.query(`update issuer_state set expires_at = now() - interval '1 second' where model = 'Interaction'`)
  const late = await expired.post(answer)

  expect(first.returned?.get('code')).toEqual(expect.any(String))
  for (const { status, returned, html } of [second, late]) {
    expect([status, returned]).toEqual([400, undefined])
    expect(html).toContain('<h1>This sign-in has ended</h1>')
    expect(html).toContain('Go back to the app and start again')
  }
})

test.each(['/oidc/interaction/nothing', '/oidc/auth/nothing'])(
  'D171: at %s somebody without the cookie of the step reads what to do',
  async (path) => {
    const { status, html } = await openPath(issuer, path)

    expect(status).toBe(400)
    expect(html).toContain('<h1>This sign-in has ended</h1>')
  },
)

test.each([
  [{ client_id: '<script>nobody' }, 'This app is not known here'],
  [{ redirect_uri: 'https://elsewhere.example/"><script>' }, 'This app cannot be returned to'],
  [{ redirect_uri: undefined, response_type: '<script>' }, 'This app asked in a wrong way'],
  [{ client_id: undefined }, 'This app asked in a wrong way'],
])(
  'SMART 18: a request with %j is answered by a page, which goes nowhere and repeats no markup',
  async (changes, title) => {
    const { status, headers, html } = await openPath(issuer, `/oidc/auth?${authorization(issuer, changes)}`)

    expect(status).toBe(400)
    expect(headers.get('Location')).toBeNull()
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'; style-src 'sha256-")
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).not.toContain('<script')
  },
)

test('D171: a sign-in as somebody else than before ends what the browser had open', async () => {
  const browse = openBrowser(issuer)
  const first = await (await begin(issuer, { scope: 'user/Patient.rs' }, browse)).post({ account: 'clinician' })
  const other = await begin(issuer, { scope: 'patient/Patient.rs', prompt: 'login' }, browse)
  const switched = await other.post({ account: 'patient' })

  expect(first.html).toContain('Allow this app?')
  expect(switched.html).toContain('/oidc/sign-out/confirm')
  expect(switched.headers.get('Content-Security-Policy')).toMatch(/script-src [^;]*'sha256-/)
})

test.each([...plainScopes, 'banksia/spoke.read', 'banksia/spoke.write', 'banksia/introspect'])(
  'D171: the scope %s has words',
  (scope) => {
    expect(wordsOfScope(scope, 'banksia')?.title).toEqual(expect.any(String))
  },
)

test.each([
  ['patient/*.cruds', 'patient', 'Everything', 'delete, change, add, read and search'],
  ['user/Patient.read', 'user', 'Name, address and personal details', 'read and search'],
  ['user/Condition.c', 'user', 'Health problems and diagnoses', 'add only'],
  ['user/NutritionOrder.rs', 'user', 'Nutrition order', 'read and search'],
  [
    'patient/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|laboratory,x&status=final',
    'patient',
    'Test results and observations',
    'read and search; only where category is laboratory results or x and status is final',
  ],
  [
    'user/Observation.rs?category:not=laboratory',
    'user',
    'Test results and observations',
    'read and search; only where category is not laboratory results',
  ],
  [
    'user/Observation.rs?category=http://example.org/own|laboratory',
    'user',
    'Test results and observations',
    'read and search; only where category is http://example.org/own|laboratory',
  ],
  ['system/Patient.rs', 'system', 'Name, address and personal details', 'read and search'],
])('D171: %s is said in plain words', (scope, group, title, detail) => {
  expect(wordsOfScope(scope, 'banksia')).toEqual({ group, title, detail })
})

const unclear = {
  'is too long to be read': `category=laboratory,${Array.from({ length: 60 }, (_, at) => `code${at}`)},vital-signs`,
  'repeats a value': 'category=laboratory,laboratory,vital-signs',
  'repeats a parameter': 'category=laboratory&category=laboratory',
  'has a modifier without words': 'category:text=laboratory',
  'asks by what refers to it': '_has:Provenance:target:agent=x',
  'leaves out several values': 'category:not=laboratory,vital-signs',
  'has an empty value': 'category=',
  'is empty': '&',
  'hides a value': 'category=laboratory,%E2%80%AEx',
  'escapes a sign': 'category=laboratory\\,x',
}

test.each(Object.entries(unclear))(
  'D171: a scope whose query %s has no words, so it is not granted',
  (_case, query) => {
    expect(wordsOfScope(`user/Observation.rs?${query}`, 'banksia')).toBeUndefined()
  },
)

test('D171: what a scope gives is shown to its end, and one that is too long is left out of the grant', async () => {
  const codes = Array.from({ length: 30 }, (_, at) => `c${at}`)
  const [shown, hidden] = [codes, [...codes, ...codes.map((code) => `${code}-${code}`)]].map(
    (values) => `user/Observation.rs?category=${values},vital-signs`,
  )
  const seen = await visit(issuer, 'clinician', { scope: `openid ${shown} ${hidden}` })
  const body = await tokenOf(await seen.post({ answer: 'allow', scope: ['openid', `${shown}`, `${hidden}`] }))

  expect(seen.html).toContain('or c29 or vital signs')
  expect(scopesOn(seen)).toEqual(['openid', shown])
  expect(body.scope).toBe(`openid ${shown}`)
})

test.each(['nonsense', 'launch/imagingstudy', 'constructor', '__proto__', 'user/Patient.x'])(
  'D171: %s has no words, and is not granted',
  (scope) => {
    expect(wordsOfScope(scope, 'banksia')).toBeUndefined()
  },
)

/** As the script of the page on which somebody else signs in than the one of the session. */
async function leaveSession({ html, browse }: Seen): Promise<Seen> {
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const init = { method: 'POST', body: new URLSearchParams(fields) }
  const left = await browse(new URL(action, issuer.base).pathname, init)
  return openPath(issuer, new URL(left.headers.get('Location') ?? '', issuer.base).pathname, browse)
}

test('D154: what one person allowed is not allowed by the next who signs in to the same request', async () => {
  const browse = openBrowser(issuer)
  const scope = 'openid user/Patient.rs'
  await (await begin(issuer, { scope }, browse)).post({ account: 'clinician' })
  const { path } = await begin(issuer, { scope, max_age: '1' }, browse)
  const asked = await openPath(issuer, path, browse)
  // The sign-in is older than the app allows by then.
  await sleep(2_100)
  const again = await asked.post({ answer: 'allow', scope: ['openid', 'user/Patient.rs'] })
  const other = await leaveSession(await again.post({ account: 'colleague' }))

  expect(scopesOn(asked)).toEqual(['openid', 'user/Patient.rs'])
  expect(again.html).toContain('Sign in')
  expect([other.returned, scopesOn(other)]).toEqual([undefined, ['openid', 'user/Patient.rs']])
})
