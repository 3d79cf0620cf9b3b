/** The facts that a SMART client must know about the issuer. SMART App Launch 2.2 conformance.html#using-well-known. */
import { keepFresh } from '../core/cache/keep-fresh.ts'
import type { Clock } from '../core/clock.ts'
import { listTexts } from '../core/json/json-lists.ts'
import { Problem } from '../core/problems.ts'

/** An issuer's own description. OpenID Connect Discovery 3. */
export type Discovery = Readonly<Record<string, unknown>>

export type DescribedIssuer = {
  readonly issuer: string
  readonly discover: () => Promise<Discovery>
  /** Those that the issuer has and does not describe. D163. */
  readonly capabilities?: readonly string[]
  /** How long its description is kept, in milliseconds; absent: ten minutes. */
  readonly keptMs?: number
}

/** Copied from the issuer. */
const members = [
  'jwks_uri',
  'authorization_endpoint',
  'token_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
  'registration_endpoint',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'grant_types_supported',
  'response_types_supported',
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'mtls_endpoint_aliases',
  'tls_client_certificate_bound_access_tokens',
] as const

/** This server's own capabilities, with any issuer. */
const own = ['permission-patient', 'permission-user', 'permission-v1', 'permission-v2'] as const

/** Claimed by the authorisation server of our own. */
const claimed = (discovery: Discovery): readonly string[] => listTexts(discovery['capabilities'])

/** Client authentication, by the methods of the token endpoint. */
const clients = [
  { method: 'none', capability: 'client-public' },
  { method: 'client_secret_basic', capability: 'client-confidential-symmetric' },
  { method: 'private_key_jwt', capability: 'client-confidential-asymmetric' },
] as const

export function buildSmartConfiguration(
  issuer: string,
  discovery: Discovery,
  capabilities: readonly string[] = [],
): Discovery {
  const methods = listTexts(discovery['token_endpoint_auth_methods_supported'])
  const scopes = listTexts(discovery['scopes_supported'])
  return {
    issuer,
    ...Object.fromEntries(members.flatMap((name) => (discovery[name] === undefined ? [] : [[name, discovery[name]]]))),
    scopes_supported: [...new Set([...scopes, 'patient/*.rs', 'user/*.cruds', 'system/*.cruds'])],
    capabilities: [
      ...new Set([
        ...own,
        ...claimed(discovery),
        ...capabilities,
        ...clients.filter(({ method }) => methods.includes(method)).map(({ capability }) => capability),
        ...(scopes.includes('openid') ? ['sso-openid-connect'] : []),
        ...(scopes.includes('offline_access') ? ['permission-offline'] : []),
      ]),
    ],
  }
}

const freshMs = 10 * 60_000
/** A failure is kept too: callers need no token, and must not make us call the issuer at each request. */
const failedMs = 5_000

/** Asks the issuer when needed and no more often; concurrent callers wait for one answer. */
export function openSmartConfiguration(
  { issuer, discover, capabilities, keptMs = freshMs }: DescribedIssuer,
  clock: Clock,
): () => Promise<Discovery> {
  const build = async (): Promise<Discovery> => buildSmartConfiguration(issuer, await ask(discover), capabilities)
  return keepFresh(build, { freshMs: keptMs, failedMs, now: () => clock().getTime() }).read
}

async function ask(discover: () => Promise<Discovery>): Promise<Discovery> {
  try {
    return await discover()
  } catch (cause) {
    throw new Problem('dependency-unavailable', {
      detail: 'The token issuer does not describe itself',
      headers: { 'Retry-After': '5' },
      cause,
    })
  }
}
