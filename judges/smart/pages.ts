/** The pages of the authorisation server in Chromium, by axe-core: light and dark, at 360 px and wide, and by keyboard alone. WCAG 2.2 A and AA. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentTenants } from '../../src/core/caller.ts'
import type { IssuerAccount } from '../../src/identity/issuer/accounts.ts'
import { type PageServer, startPages } from '../../test/identity/issuer/issuer-server.ts'
import { register } from '../../test/identity/issuer/register.ts'
import { authorization } from '../../test/identity/issuer/smart-app.ts'
import { type AppServer, asPage, startApp } from './app-server.ts'
import { judgeModules, type Page } from './browser.ts'
import type { Served, SmartJudge } from './judge.ts'
import { putRecords, type Records } from './records.ts'

const [tenant] = developmentTenants
const scope =
  'openid fhirUser launch/patient launch/encounter offline_access patient/*.rs patient/Observation.rs?category=vital-signs user/Condition.cruds'

type World = {
  readonly issuer: PageServer
  readonly app: AppServer
  readonly records: Records
  /** The address at which the app sends the browser to Banksia. */
  readonly start: (changes?: Readonly<Record<string, string>>) => string
}

let world: Promise<World> | undefined

/** One for all cases. */
const openWorld = (served: Served): Promise<World> => {
  world ??= makeWorld(served)
  return world
}

async function makeWorld({ startAnother, atEnd }: Served): Promise<World> {
  const key = randomBytes(32).toString('base64')
  const server = await startAnother({ BANKSIA_KEY: key })
  const records = await putRecords(server)
  const encounter = {
    resourceType: 'Encounter',
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    subject: { reference: `Patient/${records.patient}` },
    period: { start: '2026-01-01T10:00:00+10:00' },
    serviceType: { text: 'General practice' },
    serviceProvider: { reference: 'Organization/00000000-0000-7000-8000-00000000d003' },
    reasonCode: [{ text: 'Cough' }],
  }
  const headers = { 'content-type': 'application/fhir+json' }
  const { status, text } = await server.call('POST', '/fhir/R4/Encounter', { body: encounter, headers })
  assert.equal(status, 201, text)
  const name = 'Growth chart'
  const account = { id: 'clinician', name: 'Dr Mary Example' }
  const clinician: IssuerAccount = { ...account, tenants: [tenant], spokes: ['link'], roles: ['clinician'] }
  const issuer = await startPages(server.site, key, new Map([['clinician', clinician]]))
  atEnd(() => issuer.stop())
  const app = await startApp((path) => (path === '/callback' ? asPage('<h1>Back at the app</h1>') : undefined))
  atEnd(() => app.stop())
  const redirect_uri = `${app.origin}/callback`
  const client_id = await register(server.site.pool, { type: 'public', name, redirect_uris: [redirect_uri], scope })
  const start = (changes = {}) =>
    `${issuer.base}/oidc/auth?${authorization(issuer, { client_id, redirect_uri, scope, prompt: 'consent', ...changes })}`
  return { issuer, app, records, start }
}

const axe = readFileSync(join(judgeModules, 'axe-core/axe.min.js'), 'utf8')

type Finding = { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] }

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Throws with what axe finds, and with what a page of ours has besides. A policy of the page holds for neither. */
async function judgePage(page: Page): Promise<void> {
  await page.evaluate(`${axe};0`)
  const asked = JSON.stringify({ runOnly: { type: 'tag', values: rules } })
  const found = await page.evaluate<readonly Finding[]>(
    `axe.run(document, ${asked}).then((result) => result.violations)`,
  )
  const faults = found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(faults, [])
  const facts = await page.evaluate<Readonly<Record<string, unknown>>>(`({
    lang: document.documentElement.lang, headings: document.querySelectorAll('h1').length,
    isWide: document.documentElement.scrollWidth > innerWidth,
    scripts: [...document.scripts].filter((one) => !one.src.startsWith(location.origin)).length,
  })`)
  assert.deepEqual(facts, { lang: 'en-AU', headings: 1, isWide: false, scripts: 0 })
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
)

/** Where pictures go, for a person to look at. */
const pictures = process.env['JUDGE_PICTURES']

export async function judgeLooks(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 740 })
    await judgePage(page)
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`), fullPage: true })
  }
}

/** Posts the account, as a passkey would. */
const signIn = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const form = document.createElement('form')
    form.method = 'post'
    form.innerHTML = '<input name="account" value="clinician">'
    document.body.append(form)
    form.submit()
  }`)

export const heading = (page: Page, text: string): Promise<void> => page.locator(`h1:has-text("${text}")`).waitFor()

