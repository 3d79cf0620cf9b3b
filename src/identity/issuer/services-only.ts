/** Accounts and pages of a server on which no user was enrolled: services get tokens, and a person reads why nobody signs in. */
import type { Accounts, Pages } from './accounts.ts'

export const noAccounts: Accounts = { find: async () => undefined }

export const closedPages: Pages = {
  consent: 'asked',
  answer: async (_interacting, _request, response) => {
    response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    response.end('Nobody signs in at this server. Ask its operator.\n')
  },
}
