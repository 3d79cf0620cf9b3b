/** A passkey authenticator in software, with the part of a browser that speaks to it. Web Authentication Level 3, sections 5 and 6. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

type Passkey = {
  readonly id: Buffer
  readonly key: KeyObject
  readonly rpId: string
  readonly userHandle: string
  counter: number
}

/** What the authenticator or its browser does otherwise than it should. */
export type Manner = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly isUnverified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly type?: string
  /** Signs with another key. */
  readonly isForged?: boolean
  readonly format?: string
  readonly statement?: ReadonlyMap<string, unknown>
}

export type Authenticator = {
  readonly passkeys: readonly Passkey[]
  /** The JSON that the page posts. */
  readonly create: (options: Options, manner?: Manner) => string
  readonly get: (options: Options, manner?: Manner) => string
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into options of any shape
export type Options = any

/** `counts`: its counter goes on, as the one of a security key; that of a synced passkey stays 0. */
export function openAuthenticator(
  origin: string,
  { counts = true }: { readonly counts?: boolean } = {},
): Authenticator {
  const passkeys: Passkey[] = []
  return {
    passkeys,
    create: (options, manner = {}) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      passkeys.push({ id, key: privateKey, rpId: options.rp.id, userHandle: options.user.id, counter: 0 })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, unknown>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encode(cose)])
      const data = Buffer.concat([authenticatorData(options.rp.id, manner, { flags: 0x40, counter: 0 }), attested])
      const attestation = new Map<string, unknown>([
        ['fmt', manner.format ?? 'none'],
        ['attStmt', manner.statement ?? new Map()],
        ['authData', data],
      ])
      return pack(id, {
        clientDataJSON: clientData('webauthn.create', origin, options, manner),
        attestationObject: encode(attestation),
      })
    },
    get: (options, manner = {}) => {
      const passkey = passkeys.at(-1)
      if (passkey === undefined) throw new Error('it has no passkey')
      if (counts) passkey.counter += 1
      const json = clientData('webauthn.get', origin, options, manner)
      const data = authenticatorData(options.rpId, manner, { flags: 0, counter: passkey.counter })
      const signed = Buffer.concat([data, createHash('sha256').update(json).digest()])
      const key = manner.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : passkey.key
      return pack(passkey.id, {
        clientDataJSON: json,
        authenticatorData: data,
        signature: createSign('sha256').update(signed).sign(key),
        userHandle: Buffer.from(manner.userHandle ?? passkey.userHandle, 'base64url'),
      })
    },
  }
}

function clientData(type: string, origin: string, options: Options, manner: Manner): Buffer {
  const { challenge = options.challenge, crossOrigin = false } = manner
  return Buffer.from(
    JSON.stringify({ type: manner.type ?? type, challenge, origin: manner.origin ?? origin, crossOrigin }),
  )
}

const [present, verified] = [0x01, 0x04]

/** Section 6.1. */
function authenticatorData(
  rpId: string,
  manner: Manner,
  { flags, counter }: { readonly flags: number; readonly counter: number },
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(manner.counter ?? counter)
  const hash = createHash('sha256')
    .update(manner.rpId ?? rpId)
    .digest()
  return Buffer.concat([hash, Buffer.from([flags | present | (manner.isUnverified ? 0 : verified)]), count])
}

const pack = (id: Buffer, response: Readonly<Record<string, Buffer>>): string =>
  JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })

/** RFC 8949, the part that authenticators use. */
function encode(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)])
  if (!(value instanceof Map)) throw new TypeError('no authenticator encodes that')
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(encode)])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
