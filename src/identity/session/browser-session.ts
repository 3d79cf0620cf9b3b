/** The session of a person at a browser: how it begins with a sign-in, goes on, and ends. docs/design/identity.md#sessions; D185, D186. */
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { minuteMs } from '../../core/durations.ts'
import type { IssuerParts } from '../issuer/issuer-parts.ts'
import { describeSessionEnd, type SessionEnd } from '../records/token-records.ts'

type Parts = Pick<IssuerParts, 'config' | 'store'>

/** The routes of oidc-provider on which a person signs out. */
const signOutRoutes: ReadonlySet<unknown> = new Set(['end_session', 'end_session_confirm'])

export const isSigningOut = (ctx: KoaContextWithOIDC | undefined): boolean => signOutRoutes.has(ctx?.oidc?.route)

/** Whether the session counts that a browser shows. Who signs out after a pause still ends what the session has granted. */
export async function isSessionOpen({ config, store }: Parts, uid: string): Promise<boolean> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  if (isSigningOut(ctx)) return (await store.sessions.findRemaining(uid)) > 0
  // An app may ask there without the person, again and again: the pages that follow, and what is posted to them, are of the person.
  const isOfApp = ctx?.oidc?.route === 'authorization'
  return store.sessions.use(uid, isOfApp ? 0 : config.sessionIdleMinutes * minuteMs)
}

/**
 * When the browser comes back from a sign-in. A session that a request already had when it reached the page is not begun again: it may have ended
 * meanwhile.
 */
export async function beginSession(
  { config, store }: Parts,
  ctx: KoaContextWithOIDC,
  accountId: string,
): Promise<void> {
  const { Interaction: interaction } = ctx.oidc.entities
  const uid = ctx.oidc.session?.uid
  const isSignIn = ctx.oidc.route === 'resume' && ctx.oidc.result?.login !== undefined
  if (!isSignIn || uid === undefined || interaction?.session?.uid !== undefined) return
  const { sessionMinutes, sessionIdleMinutes } = config
  await store.sessions.begin({
    uid,
    accountId,
    lifeMs: sessionMinutes * minuteMs,
    idleMs: sessionIdleMinutes * minuteMs,
  })
}

type Ending = SessionEnd & { readonly uid: string; readonly accountId: string | undefined }

/** Ends the session and what was granted for its time, and records that. */
export async function endSession(parts: IssuerParts, { uid, accountId, ...end }: Ending): Promise<void> {
  const account = await parts.accounts.find(accountId ?? '')
  await parts.store.sessions.end(uid, account && describeSessionEnd(parts, account, end))
}

/** Before the provider takes the session from a browser: what fails can be done again. */
export async function noteSignOut(parts: IssuerParts): Promise<void> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  const { session } = ctx?.oidc ?? {}
  // Without `logout` the person stays, and the session gets another id.
  if (ctx?.oidc?.route !== 'end_session_confirm' || !ctx.oidc.params?.['logout'] || session?.accountId === undefined)
    return
  const { clientId, postLogoutRedirectUri } = Object(session.state) as Readonly<Record<string, unknown>>
  // oidc-provider comes this way, too, when somebody else signs in to a request: it goes on with that request.
  const isOther = String(postLogoutRedirectUri).startsWith(`${ctx.oidc.urlFor('authorization')}/`)
  await endSession(parts, {
    ...{ uid: session.uid, accountId: session.accountId, reason: isOther ? 'other-person' : 'sign-out' },
    client: typeof clientId === 'string' ? clientId : undefined,
  })
}

/** Seconds that a token may live which was granted for the time of the session. */
export const findTokenLife = async ({ store }: Parts, uid: string | undefined, longest: number): Promise<number> =>
  uid === undefined ? longest : Math.max(1, Math.min(longest, await store.sessions.findRemaining(uid)))