async function judgeAll(served: Served): Promise<void> {
  const { start, records, app, issuer } = await openWorld(served)
  await served.browser.asPerson(async (page) => {
    await page.goto(start())
    await judgeLooks(page, 'sign-in')
    await signIn(page)
    await heading(page, 'Choose a patient')
    await judgeLooks(page, 'picker')
    await page.locator('button:has-text("Search")').click()
    await page.locator('[role=alert]').waitFor()
    await judgeLooks(page, 'picker-notice')
    await page.locator('input[name=name]').fill(records.family)
    await page.locator('button:has-text("Search")').click()
    await page.locator(`button[value="${records.patient}"]`).waitFor()
    await judgeLooks(page, 'picker-found')
    await page.locator(`button[value="${records.patient}"]`).click()
    await heading(page, 'Choose a visit')
    await judgeLooks(page, 'visits')
    await page.locator('button[name=encounter]').first().click()
    await heading(page, 'Allow this app?')
    await judgeLooks(page, 'consent')
    await page.locator('button[value=refuse]').click()
    await page.waitForURL(({ origin }) => origin === app.origin)
    assert.match(page.url(), /error=access_denied/)
    await page.goto(`${issuer.base}/oidc/sign-out`)
    await judgeLooks(page, 'sign-out')
    await page.locator('button[value=yes]').click()
    await heading(page, 'You are signed out')
    await judgeLooks(page, 'signed-out')
  })
}

async function judgeProblems(served: Served): Promise<void> {
  const { start, issuer } = await openWorld(served)
  const addresses = {
    ended: `${issuer.base}/oidc/interaction/nothing`,
    'unknown-app': start({ client_id: 'nobody' }),
    'wrong-return': start({ redirect_uri: 'https://elsewhere.example/' }),
    'wrong-request': start({ client_id: '' }),
    'wrong-sign-out': `${issuer.base}/oidc/sign-out?client_id=nobody`,
  }
  await served.browser.asPerson(async (page) => {
    for (const [name, address] of Object.entries(addresses)) {
      const answer = await page.goto(address)
      assert.equal(answer?.status(), 400, name)
      await judgeLooks(page, name)
    }
  })
}

const mostKeys = 40

/** Tabs to the first field or button that a selector fits. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let at = 0; at < mostKeys; at += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  throw new Error(`no key leads to ${selector}`)
}

async function judgeKeyboard(served: Served): Promise<void> {
  const { start, records, app } = await openWorld(served)
  await served.browser.asPerson(async (page) => {
    await page.goto(start())
    await signIn(page)
    await heading(page, 'Choose a patient')
    await tabTo(page, 'input[name=name]')
    for (const letter of records.family) await page.keyboard.press(letter)
    await page.keyboard.press('Enter')
    await page.locator(`button[value="${records.patient}"]`).waitFor()
    await tabTo(page, `button[value="${records.patient}"]`)
    await page.keyboard.press('Enter')
    await heading(page, 'Choose a visit')
    await tabTo(page, 'button[value=none]')
    await page.keyboard.press('Enter')
    await heading(page, 'Allow this app?')
    await tabTo(page, 'input[value=offline_access]')
    await page.keyboard.press('Space')
    await tabTo(page, 'button[value=allow]')
    await page.keyboard.press('Enter')
    await page.waitForURL(({ origin }) => origin === app.origin)
    assert.match(page.url(), /[?&]code=/)
  })
}

/** The next person at the computer finds another's name. */
async function judgeLeaving(served: Served): Promise<void> {
  const { start } = await openWorld(served)
  await served.browser.asPerson(async (page) => {
    await page.goto(start())
    await signIn(page)
    await heading(page, 'Choose a patient')
    await tabTo(page, 'button[name=leave]')
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in')
    await page.goBack()
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /Dr Mary Example/)
  })
}

export const pages: SmartJudge = {
  name: 'pages by axe-core 4.14.1',
  cases: [
    { name: 'sign-in, picker, visits and consent: light and dark, 360 px and wide', run: judgeAll },
    { name: 'what a person reads who cannot go on', run: judgeProblems },
    { name: 'from the search to the app by keyboard alone', run: judgeKeyboard },
    { name: 'from one person to the next by keyboard alone, and Back shows nothing of the first', run: judgeLeaving },
  ],
  wrong: {
    name: 'a page without language, in grey on white',
    says: /color-contrast.*html-has-lang/s,
    run: ({ browser }) =>
      browser.asPerson(async (page) => {
        await page.goto('data:text/html,<title>x</title><h1>x</h1><p style="color:silver;background:white">Hello</p>')
        await judgePage(page)
      }),
  },
}
