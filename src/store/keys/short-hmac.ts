/**
 * HMAC-SHA256 of short texts by two hashes without objects: a `Hmac` and a buffer for each token take longer than their hashing.
 * RFC 2104 2; the same bits as `createHmac`.
 */
import { createHmac, hash, type KeyObject } from 'node:crypto'

const blockBytes = 64
const hashBytes = 32
/** Of a text in UTF-8. Longer ones are few. */
const mostBytes = 1024

type Pads = {
  /** The inner pad, and after it the text. */
  readonly inner: Buffer
  /** The outer pad, and after it the inner hash. */
  readonly outer: Buffer
}

const known = new WeakMap<KeyObject, Pads>()

/** Keys of tenants are shorter than a block, as the padding demands. */
function openPads(key: KeyObject): Pads {
  const bytes = key.export()
  if (bytes.length > blockBytes) throw new Error('a key of an index is at most 64 bytes long')
  const pad = (value: number, room: number): Buffer => {
    const padded = Buffer.alloc(blockBytes + room)
    for (let at = 0; at < blockBytes; at += 1) padded[at] = (bytes[at] ?? 0) ^ value
    return padded
  }
  const pads = { inner: pad(0x36, mostBytes), outer: pad(0x5c, hashBytes) }
  known.set(key, pads)
  return pads
}

/** The 32 bytes, as `binary` text: OpenSSL's answer becomes a string sooner than a buffer. */
export function shortHmac(key: KeyObject, text: string): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 > mostBytes) return createHmac('sha256', key).update(text).digest('binary')
  const { inner, outer } = known.get(key) ?? openPads(key)
  const size = inner.write(text, blockBytes)
  outer.write(hash('sha256', inner.subarray(0, blockBytes + size), 'binary'), blockBytes, 'binary')
  return hash('sha256', outer, 'binary')
}
