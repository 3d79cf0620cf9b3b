/**
 * Keycloak as an issuer of hospital tokens (docs/issuer.md#keycloak), and as the provider at which people sign in
 * (docs/smart.md#sign-in-with-your-own-provider).
 */
import assert from 'node:assert/strict'
import { developmentTenants } from '../../../src/core/caller.ts'
import { authorization, exchange } from '../../../test/identity/issuer/smart-app.ts'
import type { RunningServer } from '../../../test/running-server.ts'
import { javaPrograms, listLacking } from '../../programs.ts'
import { asPage, startApp } from '../app-server.ts'
import type { Page } from '../browser.ts'
import type { Served, SmartJudge } from '../judge.ts'
import { type Arranged, arrange } from './arrange.ts'
import { password, type people, realmName } from './realm.ts'

type Person = (typeof people)[number]
type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly id_token?: string }

async function askTokens(issuer: string, client: string, username: Person, scope = 'user/*.rs'): Promise<Tokens> {
  const form = { grant_type: 'password', client_id: client, username, password, scope }
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`)
  return (await response.json()) as Tokens // RFC 6749 5.1
}

async function statusOf({ base }: RunningServer, token: string): Promise<number> {
  const response = await fetch(`${base}/fhir/R4/Patient`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/fhir+json' },
  })
  await response.body?.cancel()
  return response.status
}

async function takeTokens(served: Served): Promise<void> {
  const { issuer, plain, asking } = await arrange(served)
  const { access_token: token } = await askTokens(issuer, 'ehr', 'doctor')
  assert.deepEqual([await statusOf(plain, token), await statusOf(asking, token)], [200, 200])
}

async function takeLightTokens(served: Served): Promise<void> {
  const { issuer, plain, asking } = await arrange(served)
  const { access_token: token } = await askTokens(issuer, 'light', 'doctor')
  // It has no claims: what they are, the answer says.
  assert.deepEqual([await statusOf(plain, token), await statusOf(asking, token)], [401, 200])
}

const refuseAll = async ({ plain, asking }: Arranged, token: string, status: number): Promise<void> =>
  assert.deepEqual([await statusOf(plain, token), await statusOf(asking, token)], [status, status])

async function refuseAudience(served: Served): Promise<void> {
  const all = await arrange(served)
  const { access_token: token } = await askTokens(all.issuer, 'elsewhere', 'doctor')
  await refuseAll(all, token, 401)
}

async function refuseOthers(served: Served): Promise<void> {
  const all = await arrange(served)
  const { access_token: token } = await askTokens(all.issuer, 'ehr', 'visitor')
  await refuseAll(all, token, 403)
}

async function refuseIdToken(served: Served): Promise<void> {
  const all = await arrange(served)
  const { id_token: token = '' } = await askTokens(all.issuer, 'ehr', 'doctor', 'openid')
  assert.notEqual(token, '')
  await refuseAll(all, token, 401)
}

async function refuseRefreshToken(served: Served): Promise<void> {
  const all = await arrange(served)
  const { refresh_token: token } = await askTokens(all.issuer, 'ehr', 'doctor')
  await refuseAll(all, token, 401)
}

async function refuseLoggedOut(served: Served): Promise<void> {
  const { issuer, plain, asking } = await arrange(served)
  const tokens = await askTokens(issuer, 'ehr', 'doctor')
  await fetch(`${issuer}/protocol/openid-connect/logout`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'ehr', refresh_token: tokens.refresh_token }),
  })
  // By its signature alone it counts until it expires.
  assert.deepEqual(
    [await statusOf(plain, tokens.access_token), await statusOf(asking, tokens.access_token)],
    [200, 401],
  )
}

async function disable({ keycloak }: Arranged, username: Person): Promise<void> {
  const found = await keycloak.administer('GET', `/${realmName}/users?exact=true&username=${username}`)
  const [user] = (await found.json()) as readonly { readonly id: string }[] // of Keycloak's administration
  await keycloak.administer('PUT', `/${realmName}/users/${user?.id}`, { ...user, enabled: false })
}

async function refuseDisabled(served: Served): Promise<void> {
  const all = await arrange(served)
  const { access_token: token } = await askTokens(all.issuer, 'ehr', 'leaver')
  await disable(all, 'leaver')
  assert.deepEqual([await statusOf(all.plain, token), await statusOf(all.asking, token)], [200, 401])
}

/** On Keycloak's page. */
async function enterPassword(page: Page, username: Person): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('[type=submit]').first().click()
}

/** By the link of the invitation. */
async function enrol({ upstream }: Arranged, page: Page, username: Person): Promise<string> {
  const { user, token } = await upstream.invite(developmentTenants[0])
  await page.goto(`${upstream.base}/oidc/enrol#${token}`)
  await page.locator('form[data-upstream] button').click()
  await enterPassword(page, username)
  await page.waitForURL(({ pathname }) => pathname === '/oidc/signed-in')
  assert.match(await page.content(), /You are enrolled/)
  return user
}

