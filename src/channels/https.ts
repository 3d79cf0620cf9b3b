/** Posts documents to an address, signed: every format, one request a document. RFC 9110; docs/channels.md#signed-requests; D232, D233. */
import { z } from 'zod'
import { type Clock, systemClock } from '../core/clock.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import type { OutboundResponse } from '../outbound/request.ts'
import { parseRetryAfter } from '../outbound/retry-after.ts'
import { httpAddress, requestHeaders, tlsSettings } from './destination.ts'
import { statusReceipt } from './fhir/receipt.ts'
import { outboundReceipt } from './outbound-receipt.ts'
import { type Signing, sendSigned } from './signed-request.ts'
import {
  acceptedReceipt,
  failedReceipt,
  type Receipt,
  type Transmission,
  type Transport,
  unstartedReceipt,
  withReply,
} from './transport.ts'

export const httpsDestination = z.strictObject({
  url: httpAddress,
  signature: z.strictObject({
    keyId: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
    key: z.string().regex(/^[\x21-\x7e]{32,512}$/),
  }),
  headers: requestHeaders.exactOptional(),
  tls: tlsSettings.exactOptional(),
  /** For the whole exchange. */
  timeoutMs: z.int().min(1_000).max(60_000).default(30_000),
})
export type HttpsDestination = z.output<typeof httpsDestination>

/** Reads only the status and `Retry-After` of the answer, and keeps the first bytes of the rest. */
const maxAnswerBytes = 1024 * 1024

/** The receiver has stored it and has not worked on it yet. RFC 9110 15.3.3 */
const storedStatus = 202
/** An earlier request with the same key is under way. draft-ietf-httpapi-idempotency-key-header-07 2.7 */
const underwayStatus = 409

export function openHttps(policy: OutboundPolicy, clock: Clock = systemClock): Transport<HttpsDestination> {
  return {
    async send(destination, transmission, signal) {
      let isHeldBack = false
      const mayStart = async (): Promise<boolean> => {
        isHeldBack = (await transmission.mayStart?.()) === false
        return !isHeldBack
      }
      try {
        const answer = await postDocument({ policy, clock, signal }, destination, { ...transmission, mayStart })
        return withReply(receiptOf(answer, clock()), answer.body)
      } catch (error) {
        return isHeldBack ? unstartedReceipt : outboundReceipt(error)
      }
    },
    close: async () => {},
  }
}

export type Posted = Pick<Transmission, 'bytes' | 'mediaType' | 'fileName' | 'documentId' | 'mayStart'> & {
  /** `test`: no document, and an empty body. */
  readonly kind: Transmission['kind'] | 'test'
}

/** Any status is an answer. Throws OutboundError. */
export const postDocument = (
  signing: Signing,
  destination: HttpsDestination,
  { bytes, mediaType, fileName, documentId, kind, mayStart }: Posted,
): Promise<OutboundResponse> =>
  sendSigned(signing, destination, {
    ...{ body: bytes, mediaType, kind, timeoutMs: destination.timeoutMs, maxBytes: maxAnswerBytes },
    ...(mayStart && { mayStart }),
    // The same for each repetition of one edition.
    key: `${documentId}/${kind}`,
    headers: { 'content-disposition': `attachment; filename="${fileName}"`, 'banksia-document': documentId },
  })

function receiptOf({ status, headers }: OutboundResponse, now: Date): Receipt {
  const acknowledgement = String(status)
  if (status === storedStatus) return { state: 'committed', acknowledgement, retry: false, unknown: false }
  if (status >= 200 && status <= 299) return acceptedReceipt(acknowledgement)
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now)
  if (status !== underwayStatus) return statusReceipt(status, retryAfterMs)
  const receipt = { ...failedReceipt('error-at-receiver', true), acknowledgement }
  return retryAfterMs === undefined ? receipt : { ...receipt, retryAfterMs }
}
