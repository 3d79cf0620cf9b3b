/** Signs a request over HTTP by a key that both sides share: HMAC-SHA-256 (RFC 2104) over time, idempotency key and body. docs/channels.md#signed-requests; D232. */
import { createHmac, timingSafeEqual } from 'node:crypto'

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
export const buildSignature = ({ keyId, key }: SignatureKey, signed: Signed): string =>
  `t=${secondsOf(signed.at)},key=${keyId},sha256=${sign(key, signed).toString('hex')}`

const pattern = /^t=(\d{1,12}),key=([A-Za-z0-9._-]{1,64}),sha256=([0-9a-f]{64})$/

export type ParsedSignature = { readonly at: Date; readonly keyId: string; readonly hmac: Buffer }

/** Undefined for a text that is no signature. */
export function parseSignature(text: string): ParsedSignature | undefined {
  const [, seconds, keyId, digits] = pattern.exec(text) ?? []
  if (seconds === undefined || keyId === undefined || digits === undefined) return undefined
  return { at: new Date(Number(seconds) * 1000), keyId, hmac: Buffer.from(digits, 'hex') }
}

/** Whether the key has signed exactly these values. */
export const isSignedBy = (key: string, { at, hmac }: ParsedSignature, signed: Omit<Signed, 'at'>): boolean =>
  timingSafeEqual(hmac, sign(key, { ...signed, at }))

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

const sign = (key: string, { at, idempotencyKey, body }: Signed): Buffer =>
  createHmac('sha256', key)
    .update(`${secondsOf(at)}.${idempotencyKey}.`)
    .update(body)
    .digest()