/** On the sign-in page of ours. */
const choose = (page: Page): Promise<void> => page.locator('a[href$="/upstream"]').click()

/** An app sends the browser; `act` does what its person does at Keycloak. Answers the subject of the ID token. */
async function signIn(
  { upstream }: Arranged,
  page: Page,
  {
    act,
    changes = {},
  }: { readonly act: (page: Page) => Promise<void>; readonly changes?: Readonly<Record<string, string>> },
): Promise<string> {
  const app = await startApp((path) => (path === '/callback' ? asPage('the app') : undefined))
  try {
    const redirect = { redirect_uri: `${app.origin}/callback` }
    await page.goto(`${upstream.base}/oidc/auth?${authorization(upstream, { ...redirect, ...changes })}`)
    await choose(page)
    await act(page)
    await page.waitForURL(({ pathname }) => pathname === '/callback')
    const { body } = await exchange(upstream, new URL(page.url()).searchParams.get('code'), redirect)
    return JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString()).sub
  } finally {
    await app.stop()
  }
}

/** Keycloak knows the person still, and asks for the password alone. */
async function enterPasswordAgain(page: Page): Promise<void> {
  await page.locator('input[name=password]').fill(password)
  await page.locator('[type=submit]').first().click()
}

async function signInPeople(served: Served): Promise<void> {
  const all = await arrange(served)
  await served.browser.asPerson(async (page) => {
    const user = await enrol(all, page, 'doctor')
    // Somebody has signed in at this browser before. D188
    assert.equal(await signIn(all, page, { act: enterPasswordAgain }), user)
    assert.equal(await signIn(all, page, { act: enterPasswordAgain, changes: { prompt: 'login' } }), user)
  })
  await served.browser.asPerson(async (page) => {
    assert.notEqual(await signIn(all, page, { act: (at) => enterPassword(at, 'doctor') }), '')
  })
}

async function refuseUninvited(served: Served): Promise<void> {
  const all = await arrange(served)
  await served.browser.asPerson(async (page) => {
    await page.goto(`${all.upstream.base}/oidc/auth?${authorization(all.upstream)}`)
    await choose(page)
    await enterPassword(page, 'guest')
    await page.waitForURL(({ pathname }) => pathname.endsWith('/upstream'))
    assert.match(await page.content(), /Ask whoever runs this server for an invitation/)
  })
}

export const keycloak: SmartJudge = {
  name: 'Keycloak 26.7.3',
  listMissing: () => listLacking(...javaPrograms, 'tar'),
  cases: [
    { name: 'its token counts, with its roles and groups by the table of claims', run: takeTokens },
    { name: 'a token without claims counts where it is asked about', run: takeLightTokens },
    { name: 'a token for another audience is refused', run: refuseAudience },
    { name: 'a person without the groups of the table is let into no tenant', run: refuseOthers },
    { name: 'an ID token is no access token', run: refuseIdToken },
    { name: 'a refresh token is no access token', run: refuseRefreshToken },
    { name: 'a token of a session that was logged out is refused where it is asked about', run: refuseLoggedOut },
    { name: 'a token of a disabled person is refused where it is asked about', run: refuseDisabled },
    { name: 'an invited person enrols, and signs in anew each time', run: signInPeople },
    { name: 'a person whom nobody has invited reads what to do', run: refuseUninvited },
  ],
  wrong: {
    name: 'the token of a disabled person',
    run: async (served) => {
      const all = await arrange(served)
      const { access_token: token } = await askTokens(all.issuer, 'ehr', 'guest')
      await disable(all, 'guest')
      assert.equal(await statusOf(all.asking, token), 200)
    },
    says: /401/,
  },
}
