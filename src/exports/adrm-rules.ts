/**
 * What the Australian Diagnostics and Referral Messaging localisation (HL7AUSD-STD-OO-ADRM-2021.1) asks of the sender of a message, as far
 * as the message alone decides it. Points that ask for a directory, a certificate, other messages or a reader are not here, nor is the
 * validity of PDF/A and XHTML, which other programs judge; nor 00048.4, as a byte order mark keeps MLLP receivers from finding MSH.
 */
import { displayRules } from './adrm/display-rules.ts'
import { envelopeRules } from './adrm/envelope-rules.ts'
import { observationRules } from './adrm/observation-rules.ts'
import { type ParsedMessage, type Place, parseMessages, rawOf } from './adrm/parsed-message.ts'
import { referralRules } from './adrm/referral-rules.ts'
import { type AdrmRule, kindOf } from './adrm/rule.ts'
import { typeRules } from './adrm/type-rules.ts'

export const adrmRules: readonly AdrmRule[] = [
  ...envelopeRules,
  ...typeRules,
  ...observationRules,
  ...displayRules,
  ...referralRules,
]

/** Rules on the messages of a batch together. */
export const batchRules = [
  { id: 'HL7au:000022.3', message: 'A batch has one referral at most.', place: 'BHS', isBroken: hasReferrals },
  { id: 'HL7au:000026', message: 'Each result has an MSH-10 of its own.', place: 'MSH-10', isBroken: repeatsControlId },
] as const

function hasReferrals(messages: readonly ParsedMessage[]): boolean {
  return messages.length > 1 && messages.some((message) => kindOf(message) === 'REF')
}

function repeatsControlId(messages: readonly ParsedMessage[]): boolean {
  const ids = messages.filter((message) => kindOf(message) === 'ORU').map((message) => rawOf(message, 'MSH', 10))
  return new Set(ids).size < ids.length
}

export type AdrmFinding = {
  readonly id: string
  /** Segment and field: `MSH-12`, `OBX[2]-5`. */
  readonly place: Place
  /** The demand of the rule; it repeats no value. */
  readonly message: string
}

/** Of one message or of a batch. A message that ADRM does not define has no findings. Throws RangeError where there is no MSH. */
export function checkAdrm(bytes: Uint8Array): readonly AdrmFinding[] {
  const messages = parseMessages(bytes)
  const batch = batchRules
    .filter(({ isBroken }) => isBroken(messages))
    .map(({ id, place, message }) => ({ id, place, message }))
  const found = messages.flatMap((message) => {
    const kind = kindOf(message)
    if (kind === undefined) return []
    return adrmRules
      .filter(({ of }) => of.includes(kind))
      .flatMap(({ id, says, find }) => find(message).map((place) => ({ id, place, message: says })))
  })
  return [...batch, ...found]
}
