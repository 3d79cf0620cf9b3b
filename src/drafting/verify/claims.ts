/** Checks the finished sentence against its coded claims. */

import { type Claim, homeOf, type Statement } from '../../core/clinical-note.ts'
import { findMeaning, type PhraseNode } from '../vocabulary/phrases.ts'
import { firmKinds, toldSureness } from './certainty.ts'
import { deedKinds, isDeedTold } from './deeds.ts'
import type { Resolved } from './evidence.ts'
import { isOrder, isOrderTold } from './orders.ts'
import { textPolarity } from './polarity.ts'
import { codesOf, conceptsIn } from './synonyms.ts'
import { ownRelatives, type Rule, softWords } from './tables.ts'
import { bare, isWorded, withoutAsked } from './wording.ts'
import { plainOf, quantitiesIn, sidesIn, tokensOf } from './words.ts'

/** A code is known for the concept, or the record's own. */
export function checkClaims(
  statement: Statement,
  draws: readonly Claim['kind'][],
  { quotes, loaded }: Pick<Resolved, 'quotes' | 'loaded'>,
): readonly Rule[] {
  const recorded = new Set(quotes.map(({ code }) => code))
  const text = bare(statement.text)
  const plain = plainOf(text)
  const numbers = new Set(quantitiesIn(text).map(({ value }) => value))
  const relatives = relativesIn(tokensOf(text))
  const rules: Rule[] = []
  for (const claim of statement.claims) {
    if (draws.length > 0 && !draws.includes(claim.kind) && !draws.includes(homeOf(claim)))
      rules.push('section-mismatch')
    if (!isDeedTold(text, claim) || (isOrder(claim) && !isOrderTold(text, claim))) rules.push('claim-mismatch')
    if (isWhole(plain, claim)) continue
    const slots = [claim.duration, claim.frequency, claim.dose, claim.when].filter((slot) => slot !== undefined)
    const isTold =
      slots.every((slot) => plain.includes(plainOf(slot))) &&
      (claim.value === undefined || numbers.has(String(claim.value))) &&
      (claim.unit === undefined || plain.includes(claim.unit.toLowerCase())) &&
      (claim.side === undefined || sidesIn(text).has(claim.side)) &&
      isAsSure(statement.text, claim) &&
      (ofPlan.has(claim.kind) || (claim.person === 'relative') === (relatives.size > 0 || /\bfamily\b/.test(plain))) &&
      claimPolarity(text, claim) &&
      (deedKinds.has(claim.kind) || isOrder(claim) || isTimeTold(plain, claim))
    if (!isTold && !isLoose(claim)) rules.push('claim-mismatch')
    if (claim.code !== undefined && !recorded.has(claim.code) && !isKnownCode(claim.display, claim.code, loaded))
      rules.push('code-mismatch')
  }
  return [...new Set(rules)]
}

/** A plan may name the relative who looks on: "your daughter thinking you're muddled". */
const ofPlan: ReadonlySet<Claim['kind']> = new Set(['plan', 'safety-net'])

/** "Redness spreads past the line": a warning tells no past, whatever its words. */
const isTimeTold = (plain: string, { kind, time }: Claim): boolean =>
  ofPlan.has(kind) ? time !== 'past' || isPastTold(plain) : isPastTold(plain) === (time === 'past')

const isPastTold = (plain: string): boolean =>
  /\b(?:past|previously|initially|resolved|tried|given|ex|used|had|no longer|not taken)\b/.test(plain)

/** A fact for a record must be as sure as its sentence; any other unsure one must be stated as unsure. */
export const isAsSure = (text: string, { kind, certainty, polarity }: Claim): boolean =>
  // "Stroke unlikely": the denial is as sure as a clinician denies.
  (kind === 'impression' && polarity === 'absent') ||
  (firmKinds.has(kind)
    ? (certainty === 'certain') === (toldSureness(text) === 'stated')
    : certainty === 'certain' || softWords.test(text.toLowerCase()))

/** The tables or the loaded code systems give these words this code. */
const isKnownCode = (display: string, code: string, loaded: PhraseNode | undefined): boolean =>
  codesOf(display).has(code) || (loaded !== undefined && findMeaning(loaded, display)?.code === code)

/** The claim is the whole sentence, stated as reported. */
const isWhole = (plain: string, claim: Claim): boolean =>
  claim.polarity === 'present' && isWorded(plain) && unowned(withoutAsked(plain).replaceAll('"', '')).endsWith(`: ${unowned(plainOf(claim.display))}.`) // biome-ignore format: short

/** A mark of quotation hides the ending of "New Year's" before it; a gap in the recording leaves a space behind it. */
const unowned = (plain: string): string =>
  plain.replaceAll(/(?<=[a-z])'s?(?=[ .]|$)/g, '').replaceAll(/ (?=[.]|$)/g, '')

/** Statements about home and work name relatives and years freely. */
const isLoose = (claim: Claim): boolean =>
  claim.kind === 'social' && (claim.concept === 'home' || claim.concept === 'occupation')

/** "Wrist not swollen", "soft and not tender": the denial stands before the last words of the claim. */
const isDeniedInside = (plain: string, display: string): boolean =>
  plain.includes(` not ${display}`) ||
  (plain.includes('nothing abnormal') &&
    plain.replaceAll('nothing abnormal', 'no abnormality').includes(`no ${display}`)) ||
  (!plain.includes(display) && plain.replace(/ not (?=[a-z])/, ' ').includes(display))

/** "Murphy's sign negative", "negative dipstick": a sign or a test that was not there. */
export const isResultNegative = (plain: string, display: string): boolean =>
  !/\bnegative\b/.test(display) && (plain.includes(`${display} negative`) || plain.includes(`${display} is negative`) || plain.includes(`${display} was negative`) || plain.includes(`negative ${display}`) || plain.includes(`negative for ${display}`)) // biome-ignore format: short

function claimPolarity(text: string, claim: Claim): boolean {
  // Held against the sentence by isOrderTold.
  if (isOrder(claim)) return true
  if (isResultNegative(plainOf(text), plainOf(claim.display))) return claim.polarity === 'absent'
  if (
    claim.polarity === 'present' &&
    plainOf(text)
      .replace(/^possibly /, '')
      .startsWith(plainOf(claim.display))
  )
    return true
  const tokens = tokensOf(text)
  const named = conceptsIn(tokens).find(({ display }) => display.toLowerCase() === claim.display.toLowerCase())
  const isNegative =
    /^(?:possibly )?(?:no(?! longer)|likely no(?! (?:in|on|at|into|of)\b)|nothing abnormal|not|does not|has not|denies|nil|can not (?:see|hear|feel))\b/.test(
      plainOf(text),
    ) || isDeniedInside(plainOf(text), plainOf(claim.display))
  const said = named === undefined ? (isNegative ? 'absent' : 'present') : textPolarity(text, named)
  return said === claim.polarity
}

export const relativesIn = (tokens: readonly string[]): ReadonlySet<string> =>
  new Set(tokens.flatMap((token) => ownRelatives.get(token) ?? []))
