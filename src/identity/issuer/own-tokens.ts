/** Tokens of our own authorisation server: opaque, looked up in the store, with everything on which they depend. docs/design/identity.md#tokens. */
import type { JWTPayload } from 'jose'
import type { FoundToken } from '../../store/issuer/issuer-state.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'

/** Undefined if it is no token of ours that counts. */
export type FindOwnToken = (token: string) => Promise<JWTPayload | undefined>

type Payload = Readonly<Record<string, unknown>>

const accessModels = ['AccessToken', 'ClientCredentials'] as const

/** Its claims as a JSON Web Token would have them (RFC 9068 2.2). */
export const findOwnTokens =
  (store: IssuerStore, issuer: string): FindOwnToken =>
  async (token) => {
    const found = await store.state.findToken(accessModels, token)
    return found === undefined || !isCounting(found) ? undefined : toClaims(found.payload, issuer)
  }

export const isCounting = ({ payload, isLive }: FoundToken): boolean =>
  isLive && Number(payload['exp']) > Date.now() / 1000

/** `cnf` of a token that is bound to a key (RFC 9449 6.1) or a certificate (RFC 8705 3.1); oidc-provider binds it to one of them. */
export function confirmationOf({ jkt, 'x5t#S256': thumbprint }: Payload): { readonly cnf?: object } {
  if (jkt === undefined && thumbprint === undefined) return {}
  return {
    cnf: { ...(jkt === undefined ? {} : { jkt }), ...(thumbprint === undefined ? {} : { 'x5t#S256': thumbprint }) },
  }
}

function toClaims(payload: Payload, issuer: string): JWTPayload {
  const { clientId, accountId, scope, aud, exp, iat, extra, grantId } = payload
  const claims = {
    ...Object(extra),
    iss: issuer,
    sub: accountId ?? clientId,
    client_id: clientId,
    ...{ scope: scope ?? '', aud, exp, iat, grant: grantId },
    ...confirmationOf(payload),
  }
  return claims as JWTPayload // as oidc-provider stored them
}
