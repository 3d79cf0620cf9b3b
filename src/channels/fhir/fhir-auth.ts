/** How a channel authenticates to a FHIR server: Basic (RFC 7617), OAuth 2.0 client credentials (RFC 6749 4.4), SMART Backend Services. docs/channels.md. */
import { z } from 'zod'
import { sha256Of } from '../../core/sha256.ts'
import { readSigningKey } from '../../identity/client-assertion.ts'
import { httpAddress, tlsSettings } from '../destination.ts'

const secret = z.string().min(1).max(2000)

/** With a certificate of ours where the token endpoint wants one. RFC 8705. */
const tokenTls = tlsSettings.exactOptional()

export const fhirAuth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('basic'), username: secret.regex(/^[^:]*$/), password: secret }),
  z.strictObject({
    type: z.literal('oauth2'),
    tokenUrl: httpAddress,
    clientId: secret,
    clientSecret: secret,
    scope: secret.exactOptional(),
    tls: tokenTls,
  }),
  z.strictObject({
    type: z.literal('smart'),
    clientId: secret,
    /** PEM of a private key: RSA for RS384, the curve P-384 for ES384. */
    key: z.string().refine((pem) => readSigningKey(pem) !== undefined),
    keyId: secret,
    scope: secret,
    /** Absent: the one that the server's SMART configuration names. */
    tokenUrl: httpAddress.exactOptional(),
    tls: tokenTls,
  }),
])
export type FhirAuth = z.output<typeof fhirAuth>

/** Names a server and our account there, in a form from which nobody can read the account. */
export const hashServer = ({ baseUrl, auth }: { readonly baseUrl: string; readonly auth: FhirAuth }): string =>
  sha256Of(JSON.stringify([baseUrl, auth]))
