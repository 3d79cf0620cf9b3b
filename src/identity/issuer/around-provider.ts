/** What SMART adds to requests before oidc-provider sees them, and to its answers after. SMART App Launch 2.2 app-launch.html. */
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { introspect } from './introspection.ts'
import type { IssuerParts } from './issuer-parts.ts'
import { showContext } from './smart-context.ts'

export function addSmart(provider: Provider, parts: IssuerParts): void {
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

async function complete(parts: IssuerParts, ctx: KoaContextWithOIDC): Promise<void> {
  const route = ctx.oidc?.route
  if (route === 'token') {
    // RFC 6749 5.1: for caches that know no other.
    ctx.set('Pragma', 'no-cache')
    const { Grant: grant } = ctx.oidc.entities
    if (ctx.status === 200 && grant !== undefined)
      ctx.body = { ...(ctx.body as Body), ...showContext((await parts.contexts.find(grant.jti)) ?? {}) } // the provider's JSON
  }
  if (route === 'introspection' && (ctx.body as Body | undefined)?.['active'] === true)
    // the provider's JSON
    ctx.body = await introspect(parts, String(ctx.oidc.params?.['token']))
}
