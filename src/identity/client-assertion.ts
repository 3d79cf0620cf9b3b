/** A client's own assertion to a token endpoint, signed with its private key. SMART App Launch 2.2 client-confidential-asymmetric.html; RFC 7523. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { newId } from '../core/ids.ts'

export type AssertionInput = {
  readonly clientId: string
  /** The token endpoint. */
  readonly audience: string
  /** PEM. */
  readonly key: string
  /** `kid`, by which the server finds the public key. */
  readonly keyId: string
  readonly now: Date
}

/** At most five minutes are allowed; clocks differ. */
const lifetimeSeconds = 240

export function signClientAssertion({ clientId, audience, key, keyId, now }: AssertionInput): Promise<string> {
  const signing = readSigningKey(key)
  if (signing === undefined) throw new TypeError('not a key for RS384 or ES384')
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: signing.algorithm, typ: 'JWT', kid: keyId })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeSeconds)
    .setJti(newId())
    .sign(signing.key)
}

type SigningKey = { readonly key: KeyObject; readonly algorithm: 'RS384' | 'ES384' }

const minRsaBits = 2048

/** Undefined for anything but a private RSA key of 2048 bits or more, or one of the curve P-384. */
export function readSigningKey(pem: string): SigningKey | undefined {
  try {
    const key = createPrivateKey(pem)
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'rsa' && modulusLength >= minRsaBits) return { key, algorithm: 'RS384' }
    if (key.asymmetricKeyType === 'ec' && namedCurve === 'secp384r1') return { key, algorithm: 'ES384' }
    return undefined
  } catch {
    // No key at all.
    return undefined
  }
}
