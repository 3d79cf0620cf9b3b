/** The authorisation server describes itself, from what is configured. OpenID Connect Discovery 1.0 section 3; SMART App Launch 2.2 conformance.html. */
import type { Discovery } from '../smart-configuration.ts'
import { assertionAlgorithms } from './assertion.ts'
import { hubScopes, plainScopes } from './granted-scopes.ts'
import { endpointOf, type IssuerConfig, issuerOf } from './issuer-config.ts'

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
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
  scopes_supported: [...plainScopes, ...hubScopes(config.scopeNamespace)],
  capabilities: isForPeople ? [...ofPeople] : [],
})
