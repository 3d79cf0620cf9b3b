/**
 * A finding that is told without its part gets the part that the examiner is looking at: "Ankles, no swelling" is "Ankles: no swelling."
 * The part stands before the finding in the sentence, or in a sentence just before; another part, a value or talk ends it. D566.
 */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { type Candidate, naming, sentenceCase } from '../../candidates.ts'
import { hasPlace } from './parts.ts'
import { withSide } from './sides.ts'
import { withTail } from './tails.ts'
import { findExamined, piecesOf } from './under-examination.ts'

/** Signs that are found at one place of the body alone, or on the whole person. */
const needsNone =
  /\b(?:murmurs?|wheez\w*|crackl\w*|creps|crepitations|rubs?|stridor|guarding|rebound|rigidity|organomegaly|hernia|drift|tremor|nystagmus|double vision|jaundice|cyanosis|clubbing|tophi|gout|shortening|ketones|nitrites|protein|white cells|leu\w+|recession|work of breathing|sag|drawer|lachman|murphy\w*|test|positive|negative|rash\w*|spots|fever|fracture|distress|alert|pink|pale|drowsy|well|unwell|flat|talking|speaking|walk\w*|gait|limping|steps|refill|perfused|power|strength|reflex\w*|jerks?|pulses?|speech|memory|mood|thinking|affect|balance|sensation|feeling|monofilament|sinus rhythm|heart rate|rhythm|regular|ecg|tone|weakness|stiffness|signs?|anywhere|moles|age spots|satellites|glove|movements)\b|\d|:/i

/** A finding that stands in need of what was named before it: "no hole in it", "no lumps at the sides", "irregular border". */
const refers =
  /\b(?:it|them|edges?|borders?|rim|cent(?:re|er)|base|network|pigment\w*|colours?|underneath|inside|(?:at|to|on) the sides?|around|round)\b/

const stem = (word: string): string => word.slice(0, 5)
const small = /^(?:an?|the|and|is|are|of|on|in|at|no|not|to|bit|has|have|it)$/
const stemsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z]+/).filter((word) => word !== '' && !small.test(word)).map(stem) // biome-ignore format: short

/** The fragment of the sentence in which the line begins. */
function pieceOf(sentence: Sentence, { claims }: Candidate): number {
  const want = stemsOf(claims[0]?.display ?? '').slice(0, 3)
  const pieces = piecesOf(sentence).map(stemsOf)
  const find = (words: readonly string[]): number => (words.length === 0 ? -1 : pieces.findIndex((piece) => words.every((word) => piece.includes(word)))) // biome-ignore format: short
  const at = find(want)
  // "Toe red" of "Red, hot": the part came from a sentence before.
  return at < 0 ? find(want.slice(1)) : at
}

const lower = (text: string): string => (/^[A-Z](?:[a-z]|$| )/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text) // biome-ignore format: short

const isFinding = ({ claims }: Candidate): boolean =>
  claims.every(({ kind, concept }) => kind === 'finding' && concept.startsWith('words-') && !concept.includes('-test-'))

/** The line with its part; the line itself if it needs none, or if none is sure. */
function locate(line: Candidate, dialogue: readonly Sentence[]): Candidate {
  const sentence = line.quotes.at(-1)?.sentence
  if (sentence === undefined || !isFinding(line)) return line
  const at = pieceOf(sentence, line)
  if (at >= 0 && hasPlace(line.text.toLowerCase())) return withSide(line, at, sentence, dialogue)
  if (needsNone.test(line.text)) return line
  const examined = at < 0 ? undefined : findExamined(dialogue, sentence, at, refers.test(line.text.toLowerCase()))
  if (examined === undefined) return line
  const side = /\b(left|right|both)\b/.exec(
    `${examined.place} ${line.text}`,
  )?.[1] as Candidate['claims'][number]['side']
  return {
    ...line,
    text: `${sentenceCase(examined.place)}: ${lower(line.text)}`,
    claims: line.claims.map((claim) => ({
      ...claim,
      display: `${examined.place}: ${claim.display}`,
      ...(side === undefined ? {} : { side }),
    })),
    quotes: naming([examined.sentence], line.quotes),
  }
}

/** `list`: all lines of the examination; `dialogue`: the talk. */
export function withParts(list: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] {
  const ofSentence = (sentence: Sentence): readonly Candidate[] => list.filter(({ quotes }) => quotes.at(-1)?.sentence === sentence) // biome-ignore format: short
  return list.map((line) => {
    const sentence = line.quotes.at(-1)?.sentence
    return sentence === undefined || !isFinding(line)
      ? line
      : locate(withTail(line, sentence, ofSentence(sentence)), dialogue)
  })
}
