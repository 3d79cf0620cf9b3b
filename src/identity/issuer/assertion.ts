/** SMART's rules for a client's assertion, beyond those of RFC 7523 that oidc-provider holds. SMART App Launch 2.2 client-confidential-asymmetric.html. */
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { keysAddressOf } from './client-metadata.ts'
import { endpointOf, type IssuerConfig } from './issuer-config.ts'

const longestSeconds = 300
const skewSeconds = 5

type Assertion = {
  readonly claims: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  /** Registered. */
  readonly jwksUri: string | undefined
  readonly tokenEndpoint: string
  readonly now: number
}

type Rule = { readonly message: string; readonly isBroken: (assertion: Assertion) => boolean }

// biome-ignore format: one row a line
const rules: readonly Rule[] = [
  { message: 'aud must be the token endpoint',         isBroken: ({ claims, tokenEndpoint }) => [claims['aud']].flat().some((aud) => aud !== tokenEndpoint) },
  { message: 'sub must be the client_id, as iss',      isBroken: ({ claims }) => claims['sub'] !== claims['iss'] },
  { message: 'exp must be at most five minutes ahead', isBroken: ({ claims, now }) => Number(claims['exp']) > now + longestSeconds + skewSeconds },
  { message: 'kid must name the key',                  isBroken: ({ header }) => typeof header['kid'] !== 'string' },
  { message: 'typ must be JWT',                        isBroken: ({ header }) => header['typ'] !== undefined && header['typ'] !== 'JWT' },
  { message: 'jku must be the registered address',     isBroken: ({ header, jwksUri }) => header['jku'] !== undefined && header['jku'] !== jwksUri },
]

/** Throws `invalid_client`. */
export const checkAssertion =
  (config: IssuerConfig) =>
  (
    _ctx: KoaContextWithOIDC,
    claims: Readonly<Record<string, unknown>>,
    header: Readonly<Record<string, unknown>>,
    client: object,
  ): void => {
    const now = Date.now() / 1000
    const assertion = {
      claims,
      header,
      jwksUri: keysAddressOf(client),
      tokenEndpoint: endpointOf(config, 'token'),
      now,
    }
    const broken = rules.find(({ isBroken }) => isBroken(assertion))
    if (broken !== undefined) throw new errors.InvalidClientAuth(broken.message)
  }
