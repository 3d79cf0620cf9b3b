/** The authorisation server of a development server: with development accounts and clients, and tokens on request. docs/security.md#development-mode. */
import { UnknownTenantError } from '../store/issuer/issuer-clients.ts'
import { developmentAccounts } from './development-accounts.ts'
import { developmentClients } from './development-clients.ts'
import { developmentPages } from './development-sign-in.ts'
import { developmentTokenPath, findWrongOptions, mintToken, tokenLifeSeconds } from './development-token.ts'
import { answerJson, readJsonObject } from './issuer/answers.ts'
import { type Handle, type Issuer, type IssuerOptions, openIssuer } from './issuer/issuer.ts'
import { toSigningKeys } from './issuer/signing-keys.ts'

export type DevelopmentOptions = Omit<IssuerOptions, 'accounts' | 'pages' | 'endpoints'>

export async function openDevelopmentIssuer(options: DevelopmentOptions): Promise<Issuer> {
  const { config, store, spokeIds } = options
  for (const client of developmentClients(config.scopeNamespace)) await store.putClient(client).catch(leaveOut)
  return openIssuer({
    ...options,
    accounts: developmentAccounts(spokeIds),
    pages: developmentPages,
    endpoints: { [`POST ${developmentTokenPath}`]: answerToken(options) },
  })
}

/** Its tenant was erased. */
function leaveOut(error: unknown): void {
  if (!(error instanceof UnknownTenantError)) throw error
}

const answerToken =
  ({ config, store, spokeIds }: DevelopmentOptions): Handle =>
  async (request, response) => {
    const options = await readJsonObject(request)
    const wrong = options === undefined ? ['body'] : findWrongOptions(options, spokeIds)
    if (options === undefined || wrong.length > 0)
      return answerJson(response, 400, {
        error: 'invalid_request',
        error_description: `not understood: ${wrong.map(plainName).join(', ')}`,
      })
    const [key] = await toSigningKeys(await store.readKeys())
    if (key === undefined) throw new TypeError('the issuer has no key')
    const token = await mintToken({ config, key, spokeIds }, options)
    answerJson(response, 200, { access_token: token, token_type: 'Bearer', expires_in: tokenLifeSeconds })
  }

const plainName = (name: string): string => (/^[A-Za-z]{1,40}$/.test(name) ? name : 'an option')
