/** The part that an examiner is looking at when a finding without its part is told. D566. */
import { isOfMoment } from '../../../dialogue/instructions.ts'
import type { Sentence } from '../../../dialogue/sentence.ts'
import { hasSign } from '../constructions.ts'
import { hasPlace, isTested, lastPlace, placeAlone, subjectOf } from './parts.ts'

/** A part, the sentence that names it, and whether it stands alone there: what follows is about nothing else. */
export type Examined = { readonly place: string; readonly sentence: Sentence; readonly isAlone: boolean }

const joint =
  /[,;:.!?…]+\s*| (?:and|but|with|so) (?=(?:there|the|your|his|her|no|not|it|they|she|he|i|an?|some|is|are)\b)/
/** The fragments of a sentence in plain lower-case words. */
export const piecesOf = ({ text }: Sentence): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]s\b/g, ' is')
    .split(joint)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

/** A measured value, a part of the examination that has no place, talk: no part is looked at any longer. */
const endsPart = /\b(?:blood pressure|bp|pulse|temp(?:erature)?|oxygen|sats|weight|heart rate|breathing rate|respiratory rate|gait|walk|hop|clothes|urine|dip(?:stick)?|ecg|tracing|bloods?|results?|letter|chaperone)\b/ // biome-ignore format: a list
const tellsThere = /^(?:(?:so|and|now|yes|then|well) )*(?:there (?:is|are)|i can (?:see|feel)|you have|he has|she has|got|just|an?|some|two|one)\b/ // biome-ignore format: a list

/** "Left ear, on the rim": a place on the part before it. */
const detail =
  /^(?:on the (?=left|right))?(left|right|both sides|(?:beside|next to|near|just below|just above|on|at|over|in|behind|under|along) the (?:very )?(?:shoulder blade|spine|ear|eye|nose|navel|knee|crease|rim|edge|tip|outside|inside|front|back|top|bottom|side|base|crease|bend|point))$/

/** The places that stand alone before the fragment: "left ear, on the rim". */
export function placesBefore(pieces: readonly string[], at: number): string | undefined {
  const names: string[] = []
  for (let from = at; from >= 0; from -= 1) {
    const name = placeAlone(pieces[from] ?? '')
    const side = detail.exec(pieces[from] ?? '')?.[1]
    if (name === undefined && side === undefined) break
    names.unshift(name ?? side ?? '')
  }
  const [first, second] = names
  // "Elbows, shoulders, knees, all quiet": a list is no part that the examiner stays with.
  if (first === undefined || !hasPlace(first) || (second !== undefined && hasPlace(second) && !/^(?:over|behind|under|on|at|in|beside|next|near|just|along) /.test(second))) return undefined // biome-ignore format: short
  return second === undefined ? first : /^(?:left|right)$/.test(second) ? `${second} ${first}` : `${first}, ${second}`
}

/** The part that the fragments before this one are about. */
function placeBefore(
  pieces: readonly string[],
  end: number,
): { readonly place: string; readonly isAlone: boolean } | undefined {
  // biome-ignore format: short
  for (let at = end - 1; at >= 0; at -= 1) {
    const piece = pieces[at] ?? ''
    const alone = placesBefore(pieces, at)
    if (alone !== undefined) return { place: alone, isAlone: true }
    if (placeAlone(piece) !== undefined) return undefined
    if (endsPart.test(piece)) return undefined
    const subject = subjectOf(piece)
    if (subject !== undefined) return isTested(subject) || !hasPlace(subject) ? undefined : { place: subject, isAlone: false } // biome-ignore format: short
    if (!hasPlace(piece) || isOfMoment(piece)) continue
    // "There's a bruise above the right temple, no cut": the place of the thing.
    const last = lastPlace(piece)
    return tellsThere.test(piece) && (hasSign.test(piece) || /\b(?:one|another|something)\b/.test(piece)) && last !== undefined ? { place: last, isAlone: false } : undefined // biome-ignore format: short
  }
  return undefined
}

const mostBack = 3

/** The patient said more than a word or two, or asked: the examiner's next words may be about that. */
const mostBetween = 6
const isTurned = (dialogue: readonly Sentence[], from: Sentence, to: Sentence): boolean => {
  const between = dialogue.filter(({ at, segment }) => segment.speaker !== 'clinician' && at > from.at && at < to.at)
  return between.some(({ text }) => text.includes('?')) || between.reduce((sum, { words }) => sum + words.length, 0) > mostBetween // biome-ignore format: short
}

/** The part under examination at a fragment. `refers`: the finding needs something before it. */
export function findExamined(
  dialogue: readonly Sentence[],
  sentence: Sentence,
  at: number,
  refers: boolean,
): Examined | undefined {
  const isOver = (pieces: readonly string[]): boolean => pieces.some((piece) => endsPart.test(piece) || hasPlace(piece))
  const said = piecesOf(sentence)
  const here = placeBefore(said, at)
  if (here !== undefined) return { ...here, sentence }
  if (isOver(said.slice(0, at))) return undefined
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const place = own.indexOf(sentence)
  for (const before of own.slice(Math.max(0, place - mostBack), place).reverse()) {
    if (isTurned(dialogue, before, sentence)) return undefined
    const pieces = piecesOf(before)
    const found = placeBefore(pieces, pieces.length)
    if (found !== undefined) return found.isAlone || refers ? { ...found, sentence: before } : undefined
    if (isOver(pieces)) return undefined
  }
  return undefined
}
