/** The development sign-in page: choose an account. No password, because only this machine reaches the server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { signInAccounts } from './development-accounts.ts'
import { readSmallBody } from './small-body.ts'

/** Shows the accounts, or signs in with the chosen one. */
export async function answerSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return answerPage(response, 200)
  const accountId = new URLSearchParams((await readSmallBody(request)) ?? '').get('account') ?? ''
  if (!signInAccounts.has(accountId)) return answerPage(response, 400)
  // The interaction's cookie identifies the sign-in; another site does not have it. Signing in is consent.
  await provider
    .interactionFinished(request, response, { login: { accountId }, consent: {} })
    .catch(() => answerPage(response, 400))
}

function answerPage(response: ServerResponse, status: number): void {
  const buttons = [...signInAccounts.keys()].map((id) => `<p><button name="account" value="${id}">${id}</button></p>`)
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Development sign-in</title>
<h1>Development sign-in</h1><form method="post">${buttons.join('')}</form></html>`,
  )
}
