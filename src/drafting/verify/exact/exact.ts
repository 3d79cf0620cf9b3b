/**
 * Holds each side, time of day, number and quality of a sentence against the same thing in the evidence: it is not enough that somebody
 * said the value of something. D291.
 */
import type { QuoteRead } from '../evidence.ts'
import { listPlaces } from '../meaning/places.ts'
import { readUnits, type Unit } from '../meaning/units.ts'
import { isNegatedAt } from '../polarity.ts'
import { takesOther } from '../replies/alternatives.ts'
import { conceptsIn, isMedicine } from '../synonyms.ts'
import type { Rule } from '../tables.ts'
import { plainOf, tokensOf } from '../words.ts'
import { type Axis, anyValue, axes } from './axes.ts'
import { everyMatch } from './every-match.ts'
import { checkFromTo } from './from-to.ts'
import { isOutbid, type Mark, markAt, type Spot, tokenAt } from './marks.ts'
import { checkMeasures } from './measures.ts'
import { checkOwners } from './owners.ts'
import { isPairSaid } from './pressure-pairs.ts'
import { checkQuantities } from './quantities.ts'
import { withoutSided } from './sided-values.ts'
import { isStoppedIf } from './stopped-if.ts'
import { checkThenAndNow } from './then-and-now.ts'
import { checkVitals } from './vitals.ts'

