/** A finding keeps the limit and the rest of the list behind it: "heart sounds fine, just a soft murmur", "blackheads, whiteheads and pustules". D567. */

import type { Sentence } from '../../../dialogue/sentence.ts'
import { readChunks } from '../../../grammar/chunks.ts'
import type { Candidate } from '../../candidates.ts'
import { hasSign } from '../constructions.ts'
import { hasPlace, placeAlone } from './parts.ts'

type Piece = { readonly joint: string; readonly text: string }
const joint = /([,;:.!?…]+\s*(?:and |but |with )?| (?:and|but|with) )/

/** The fragments of a sentence, each with the mark or the word before it. */
function cut(text: string): readonly Piece[] {
  const parts = text
    .toLowerCase()
    .replaceAll(/['’]s\b/g, ' is')
    .split(joint)
  return parts.flatMap((part, at) => (at % 2 === 0 && part.trim() !== '' ? [{ joint: parts[at - 1] ?? '', text: part.trim() }] : [])) // biome-ignore format: short
}

const words = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z]+/).filter((word) => word.length > 2 && !/^(?:the|and|are|has|have|with|not)$/.test(word)) // biome-ignore format: short
const hasAll = (text: string, of: string): boolean => words(of).every((word) => words(text).includes(word))

const limit =
  /^(?:just|only|apart from|except(?: for)?|other than) (?!(?:one|two|three|four|under|over|about|i|to|when|if|on)\b)/
const limitBehindBut =
  /^(?:no (?:worse|more|different|bigger)|not (?:very|so|too|as)|only|just|still|better|less|improving)\b/
const talk =
  /\b(?:i|i'd|i'll|we|you|your|my|me|because|so|if|think|want|need|should|would|might|could|was|were|last|before)\b|\d/
const isLimit = ({ joint: mark, text }: Piece): boolean =>
  (limit.test(text) || (mark.includes('but') && limitBehindBut.test(text))) && !talk.test(text) && text.split(' ').length <= 8 // biome-ignore format: short

/** A further thing of the list: a noun with its qualities, a sign among them or not, that begins with no part of its own. */
const notThing = /^(?:no|not|nothing|the|your|his|her|it|they|that|this|there|all|both|left|right|and|so|good|fine|clear|normal)\b/ // biome-ignore format: a list
const isThing = ({ text }: Piece): boolean =>
  !notThing.test(text) &&
  !talk.test(text) &&
  text.split(' ').length <= 7 &&
  readChunks(text).every(({ kind }) => kind === 'noun' || kind === 'place') &&
  !hasPlace(text.split(' ').slice(0, 2).join(' '))

/** What stands before a list of things that are there. */
const bringsList = /\b(?:has|have|there (?:is|are)|shows?)\b/

/** The end of the line in its sentence, with the joints as they were said. */
function tailOf(line: string, pieces: readonly Piece[]): string | undefined {
  const at = pieces.findLastIndex(({ text }) => words(text).length > 0 && hasAll(line, text))
  const [last, next, ...rest] = pieces.slice(at)
  if (at < 0 || last === undefined || next === undefined) return undefined
  if (isLimit(next)) return `${next.joint.includes('but') ? ' but ' : ', '}${next.text}`
  if (!bringsList.test(last.text) || !hasSign.test(last.text)) return undefined
  const list = [next, ...rest]
  const isListed = (piece: Piece, place: number): boolean => /^(?:, ?(?:and )?| and )$/.test(piece.joint) && (isThing(piece) || (hasPlace(list[place - 1]?.text ?? '') && placeAlone(piece.text) !== undefined)) // biome-ignore format: short
  const end = list.findIndex((piece, place) => !isListed(piece, place))
  const things = end < 0 ? list : list.slice(0, end)
  return things.length > 1 && things.some(({ joint: mark }) => mark.includes('and')) ? things.map(({ joint: mark, text }) => `${mark.includes('and') ? ' and ' : ', '}${text}`).join('') : undefined // biome-ignore format: short
}

/** `others`: the other lines of the sentence; what one of them tells is not said twice. */
export function withTail(line: Candidate, sentence: Sentence, others: readonly Candidate[]): Candidate {
  const tail = tailOf(line.text, cut(sentence.text))
  if (tail === undefined || others.some((other) => other !== line && hasAll(other.text, tail))) return line
  const [last] = line.claims.slice(-1)
  if (last === undefined || last.polarity === 'absent') return line
  return {
    ...line,
    text: line.text.replace(/\.$/, `${tail}.`),
    claims: [...line.claims.slice(0, -1), { ...last, display: `${last.display}${tail}` }],
  }
}
