/** The page on which a user of the installation signs in. Nobody is asked who they are, so it tells nobody who is a user. D169. */
import type { ServerResponse } from 'node:http'
import type { Log } from '../../core/log.ts'
import { html } from '../../core/page/html.ts'
import type { OpenInteraction, Pages, UpstreamSignIn } from '../issuer/accounts.ts'
import { upstreamPathOf } from '../issuer/issuer-config.ts'
import { answerPage, type Page } from '../pages/layout.ts'
import { readPosted } from '../pages/page-form.ts'
import { problemPage } from '../pages/problem-pages.ts'
import { showName } from '../pages/shown-text.ts'
import { recordRefusedSignIn } from '../records/refused-sign-in.ts'
import { scriptPath } from './enrol-page.ts'
import { askForSignIn, type PasskeyParts, type SignedIn, signInByPasskey } from './passkeys.ts'

export type SignInParts = PasskeyParts & {
  readonly log: Log
  readonly upstream?: Pick<UpstreamSignIn, 'name'> | undefined
}

/** Answers an interaction whose prompt is `login`. */
export const openSignIn =
  (parts: SignInParts): Pages['answer'] =>
  async (interacting, request, response) => {
    const open = await interacting.read()
    if (open === undefined) return conclude(response, false)
    const form = request.method === 'POST' ? await readPosted(request) : undefined
    if (form === 'foreign' || form === 'unread') return answerPage(response, problemPage(form))
    if (form?.has('refuse') === true) return conclude(response, await interacting.refuse())
    const answer = form?.get('passkey') ?? undefined
    if (answer === undefined) return showSignIn(parts, open, response)
    const signed = await signInByPasskey(parts, { uid: open.uid, answer })
    if (!('refusal' in signed)) return conclude(response, await interacting.answer({ accountId: signed.user }))
    await record(parts, signed)
    return showSignIn(parts, open, response, signed)
  }

/** The interaction has ended meanwhile. */
function conclude(response: ServerResponse, isAnswered: boolean): void {
  if (!isAnswered) answerPage(response, problemPage('ended'))
}

type Refused = Extract<SignedIn, { readonly refusal: unknown }>

/** The passkey of somebody unknown is a line of the log alone. The owner of a known one may know nothing of the attempt. D178. */
async function record({ store, log }: SignInParts, { refusal, user: id }: Refused): Promise<void> {
  log.warn('sign-in.refused', { reason: refusal })
  const user = id === undefined ? undefined : await store.users.find(id)
  if (user !== undefined) await recordRefusedSignIn(store, user, { reason: refusal, isTheirs: false })
}

async function showSignIn(
  parts: SignInParts,
  open: OpenInteraction,
  response: ServerResponse,
  refused?: Refused,
): Promise<void> {
  const asked = await askForSignIn(parts, open.uid)
  answerPage(response, signInPage({ open, asked, refused, upstream: parts.upstream }))
}

type Asking = {
  readonly open: OpenInteraction
  readonly asked: object
  readonly refused: Refused | undefined
  readonly upstream: SignInParts['upstream']
}

/** Who asks is told what they can do about it, and the same for a passkey that nobody knows as for one of a disabled person. */
const messageOf = ({ refusal }: Refused): string =>
  refusal === 'counter'
    ? 'This passkey was used out of order, so there may be a copy of it. Ask the people who run this server to reset your sign-in.'
    : refusal === 'challenge'
      ? 'That took too long. Please try again.'
      : 'This passkey does not sign you in here. Try another one, or ask the people who run this server.'

const signInPage = ({ open, asked, refused, upstream }: Asking): Page => ({
  title: 'Sign in',
  status: refused === undefined ? 200 : 403,
  forms: 'app',
  script: scriptPath,
  body: html`<p><strong>${showName(open.client.name)}</strong> asks you to sign in.</p>
<form method="post" data-passkey="get" data-options="${JSON.stringify(asked)}">
<input type="hidden" name="passkey">
<p class="notice" role="alert">${refused === undefined ? undefined : messageOf(refused)}</p>
<noscript><p class="notice">A passkey needs JavaScript. Turn it on for this page, and load it again.</p></noscript>
<div class="buttons"><button>Sign in with a passkey</button></div>
</form>
${upstream && html`<p><a href="${upstreamPathOf(open.uid)}">Sign in with ${upstream.name}</a></p>`}
<form method="post"><div class="buttons"><button class="plain" name="refuse" value="yes">Do not sign in</button></div></form>`,
})
