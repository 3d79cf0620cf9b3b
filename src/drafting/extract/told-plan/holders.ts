/** What a sentence of the plan goes on with, and where a thing without a verb is ordered. D443. */
import type { Segment } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { PlanLine } from './plan-lines.ts'

/** The patient has not named the medicine: a clinician who names one with its dose may read it out of a list. */
export function isNew(dialogue: readonly Sentence[], place: number): boolean {
  const keys = (dialogue[place] as Sentence).terms.filter(({ kind }) => kind === 'medicine').map(({ key }) => key)
  return !dialogue
    .slice(0, place)
    .some(({ segment, terms }) => segment.speaker !== 'clinician' && terms.some(({ key }) => keys.includes(key)))
}

/** The patient has just told the medicine, so the clinician only says it over. */
export function isReadBack(dialogue: readonly Sentence[], place: number): boolean {
  const { terms, at } = dialogue[place] as Sentence
  const keys = terms.filter(({ kind }) => kind === 'medicine').map(({ key }) => key)
  return dialogue
    .slice(0, place)
    .some((one) => at - one.at < 4 && one.segment.speaker !== 'clinician' && !one.text.trimEnd().endsWith('?') && one.terms.some(({ key }) => keys.includes(key))) // biome-ignore format: short
}

/** "And wraparound goggles.": the thing is one more of those in the clinician's turn before. */
export function adds(dialogue: readonly Sentence[], place: number, ordered: ReadonlySet<Segment>): boolean {
  const { text, segment } = dialogue[place] as Sentence
  const before = dialogue
    .slice(0, place)
    .findLast((sentence) => sentence.segment !== segment && sentence.segment.speaker === 'clinician')
  return /^(?:And|Then|Plus|Also|Next)\b/.test(text) && before !== undefined && ordered.has(before.segment)
}

const mostBack = 4
/** A question after a piece of the order: "for how long?". */
const asksPiece = /\b(?:how (?:long|many|much|often)|when|what time|with food|morning|night|days?|once|twice)\b/

/** The line that a piece, or a sentence that points back, goes on with: in the same turn, or before the patient's question after a piece. */
export function holderOf(
  dialogue: readonly Sentence[],
  place: number,
  { isPiece }: PlanLine,
  placeOf: (sentence: Sentence) => number,
): number {
  const sentence = dialogue[place] as Sentence
  for (let at = place - 1; at >= Math.max(0, place - mostBack); at -= 1) {
    const before = dialogue[at] as Sentence
    if (before.segment === sentence.segment) {
      const found = placeOf(before)
      if (found >= 0) return found
      // "Ibuprofen, four hundred." - "And I'll start you on iron." - "Take it with juice.": the medicine in between is meant.
      if (before.terms.some(({ kind }) => kind === 'medicine')) return -1
    } else {
      const isAsked =
        before.segment.speaker !== 'clinician' && before.text.trimEnd().endsWith('?') && asksPiece.test(before.said)
      const earlier = dialogue.slice(0, at).findLast((one) => one.segment.speaker === 'clinician' && placeOf(one) >= 0)
      return isPiece && isAsked && earlier !== undefined && sentence.at - earlier.at <= 2 ? placeOf(earlier) : -1
    }
  }
  return -1
}

/** The turn replies to a question of the patient: "So no X-ray?" - "No X-ray." */
export function answersPatient(dialogue: readonly Sentence[], place: number): boolean {
  const { segment } = dialogue[place] as Sentence
  const before = dialogue.slice(0, place).findLast((sentence) => sentence.segment !== segment)
  return before !== undefined && before.segment.speaker !== 'clinician' && before.text.trimEnd().endsWith('?')
}
