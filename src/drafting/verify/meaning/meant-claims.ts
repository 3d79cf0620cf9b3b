/** Compares coded claims with a sentence in other words: the sentence must name the same things, with the same polarity, person and time. D258. */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { isAsSure, isResultNegative } from '../claims.ts'
import { ownRelatives, type Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, quantitiesIn, sidesIn, stemOf, tokensOf } from '../words.ts'
import { lightWords } from './light-words.ts'
import { readUnits, type Unit } from './units.ts'

export function checkMeantClaims({ text: whole, claims }: Statement): readonly Rule[] {
  const sentence = bare(whole)
  const units = readUnits(sentence)
  return claims.every((claim) => isMeant(claim, sentence, units) && isAsSure(whole, claim)) ? [] : ['claim-mismatch']
}

function isMeant(claim: Claim, text: string, units: readonly Unit[]): boolean {
  const own = unitsOf(claim, units).filter(({ isConditional }) => !isConditional || claim.kind === 'impression')
  const plain = plainOf(text)
  if (isResultNegative(plain, plainOf(claim.display)) && claim.polarity === 'present') return false
  const slots = [claim.duration, claim.frequency, claim.dose, claim.when, claim.unit].filter(
    (slot) => slot !== undefined,
  )
  return (
    (ofIt.test(plain) && claim.polarity === 'absent' ? true : own.length === 0 ? claim.polarity === 'present' || units.some(({ told }) => told === 'absent') : own.some(({ told }) => told === claim.polarity || ((refusing.test(claim.display) || claim.kind === 'plan') && told === 'absent'))) &&
    slots.every((slot) => plain.includes(plainOf(slot))) &&
    (claim.value === undefined || quantitiesIn(text).some(({ value }) => value === String(claim.value))) &&
    isOfItsTime(claim, own, plain) &&
    (claim.side === undefined || sidesIn(text).has(claim.side)) &&
    (claim.person === 'patient' || tokensOf(text).some((token) => ownRelatives.get(token) !== undefined || others.test(token)))
  ) // biome-ignore format: one condition a line
}

/** "Mother has migraine; no personal history of it." */
const ofIt =
  /\bno (?:\w+ )?history of (?:it|this|that|them|these)\b|\bnever had (?:it|this|that|them) (?:him|her)self\b/

/** Persons beside the relatives of the tables. */
const others = /^(?:famil\w*|relatives?|wife|husband|spouse|partner|girlfriend|boyfriend|housemates?|flatmates?|colleagues?|coworkers?)$/ // biome-ignore format: one row

/** "No driving" is the name of a plan whose sentence denies the driving. */
const refusing = /^(?:no|not|avoid|stop|without|nil)\b/i

const overNow = /\b(?:in the past|previously|resolved|no longer|formerly|ex)\b/

/** "82 kg, previously 88 kg", "eGFR 52 (previously 58)": only the second number is of before. */
const formerValue = /(?<=\d[^,;]*)(?:,| ?\() ?(?:previously|formerly) (?:about |around )?\d[^,;)]*/g

/** A past claim needs a past sentence. A current claim must not stand in a sentence that is wholly about the past. */
function isOfItsTime({ time, kind, polarity }: Claim, own: readonly Unit[], plain: string): boolean {
  // "Word-finding difficulty without slurred speech, now resolved": what was not there has not ended.
  if (polarity === 'absent' && own.some(({ told }) => told === 'absent')) return true
  if (time === 'past') return own.some(({ isOver }) => isOver) || pastVerb.test(plain) || kind === 'history'
  return (
    !overNow.test(plain.replace(formerValue, ' ')) ||
    /\bnow\b/.test(plain) ||
    own.length === 0 ||
    own.some(({ isOver }) => !isOver)
  )
}
const pastVerb = /\b\w{3,}ed\b|\b(?:had|was|were|took|gave|came|felt|began|died|got|never|quit|ex|former)\b/

/** The units of the sentence that the claim names. */
function unitsOf({ display }: Claim, units: readonly Unit[]): readonly Unit[] {
  const stems = new Set(
    tokensOf(display)
      .filter((token) => !lightWords.has(token))
      .map(stemOf),
  )
  return units.filter(({ named, words }) => named?.display.toLowerCase() === display.toLowerCase() || words.some((word) => stems.has(stemOf(word)))) // biome-ignore format: short
}
