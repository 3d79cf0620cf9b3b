/** The assertion of a client with a key pair. SMART App Launch 2.2 client-confidential-asymmetric.html, RFC 7523. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { JsonObject } from '../json.ts'

/** A private JSON Web Key with its `kid`; RSA keys sign by RS384, keys of P-384 by ES384. */
export type ServiceKey = { readonly key: KeyObject; readonly kid: string; readonly alg: 'RS384' | 'ES384' }

export function readKey(jwk: JsonObject): ServiceKey | undefined {
  const { kid, kty, crv } = jwk
  const alg = kty === 'RSA' ? 'RS384' : kty === 'EC' && crv === 'P-384' ? 'ES384' : undefined
  if (typeof kid !== 'string' || alg === undefined || jwk['d'] === undefined) return undefined
  return { key: createPrivateKey({ key: { ...jwk } as Record<string, string>, format: 'jwk' }), kid, alg } // it refuses what is no key
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An undefined change takes a member away. */
export type AssertionChanges = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
}

export function signAssertion(
  { key, kid, alg }: ServiceKey,
  claims: { readonly iss: string; readonly aud: string },
  changes: AssertionChanges = {},
): string {
  const now = Math.floor(Date.now() / 1000)
  const payload = { ...claims, sub: claims.iss, jti: crypto.randomUUID(), exp: now + 240, iat: now, ...changes.claims }
  const head = encode({ alg, kid, typ: 'JWT', ...changes.header })
  const signed = `${head}.${encode(payload)}`
  if (changes.header?.['alg'] === 'none') return `${signed}.`
  return `${signed}.${sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
