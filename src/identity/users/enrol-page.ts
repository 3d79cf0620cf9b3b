/** `/oidc/enrol`: an invited person makes a passkey. The token of the link comes in a form, never in an address. D169. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Html, html } from '../../core/page/html.ts'
import type { IssuerUser } from '../../store/issuer/issuer-users.ts'
import type { UpstreamSignIn } from '../issuer/accounts.ts'
import { endpointOf, endpointPaths, issuerPath } from '../issuer/issuer-config.ts'
import { answerPage, type Page } from '../pages/layout.ts'
import { isOwnForm, readPosted } from '../pages/page-form.ts'
import { findEnrolment } from './enrolments.ts'
import { askForPasskey, enrolPasskey, type PasskeyParts, type Refusal } from './passkeys.ts'

const upstreamPath = `${issuerPath}${endpointPaths.enrolUpstream}`
export const scriptPath = `${issuerPath}${endpointPaths.passkeyScript}`

export type EnrolParts = PasskeyParts & { readonly upstream?: Pick<UpstreamSignIn, 'name'> | undefined }

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The link was opened: its script hands over the token, which only the browser knows. */
export const showEnrol: Handle = async (_request, response) =>
  answerPage(response, {
    title: 'Set up your sign-in',
    forms: 'own',
    script: scriptPath,
    body: html`<form method="post" data-link>
<p><label>Code of your link, after the sign #<input name="token" autocomplete="off" spellcheck="false" required></label></p>
<div class="buttons"><button>Continue</button></div>
</form>`,
  })

/** First the token alone, then with what the browser made. */
export const answerEnrol =
  (parts: EnrolParts): Handle =>
  async (request, response) => {
    const form = isOwnForm(request, endpointOf(parts.config, 'enrol')) ? await readPosted(request) : 'foreign'
    if (form === 'foreign' || form === 'unread') return answerPage(response, lapsed)
    const [token, passkey] = [form.get('token')?.trim() ?? '', form.get('passkey')]
    const user = await findEnrolment(parts.store, token)
    if (user === undefined) return answerPage(response, lapsed)
    const ask = async (refusal?: Refusal) => ({ user, token, refusal, asked: await askForPasskey(parts, token, user) })
    if (passkey === null) return answerPage(response, askPage(await ask(), parts))
    const outcome = await enrolPasskey(parts, { token, user: user.id, answer: passkey })
    if (outcome === 'enrolled') return answerPage(response, done)
    if (outcome === 'spent') return answerPage(response, lapsed)
    answerPage(response, askPage(await ask(outcome), parts))
  }

const lapsed: Page = {
  title: 'This link no longer works',
  status: 403,
  body: html`<p>It was used before, it is older than 15 minutes, or a newer one has taken its place. Ask the people who sent it for another one.</p>`,
}

const done: Page = {
  title: 'Your passkey is set up',
  body: html`<p>You can close this page. Sign in from your app with this passkey from now on.</p>`,
}

type Asking = {
  readonly user: IssuerUser
  readonly token: string
  readonly refusal: Refusal | undefined
  readonly asked: object
}

const askPage = ({ user, token, refusal, asked }: Asking, { upstream }: EnrolParts): Page => ({
  title: 'Make a passkey',
  status: refusal === undefined ? 200 : 400,
  forms: 'own',
  script: scriptPath,
  body: html`<p>This is for <strong>${user.name}</strong>. If that is somebody else, close this page.</p>
<p>With a passkey you sign in by your fingerprint, your face or the PIN of your device. There is no password.</p>
<form method="post" data-passkey="create" data-options="${JSON.stringify(asked)}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="passkey">
<p class="notice" role="alert">${refusal === undefined ? undefined : 'That passkey was not accepted. Please try again.'}</p>
<noscript><p class="notice">A passkey needs JavaScript. Turn it on for this page, and open the link again.</p></noscript>
<div class="buttons"><button>Make a passkey</button></div>
</form>
${upstream && upstreamForm(upstream.name, token)}`,
})

/** The provider answers where the browser goes: a form of this page would not be let there. */
const upstreamForm = (name: string, token: string): Html => html`<form method="post" data-upstream="${upstreamPath}">
<p>Or sign in with the account that you have at ${name}.</p>
<input type="hidden" name="token" value="${token}">
<p class="notice" role="alert"></p>
<div class="buttons"><button class="plain">Use ${name}</button></div>
</form>`
