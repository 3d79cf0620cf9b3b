/** Sealing of content (AES-256-GCM, NIST SP 800-38D) and blind search tokens (HMAC-SHA256, 64 bits). docs/design/store.md#resources, #search. */
import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomFillSync } from 'node:crypto'
import { shortHmac } from './short-hmac.ts'

const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + 4 + nonceBytes
const layout = 1

export type ContentKey = {
  readonly id: number
  readonly key: KeyObject
  /** Seals by this process since the count was last stored. */
  readonly uses?: { count: number }
}

/** Random bytes of the system for many seals at once. None is used twice. */
const nonces = Buffer.alloc(nonceBytes * 256)
let nonceAt = nonces.length

function copyNonce(target: Buffer, at: number): void {
  if (nonceAt === nonces.length) {
    randomFillSync(nonces)
    nonceAt = 0
  }
  nonces.copy(target, at, nonceAt, nonceAt + nonceBytes)
  nonceAt += nonceBytes
}

/** Layout: version, key id (32 bits, big-endian), nonce, cipher text, tag. `context` is bound as associated data. */
export function seal(plain: Uint8Array, { id, key, uses }: ContentKey, context: string): Buffer {
  if (uses !== undefined) uses.count += 1
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(layout, 0)
  head.writeUInt32BE(id, 1)
  copyNonce(head, 5)
  const cipher = createCipheriv('aes-256-gcm', key, head.subarray(5))
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function sealedKeyId(sealed: Buffer): number {
  if (sealed.length < headBytes + tagBytes || sealed.readUInt8(0) !== layout)
    throw new Error('sealed content is damaged')
  return sealed.readUInt32BE(1)
}

/** Throws if the content, its key or its context differs from the sealed one. */
export function unseal(sealed: Buffer, key: KeyObject, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(5, headBytes))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(headBytes, sealed.length - tagBytes))
  // A stream cipher returns nothing at its end; this checks the tag.
  decipher.final()
  return plain
}

/** A signed 64-bit number as text, as the driver reads and writes `int8`. */
export function blind(key: KeyObject, text: string): string {
  start.write(shortHmac(key, text), 0, 'binary')
  return start.readBigInt64BE(0).toString()
}

/** Of the hash that was made last. */
const start = Buffer.alloc(8)

export const digest = (key: KeyObject, bytes: Uint8Array | string): Buffer =>
  createHmac('sha256', key).update(bytes).digest()
