/** The development sign-in page: choose an account, and a patient where the app wants one. No password, because only this machine reaches the server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeMarkup } from '../core/markup.ts'
import { signInAccounts } from './development-accounts.ts'
import type { Interacting, OpenInteraction, Pages } from './issuer/accounts.ts'
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
  if (open === undefined) return answerPage(response, 400, '<p>This sign-in has ended. Start again from the app.</p>')
  const form = request.method === 'POST' ? await readForm(request) : undefined
  if (form === undefined || !isComplete(open, form))
    return answerPage(response, form === undefined ? 200 : 400, renderForm(open))
  const { account, patient, encounter } = form
  const isAnswered = await interacting.answer({
    ...(account === undefined ? {} : { accountId: account }),
    ...(patient === undefined ? {} : { context: { patient, encounter } }),
    consent: { refused: [] },
  })
  if (!isAnswered) answerPage(response, 400, '<p>This sign-in has ended. Start again from the app.</p>')
}

type Form = Readonly<Record<'account' | 'patient' | 'encounter', string | undefined>>

async function readForm(request: IncomingMessage): Promise<Form> {
  const sent = new URLSearchParams((await readSmallBody(request)) ?? '')
  const read = (name: string) => sent.get(name)?.trim() || undefined
  return { account: read('account'), patient: read('patient'), encounter: read('encounter') }
}

const isComplete = ({ prompt }: OpenInteraction, { account, patient }: Form): boolean =>
  prompt === 'context' ? patient !== undefined : signInAccounts.has(account ?? '')

const field = (name: string): string => `<p><label>${name} id <input name="${name}"></label></p>`

function renderForm({ prompt, client, needsPatient, offersEncounter }: OpenInteraction): string {
  const accounts = [...signInAccounts.keys()].map((id) => `<p><button name="account" value="${id}">${id}</button></p>`)
  const fields = [...(needsPatient ? [field('patient')] : []), ...(offersEncounter ? [field('encounter')] : [])]
  const buttons = prompt === 'context' ? ['<p><button>Continue</button></p>'] : accounts
  return `<p>${escapeMarkup(client.name)}</p><form method="post">${[...fields, ...buttons].join('')}</form>`
}

function answerPage(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Development sign-in</title>
<h1>Development sign-in</h1>${body}</html>`,
  )
}
