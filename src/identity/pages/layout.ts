/** The frame of the pages of the authorisation server: title, style, headers. The style is that of the link page. CSP 3. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { type Html, html } from '../../core/page/html.ts'
import { pageStyle } from '../../core/page/page-style.ts'
import { type ShownPerson, showSignedIn } from './signed-in.ts'

export type Page = {
  /** Of the window, and the one heading of the first rank. */
  readonly title: string
  readonly body: Html
  /** 200 unless it says otherwise. */
  readonly status?: number
  /**
   * Where its forms may lead: `app` through this server to wherever the app is, whose address `form-action` would have to name, with every one to
   * which the app goes on.
   */
  readonly forms?: 'none' | 'own' | 'app'
  /** The path of a script of our own; it may also fetch from here. */
  readonly script?: string
  /** Who has signed in: the page says so, and has a form for whoever is somebody else. */
  readonly person?: ShownPerson | undefined
}

const style = pageStyle + readFileSync(new URL('pages.css', import.meta.url), 'utf8')
const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const formActions = { none: ["form-action 'none'"], own: ["form-action 'self'"], app: [] } as const

const policyOf = ({ forms = 'none', script }: Page): string =>
  [
    "default-src 'none'",
    `style-src ${styleSource}`,
    ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "base-uri 'none'",
    ...formActions[forms],
    "frame-ancestors 'none'",
  ].join('; ')

export function answerPage(response: ServerResponse, page: Page): void {
  response.writeHead(page.status ?? 200, pageHeaders(page))
  response.end(renderPage(page))
}

/** RFC 6797 is kept by whoever serves the page. */
export const pageHeaders = (page: Page): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyOf(page),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

export const renderPage = ({ title, body, script, person }: Page): string =>
  html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${{ html: style }}</style>
${script === undefined ? undefined : html`<script src="${script}" defer></script>`}
</head>
<body>
<main>
<section>
<h1>${title}</h1>
${person && showSignedIn(person)}
${body}
</section>
</main>
</body>
</html>
`.html
