/** The development sign-in page: choose an account, and a patient where the app wants one. No password, because only this machine reaches the server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Html, html } from '../core/page/html.ts'
import { signInAccounts } from './development-accounts.ts'
import type { Interacting, OpenInteraction, Pages } from './issuer/accounts.ts'
import { answerPage, type Page } from './pages/layout.ts'
import { problemPage } from './pages/problem-pages.ts'
import { showName } from './pages/shown-text.ts'
import { readSmallBody } from './small-body.ts'

/** Signing in is consent. */
export const developmentPages: Pages = { consent: 'implied', answer: answerSignIn }

/** Shows the accounts, or signs in with the chosen one. */
async function answerSignIn(
  interacting: Interacting,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const open = await interacting.read()
  if (open === undefined) return answerPage(response, problemPage('ended'))
  const form = request.method === 'POST' ? await readForm(request) : undefined
  if (form === undefined || !isComplete(open, form))
    return answerPage(response, renderForm(open, form === undefined ? 200 : 400))
  const { account, patient, encounter } = form
  const isAnswered = await interacting.answer({
    ...(account === undefined ? {} : { accountId: account }),
    ...(patient === undefined ? {} : { context: { patient, encounter } }),
    consent: { refused: [] },
  })
  if (!isAnswered) answerPage(response, problemPage('ended'))
}

type Form = Readonly<Record<'account' | 'patient' | 'encounter', string | undefined>>

async function readForm(request: IncomingMessage): Promise<Form> {
  const sent = new URLSearchParams((await readSmallBody(request)) ?? '')
  const read = (name: string) => sent.get(name)?.trim() || undefined
  return { account: read('account'), patient: read('patient'), encounter: read('encounter') }
}

const isComplete = ({ prompt }: OpenInteraction, { account, patient }: Form): boolean =>
  prompt === 'context' ? patient !== undefined : signInAccounts.has(account ?? '')

const field = (name: string): Html => html`<label>${name} id<input name="${name}"></label>`

function renderForm({ prompt, client, needsPatient, offersEncounter }: OpenInteraction, status: number): Page {
  const accounts = [...signInAccounts.keys()].map((id) => html`<button name="account" value="${id}">${id}</button>`)
  const fields = [...(needsPatient ? [field('patient')] : []), ...(offersEncounter ? [field('encounter')] : [])]
  const buttons = prompt === 'context' ? html`<button>Continue</button>` : accounts
  return {
    title: 'Development sign-in',
    status,
    forms: 'app',
    body: html`<p>${showName(client.name)}</p><form method="post">${fields}<div class="buttons">${buttons}</div></form>`,
  }
}
