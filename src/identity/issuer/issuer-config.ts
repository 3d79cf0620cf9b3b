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
  | 'tlsClientPort'
  | 'tlsClientBaseUrl'
  | 'trustedProxyCertHeader'
  | 'sessionMinutes'
  | 'sessionIdleMinutes'
>

/** docs/design/hub.md#requests-and-answers. */
export const issuerPath = '/oidc'

/** How a client may prove itself at the token endpoint. */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const

/** Client certificates come by a port of mutual TLS, or by the header of a proxy. D159. */
export const takesCertificates = ({ tlsClientPort, trustedProxyCertHeader }: IssuerConfig): boolean =>
  tlsClientPort !== undefined || trustedProxyCertHeader !== 'none'

/** Below `issuerPath`. */
export const endpointPaths = {
  authorization: '/auth',
  token: '/token',
  /** RFC 9126. */
  pushed: '/request',
  introspection: '/token/introspection',
  revocation: '/token/revocation',
  jwks: '/jwks',
  registration: '/reg',
  launch: '/launch',
  interaction: '/interaction',
  /** OpenID Connect RP-Initiated Logout; a person may also open it. */
  signOut: '/sign-out',
  /** To which an upstream provider sends the browser back. */
  signedIn: '/signed-in',
  enrolUpstream: '/enrol/upstream',
  /** Where an invited person makes a passkey. */
  enrol: '/enrol',
  passkeyScript: '/passkey.js',
} as const

const ownPaths: ReadonlySet<string> = new Set([
  ...Object.values(endpointPaths).filter((path) => path !== endpointPaths.interaction),
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/sign-out/confirm',
  '/sign-out/success',
])

/** `/auth/ID`, `/interaction/ID`, `/interaction/ID/upstream`, `/reg/ID`. */
const pathOfOne = /^\/(?:auth|interaction|reg)\/[\w~-]+$|^\/interaction\/[\w~-]+\/upstream$/

/**
 * Whether something of the issuer may answer there. The provider's router takes each letter in both cases, and a slash at the end; what is asked
 * about a path before it looks at the letters as they are. D167.
 */
export const isOwnPath = (path: string): boolean => ownPaths.has(path) || pathOfOne.test(path)

/** Where a person signs out: pages. */
export const isOfSignOut = (path: string): boolean =>
  path === endpointPaths.signOut || path.startsWith(`${endpointPaths.signOut}/`)

/** The page of the interaction of this id. */
export const interactionPathOf = (uid: string): string => `${issuerPath}${endpointPaths.interaction}/${uid}`

/** Where a sign-in with the upstream provider begins, and goes on. */
export const upstreamPathOf = (uid: string): string => `${interactionPathOf(uid)}/upstream`

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
  Interaction: 3600,
  Launch: 300,
} as const

/** Whether a grant outlives the session in which it is given. SMART App Launch 2.2 scopes-and-launch-context.html; D185. */
export const isOffline = (scopes: ReadonlySet<string>): boolean => scopes.has('offline_access')

/** Without a refresh token nothing of a grant is needed longer than the session in which it was given. Seconds. */
export const grantLifeOf = (
  { sessionMinutes }: Pick<IssuerConfig, 'sessionMinutes'>,
  scopes: ReadonlySet<string>,
): number => (isOffline(scopes) ? lives.Grant : sessionMinutes * 60)
