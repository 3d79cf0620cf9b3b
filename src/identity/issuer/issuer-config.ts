/** The settings of the authorisation server, and its addresses. docs/design/identity.md. */
import type { Config } from '../../core/config.ts'
import { fhirPath } from '../../fhir/own-addresses.ts'

export type IssuerConfig = Pick<
  Config,
  | 'mode'
  | 'baseUrl'
  | 'corsOrigins'
  | 'audience'
  | 'scopeNamespace'
  | 'tenantsClaim'
  | 'spokesClaim'
  | 'rolesClaim'
  | 'fhirUserClaim'
>

/** docs/design/hub.md#requests-and-answers. */
export const issuerPath = '/oidc'

/** Below `issuerPath`. */
export const endpointPaths = {
  authorization: '/auth',
  token: '/token',
  /** RFC 9126. */
  pushed: '/request',
  introspection: '/token/introspection',
  revocation: '/token/revocation',
  userinfo: '/me',
  jwks: '/jwks',
  registration: '/reg',
  launch: '/launch',
  interaction: '/interaction',
} as const

export const issuerOf = ({ baseUrl }: Pick<Config, 'baseUrl'>): string => `${baseUrl}${issuerPath}`

export const endpointOf = (config: Pick<Config, 'baseUrl'>, name: keyof typeof endpointPaths): string =>
  `${issuerOf(config)}${endpointPaths[name]}`

/** SMART's `aud`: where tokens are used. */
export const fhirBaseOf = ({ baseUrl }: Pick<Config, 'baseUrl'>): string => `${baseUrl}${fhirPath}`

const daySeconds = 86_400

/** Lives in seconds. A grant ends its refresh tokens, however often they are rotated. */
export const lives = {
  AccessToken: 3600,
  /** SMART App Launch 2.2 backend-services.html: at most five minutes are recommended. */
  ClientCredentials: 300,
  AuthorizationCode: 60,
  IdToken: 3600,
  RefreshToken: 30 * daySeconds,
  Grant: 90 * daySeconds,
  Session: 12 * 3600,
  Interaction: 3600,
  Launch: 300,
} as const

/** Without a refresh token nothing of a grant is needed longer than the session in which it was given. Seconds. */
export const grantLifeOf = (scopes: ReadonlySet<string>): number =>
  scopes.has('offline_access') ? lives.Grant : lives.Session
