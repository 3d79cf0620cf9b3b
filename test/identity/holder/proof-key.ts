/** A client with a key of its own, and the proofs that it makes. RFC 9449. */
import { hash } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { newId } from '../../../src/core/ids.ts'

export type Shown = {
  readonly method?: string
  readonly url: string
  readonly token?: string
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Signs in its place. */
  readonly by?: CryptoKey | Uint8Array
}

export type ProofKey = {
  readonly jwk: JWK
  readonly privateJwk: JWK
  readonly thumbprint: string
  readonly privateKey: CryptoKey
  readonly prove: (shown: Shown) => Promise<string>
}

export async function makeProofKey(alg = 'ES256'): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  return {
    ...{ jwk, privateKey, privateJwk: await exportJWK(privateKey), thumbprint: await calculateJwkThumbprint(jwk) },
    prove({ method = 'GET', url, token, claims = {}, header = {}, by = privateKey }) {
      const ath = token === undefined ? {} : { ath: hash('sha256', token, 'base64url') }
      const all = { htm: method, htu: url, jti: newId(), iat: Math.floor(Date.now() / 1000), ...ath, ...claims }
      const payload = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      const headers = { alg, typ: 'dpop+jwt', jwk, ...header }
      return new SignJWT(payload).setProtectedHeader(headers).sign(by)
    },
  }
}