/** The parts of a sentence that speak of one thing each. */
const partsOf = (text: string): readonly string[] =>
  plainOf(text)
    .split(/;|\.(?!\d)|, |\bbut\b|\bthough\b|\balthough\b|\bwhile\b|\bdespite\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The places of the things that the part names; if it names none, of all things of the sentence. */
export function spotsOf(part: string, whole: string, quotes: readonly QuoteRead[]): readonly Spot[] {
  const own = placesOf(readUnits(part), quotes)
  return own.length > 0 ? own : placesOf(readUnits(whole), quotes)
}

function placesOf(units: readonly Unit[], quotes: readonly QuoteRead[]): readonly Spot[] {
  const things = units.filter(({ named, words }) => named !== undefined || !anyValue.test(words.join(' ')))
  const named = things.filter(({ named: own }) => own !== undefined)
  return (named.length > 0 ? named : things).flatMap((unit) => listPlaces(unit, quotes).map(({ index, at }) => ({ index, at }))) // biome-ignore format: short
}

const marksOf = ({ values }: Axis, quotes: readonly QuoteRead[], isDenying = false): readonly Mark[] =>
  quotes.flatMap((quote, index) =>
    values.flatMap(([value, pattern]) =>
      everyMatch(quote.plain, pattern).flatMap(({ index: from }) => {
        const at = tokenAt(quote.plain, from)
        const mark = markAt(quote, index, value, at)
        return isDenied(quote.tokens, at) !== isDenying ? [] : [isAgreed(mark, quotes) ? { ...mark, isAsked: false } : mark]
      }),
    ),
  ) // biome-ignore format: short

/** "Still on that?" - "Yes.": the yes states what the last question of a turn asks. */
const isAgreed = ({ index, at, isAsked }: Mark, quotes: readonly QuoteRead[]): boolean => {
  const [asked, reply] = [quotes[index], quotes[index + 1]]
  return isAsked && asked?.role === 'question' && reply?.role === 'answer' && /^(?:yes|yeah|yep|yup)\b/.test(reply.plain) && !asked.tokens.slice(at, -1).some((token) => /^(?:[.?!]|or)$/.test(token)) // biome-ignore format: short
}

/** "No, not the left, the right": a correction denies nothing. */
const isDenied = (tokens: readonly string[], at: number): boolean =>
  isNegatedAt(tokens, at) && !/^(?:not|no|only)$/.test(tokens[at] ?? '') && !/\b(?:no|not)\b.*,/.test(tokens.slice(Math.max(0, at - 6), at).join(' ')) && !/\bnot\b.*, (?:[a-z]+ly )?$/.test(`${tokens.slice(Math.max(0, at - 9), at).join(' ')} `) // biome-ignore format: short

const courseOfMedicine = 'course of a medicine'

/** Axes of which a denied value refutes the note by itself: "not at rest". */
const refutedByNo: ReadonlySet<string> = new Set([courseOfMedicine, 'effort', 'result'])

/** Axes whose value has to be said as such; for the others the words are checked elsewhere. */
const mustBeSaid: ReadonlySet<string> = new Set(['side', 'time of day', 'meal', 'period', 'term', 'urgency', 'height', 'surface', 'colour', 'form', 'clock', 'destination', courseOfMedicine]) // biome-ignore format: short

/** "The left drum is red. The right one is fine.": the one of a side has what is said of it. */
const saysOfOne = (part: string, side: string, quotes: readonly QuoteRead[]): boolean =>
  quotes.some(({ plain }) => {
    const [, quality] = new RegExp(`\\b${side} one(?: is| looks| feels| sounds)?(?: (?:all|very|quite|a bit|just|also|nice and))* ([a-z]{3,})`).exec(plain) ?? [] // biome-ignore format: short
    return quality !== undefined && new RegExp(`\\b${quality}\\b`).test(part)
  })

function checkAxis(axis: Axis, part: string, whole: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const told = axis.values.filter(([, pattern, inNote = pattern]) => inNote.test(part)).map(([value]) => value)
  if (told.length === 0 || (axis.name === 'side' && isPairSaid(part, quotes) === true)) return []
  const [only] = told
  if (axis.name === 'side' && told.length === 1 && only !== undefined && saysOfOne(part, only, quotes)) return []
  if (axis.name === courseOfMedicine && isStoppedIf(whole, quotes)) return []
  // "Do not stop it" is said by words that deny the stopping.
  const marks = marksOf(axis, quotes, axis.name === courseOfMedicine && /\b(?:not|never) (?:just )?stop\b/.test(part))
  const inWhole =
    isInOrder(whole, quotes) || isCourseInOrder(axis, whole, marks)
      ? axis.values
          .filter(([, pattern, inNote = pattern]) => [inNote, pattern].some((form) => form.test(plainOf(whole))))
          .map(([value]) => value)
      : []
  const others = marks.filter(({ value }) => !told.includes(value) && !inWhole.includes(value))
  const rule = axis.name === 'side' ? 'side-mismatch' : 'attribute-mismatch'
  const spots = others.length === 0 ? [] : spotsOf(part, whole, quotes)
  const isWrong = told.some((value) => {
    const own = marks.filter(
      (mark) =>
        mark.value === value &&
        !isNotTaken(mark, quotes) &&
        (denies.test(leadTo(part, whole)) || !isAskedAndDenied(mark, quotes)),
    )
    if (own.length === 0 && marks.some((mark) => mark.value === value)) return true
    if (own.length === 0 && others.length === 0) return refutedByNo.has(axis.name) && marksOf(axis, quotes, true).some((mark) => mark.value === value) // biome-ignore format: short
    if (own.length === 0) return mustBeSaid.has(axis.name) || others.some(({ isAsked }) => !isAsked)
    return isOutbid(own, others, spots, quotes)
  })
  return isWrong ? [rule] : []
}

/** "Initially improving, then worse again": the values of one course, in the order in which they were told. */
const ofCourse: ReadonlySet<string> = new Set(['change', 'presence', 'severity', 'pattern'])
const tellsOrder =
  /\b(?:initially|at first|first|previously|earlier|then|later|now|subsequently|followed by|before|after)\b/
/** "Right ear normal, left ear normal": both sides are told alike. */
const isSameOfBoth = (plain: string): boolean => {
  const [first = '', ...others] = plain.replace(/\.$/, '').split(/[,;] (?:and )?/).map((part) => part.replace(/\b(?:left|right) ?/g, '').trim()) // biome-ignore format: short
  return others.length === 1 && others[0] === first
}
function isCourseInOrder({ name, values }: Axis, whole: string, marks: readonly Mark[]): boolean {
  const plain = plainOf(whole)
  if (!(ofCourse.has(name) && tellsOrder.test(plain)) && !(name === 'side' && isSameOfBoth(plain))) return false
  const told = values.flatMap(([value, pattern, inNote = pattern]) => everyMatch(plain, inNote).slice(0, 1).map(({ index }) => ({ value, index }))).toSorted((a, b) => a.index - b.index) // biome-ignore format: short
  const said = marks.toSorted((a, b) => a.index - b.index || a.at - b.at)
  const firsts = told.map(({ value }) => said.findIndex((mark) => mark.value === value))
  return told.length > 1 && firsts.every((at, index) => at >= 0 && (index === 0 || at > (firsts[index - 1] ?? at)))
}

/** "Within the hour, or the next morning?" - "Maybe an hour.": the value of the question is the one that was not taken. */
const isNotTaken = ({ index, at, isAsked }: Mark, quotes: readonly QuoteRead[]): boolean =>
  isAsked && quotes[index + 1]?.role === 'answer' && takesOther(quotes[index]?.tokens ?? [], at, quotes[index + 1]?.tokens.slice(0, 24) ?? []) // biome-ignore format: short

const denies =
  /\b(?:no|not|nil|never|none|nothing|without|den(?:y|ies|ied)|negative|neither|nor|non|free|clear|normal|unlikely)\b/i

/** The sentence up to the end of the part: a denial before it goes on. */
const leadTo = (part: string, whole: string): string =>
  plainOf(whole).slice(0, plainOf(whole).indexOf(part) + part.length)

/** "Inside joint line?" - "Nah.": the value of the last question that a no answers was not found. */
const isAskedAndDenied = ({ index, at, isAsked }: Mark, quotes: readonly QuoteRead[]): boolean => {
  const [asked, reply] = [quotes[index], quotes[index + 1]]
  return isAsked && asked?.role === 'question' && reply?.role === 'answer' && bareNo.test(reply.plain) && !asked.tokens.slice(at, -1).some((token) => /^(?:[.?!]|or)$/.test(token)) // biome-ignore format: short
}
const bareNo = /^(?:(?:oh|um|well|,) ?)*(?:no|nah|nope)(?: ,? ?(?:no|nah|nope|not (?:there|at all|really)))*[ .!]*$/

/** Figures and units of a note stand for words, and are held against them elsewhere. */
const isOfDose = /^\d+(?:\.\d+)?$|^(?:mg|ml|mcg|micrograms?)$/

/** True if the words of the sentence were said in its order: then no two of its parts exchange their values. */
function isInOrder(text: string, quotes: readonly QuoteRead[]): boolean {
  const said = quotes.flatMap(({ tokens }) => tokens)
  let at = -1
  return tokensOf(text).filter((token) => /[a-z0-9]{2}/.test(token) && !isOfDose.test(token)).every((token) => {
    at = said.indexOf(token, at + 1)
    return at >= 0
  })
} // biome-ignore format: short

/** A medicine of the sentence must be the one that is said of the rest of it; likewise a relative. */
function checkNearest(part: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const units = readUnits(part)
  const things = units.filter(({ named }) => named !== undefined)
  const medicinesTold = things.filter(isMedicineUnit)
  if (medicinesTold.length !== 1) return []
  const rest = things.filter((unit) => !isMedicineUnit(unit))
  const spots = placesOf(rest, quotes)
  if (rest.length === 0) return []
  const [told] = medicinesTold
  const marks = quotes.flatMap((quote, index) =>
    conceptsIn(quote.tokens)
      .filter(isMedicine)
      .map((one) => markAt(quote, index, one.display, one.from)),
  )
  const own = marks.filter(({ value }) => value === told?.named?.display)
  const others = marks.filter(({ value }) => value !== told?.named?.display && !part.includes(value))
  return own.length > 0 && isOutbid(own, others, spots, quotes) ? ['attribute-mismatch'] : []
}

const isMedicineUnit = ({ named }: Unit): boolean => named !== undefined && isMedicine(named)

/** The rules that a value of the sentence breaks; none for words of the record. `isLiteral`: all its words were said. */
export function checkExact(text: string, quotes: readonly QuoteRead[], isLiteral: boolean): readonly Rule[] {
  if (quotes.length === 0 || quotes.some(({ role }) => role === 'record')) return []
  const own = withoutSided(text, quotes)
  if (own === undefined) return ['side-mismatch']
  const rules = partsOf(own).flatMap((part) => [
    ...axes.flatMap((axis) => (isLiteral && axis.isLoose === true ? [] : checkAxis(axis, part, text, quotes))),
    ...checkNearest(part, quotes),
    ...checkQuantities(part, text, () => spotsOf(part, text, quotes), quotes),
  ])
  return [
    ...new Set([
      ...rules,
      ...checkMeasures(text, quotes),
      ...checkOwners(text, quotes),
      ...checkThenAndNow(text, quotes),
      ...checkVitals(text, quotes),
      ...checkFromTo(text, quotes),
    ]),
  ]
}
