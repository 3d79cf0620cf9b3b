/** Accounts and pages of a server on which no user was enrolled: services get tokens, and a person reads why nobody signs in. */
import type { ServerResponse } from 'node:http'
import type { Accounts, Pages } from './accounts.ts'
import { endpointPaths } from './issuer-config.ts'

export const noAccounts: Accounts = { find: async () => undefined }

export const closedPages: Pages = {
  consent: 'asked',
  answer: async (_interacting, _request, response) => answerClosed(response),
}

export function answerClosed(response: ServerResponse): void {
  response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end('Nobody signs in at this server. Ask its operator.\n')
}

/** Where a sign-in begins. */
export const isOfPeople = (path: string): boolean =>
  path === endpointPaths.pushed ||
  path === endpointPaths.authorization ||
  path.startsWith(`${endpointPaths.authorization}/`)
