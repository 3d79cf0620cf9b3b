/** Judges the words of a plan: who ordered the thing, and whether it was decided, refused, or done before. */
import type { QuoteRead } from '../evidence.ts'
import type { Polarity } from '../polarity.ts'
import type { Rule } from '../tables.ts'
import { plainOf } from '../words.ts'
import { decidedWords, decides, doneSaid, doneWords, findFrame, meets, openWords, undecided } from './frames.ts'
import { answersTo, type Place, polaritiesAt, sentenceAt } from './places.ts'
import type { Reading } from './reading.ts'
import { isTakenBack } from './taken-back.ts'
import type { Unit } from './units.ts'

/** "Leave the gym for now", "paracetamol rather than ibuprofen". */
const refuses = /\b(?:leave|avoid\w*|stop\w*|hold off|rather than|instead of|steer clear|(?:stay|keep) (?:off|away)|cut(?:ting)? out|without|no need|not (?:think|believe) (?:\w+ )?(?:needs?|want)|would not|not going to|do not (?!forget)|refrain\w*|abstain\w*)\b/ // biome-ignore format: one row

/** "Don't stop the tablets.", "I would not come off it.": two negations, and the thing goes on. */
const goesOn =
  /\b(?:not|never|without) (?:you )?(?:stop\w*|com(?:e|ing) off|skip\w*|miss\w*|forget\w*|leave out|leaving out|give up)\b/

const deniesNeed = /\b(?:no (?:need|follow ?up|review|further|urgent)|not (?:need\w*|necessary|required)|need not)\b/
const saysNoNeed = /\b(?:no need|not (?:\w+ ){0,3}(?:need\w*|necessary|have to|require\w*|worth|want)|without|nothing (?:more|else|further)|no (?:more|further|follow)|unnecessary|discharge|only if|unless)\b/ // biome-ignore format: one row

/** A note may deny a need only if the clinician denied it. */
export const checkNeed = ({ text, quotes, isPlan }: Reading): readonly Rule[] =>
  isPlan && deniesNeed.test(plainOf(text)) && !quotes.some(({ speaker, plain }) => speaker === 'clinician' && saysNoNeed.test(plain)) ? ['polarity-mismatch'] : [] // biome-ignore format: short

/** "Paracetamol would not be helpful": the negation follows its noun. */
function plannedPolarity(place: Place, { quotes, isLiteral }: Reading): ReadonlySet<Polarity> {
  const { tokens } = place.quote
  const rest = tokens.slice(place.at + 1, place.at + 10)
  const stop = rest.findIndex((token) => /^[.?!]$/.test(token))
  const after = (stop < 0 ? rest : rest.slice(0, stop)).join(' ')
  const before =
    tokens
      .slice(Math.max(0, place.at - 6), place.at)
      .join(' ')
      .split(/[.?!,]/)
      .at(-1) ?? ''
  const isRefused =
    (refuses.test(before) && !goesOn.test(before)) ||
    /\bnot (?:be |really |going to )*(?:help\w*|need\w*|recommend\w*|necessary|work|useful|required|indicated|appropriate)/.test(
      after,
    )
  if (goesOn.test(before)) return new Set<Polarity>(['present'])
  if (isRefused || isTakenBack(place, quotes)) return new Set<Polarity>(['absent'])
  return isLiteral ? new Set<Polarity>(['present', 'absent']) : polaritiesAt(place, quotes)
}

/** The clinician asks about, or repeats, what was done before. */
const ofPast = /\b(?:you(?: have|'ve)? had|have you (?:had|been)|has (?:he|she) had|did you|any (?:surgery|operations?|procedures?)|notes? (?:mentions?|says?)|on here|your last|up to date|when was)\b/ // biome-ignore format: one row

/** "What about the pneumonia jab?" - "Done, in May.": the question is answered, and nothing is ordered. */
const doneAlready = /^(?:(?:yes|yeah|oh|um|no|i think|well|that is|that was|it is|it was|all|already) ?,? )*(?:done|had (?:it|that|one|them|mine)|i (?:have )?(?:had|got) (?:it|that|one|them|mine)|got (?:it|that)|up to date|last (?:week|month|year|winter|autumn|spring|summer)|(?:a few|two|three|\d+) (?:days|weeks|months|years) (?:ago|back))\b/ // biome-ignore format: one row
const isDoneAlready = ({ quote, index }: Place, quotes: readonly QuoteRead[]): boolean =>
  quote.role === 'question' && answersTo(quotes, index).some(({ plain }) => doneAlready.test(plain))

export function checkPlanned(unit: Unit, places: readonly Place[], reading: Reading): readonly Rule[] {
  const { text, quotes } = reading
  const told = places.filter(({ quote }) => quote.speaker === 'clinician')
  if (unit.isPurpose) return []
  if (told.length === 0) return ['speaker-mismatch']
  if (unit.told === 'present' && told.every((place) => ofPast.test(sentenceAt(place).own))) return ['not-asserted']
  if (!unit.isConditional && !refuses.test(text.toLowerCase()) && !told.some((place) => (place.quote.role === 'question' && !isTakenBack(place, quotes)) || plannedPolarity(place, reading).has(unit.told))) return ['polarity-mismatch'] // biome-ignore format: short
  if (unit.told === 'present' && unit.named !== undefined && !unit.isConditional && told.every((place) => isDoneAlready(place, quotes))) return ['not-asserted'] // biome-ignore format: short
  const isOpen = !unit.isConditional && told.every((place) => findFrame(undecided, sentenceAt(place).own) !== undefined)
  if (unit.named !== undefined && decidedWords.test(text.toLowerCase()) && !told.some((place) => decides.test(sentenceAt(place).own))) return ['plan-undecided'] // biome-ignore format: short
  const done = doneWords.exec(text.toLowerCase())?.[0]
  if (
    done !== undefined &&
    !told.some(({ quote }) => quote.plain.includes(done)) &&
    !told.some((place) => doneSaid.test(sentenceAt(place).own))
  )
    return ['plan-undecided']
  const leavesOpen = openWords.test(text.toLowerCase()) || (reading.isLiteral && meets.test(text.toLowerCase()))
  return isOpen && !leavesOpen ? ['plan-undecided'] : []
}
