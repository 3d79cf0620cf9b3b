/** The keys that sign identity tokens, as JSON Web Keys. RFC 7517. */
import { createPrivateKey } from 'node:crypto'
import { calculateJwkThumbprint, type JSONWebKeySet, type JWK } from 'jose'
import type { KeyRing } from '../../store/issuer/issuer-key-ring.ts'

const alg = 'RS256'

/** The first signs. */
export const toSigningKeys = ({ signing }: KeyRing): Promise<readonly JWK[]> =>
  Promise.all(
    signing.map(async ({ bytes }) => {
      const jwk = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }) as JWK // an RSA key, as issuer-keys.ts makes them
      return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) }
    }),
  )

export const toPublished = (keys: readonly JWK[]): JSONWebKeySet => ({
  keys: keys.map(({ kty, n, e, kid }) => ({ kty, alg, use: 'sig', ...pick({ n, e, kid }) })) as JWK[], // an RSA key has them
})

const pick = (members: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
