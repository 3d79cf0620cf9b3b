/** Pages on which a sign-in at an upstream provider ends: what happened, and what to do next. */
import type { ServerResponse } from 'node:http'
import { type Html, html } from '../../core/page/html.ts'
import { interactionPathOf, upstreamPathOf } from '../issuer/issuer-config.ts'
import { answerPage } from '../pages/layout.ts'
import type { SignInFault, SignInReason } from './sign-in-fault.ts'

type Text = { readonly status: number; readonly title: string; readonly says: (name: string) => string }

// biome-ignore format: one row a line
const texts: Readonly<Record<SignInReason, Text>> = {
  away:      { status: 503, title: 'Sign-in is not available',  says: (name) => `${name} does not answer now. Try again in a few minutes.` },
  refused:   { status: 403, title: 'You are not signed in',     says: (name) => `${name} did not sign you in.` },
  untrusted: { status: 403, title: 'You are not signed in',     says: (name) => `The answer of ${name} does not count here. Try again. If you see this page again, tell whoever runs this server.` },
  stale:     { status: 403, title: 'You are not signed in',     says: (name) => `The app wants you to sign in anew, and ${name} did not ask you to. Try again.` },
  unnamed:   { status: 403, title: 'You are not signed in',     says: (name) => `${name} does not say who you are in the way that this server needs. Tell whoever runs this server.` },
  unknown:   { status: 403, title: 'You cannot sign in here',   says: (name) => `${name} knows you, but nobody has let you in here. Ask whoever runs this server for an invitation.` },
  spent:     { status: 403, title: 'This link does not count',  says: () => 'It was used, or its time is over, or you are enrolled here as somebody else. Ask whoever runs this server for a new link.' },
}

type Shown = {
  readonly name: string
  readonly fault: SignInFault
  /** The interaction that waits; absent in an enrolment. */
  readonly uid?: string
}

export const statusOf = ({ reason }: SignInFault): number => texts[reason].status

export const sentenceOf = ({ reason }: SignInFault, name: string): string => texts[reason].says(name)

export function answerFault(response: ServerResponse, { name, fault, uid }: Shown): void {
  const { status, title, says } = texts[fault.reason]
  const body = html`<p>${says(name)}</p>
${uid === undefined ? afterEnrolment(fault) : waysOn(name, uid)}`
  answerPage(response, { title, body, status })
}

const waysOn = (
  name: string,
  uid: string,
): Html => html`<p><a href="${upstreamPathOf(uid)}">Try again with ${name}</a></p>
<p><a href="${interactionPathOf(uid)}">Sign in with a passkey</a></p>`

const afterEnrolment = ({ reason }: SignInFault): Html | undefined =>
  reason === 'spent' ? undefined : html`<p>Your link still counts until its time is over: open it again.</p>`

export const answerEnrolled = (response: ServerResponse, name: string): void =>
  answerPage(response, {
    title: 'You are enrolled',
    body: html`<p>From now on you sign in here with ${name}. Go back to your app and start it again.</p>`,
  })
