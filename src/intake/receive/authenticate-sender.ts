/** Who sends by HTTPS: the sender's client certificate, or its signature, which counts once and for five minutes. docs/inbound.md#by-https. */
import type { VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import type { Clock } from '../../core/clock.ts'
import { isSignedBy, parseSignature } from '../../core/signature.ts'
import { takeSignature } from '../../store/senders/sender-signatures.ts'
import type { Store } from '../../store/store.ts'
import type { KnownSender } from './known-senders.ts'
import { senderCaller } from './sender-caller.ts'

export type Proof = {
  /** Numeric. */
  readonly address: string
  readonly certificate: VerifiedCertificate | undefined
  /** The header `Banksia-Signature`; empty without. */
  readonly signature: string
  /** The header `Idempotency-Key`; empty without. */
  readonly idempotencyKey: string
  readonly body: Uint8Array
}

/** How far the clocks of both may differ. */
const windowMs = 300_000

type Authenticating = { readonly store: Pick<Store, 'transact'>; readonly clock: Clock }

/** Whether the proof is the sender's. A sender that is known by its address alone sends by MLLP. */
export async function isProven({ store, clock }: Authenticating, sender: KnownSender, proof: Proof): Promise<boolean> {
  const { secret } = sender.content
  if (!mayBeProven(sender, proof)) return false
  if (isCertified(sender, proof)) return true
  if (secret === undefined) return false
  const signature = checkSignature(sender.id, secret, proof, clock())
  if (signature === undefined) return false
  const taken = { senderId: sender.id, signature, keptMs: 2 * windowMs }
  return store.transact(senderCaller(sender), (tx) => takeSignature(tx, taken))
}

/** Before its body is read. */
export const mayBeProven = (sender: KnownSender, proof: Omit<Proof, 'body'>): boolean =>
  sender.isFrom(proof.address) &&
  (isCertified(sender, proof) || (sender.content.secret !== undefined && parseSignature(proof.signature) !== undefined))

const isCertified = ({ content, hasCertificate }: KnownSender, { certificate }: Pick<Proof, 'certificate'>): boolean =>
  content.certificate !== undefined && hasCertificate(certificate)

/** Its bytes; undefined if it is none of the secret, or not of this time. */
function checkSignature(
  id: string,
  secret: string,
  { signature, idempotencyKey, body }: Proof,
  now: Date,
): Buffer | undefined {
  const parsed = parseSignature(signature)
  if (parsed === undefined || parsed.keyId !== id) return undefined
  const isOfNow = Math.abs(now.getTime() - parsed.at.getTime()) < windowMs
  return isSignedBy(secret, parsed, { idempotencyKey, body }) && isOfNow ? parsed.hmac : undefined
}
