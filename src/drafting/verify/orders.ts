/** Checks the coded orders of a plan, and medicines that a patient says to have stopped: the verifier's own reading. D147 to D149. */
import type { Claim, MedicineChange } from '../../core/clinical-note.ts'
import type { QuoteRead } from './evidence.ts'
import { conceptsIn } from './synonyms.ts'
import type { Rule } from './tables.ts'
import { plainOf, tokensOf } from './words.ts'

const requested: ReadonlySet<Claim['kind']> = new Set(['request', 'follow-up'])

/** A claim that codes a part of an order, beside the claim of the order itself. */
export const isOrder = ({ kind, change }: Claim): boolean =>
  requested.has(kind) || (kind === 'medication' && change !== undefined)

/** Words of the sentence that tell the change. */
const told: Readonly<Record<MedicineChange, RegExp>> = {
  started: /\b(?:script|start\w*|commenc\w*|prescri\w*|give|giving|given|put|putting|begin\w*|began)\b/,
  stopped: /\b(?:stop\w*|ceas\w*|come off|coming off|came off|off|discontinu\w*|withh\w+|hold off|quit|gave up)\b/,
  changed: /\b(?:cut|increas\w*|reduc\w*|decreas\w*|lower\w*|rais\w*|doubl\w*|halv\w*|up|down|chang\w*|switch\w*)\b/,
  continued: /\b(?:continu\w*|carry on|keep|stay|stick)\b/,
}

/** Nothing has been decided yet. */
const undecided =
  /\b(?:if|unless|in case|might|may|could|maybe|possibly|perhaps|consider\w*|thinking|whether|option|never|not|would you|do you want|depending|until)\b/ // biome-ignore format: one row
/** A service, or the way to it. */
const service =
  /\b(?:refer\w*|send|sending|sent|order\w*|arrang\w*|organis\w*|book\w*|request\w*|get|do|take|run|check|write|give|put|repeat|recheck|redo)\b/
/** News of a service, and no order of it. */
const ofResults = /\b(?:results?|reports?|findings|about your|guidelines?)\b/
const visit = /\b(?:come|pop|see|review|follow|check|catch|speak|call|ring|phone|book|appointment|have|get|bring|recheck|repeat|give|make)\b/ // biome-ignore format: one row

const contains = (plain: string, words: string): boolean => plain.includes(plainOf(words))

/** The words of the sentence bear the claim out; the sentence itself is held against its evidence by other rules. */
export function isOrderTold(text: string, claim: Claim): boolean {
  const { kind, change, display, when, reason, polarity } = claim
  const plain = plainOf(text)
  const isNamed = contains(plain, display) || conceptsIn(tokensOf(text)).some((named) => named.display === display)
  const slots = [when, reason].filter((slot) => slot !== undefined)
  if (!isNamed || polarity !== 'present' || !slots.every((slot) => contains(plain, slot))) return false
  if (kind === 'medication') return change === undefined || told[change].test(plain)
  return kind === 'request' ? service.test(plain) : when !== undefined && visit.test(plain)
}

/** An order is the clinician's, and stands; only a stopped medicine may be the patient's to tell. */
export function checkOrders(text: string, claims: readonly Claim[], quotes: readonly QuoteRead[]): readonly Rule[] {
  const orders = claims.filter(isOrder)
  if (orders.length === 0) return []
  const isReported = claims.every(isOrder)
  const speaker = isReported ? 'patient' : 'clinician'
  const own = quotes.filter((quote) => quote.speaker === speaker && quote.role !== 'question')
  const order = plainOf(text).split(/\b(?:because|due to)\b/)[0] ?? ''
  return [
    ...(own.length === 0 || (isReported && orders.some(({ kind, change }) => kind !== 'medication' || change !== 'stopped'))
      ? (['speaker-mismatch'] as const)
      : []),
    ...(undecided.test(order) || (ofResults.test(order) && orders.some(({ kind }) => kind === 'request')) || (isReported && own.some(({ plain }) => /\b(?:again|restarted|back on|if|might|would)\b/.test(plain)))
      ? (['not-asserted'] as const)
      : []),
  ] // biome-ignore format: one rule after the other
}
