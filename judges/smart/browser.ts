/** Debian's Chromium without a screen, driven by playwright-core, which lies with what only judges (`npm run judges`). */
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { waitUntil } from '../../test/patience.ts'

/** Where what only judges is installed. */
export const judgeModules: string = join(import.meta.dirname, '../node_modules')

const program = '/usr/bin/chromium'

/** The part of playwright's `Locator` that judges use. */
export type Locator = {
  readonly fill: (text: string) => Promise<void>
  readonly click: () => Promise<void>
  readonly check: () => Promise<void>
  readonly uncheck: () => Promise<void>
  readonly press: (key: string) => Promise<void>
  readonly count: () => Promise<number>
  readonly isVisible: () => Promise<boolean>
  readonly textContent: () => Promise<string | null>
  readonly allTextContents: () => Promise<string[]>
  readonly getAttribute: (name: string) => Promise<string | null>
  readonly waitFor: () => Promise<void>
  readonly first: () => Locator
}

/** Of the Chrome DevTools Protocol: the virtual authenticator is one of its domains. */
export type DevTools = {
  readonly send: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>
}

type Context = {
  readonly newPage: () => Promise<Page>
  readonly newCDPSession: (page: Page) => Promise<DevTools>
  readonly setDefaultTimeout: (ms: number) => void
  readonly close: () => Promise<void>
}

type Media = { readonly colorScheme?: 'light' | 'dark'; readonly reducedMotion?: 'reduce' }

/** The part of playwright's `Page` that judges use. */
export type Page = {
  readonly goto: (address: string) => Promise<{ readonly status: () => number } | null>
  readonly goBack: () => Promise<unknown>
  readonly url: () => string
  readonly title: () => Promise<string>
  readonly content: () => Promise<string>
  readonly locator: (selector: string) => Locator
  readonly waitForURL: (wanted: (url: URL) => boolean) => Promise<void>
  /** Runs the text of a script in the page, and answers its value. */
  readonly evaluate: <T>(script: string) => Promise<T>
  readonly addScriptTag: (from: { readonly path: string } | { readonly content: string }) => Promise<unknown>
  readonly setViewportSize: (size: { readonly width: number; readonly height: number }) => Promise<void>
  readonly emulateMedia: (media: Media) => Promise<void>
  readonly screenshot: (options: { readonly path: string; readonly fullPage?: boolean }) => Promise<unknown>
  readonly keyboard: { readonly press: (key: string) => Promise<void> }
  readonly context: () => Context
  readonly on: (event: 'pageerror', listener: (error: Error) => void) => void
}

/** Waits until the script is true in the page, over changes of the page. The page's own policy may forbid it to evaluate texts by itself. */
export const waitForTrue = (page: Page, script: string): Promise<void> =>
  // A page that is about to go evaluates nothing.
  waitUntil(() => page.evaluate<boolean>(`Boolean(${script})`).catch(() => false))

type Driver = {
  readonly chromium: {
    readonly launch: (options: object) => Promise<{
      readonly newContext: (options: object) => Promise<Context>
      readonly close: () => Promise<void>
    }>
  }
}

export type Browser = {
  /** The browser of one person, with cookies of its own; an error says what the page showed. */
  readonly asPerson: <T>(act: (page: Page) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

export const listMissingOfBrowser = (): string[] => (existsSync(program) ? [] : ['chromium'])

const patienceMs = 120_000

/** Names of the domain `test` (RFC 6761 6.2) are this machine, all others lead nowhere: the browser reaches loopback alone. */
const resolving = '--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'

/** Not by ignoring errors of certificates: where there is one, Chromium uses no passkey. */
function trust(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}

/** playwright ends it when this process ends, by a signal too. `certificate`: PEM of the one that it trusts. */
export async function openBrowser(certificate: string): Promise<Browser> {
  const load = createRequire(import.meta.url)
  const { chromium } = load(join(judgeModules, 'playwright-core')) as Driver // its own types are absent until `npm run judges`
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: program,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-dev-shm-usage',
      resolving,
      trust(certificate),
    ],
  })
  return {
    async asPerson(act) {
      const context = await browser.newContext({})
      context.setDefaultTimeout(patienceMs)
      const page = await context.newPage()
      try {
        return await act(page)
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : error}\n${await show(page)}`, { cause: error })
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

/** The address of the page, and the first 300 characters of its text. */
const show = (page: Page): Promise<string> =>
  page.evaluate<string>("location.origin + location.pathname + ': ' + document.body.innerText.slice(0, 300)").then(
    (text) => `at ${text}`,
    () => 'the page is gone',
  )
