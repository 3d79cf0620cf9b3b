/** Finds what "it" is: the symptom that the talk is about just before the cited words may be named in a note that cites only what was said of it. D290. */
import type { QuoteRead } from '../../evidence.ts'
import { isClinical } from '../../lexicon/lexicon.ts'
import { conceptsIn, isDeed, isMedicine } from '../../synonyms.ts'
import { personAt } from '../person-at.ts'
import { listPlaces, polaritiesAt } from '../places.ts'
import type { Unit } from '../units.ts'

const refersBack = /\b(?:it|this|that|they|them|these|those|symptoms?)\b/

/** The distinct symptoms and conditions that a quote names. */
const symptomsIn = ({ tokens }: QuoteRead): ReadonlySet<string> =>
  new Set(conceptsIn(tokens).filter((one) => !isMedicine(one) && !isDeed(one)).map(({ display }) => display)) // biome-ignore format: short

/**
 * True if the cited words name no symptom and speak of "it", and the last symptom that was named before them is this one, alone, present,
 * and the patient's.
 */
export function isTopic(unit: Unit, quotes: readonly QuoteRead[], before: readonly QuoteRead[]): boolean {
  if (unit.named === undefined && !unit.words.every(isClinical)) return false
  if (unit.told !== 'present' || unit.isOver || unit.persons.length > 0) return false
  if (quotes.some((quote) => symptomsIn(quote).size > 0) || !quotes.some(({ plain }) => refersBack.test(plain)))
    return false
  const at = before.findLastIndex((quote) => symptomsIn(quote).size > 0)
  const last = before[at]
  if (last === undefined || symptomsIn(last).size > 1) return false
  // "And my knee hurts" names no concept of the tables, and changes the subject all the same.
  if (before.slice(at + 1).some(({ tokens }) => tokens.some(isClinical))) return false
  const told = [...before, ...quotes]
  return listPlaces(unit, told).some((place) => place.quote === last && polaritiesAt(place, told).has('present') && personAt(place, told) === undefined) // biome-ignore format: short
}
