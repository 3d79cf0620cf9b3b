/** The pages of enrolment, of making a passkey and of a sign-in at a hospital's provider, faults included, in Chromium by axe-core as the others. WCAG 2.2 A and AA. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { developmentTenants } from '../../src/core/caller.ts'
import { authorization } from '../../test/identity/issuer/smart-app.ts'
import {
  type Claims,
  type Errors,
  openSmallProvider,
  type SmallProvider,
} from '../../test/identity/upstream/small-provider.ts'
import { startUpstream, type UpstreamServer } from '../../test/identity/upstream/upstream-server.ts'
import { openAuthenticator } from '../../test/identity/users/authenticator.ts'
import type { Page } from './browser.ts'
import type { Served, SmartJudge } from './judge.ts'
import { heading, judgeLooks } from './pages.ts'

const [tenant] = developmentTenants

type World = {
  readonly provider: SmallProvider
  readonly server: UpstreamServer
  /** Knows people by their e-mail address. */
  readonly byMail: UpstreamServer
}

let world: Promise<World> | undefined

/** One for all cases. */
const openWorld = (served: Served): Promise<World> => {
  world ??= makeWorld(served)
  return world
}

async function makeWorld({ startAnother, atEnd }: Served): Promise<World> {
  const key = randomBytes(32).toString('base64')
  const { site } = await startAnother({ BANKSIA_KEY: key })
  const provider = await openSmallProvider()
  atEnd(async () => provider.close())
  const { address: issuer, client } = provider
  const open = async (changes: object): Promise<UpstreamServer> => {
    const server = await startUpstream(site, key, {
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      ...changes,
    })
    atEnd(() => server.stop())
    return server
  }
  return { provider, server: await open({}), byMail: await open({ claim: 'email' }) }
}

const enrolAddress = ({ base }: UpstreamServer, token = ''): string => `${base}/oidc/enrol${token && `#${token}`}`

/** Posts what an authenticator in software makes: a browser makes none for the address of a machine. */
async function makePasskey(page: Page, { base }: UpstreamServer): Promise<void> {
  const options = JSON.parse((await page.locator('form[data-passkey]').getAttribute('data-options')) ?? '')
  await postPasskey(page, openAuthenticator(base).create(options))
}

const postPasskey = (page: Page, passkey: string): Promise<unknown> =>
  page.evaluate(`{
    const form = document.querySelector('form[data-passkey]')
    form.elements.passkey.value = ${JSON.stringify(passkey)}
    form.submit()
  }`)

async function judgeEnrolment(served: Served): Promise<void> {
  const { server } = await openWorld(served)
  const { token } = await server.invite(tenant)
  await served.browser.asPerson(async (page) => {
    await page.goto(enrolAddress(server))
    await heading(page, 'Set up your sign-in')
    await judgeLooks(page, 'enrol')
    // Only a new document is opened with another fragment.
    await page.goto('about:blank')
    await page.goto(enrolAddress(server, token))
    await heading(page, 'Make a passkey')
    await judgeLooks(page, 'enrol-passkey')
    await postPasskey(page, '{}')
    await page.locator('p.notice:has-text("was not accepted")').waitFor()
    await judgeLooks(page, 'enrol-refused')
    await makePasskey(page, server)
    await heading(page, 'Your passkey is set up')
    await judgeLooks(page, 'enrol-done')
    await page.goto('about:blank')
    await page.goto(enrolAddress(server, token))
    await heading(page, 'This link no longer works')
    await judgeLooks(page, 'enrol-lapsed')
  })
}

const now = (): number => Math.floor(Date.now() / 1000)

/** From the app to the page of the sign-in, and on to the provider. */
async function goThroughProvider(
  page: Page,
  server: UpstreamServer,
  asked: Record<string, string> = {},
): Promise<void> {
  await page.goto(`${server.base}/oidc/auth?${authorization(server, asked)}`)
  await heading(page, 'Sign in')
  await page.locator('a:has-text("Sign in with Example Health")').click()
}

type Fault = {
  readonly name: string
  readonly title: string
  readonly says: RegExp
  readonly person?: Claims
  readonly errors?: Errors
  readonly asked?: Record<string, string>
  readonly at?: 'byMail'
}

// biome-ignore format: one row a line
const faults: readonly Fault[] = [
  { name: 'away',      title: 'Sign-in is not available', says: /does not answer now/,            errors: { status: 503 } },
  { name: 'refused',   title: 'You are not signed in',    says: /did not sign you in/,            errors: { answer: { code: undefined, error: 'access_denied' } } },
  { name: 'untrusted', title: 'You are not signed in',    says: /does not count here/,            errors: { claims: { aud: 'another' } } },
  { name: 'stale',     title: 'You are not signed in',    says: /sign in anew/,                   person: { sub: 'dr-1', auth_time: 1 }, asked: { prompt: 'login' } },
  { name: 'unnamed',   title: 'You are not signed in',    says: /does not say who you are/,       person: { sub: 'dr-1' }, at: 'byMail' },
  { name: 'unknown',   title: 'You cannot sign in here',  says: /nobody has let you in here/,     person: { sub: 'nobody' } },
]

async function judgeFaults(served: Served): Promise<void> {
  const world = await openWorld(served)
  const { provider } = world
  for (const { name, title, says, person = { sub: 'dr-1' }, errors = {}, asked, at = 'server' } of faults) {
    provider.signIn(person)
    provider.err(errors)
    await served.browser.asPerson(async (page) => {
      await goThroughProvider(page, world[at], asked)
      await heading(page, title)
      assert.match(await page.content(), says)
      await judgeLooks(page, `upstream-${name}`)
    })
    provider.err({})
  }
}

/** The first person binds the account there, which no second link can. */
async function judgeEnrolledThere(served: Served): Promise<void> {
  const { server, provider } = await openWorld(served)
  const enrol = (title: string, name: string): Promise<void> =>
    served.browser.asPerson(async (page) => {
      const { token } = await server.invite(tenant)
      provider.signIn({ sub: 'dr-2', auth_time: now() })
      await page.goto(enrolAddress(server, token))
      await heading(page, 'Make a passkey')
      await page.locator('button:has-text("Use Example Health")').click()
      await heading(page, title)
      await judgeLooks(page, name)
    })
  await enrol('You are enrolled', 'upstream-enrolled')
  await enrol('This link does not count', 'upstream-spent')
  await served.browser.asPerson(async (page) => {
    await page.goto(`${server.base}/oidc/signed-in?state=nothing`)
    await heading(page, 'This sign-in has ended')
    await judgeLooks(page, 'upstream-lost')
  })
}

export const enrolmentPages: SmartJudge = {
  name: 'pages of enrolment and provider by axe-core 4.14.1',
  cases: [
    { name: 'from the link to the passkey, and a link that is spent', run: judgeEnrolment },
    { name: 'each reason why a provider signs nobody in', run: judgeFaults },
    { name: 'an enrolment at the provider, a second one, and one that was lost', run: judgeEnrolledThere },
  ],
  wrong: {
    name: 'a page of enrolment whose field has no label',
    says: /label/,
    run: async (served) => {
      const { server } = await openWorld(served)
      await served.browser.asPerson(async (page) => {
        await page.goto(enrolAddress(server))
        await page.evaluate(`document.querySelector('label').replaceWith(document.querySelector('input[name=token]'))`)
        await judgeLooks(page, 'wrong')
      })
    },
  },
}
