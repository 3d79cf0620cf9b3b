/** Signs a request over HTTP by a key that both sides share: HMAC-SHA-256 (RFC 2104) over time, idempotency key and body. docs/channels.md#signed-requests; D232. */
import { createHmac } from 'node:crypto'

export type SignatureKey = {
  /** Names the key, so that both sides can change to another one. */
  readonly keyId: string
  /** Its bytes in UTF-8 are the key of the HMAC. */
  readonly key: string
}

export type Signed = {
  readonly at: Date
  /** The whole value of the header, with its quotation marks. */
  readonly idempotencyKey: string
  readonly body: Uint8Array
}

/** The value of the header `Banksia-Signature`: seconds since 1970, name of the key, HMAC in hexadecimal digits. */
export function buildSignature({ keyId, key }: SignatureKey, { at, idempotencyKey, body }: Signed): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const hmac = createHmac('sha256', key).update(`${seconds}.${idempotencyKey}.`).update(body)
  return `t=${seconds},key=${keyId},sha256=${hmac.digest('hex')}`
}
