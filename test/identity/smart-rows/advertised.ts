/** Whatever the SMART configuration may advertise, and the rows whose tests hold it. SMART App Launch 2.2 conformance.html#smart-on-fhir-oauth-authorization-endpoints-and-capabilities. */

/** Rows of the requirements. */
type Tested = Readonly<Record<string, readonly number[]>>

export const capabilityRows: Tested = {
  'launch-ehr': [352],
  'launch-standalone': [353],
  'authorize-post': [49, 354],
  'client-public': [355],
  'client-confidential-symmetric': [356],
  'client-confidential-asymmetric': [357],
  'sso-openid-connect': [205, 207, 209, 210, 358],
  'context-banner': [173, 359],
  'context-style': [175, 360],
  'context-ehr-patient': [361],
  'context-ehr-encounter': [362],
  'context-standalone-patient': [363],
  'context-standalone-encounter': [364],
  'permission-offline': [365],
  'permission-patient': [367],
  'permission-user': [368],
  'permission-v1': [369],
  'permission-v2': [370],
}

/** Sets of conformance.html#capability-sets, by row. */
export const capabilitySets: readonly (readonly [row: number, capabilities: readonly string[]])[] = [
  [348, ['launch-standalone', 'client-public', 'context-standalone-patient', 'permission-patient']],
  [349, ['launch-ehr', 'client-confidential-symmetric', 'context-ehr-patient', 'permission-patient']],
  [350, ['launch-standalone', 'client-public', 'permission-user', 'permission-patient']],
  [
    351,
    [
      ...['launch-ehr', 'client-confidential-symmetric', 'context-ehr-patient', 'context-ehr-encounter'],
      ...['permission-user', 'permission-patient'],
    ],
  ],
]

/** By member of the document, each of its values. */
export const advertisedRows: Readonly<Record<string, Tested>> = {
  grant_types_supported: { authorization_code: [53], refresh_token: [110], client_credentials: [253] },
  token_endpoint_auth_methods_supported: {
    none: [355],
    client_secret_basic: [356],
    client_secret_post: [356],
    private_key_jwt: [357],
  },
  token_endpoint_auth_signing_alg_values_supported: { RS384: [310], ES384: [310] },
  code_challenge_methods_supported: { S256: [14, 15] },
  response_types_supported: { code: [53] },
}

/** Beyond SMART, by member: the file and the beginning of the title that hold each of its values. */
export const advertisedBeside: Readonly<
  Record<string, Readonly<Record<string, readonly [file: string, title: string]>>>
> = {
  token_endpoint_auth_methods_supported: {
    tls_client_auth: ['test/identity/holder/mutual-tls.test.ts', 'RFC 8705 2: a service that is known by its %s'],
    self_signed_tls_client_auth: ['test/identity/holder/mutual-tls.test.ts', 'RFC 8705 2: a service that is known'],
  },
  dpop_signing_alg_values_supported: Object.fromEntries(
    ['ES256', 'ES384', 'RS256', 'RS384', 'PS256', 'Ed25519', 'EdDSA'].map((alg) => [
      alg,
      ['test/identity/smart-rows/capabilities.test.ts', 'RFC 9449 5.1: a proof by each algorithm'] as const,
    ]),
  ),
}
