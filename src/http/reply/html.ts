/** The pages of the documentation. No script, one style. */
import { createHash } from 'node:crypto'
import type { ParameterizedContext } from 'koa'
import { escapeMarkup } from '../../core/markup.ts'
import { type Html, html } from '../../core/page/html.ts'

/** Text between back quotes is code. */
export const renderCode = (text: string): Html[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

const style = `
:root{color-scheme:light dark;--line:light-dark(#d5dae1,#343c47);--quiet:light-dark(#5a6472,#9aa5b4);--back:light-dark(#fff,#14181d);--raised:light-dark(#f4f6f8,#1c2229);--accent:light-dark(#0b57a8,#7db7ff)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--back);color:light-dark(#1b2129,#e4e8ee);font:16px/1.55 system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:.15em}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header{border-bottom:1px solid var(--line);padding:.8rem 1.25rem;display:flex;gap:1.25rem;flex-wrap:wrap;align-items:baseline}
header strong{font-size:1.1rem}header a{text-decoration:none}
img{max-width:100%}main{padding:1rem 1.25rem 4rem;max-width:60rem;min-width:0;overflow-wrap:anywhere}
nav{padding:1rem 1.25rem;border-bottom:1px solid var(--line);font-size:.9rem}
nav ul{list-style:none;margin:.2rem 0 .8rem;padding:0}nav li ul{margin:.1rem 0 .6rem}nav li li{margin:.15rem 0 .15rem .6rem}
nav a{text-decoration:none}
h1{font-size:1.7rem;line-height:1.25;margin:.5rem 0 1rem}h2{font-size:1.35rem;margin:2.5rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.1rem;margin:2rem 0 .4rem}h4{font-size:.95rem;margin:1.1rem 0 .3rem;color:var(--quiet);font-weight:600}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.87em}
pre{background:var(--raised);border:1px solid var(--line);border-radius:6px;padding:.75rem .9rem;overflow-x:auto;overflow-wrap:normal;line-height:1.45}
p code,li code,td code{background:var(--raised);border-radius:4px;padding:.1em .3em}
.wide{overflow-x:auto;margin:.4rem 0}table{border-collapse:collapse;width:100%;min-width:36rem;overflow-wrap:break-word;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line);min-width:4rem}th{color:var(--quiet);font-weight:600;white-space:nowrap}
td:first-child code{white-space:nowrap}
.call{font-family:ui-monospace,monospace;font-size:.95rem;margin:.2rem 0}.method{font-weight:700;color:var(--accent)}
.facts{color:var(--quiet);font-size:.9rem;margin:.2rem 0 .6rem}summary{cursor:pointer;color:var(--accent);font-size:.9rem}
@media(max-width:62rem){nav li ul{display:none}nav>ul{display:flex;flex-wrap:wrap;gap:.2rem .9rem;margin:0}}
@media(min-width:62rem){.columns{display:grid;grid-template-columns:19rem minmax(0,1fr)}nav{position:sticky;top:0;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}main{padding-left:2rem}}
`

/** Only our own pictures load, and nothing runs: the hash of the style allows it. CSP 3. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type Page = { readonly title: string; readonly nav?: Html; readonly body: Html }

const frame = ({ title, nav, body }: Page): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${style}</style></head><body>
<header><strong>Banksia</strong><a href="/docs">Documentation</a><a href="/docs/api">API</a><a href="/v1/openapi.json">OpenAPI</a></header>
${nav === undefined ? '' : `<div class="columns"><nav aria-label="Contents">${nav.html}</nav>`}<main>${body.html}</main>${nav === undefined ? '' : '</div>'}
</body></html>
`

export function writePage(ctx: ParameterizedContext, page: Page): void {
  ctx.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' })
  ctx.type = 'text/html'
  ctx.body = frame(page)
}

/** A picture has its own style, and loads nothing. */
export function writePicture(ctx: ParameterizedContext, svg: string): void {
  ctx.set({ 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'", 'Cache-Control': 'no-cache' })
  ctx.type = 'image/svg+xml'
  ctx.body = svg
}
