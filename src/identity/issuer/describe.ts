/** The authorisation server describes itself, from what is configured. OpenID Connect Discovery 1.0 section 3; SMART App Launch 2.2 conformance.html. */

import { mutualTlsAddress } from '../../core/config/transport.ts'
import { proofAlgorithms } from '../holder/dpop-proof.ts'
import type { Discovery } from '../smart-configuration.ts'
import { certificateMethods } from './client-certificates.ts'
import { hubScopes, plainScopes } from './granted-scopes.ts'
import {
  clientAuthMethods,
  endpointOf,
  endpointPaths,
  type IssuerConfig,
  issuerOf,
  issuerPath,
  takesCertificates,
} from './issuer-config.ts'

/** SMART asks a server to accept one of the two: ours accepts both. SMART App Launch 2.2 client-confidential-asymmetric.html. */
export const assertionAlgorithms = ['RS384', 'ES384'] as const

/** What a person needs: without accounts nobody can sign in, and nothing of a launch is offered. */
const ofPeople = [
  'launch-ehr',
  'launch-standalone',
  'authorize-post',
  'sso-openid-connect',
  'context-banner',
  'context-style',
  'context-ehr-patient',
  'context-ehr-encounter',
  'context-standalone-patient',
  'context-standalone-encounter',
  'permission-offline',
] as const

/** `isForPeople`: people sign in here, and not services alone. */
export const describeIssuer = (config: IssuerConfig, isForPeople: boolean): Discovery => ({
  issuer: issuerOf(config),
  jwks_uri: endpointOf(config, 'jwks'),
  authorization_endpoint: endpointOf(config, 'authorization'),
  token_endpoint: endpointOf(config, 'token'),
  introspection_endpoint: endpointOf(config, 'introspection'),
  revocation_endpoint: endpointOf(config, 'revocation'),
  ...(config.mode === 'development' ? { registration_endpoint: endpointOf(config, 'registration') } : {}),
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: [
    ...clientAuthMethods,
    ...(takesCertificates(config) ? certificateMethods : []),
  ],
  ...(takesCertificates(config) ? { tls_client_certificate_bound_access_tokens: true } : {}),
  ...describeMutualTls(config),
  token_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
  dpop_signing_alg_values_supported: [...proofAlgorithms],
  scopes_supported: [...plainScopes, ...hubScopes(config.scopeNamespace)],
  capabilities: isForPeople ? [...ofPeople] : [],
})

/** RFC 8705 5: where a client goes that has a certificate; nothing without a port for that. */
export function describeMutualTls(config: IssuerConfig): {
  readonly mtls_endpoint_aliases?: Readonly<Record<string, string>>
} {
  const base = mutualTlsAddress(config)
  if (base === undefined) return {}
  const at = (name: keyof typeof endpointPaths): string => `${base}${issuerPath}${endpointPaths[name]}`
  return {
    mtls_endpoint_aliases: {
      token_endpoint: at('token'),
      introspection_endpoint: at('introspection'),
      revocation_endpoint: at('revocation'),
      pushed_authorization_request_endpoint: at('pushed'),
    },
  }
}
