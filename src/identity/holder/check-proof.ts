/** The proof of a request, each once: in this process and in every other. RFC 9449 section 11.1; D176. */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../core/clock.ts'
import { mutualTlsAddress } from '../../core/config/transport.ts'
import type { Config } from '../../core/config.ts'
import type { IssuerState } from '../../store/issuer/issuer-state.ts'
import { ProofError, proofWindowSeconds, verifyProof } from './dpop-proof.ts'

export type Bound = {
  /** The access token that comes with the proof; absent at the token endpoint. */
  readonly token?: string
  /** `jkt` of that token. */
  readonly thumbprint?: string
}

/** Throws ProofError. */
export type CheckProof = (request: IncomingMessage, bound: Bound) => Promise<void>

export type ProofOptions = {
  readonly config: Pick<Config, 'baseUrl' | 'tlsClientPort' | 'tlsClientBaseUrl'>
  readonly clock: Clock
  readonly state: Pick<IssuerState, 'putOnce'>
}

const model = 'Proof'
/** A proof of the future counts until its time and the window after it. */
const rememberedMs = (2 * proofWindowSeconds + 5) * 1000

export function openProofs({ config, clock, state }: ProofOptions): CheckProof {
  const mutual = mutualTlsAddress(config)
  const bases = [config.baseUrl, ...(mutual === undefined ? [] : [mutual])]
  return async (request, { token, thumbprint }) => {
    const { method = '', url = '/', headers } = request
    // Node joins repeated ones by a comma, which no proof has.
    const text = headers['dpop']
    if (typeof text !== 'string') throw new ProofError('proof')
    const path = url.split(/[?#]/)[0] ?? ''
    const addresses = bases.map((base) => `${base}${path}`)
    const proof = await verifyProof(text, { method, addresses, token, now: clock() })
    if (thumbprint !== undefined && proof.thumbprint !== thumbprint) throw new ProofError('proof-key')
    // Last, so that nobody stores anything by a proof that fails.
    const isFirst = await state.putOnce(model, `${proof.thumbprint}|${proof.id}`, {
      payload: {},
      lifeMs: rememberedMs,
    })
    if (!isFirst) throw new ProofError('proof-used')
  }
}
