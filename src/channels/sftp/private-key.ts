/** A private key of OpenSSH without its passphrase. PROTOCOL.key of OpenSSH. */
import { createDecipheriv } from 'node:crypto'
import bcrypt from 'bcrypt-pbkdf'

const magic = Buffer.from('openssh-key-v1\0')

type Cipher = { readonly name: string; readonly keyBytes: number; readonly ivBytes: number; readonly tagBytes: number }

// biome-ignore format: one row a line
const ciphers: Readonly<Record<string, Cipher>> = {
  'aes128-ctr':             { name: 'aes-128-ctr', keyBytes: 16, ivBytes: 16, tagBytes: 0 },
  'aes192-ctr':             { name: 'aes-192-ctr', keyBytes: 24, ivBytes: 16, tagBytes: 0 },
  'aes256-ctr':             { name: 'aes-256-ctr', keyBytes: 32, ivBytes: 16, tagBytes: 0 },
  'aes128-cbc':             { name: 'aes-128-cbc', keyBytes: 16, ivBytes: 16, tagBytes: 0 },
  'aes192-cbc':             { name: 'aes-192-cbc', keyBytes: 24, ivBytes: 16, tagBytes: 0 },
  'aes256-cbc':             { name: 'aes-256-cbc', keyBytes: 32, ivBytes: 16, tagBytes: 0 },
  'aes128-gcm@openssh.com': { name: 'aes-128-gcm', keyBytes: 16, ivBytes: 12, tagBytes: 16 },
  'aes256-gcm@openssh.com': { name: 'aes-256-gcm', keyBytes: 32, ivBytes: 12, tagBytes: 16 },
}

/** The same key in the same form, without a passphrase. Undefined if the passphrase is wrong, or the text is no such key. */
export function withoutPassphrase(pem: string, passphrase: string): string | undefined {
  try {
    const parts = readParts(Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64'))
    if (parts === undefined) return undefined
    if (parts.cipher === 'none') return pem
    const secret = decrypt(parts, passphrase)
    // Two equal numbers show that the passphrase is right.
    if (secret === undefined || !secret.subarray(0, 4).equals(secret.subarray(4, 8))) return undefined
    const open = [
      magic,
      text('none'),
      text('none'),
      text(''),
      Buffer.of(0, 0, 0, 1),
      text(parts.publicKey),
      text(secret),
    ]
    return `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.concat(open).toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`
  } catch {
    // The key is cut off, or its cipher does not take the lengths that it states.
    return undefined
  }
}

type Parts = {
  readonly cipher: string
  readonly salt: Uint8Array
  readonly rounds: number
  readonly publicKey: Uint8Array
  readonly secret: Uint8Array
  readonly tag: Uint8Array
}

/** Reads the next bytes. Throws RangeError if the key is cut off. */
function readParts(bytes: Buffer): Parts | undefined {
  if (!bytes.subarray(0, magic.length).equals(magic)) return undefined
  let at = magic.length
  const readNumber = (): number => {
    at += 4
    return bytes.readUInt32BE(at - 4)
  }
  const readText = (): Buffer => {
    const length = readNumber()
    at += length
    if (at > bytes.length) throw new RangeError('cut off')
    return bytes.subarray(at - length, at)
  }
  const [cipher, , options] = [String(readText()), readText(), readText()]
  if (readNumber() !== 1) return undefined
  const [publicKey, secret] = [readText(), readText()]
  const saltBytes = options.length === 0 ? 0 : options.readUInt32BE(0)
  const salt = options.subarray(4, 4 + saltBytes)
  const rounds = options.length === 0 ? 0 : options.readUInt32BE(4 + saltBytes)
  return { cipher, salt, rounds, publicKey, secret, tag: bytes.subarray(at) }
}

function decrypt({ cipher, salt, rounds, secret, tag }: Parts, passphrase: string): Buffer | undefined {
  const row = Object.hasOwn(ciphers, cipher) ? ciphers[cipher] : undefined
  if (row === undefined) return undefined
  const { name, keyBytes, ivBytes, tagBytes } = row
  const [given, derived] = [Buffer.from(passphrase), new Uint8Array(keyBytes + ivBytes)]
  if (bcrypt.pbkdf(given, given.length, salt, salt.length, derived, derived.length, rounds) !== 0) return undefined
  const key = derived.subarray(0, keyBytes)
  const decipher = createDecipheriv(name as 'aes-256-gcm', key, derived.subarray(keyBytes)).setAutoPadding(false)
  if (tagBytes > 0) decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(secret), decipher.final()])
}

function text(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
