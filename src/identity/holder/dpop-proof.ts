/** One DPoP proof: a client shows that it has the private key to which a token is bound. RFC 9449 section 4.3; D176. */
import { hash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import { addressOf } from '../../fhir/own-addresses.ts'

/** Asymmetric alone: RFC 9449 4.3. */
export const proofAlgorithms = ['ES256', 'ES384', 'RS256', 'RS384', 'PS256', 'Ed25519', 'EdDSA'] as const

/** RFC 9449 11.1: without nonces, `iat` alone says how old a proof is. */
export const proofWindowSeconds = 60
const maxProofCharacters = 8_000
const maxIdCharacters = 256

export type ProofReason = 'proof' | 'proof-old' | 'proof-request' | 'proof-token' | 'proof-used' | 'proof-key'

/** Why a proof counts for nothing. */
export class ProofError extends Error {
  readonly reason: ProofReason

  constructor(reason: ProofReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ProofError'
    this.reason = reason
  }
}

/** What the proof has to be for. */
export type Proven = {
  readonly method: string
  /** The addresses by which clients may call, from the settings and without query. */
  readonly addresses: readonly string[]
  /** The access token that comes with it; absent at the token endpoint. */
  readonly token?: string | undefined
  readonly now: Date
}

/** `thumbprint`: `jkt` of the key (RFC 9449 6.1). `id`: names the proof among those of its key. */
export type Proof = { readonly thumbprint: string; readonly id: string }

/** Whether the proof was used before is for its caller to find out. Throws ProofError. */
export async function verifyProof(text: string, proven: Proven): Promise<Proof> {
  if (text.length > maxProofCharacters) throw new ProofError('proof')
  const { payload, protectedHeader } = await jwtVerify(text, EmbeddedJWK, {
    algorithms: [...proofAlgorithms],
    typ: 'dpop+jwt',
    clockTolerance: proofWindowSeconds,
    currentDate: proven.now,
  }).catch((cause: unknown) => {
    throw new ProofError('proof', { cause })
  })
  const { jwk } = protectedHeader
  const { jti } = payload
  if (jwk === undefined || typeof jti !== 'string' || jti === '' || jti.length > maxIdCharacters)
    throw new ProofError('proof')
  const broken = rules.find(({ isBroken }) => isBroken(payload, proven))
  if (broken !== undefined) throw new ProofError(broken.reason)
  return { thumbprint: await calculateJwkThumbprint(jwk), id: jti }
}

type Rule = {
  readonly reason: ProofReason
  readonly isBroken: (payload: JWTPayload, proven: Proven) => boolean
}

// biome-ignore format: one row a line
const rules: readonly Rule[] = [
  { reason: 'proof-old',     isBroken: ({ iat }, { now }) => typeof iat !== 'number' || Math.abs(now.getTime() / 1000 - iat) > proofWindowSeconds },
  { reason: 'proof-request', isBroken: ({ htm }, { method }) => htm !== method },
  { reason: 'proof-request', isBroken: ({ htu }, { addresses }) => !addresses.some((address) => isSameAddress(htu, address)) },
  { reason: 'proof-token',   isBroken: ({ ath }, { token }) => token !== undefined && ath !== hash('sha256', token, 'base64url') },
]

/** RFC 9449 4.3: query and fragment do not count; both are normalised as RFC 3986 6.2.2 and 6.2.3 say. */
function isSameAddress(htu: unknown, address: string): boolean {
  const [asked, own] = [typeof htu === 'string' ? URL.parse(htu) : null, URL.parse(address)]
  return asked !== null && own !== null && addressOf(asked) === addressOf(own)
}
