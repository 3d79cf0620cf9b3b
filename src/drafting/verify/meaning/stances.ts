/**
 * Reads a sentence that says how somebody stands to a thing: fears it, refuses it, sets it aside, warns of it. Each word of the thing must
 * have been said, and said in that stance. D292.
 */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { checkAmounts } from '../amounts.ts'
import type { QuoteRead, Resolved } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { stemOf, tokensOf } from '../words.ts'
import { isDismissed } from './assessed.ts'
import { findFrame, unasserted, undecided } from './frames.ts'
import { checkNamedPersons } from './persons.ts'
import { listPlaces, type Place, sentenceAt } from './places.ts'
import { isRefused, isSetAside } from './taken-back.ts'
import { readUnits } from './units.ts'

type Stance = {
  readonly name: string
  /** The first group that matches is the thing. */
  readonly told: RegExp
  readonly speaker: 'clinician' | 'other'
  readonly holds: (place: Place, quotes: readonly QuoteRead[]) => boolean
  /** A claim that does not say more than the stance. */
  readonly allows: (claim: Claim) => boolean
}

const isUnsure = ({ certainty, concept }: Claim): boolean => certainty === 'uncertain' || /worr|fear|concern|anxi|afraid/.test(concept) // biome-ignore format: short
const isAbsent = ({ polarity }: Claim): boolean => polarity === 'absent'
const isPlan = ({ kind }: Claim): boolean => kind === 'plan' || kind === 'safety-net'

/** The words are those of a fear, a question, or something that the patient has read. */
const isFeared = (place: Place): boolean => {
  const { own, next } = sentenceAt(place)
  const frame = findFrame(unasserted, own)?.name ?? ''
  return /^(?:fear|hearsay|hypothesis|condition)$/.test(frame) || /\b(?:could it be|is it|tell me it is not|ending up)\b/.test(own) || /\bhonest|\bworr|\bscare/.test(`${own} ${next}`) || place.quote.plain.endsWith('?') // biome-ignore format: short
}
const isWarned = (place: Place): boolean =>
  /\b(?:side effects?|notice|read about|some people|(?:odd|occasional) person|can|may|might|could|on the box|sometimes|should you)\b/.test(sentenceAt(place).own) // biome-ignore format: short
const isOpen = (place: Place): boolean => findFrame(undecided, sentenceAt(place).own) !== undefined

// biome-ignore format: one row a line
const stances: readonly Stance[] = [
  { name: 'fear',      told: /^(?:worried|concerned|anxious|afraid|scared)(?: about| of| that)?(?: (?:it|this) (?:is|might be|could be|may be))?(?: (?:a )?possible)? (.+)\.$|^fears?(?: of)? (.+)\.$/i, speaker: 'other', holds: isFeared, allows: isUnsure },
  { name: 'refused',   told: /^(?:declined?s?|refuse[sd]?|does not want|not keen on) (.+)\.$|^(.+?)[,;]?(?: (?:was|were|is))?(?: (?:offered|discussed|mentioned|suggested|proposed|considered|raised))?[,;:]?(?: (?:and|but))?(?: (?:the )?(?:patient|he|she|they))?(?: (?:was|were|has|have))? (?:declined|refused|preferred not(?: to(?: \w+){1,3})?|not keen|did not want (?:it|this|them)|(?:would )?rather not)(?: by (?:the )?patient)?\.$/i, speaker: 'clinician', holds: isRefused, allows: isAbsent },
  { name: 'set aside', told: /^(?:decided against) (.+)\.$|^(.+?) (?:is |was |were |are )?(?:(?:considered|discussed|mentioned)[,;]? (?:but|and) )?(?:is |was |were |are )?(?:not (?:(?:felt|thought|judged|deemed|considered)(?: to be)? )?(?:recommended|given|indicated|offered|advised|needed|necessary|required|appropriate|warranted|chosen|pursued)|(?:felt|thought|judged|deemed)(?: to be)? (?:unnecessary|not (?:needed|necessary|required|indicated))|decided against)\.$/i, speaker: 'clinician', holds: isSetAside, allows: isAbsent },
  { name: 'dismissed', told: /^(?:not thought to be|unlikely(?: to be)?|no evidence of) (.+)\.$|^(.+?) (?:is |was )?(?:considered |thought )?(?:not suspected|unlikely|excluded|ruled out)\.$/i, speaker: 'clinician', holds: isDismissed, allows: isAbsent },
  { name: 'warned',    told: /^(?:warned|counselled|told)(?: that| of| about) (.+?)(?: (?:may|might|can) occur| as a (?:possible |known )?side effect)?\.$/i, speaker: 'clinician', holds: isWarned, allows: isPlan },
  { name: 'later',     told: /^(?:consider )?(.+?) if (?:no improvement|(?:the )?symptoms persist|not (?:better|settling|improving|settled))\.$/i, speaker: 'clinician', holds: isOpen, allows: isPlan },
]

/** True if the sentence is a stance of this table, and the evidence holds all of it. */
export function isStanceHeld({ text: whole, claims }: Statement, { quotes }: Pick<Resolved, 'quotes'>): boolean {
  const text = bare(whole)
  return stances.some(({ told, speaker, holds, allows }) => {
    const thing = told
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined)
    if (thing === undefined || /[,;]|\bbut\b/.test(thing) || !claims.every(allows)) return false
    const units = readUnits(thing)
    const isHeld = units.every((unit) =>
      listPlaces(unit, quotes).some((place) => (place.quote.speaker === 'clinician') === (speaker === 'clinician') && holds(place, quotes)),
    ) // biome-ignore format: short
    return units.length > 0 && isHeld && checkAmounts(thing, quotes).length === 0 && checkNamedPersons(thing, quotes).length === 0 // biome-ignore format: short
  })
}

/** "Stroke unlikely.", "Not thought to be torn.": a note's form for what a clinician sets aside. Nothing else than the stance is in other words. D572. */
const dismissal = /^(?:(.+) unlikely|not thought to be (.+))\.$/i
const ofDismissal: ReadonlySet<Rule> = new Set(['said-in-other-words', 'words-unsupported', 'polarity-mismatch', 'certainty-mismatch', 'claim-mismatch']) // biome-ignore format: a list

/** True if the rules only object to the words of the stance, and one sentence of the clinician has each word of the thing. */
export function isDismissedInWords(statement: Statement, resolved: Resolved, rules: readonly Rule[]): boolean {
  const thing = dismissal.exec(bare(statement.text))?.slice(1).find((group) => group !== undefined) // biome-ignore format: short
  if (thing === undefined || rules.length === 0 || !rules.every((rule) => ofDismissal.has(rule)) || statement.claims.some(({ kind }) => kind !== 'impression')) return false // biome-ignore format: short
  const words = tokensOf(thing)
    .filter((token) => /^[a-z]{3,}/.test(token) && token !== 'the')
    .map(stemOf)
  const isSaid = resolved.quotes.some(({ speaker, tokens }) => speaker === 'clinician' && words.every((word) => tokens.some((token) => stemOf(token) === word))) // biome-ignore format: short
  return words.length > 0 && isSaid && isStanceHeld(statement, resolved)
}
