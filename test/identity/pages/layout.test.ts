/** The frame of the pages of the authorisation server. docs/design/identity.md#pages; CSP 3. */
import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { html } from '../../../src/core/page/html.ts'
import { pageStyle } from '../../../src/core/page/page-style.ts'
import { type Page, pageHeaders, renderPage } from '../../../src/identity/pages/layout.ts'

const page: Page = { title: 'Hello', body: html`<p>There</p>` }

const directivesOf = (one: Page): ReadonlyMap<string, string> =>
  new Map(
    (pageHeaders(one)['Content-Security-Policy'] ?? '').split('; ').map((text) => {
      const [name = '', ...values] = text.split(' ')
      return [name, values.join(' ')]
    }),
  )

test('docs/design/identity.md#pages: what stands in a title is no markup', () => {
  const text = renderPage({ ...page, title: '</title><script>alert(1)</script>' })

  expect(text).not.toContain('<script')
  expect(text.match(/<h1>/g)).toHaveLength(1)
})

test('docs/design/identity.md#pages: the style is that of the link page, and the policy names its digest', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(renderPage(page)) ?? []

  expect(style.startsWith(pageStyle)).toBe(true)
  expect(directivesOf(page).get('style-src')).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
})

test('docs/design/identity.md#pages: a page runs nothing but a script of this server, and its forms lead where they need to', () => {
  const scripted = directivesOf({ ...page, script: '/oidc/passkey.js' })

  expect(directivesOf(page).get('script-src')).toBeUndefined()
  expect(directivesOf(page).get('default-src')).toBe("'none'")
  expect([scripted.get('script-src'), scripted.get('connect-src')]).toEqual(["'self'", "'self'"])
  expect(directivesOf(page).get('form-action')).toBe("'none'")
  expect(directivesOf({ ...page, forms: 'own' }).get('form-action')).toBe("'self'")
  expect(directivesOf({ ...page, forms: 'app' }).has('form-action')).toBe(false)
})
