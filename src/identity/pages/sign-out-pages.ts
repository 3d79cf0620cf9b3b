/** The pages on which a person signs out. OpenID Connect RP-Initiated Logout 1.0 sections 2 and 3; D185. */
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { html } from '../../core/page/html.ts'
import type { IssuerParts } from '../issuer/issuer-parts.ts'
import { type Page, pageHeaders, renderPage } from './layout.ts'
import { showName } from './shown-text.ts'
import { nameWithRole, type ShownPerson } from './signed-in.ts'

type Features = NonNullable<Configuration['features']>
type SignOut = NonNullable<Features['rpInitiatedLogout']>

type Asking = {
  readonly person: ShownPerson | undefined
  /** The app that asks, and whether it is gone back to. */
  readonly app: string | undefined
  readonly isReturning: boolean
  readonly action: string
  /** Of the session: another site does not know it. */
  readonly secret: string
}

const signOutPage = ({ person, app, isReturning, action, secret }: Asking): Page => ({
  title: 'Sign out?',
  forms: 'app',
  body: html`${person === undefined ? undefined : html`<p>You are signed in as ${nameWithRole(person)}.</p>`}
${app === undefined ? undefined : html`<p>${showName(app)} asks you to sign out.</p>`}
<p>When you sign out, the apps that you opened at this browser lose their access. An app that you allowed to stay connected keeps it.</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${secret}">
<div class="buttons"><button name="logout" value="yes">Sign out</button>${isReturning ? html`<button class="plain">Stay signed in</button>` : undefined}</div>
</form>`,
})

/** `upstream`: a provider at which people sign in as well. */
const signedOutPage = (upstream: string | undefined): Page => ({
  title: 'You are signed out',
  body: html`<p>Nobody is signed in here at this browser.</p>
${upstream === undefined ? undefined : html`<p>You may still be signed in at ${upstream}. If other people use this computer, sign out there, too.</p>`}`,
})

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set({ ...pageHeaders(page) })
  ctx.body = renderPage(page)
}

export const signOutPages = (parts: Pick<IssuerParts, 'accounts' | 'upstream'>): SignOut => ({
  enabled: true,
  logoutSource: async (ctx) => {
    const { session, client, params } = ctx.oidc
    show(
      ctx,
      signOutPage({
        person: await parts.accounts.find(session?.accountId ?? ''),
        app: client && (client.clientName ?? client.clientId),
        isReturning: params?.['post_logout_redirect_uri'] !== undefined,
        action: ctx.oidc.urlFor('end_session_confirm'),
        secret: String(Object(session?.state).secret),
      }),
    )
  },
  postLogoutSuccessSource: async (ctx) => show(ctx, signedOutPage(parts.upstream?.name)),
})
