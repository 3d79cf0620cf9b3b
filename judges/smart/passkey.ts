/** Chromium with its virtual authenticator: an invited person makes a passkey, and signs in with it. Web Authentication Level 3; D169. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import type { Pages } from '../../src/identity/issuer/accounts.ts'
import { makeEnrolment } from '../../src/identity/users/enrolments.ts'
import { openSignIn } from '../../src/identity/users/sign-in-page.ts'
import { openUserAccounts } from '../../src/identity/users/user-accounts.ts'
import { userEndpoints } from '../../src/identity/users/user-endpoints.ts'
import type { IssuerStore } from '../../src/store/issuer/issuer-store.ts'
import { startIssuer } from '../../test/identity/issuer/issuer-server.ts'
import { register } from '../../test/identity/issuer/register.ts'
import { authorization } from '../../test/identity/issuer/smart-app.ts'
import { asPage, startApp } from './app-server.ts'
import { type Page, waitForTrue } from './browser.ts'
import type { Served, SmartJudge } from './judge.ts'

type Place = {
  readonly base: string
  readonly invite: () => Promise<string>
  /** Where an app sends the browser. */
  readonly signIn: string
}

let place: Promise<Place> | undefined

/** At `localhost`: a browser makes passkeys for names, and without TLS for this one alone. */
const openPlace = (served: Served): Promise<Place> => {
  place ??= makePlace(served)
  return place
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function makePlace({ startAnother, atEnd }: Served): Promise<Place> {
  const key = randomBytes(32).toString('base64')
  const { site } = await startAnother({ BANKSIA_KEY: key })
  let store: IssuerStore | undefined
  const change = (opened: { readonly store: { readonly issuer: IssuerStore }; readonly base: string }) => {
    store = opened.store.issuer
    const parts = { config: readConfig({ BANKSIA_BASE_URL: opened.base }), store, log: silent }
    const answerSignIn = openSignIn(parts)
    // The page of consent has a judge of its own.
    const answer: Pages['answer'] = async (interacting, request, response) => {
      if ((await interacting.read())?.prompt === 'login') return answerSignIn(interacting, request, response)
      await interacting.answer({ consent: { refused: [] } })
    }
    return {
      accounts: openUserAccounts(store, ['link']),
      pages: { consent: 'asked', answer } as const,
      endpoints: userEndpoints(parts),
    }
  }
  const { base, stop } = await startIssuer(site, key, new Map(), change, 'localhost')
  atEnd(stop)
  const app = await startApp(() => asPage('<p>Back</p>'))
  atEnd(app.stop)
  const redirect = `${app.origin}/callback`
  const client = await register(site.pool, {
    ...{ type: 'public', name: 'Growth chart', redirect_uris: [redirect], scope: 'openid user/Patient.rs' },
  })
  const asked = { client_id: client, redirect_uri: redirect, scope: 'openid user/Patient.rs' }
  return {
    base,
    signIn: `${base}/oidc/auth?${authorization({ base }, asked)}`,
    invite: async () => {
      assert.ok(store !== undefined)
      const user = { name: 'Dr Mary Example', tenants: [developmentTenants[0]], roles: ['clinician'] } as const
      return makeEnrolment(store, { baseUrl: base }, await store.users.insert(user))
    },
  }
}

async function addAuthenticator(page: Page, isUserVerified = true): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified, automaticPresenceSimulation: true },
    },
  })
}

const titleOf = (page: Page): Promise<string | null> => page.locator('h1').textContent()

/** Opens the link; its script hands the token over. */
async function open(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await waitForTrue(page, "document.querySelector('form[data-link]') === null")
}

async function makePasskey(page: Page, link: string): Promise<void> {
  await open(page, link)
  assert.equal(await titleOf(page), 'Make a passkey')
  assert.equal(new URL(page.url()).hash, '')
  await page.locator('form[data-passkey] button').click()
  await waitForTrue(page, "document.querySelector('h1').textContent === 'Your passkey is set up'")
}

async function signIn(page: Page, address: string): Promise<URL> {
  await page.goto(address)
  await page.locator('form[data-passkey] button').click()
  await page.waitForURL(({ pathname }) => pathname === '/callback')
  return new URL(page.url())
}

export const passkey: SmartJudge = {
  name: 'Chromium, virtual authenticator',
  cases: [
    {
      name: 'a person makes a passkey by a link, signs in with it, and the link is spent',
      run: async (served) => {
        const { invite, signIn: address } = await openPlace(served)
        const link = await invite()
        await served.browser.asPerson(async (page) => {
          await addAuthenticator(page)
          await makePasskey(page, link)
          const back = await signIn(page, address)
          assert.match(back.searchParams.get('code') ?? '', /^[\w-]{40,}$/)
          await open(page, link)
          assert.equal(await titleOf(page), 'This link no longer works')
        })
      },
    },
    {
      name: 'a device that does not verify its person makes no passkey, and the page says so',
      run: async (served) => {
        const { invite } = await openPlace(served)
        const link = await invite()
        await served.browser.asPerson(async (page) => {
          await addAuthenticator(page, false)
          await open(page, link)
          await page.locator('form[data-passkey] button').click()
          await waitForTrue(page, "document.querySelector('.notice').textContent !== ''")
          assert.match((await page.locator('.notice').first().textContent()) ?? '', /No passkey was given/)
        })
      },
    },
    {
      name: 'whoever has no passkey reads so, and goes back to the app',
      run: async (served) => {
        const { signIn: address } = await openPlace(served)
        await served.browser.asPerson(async (page) => {
          await addAuthenticator(page)
          await page.goto(address)
          await page.locator('form[data-passkey] button').click()
          await waitForTrue(page, "document.querySelector('.notice').textContent !== ''")
          await page.locator('button[name=refuse]').click()
          await page.waitForURL(({ pathname }) => pathname === '/callback')
          assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
        })
      },
    },
  ],
  wrong: {
    name: 'a link that nobody made',
    says: /This link no longer works/,
    run: async (served) => {
      const { base } = await openPlace(served)
      await served.browser.asPerson((page) => makePasskey(page, `${base}/oidc/enrol#${'a'.repeat(43)}`))
    },
  },
}
