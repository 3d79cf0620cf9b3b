/** `/s`: the page behind a link. It holds no patient data; it fetches the document by a POST with the secret and the second factor. docs/design/hub.md#consent. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Caller } from '../../../core/caller.ts'
import { isUuid } from '../../../core/ids.ts'
import { pageStyle } from '../../../core/page/page-style.ts'
import { Problem } from '../../../core/problems.ts'
import { sha256Of } from '../../../core/sha256.ts'
import type { FailureLimit } from '../../../http/checks/limit-failures.ts'
import { type Reply, writeReply } from '../../../http/reply/reply.ts'
import { checkMediaType, jsonMediaTypes, parseBody, readBody } from '../../../http/request/body.ts'
import type { FindAddress } from '../../../http/request/client-address.ts'
import { parseWith } from '../../../http/request/field-errors.ts'
import type { Context, Layer } from '../../../http/request/request-state.ts'
import { putRendering } from '../../../store/operations/renderings.ts'
import { listLinkTenants } from '../../../store/operations/share-links.ts'
import type { Store } from '../../../store/store.ts'
import { disabledTenant } from '../../../store/tenants/check-served.ts'
import type { Render } from '../../render.ts'
import { linkCaller, type Outcome, type Redemption, redeemLink, type Unrendered } from './redeem.ts'

const path = '/s'
const asset = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))

const style = Buffer.concat([Buffer.from(pageStyle), asset('page.css')])

// biome-ignore format: one row a line
const pages: Readonly<Record<string, { readonly mediaType: string; readonly bytes: Buffer }>> = {
  '/s':         { mediaType: 'text/html; charset=utf-8',       bytes: asset('page.html') },
  '/s/page.css': { mediaType: 'text/css; charset=utf-8',        bytes: style },
  '/s/page.js':  { mediaType: 'text/javascript; charset=utf-8', bytes: asset('page.js') },
}

/** Script, style and requests are from here only; no page may frame it, and no form leaves it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const request = z.strictObject({
  /** The fragment of the link. */
  link: z
    .string()
    .max(200)
    .regex(/^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/),
  dateOfBirth: z.iso.date(),
})

const mediaTypes = { page: 'application/json', pdf: 'application/pdf' } as const

type Links = {
  readonly store: Pick<Store, 'system' | 'transact'>
  readonly timeoutMs: number
  readonly findAddress: FindAddress
  /** An invented link counts as a failed authentication of its address. */
  readonly failures: FailureLimit
  readonly render: Render
}

/** Runs inside the layers for problems and correlation. */
export const linkPage =
  (links: Links): Layer =>
  async (ctx, next) => {
    const page = pages[ctx.path]
    if (page === undefined) return next()
    ctx.state.route = ctx.path
    const isPage = ctx.path === path
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return writePage(ctx, page)
    const allow = isPage ? 'GET, HEAD, POST' : 'GET, HEAD'
    if (!isPage || ctx.method !== 'POST') throw new Problem('method-not-allowed', { headers: { Allow: allow } })
    links.failures.check(ctx)
    const outcome = await redeem(ctx, links)
    if (outcome.kind === 'unknown') links.failures.count(ctx)
    writeReply(ctx, answer(outcome))
  }

function writePage(ctx: Context, { mediaType, bytes }: { mediaType: string; bytes: Buffer }): void {
  ctx.set('Content-Security-Policy', policy)
  ctx.set('Content-Type', mediaType)
  ctx.body = bytes
}

const maxBytes = 2_000

async function redeem(ctx: Context, { store, timeoutMs, findAddress, render }: Links): Promise<Outcome> {
  checkMediaType(ctx.req, jsonMediaTypes)
  const body = parseBody(await readBody(ctx, { maxBytes, timeoutMs }))
  const { link, dateOfBirth } = parseWith(request, body) as z.output<typeof request>
  const [shareId = '', secret = ''] = link.split('.')
  const redemption: Redemption = {
    shareId,
    secret,
    dateOfBirth,
    address: findAddress(ctx.req),
    form: ctx.accepts(mediaTypes.page, mediaTypes.pdf) === mediaTypes.pdf ? 'pdf' : 'page',
  }
  if (!isUuid(shareId)) return { kind: 'unknown' }
  for (const tenant of await listLinkTenants(store.system, shareId)) {
    const caller = linkCaller(tenant, ctx.state.requestId, shareId)
    const open = () => store.transact(caller, (tx) => redeemLink(tx, redemption))
    const outcome = await open()
    if (outcome.kind === 'unrendered') {
      await keepPdf({ store, render }, caller, outcome)
      return open()
    }
    if (outcome.kind !== 'unknown') return outcome
  }
  return { kind: 'unknown' }
}

/** Made outside of any transaction; everything is checked again afterwards. */
async function keepPdf(
  { store, render }: Pick<Links, 'store' | 'render'>,
  caller: Caller,
  { unrendered, input }: Unrendered,
) {
  const bytes = Buffer.from(await render('pdf', input))
  const sha256 = sha256Of(bytes)
  await store.transact(caller, (tx) => putRendering(tx, unrendered, { bytes, sha256 }))
}

/** The count has committed by now; the refusal is thrown after it. */
function answer(outcome: Outcome): Reply {
  switch (outcome.kind) {
    case 'opened':
      return outcome.pdf === undefined
        ? { status: 200, body: outcome.page }
        : { status: 200, bytes: outcome.pdf, headers: pdfHeaders }
    case 'unknown':
      throw new Problem('not-found')
    case 'ended':
      throw new Problem('gone')
    case 'off':
      throw new Problem('feature-disabled')
    case 'disabled':
      throw disabledTenant()
    case 'mismatch':
      throw new Problem('authentication-required', {
        detail: 'The date of birth is not the one on record',
        headers: { 'WWW-Authenticate': 'Link realm="banksia"' },
      })
    case 'limited':
      throw new Problem('rate-limited', { headers: { 'Retry-After': '900' } })
    case 'unrendered':
      throw new Problem('dependency-unavailable', { headers: { 'Retry-After': '5' } })
  }
}

const pdfHeaders = {
  'Content-Type': mediaTypes.pdf,
  'Content-Disposition': 'attachment; filename="document.pdf"',
} as const
