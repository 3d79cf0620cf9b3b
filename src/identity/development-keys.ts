/** The development issuer's signing keys: made at the start, kept in memory only. RFC 7517. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'

export type DevelopmentKeys = {
  readonly signing: readonly JWK[]
  readonly published: JSONWebKeySet
}

export async function generateKeys(): Promise<DevelopmentKeys> {
  const signing = await Promise.all(['RS256', 'ES256'].map(generateKey))
  return { signing, published: { keys: signing.map(publicPart) } }
}

async function generateKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) }
}

function publicPart({ kty, n, e, crv, x, y, alg, use, kid }: JWK): JWK {
  const named = { kty, n, e, crv, x, y, alg, use, kid }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as JWK // still a key: only `undefined` is gone
}
