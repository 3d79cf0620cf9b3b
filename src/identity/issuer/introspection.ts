/** The answer of the introspection endpoint. RFC 7662; SMART App Launch 2.2 token-introspection.html; rows 278, 279, 282, 283. */
import type { JsonObject } from '../../core/json.ts'
import { issuerOf } from './issuer-config.ts'
import type { IssuerParts } from './issuer-parts.ts'
import { confirmationOf, isCounting } from './own-tokens.ts'
import { showContext } from './smart-context.ts'

const models = ['AccessToken', 'ClientCredentials', 'RefreshToken'] as const

const inactive = { active: false } as const

/** Nothing is said about a token that does not count: RFC 7662 2.2. */
export async function introspect(
  { store, config, contexts, accounts }: IssuerParts,
  token: string,
): Promise<JsonObject> {
  const found = await store.state.findToken(models, token)
  if (found === undefined || !isCounting(found)) return inactive
  const { clientId, accountId, scope, exp, iat, aud, kind, grantId, jkt } = found.payload
  const scopes = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  const account = typeof accountId === 'string' ? await accounts.find(accountId) : undefined
  // A person who is no longer let in has no tokens, whatever the grant says.
  if (accountId !== undefined && account === undefined) return inactive
  const context = typeof grantId === 'string' ? await contexts.find(grantId) : {}
  if (context === undefined) return inactive
  const answer = {
    active: true,
    ...{ iss: issuerOf(config), sub: accountId ?? clientId, client_id: clientId, scope: scope ?? '', exp, iat },
    ...(aud === undefined ? {} : { aud }),
    ...(kind === 'RefreshToken' ? {} : { token_type: jkt === undefined ? 'Bearer' : 'DPoP' }),
    ...confirmationOf(found.payload),
    ...showContext(context),
    ...(scopes.has('fhirUser') || scopes.has('profile') ? showUser(config.baseUrl, account?.fhirUser) : {}),
  }
  return answer as JsonObject // plain JSON
}

/** SMART wants an address: RFC 3986 absolute. */
export const showUser = (baseUrl: string, fhirUser: string | undefined): JsonObject =>
  fhirUser === undefined ? {} : { fhirUser: `${baseUrl}/fhir/R4/${fhirUser}` }
