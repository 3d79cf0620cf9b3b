/** A signed POST, by which a receiver recognises us, and recognises a repetition. docs/channels.md#signed-requests; D232. */
import type { Clock } from '../core/clock.ts'
import { buildSignature, type SignatureKey } from '../core/signature.ts'
import type { TlsSettings } from '../outbound/connect.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { type OutboundRequest, type OutboundResponse, sendRequest } from '../outbound/request.ts'

export type Signing = { readonly policy: OutboundPolicy; readonly clock: Clock; readonly signal: AbortSignal }

type SignedDestination = {
  readonly url: string
  readonly signature: SignatureKey
  readonly headers?: Readonly<Record<string, string>>
  readonly tls?: TlsSettings
}

export type SignedPost = Pick<OutboundRequest, 'timeoutMs' | 'maxBytes' | 'mayStart'> & {
  readonly body: Uint8Array
  readonly mediaType: string
  /** The same for each repetition of one message, and different for any other request. */
  readonly key: string
  /** `Banksia-Kind`. */
  readonly kind: string
  /** Further headers of this kind. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Any status is an answer. Throws OutboundError. */
export function sendSigned(
  { policy, clock, signal }: Signing,
  { url, headers, signature, tls }: SignedDestination,
  { body, mediaType, key, kind, headers: further, ...limits }: SignedPost,
): Promise<OutboundResponse> {
  // A string of RFC 8941.
  const idempotencyKey = `"${key}"`
  return sendRequest(policy, {
    ...{ method: 'POST', url, signal, ...limits },
    ...(tls && { tls }),
    headers: {
      ...headers,
      ...further,
      'content-type': mediaType,
      'idempotency-key': idempotencyKey,
      'banksia-kind': kind,
      'banksia-signature': buildSignature(signature, { at: clock(), idempotencyKey, body }),
    },
    body,
  })
}
