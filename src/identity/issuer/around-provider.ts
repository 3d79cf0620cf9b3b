/** What SMART adds to requests before oidc-provider sees them, and to its answers after. SMART App Launch 2.2 app-launch.html. */
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Changed } from '../../store/issuer/seen-in-request.ts'
import { noteEnded, recordExchange } from '../records/token-records.ts'
import { introspect } from './introspection.ts'
import type { IssuerParts } from './issuer-parts.ts'
import { showContext } from './smart-context.ts'

export function addSmart(provider: Provider, parts: IssuerParts): void {
  provider.on('grant.revoked', (ctx) => noteEnded(ctx))
  provider.use(async (ctx, next) => {
    await next()
    await complete(parts, ctx as KoaContextWithOIDC) // `oidc` is there once a route was found
  })
}

/**
 * oidc-provider gives refresh tokens to a request with `prompt=consent` alone (OpenID Connect Core 11); SMART's apps ask by the scope. The prompt is
 * added for them, so that the person sees the question.
 */
export function askForConsent(params: URLSearchParams): void {
  const prompts = (params.get('prompt') ?? '').split(' ').filter(Boolean)
  const isMet = prompts.includes('consent') || prompts.includes('none')
  const wants = (params.get('scope') ?? '').split(' ').includes('offline_access')
  if (wants && !isMet && params.getAll('prompt').length < 2) params.set('prompt', [...prompts, 'consent'].join(' '))
}

type Body = Readonly<Record<string, unknown>>

/** Where clients prove themselves. */
const provingRoutes: ReadonlySet<string> = new Set([
  ...['token', 'introspection', 'revocation', 'pushed_authorization_request'],
])

/** Before anything that the client sends as its proof is looked at. D167. */
export function checkGuessing({ guard }: IssuerParts, client: string): void {
  const { ctx } = Provider
  if (ctx === undefined || !provingRoutes.has(ctx.oidc?.route)) return
  const seconds = guard?.findWaitOf(ctx.req, client)
  if (seconds === undefined) return
  ctx.set('Retry-After', String(seconds))
  throw new errors.OIDCProviderError(429, 'temporarily_unavailable')
}

/** A client without a proof of its own passes nothing. */
function noteProof({ guard }: IssuerParts, { status, req, oidc }: KoaContextWithOIDC): void {
  const { Client: client } = oidc.entities
  if (status === 401) guard?.noteFailed(req, client?.clientId)
  else if (status === 200 && client !== undefined && client.clientAuthMethod !== 'none')
    guard?.notePassed(req, client.clientId)
}

/**
 * oidc-provider calls an assertion that it cannot read, or that another client is named beside, a wrong request. SMART App Launch 2.2
 * client-confidential-asymmetric.html#response has one answer for each error of an authentication.
 */
function isUnknownAsserter({ status, body, oidc }: KoaContextWithOIDC): boolean {
  const isAsserted = oidc?.params?.['client_assertion'] !== undefined && oidc.entities.Client === undefined
  return isAsserted && status === 400 && Object(body).error === 'invalid_request'
}

/** oidc-provider calls that `invalid_request`; RFC 6749 5.2 has a word for it. */
const wrongGrantType = 'requested grant type is not allowed for this client'

function reword(ctx: KoaContextWithOIDC, status: number, error: string): void {
  const { body } = ctx
  ctx.status = status
  ctx.body = { ...(body as Body), error } // the provider's JSON
}

const changedAnswers = {
  client: { status: 401, error: 'invalid_client', error_description: 'the client was changed meanwhile' },
  person: { status: 400, error: 'invalid_grant', error_description: 'the rights of the person were changed meanwhile' },
} as const satisfies Record<Changed, Body>

/** What the request has stored is gone, with the grant whose code or refresh token it has spent. D189. */
async function takeBack({ store }: IssuerParts, ctx: KoaContextWithOIDC, changed: Changed): Promise<void> {
  const { Grant: grant, ClientCredentials: token } = ctx.oidc.entities
  if (grant !== undefined) await store.state.endGrant(grant.jti)
  await token?.destroy()
  const { status, ...body } = changedAnswers[changed]
  ctx.status = status
  ctx.body = body
}

async function complete(parts: IssuerParts, ctx: KoaContextWithOIDC): Promise<void> {
  const route = ctx.oidc?.route
  if (isUnknownAsserter(ctx)) reword(ctx, 401, 'invalid_client')
  if (provingRoutes.has(route)) noteProof(parts, ctx)
  if (route === 'token' && Object(ctx.body).error_description === wrongGrantType)
    reword(ctx, 400, 'unauthorized_client')
  if (route === 'token') {
    // RFC 6749 5.1: for caches that know no other.
    ctx.set('Pragma', 'no-cache')
    const changed = await recordExchange(parts, ctx)
    if (changed !== undefined) return takeBack(parts, ctx, changed)
    const { Grant: grant } = ctx.oidc.entities
    if (ctx.status === 200 && grant !== undefined)
      ctx.body = { ...(ctx.body as Body), ...showContext((await parts.contexts.find(grant.jti)) ?? {}) } // the provider's JSON
  }
  if (route === 'introspection' && (ctx.body as Body | undefined)?.['active'] === true)
    // the provider's JSON
    ctx.body = await introspect(parts, String(ctx.oidc.params?.['token']))
}
