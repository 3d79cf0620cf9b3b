/** The sender of a request, who has what its token is bound to: a key (RFC 9449) or a certificate (RFC 8705). D159, D176. */
import type { IncomingMessage } from 'node:http'
import type { VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import { after, type MaybePromise } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'
import { authenticationRequired, proofAlgorithmsText } from '../authentication-required.ts'
import type { Identify, Identity } from '../identity.ts'
import type { CheckProof } from './check-proof.ts'
import { ProofError } from './dpop-proof.ts'

/** How a request proves its caller. */
export type Proofs = {
  readonly identify: Identify
  readonly findCertificate: (request: IncomingMessage) => VerifiedCertificate | undefined
  /** Absent: a token that is bound to a key counts never. */
  readonly checkProof?: CheckProof | undefined
}

/** Throws `authentication-required`. */
export type IdentifySender = (request: IncomingMessage) => MaybePromise<Identity>

const dpopScheme = /^dpop +/i

export const isDpop = (authorization: string | undefined): boolean => dpopScheme.test(authorization ?? '')

export const identifyHolder =
  (proofs: Proofs): IdentifySender =>
  (request) => {
    const { authorization } = request.headers
    if (authorization !== undefined && isDpop(authorization)) return identifyByProof(proofs, request, authorization)
    return after(proofs.identify(authorization, request.socket), (identity) => {
      const { boundTo } = identity
      if (boundTo === undefined) return identity
      // RFC 9449 7.1: a token that somebody has stolen is not one of a bearer.
      if (boundTo.kind === 'key') throw authenticationRequired('bearer', 'DPoP')
      checkCertificate(proofs, request, identity)
      return identity
    })
  }

/** RFC 8705 3: whoever has the token alone proves nothing. */
function checkCertificate({ findCertificate }: Proofs, request: IncomingMessage, { boundTo }: Identity): void {
  if (findCertificate(request)?.thumbprint !== boundTo?.thumbprint) throw authenticationRequired('certificate')
}

async function identifyByProof(
  { identify, checkProof }: Proofs,
  request: IncomingMessage,
  authorization: string,
): Promise<Identity> {
  try {
    const identity = await identify(authorization, request.socket)
    const { boundTo } = identity
    if (boundTo?.kind !== 'key' || checkProof === undefined) throw authenticationRequired('unbound', 'DPoP')
    if (request.headers['dpop'] === undefined) throw authenticationRequired('proof-missing', 'DPoP')
    await checkProof(request, { token: authorization.replace(dpopScheme, ''), thumbprint: boundTo.thumbprint })
    return identity
  } catch (error) {
    throw inScheme(error)
  }
}

/** A token that counts for nothing is refused in the scheme that the client used. */
function inScheme(error: unknown): unknown {
  if (error instanceof ProofError) return authenticationRequired(error.reason, 'DPoP')
  if (!(error instanceof Problem) || error.slug !== 'authentication-required') return error
  const challenge = error.headers['WWW-Authenticate'] ?? ''
  if (!challenge.startsWith('Bearer ')) return error
  const headers = { 'WWW-Authenticate': `${challenge.replace('Bearer ', 'DPoP ')}, ${proofAlgorithmsText}` }
  return new Problem('authentication-required', { detail: error.detail, headers, cause: error })
}
