/**
 * Groups of words that belong together, without a full parse: nouns with what describes them, deeds in -ing with what they are done to, places and times
 * after a preposition, verbs with their helpers. What is left over are words that join. D418.
 */
import { readOnce } from '../../core/cache/read-once.ts'
import { type Tag, type Tagged, tagWords } from './tagger.ts'

export type ChunkKind =
  /** "A tight red sore leg", "two tablets". */
  | 'noun'
  /** "Into the bum", "for five days": the preposition with its noun group. */
  | 'place'
  /** "Is getting", "could not sleep": helpers, verb and what denies it. */
  | 'verb'
  /** "Really sore": a quality that stands for itself. */
  | 'quality'
  /** "And", "or", "but", "if". */
  | 'join'
  /** A comma, a full stop. */
  | 'mark'
  /** "Yeah", "well", an adverb alone. */
  | 'other'

export type Chunk = {
  readonly kind: ChunkKind
  readonly text: string
  readonly words: readonly Tagged[]
  readonly start: number
  readonly end: number
}

/** Words that lessen or spin out and say nothing: "a bit", "sort of", "you know". */
const hedges =
  /\b(?:(?:a (?:little )?)?bit of(?: an?)?|a (?:little )?bit|bit (?=(?:in|into|on|across|down|up|over|around) )|a little|sort of|kind of|kinda|sorta|you know|i mean|i guess|i suppose|i think|i reckon|to be honest|or something|or anything|or whatever|and that|and stuff|or so|like|actually|basically|really|just|probably|maybe|obviously|pretty much|um|uh)\b,? ?/g

/** The words without those that say nothing. A comma that then stands twice goes too. */
export const withoutHedges = readOnce((said: string): string =>
  said
    .replaceAll(hedges, '')
    .replaceAll(/(?:, ?)+(?=,|[.?!]|$)/g, '')
    .replaceAll(/^[ ,]+| +$/g, '')
    .replaceAll(/ {2,}/g, ' '),
)

const nominal: ReadonlySet<Tag> = new Set(['NOUN', 'PROPN', 'NUM', 'ADJ'])
const isMark = ({ tag }: Tagged): boolean => tag === 'PUNCT' || tag === 'SYM'
const isJoin = ({ tag }: Tagged): boolean => tag === 'CCONJ' || tag === 'SCONJ'
const isVerbal = ({ tag, text }: Tagged): boolean => tag === 'AUX' || tag === 'VERB' || text === 'not' || (tag === 'PART' && text === 'to') // biome-ignore format: one row

/** The end of a noun group that begins at `at`; `at` if none does. "The left one": a number ends it too. */
function endOfNouns(words: readonly Tagged[], at: number): number {
  let to = at
  while (words[to] !== undefined && /^(?:DET|PRON)$/.test(words[to]?.tag ?? '') && /^(?:an?|the|my|your|his|her|its|our|their|some|any|no|this|that|these|those|both|all|each|every|another|me)$/.test(words[to]?.text ?? '')) to += 1 // biome-ignore format: one row
  const first = to
  while (words[to] !== undefined && (nominal.has(words[to]?.tag ?? 'X') || (words[to]?.tag === 'ADV' && nominal.has(words[to + 1]?.tag ?? 'X')))) to += 1 // biome-ignore format: one row
  return words.slice(first, to).some(({ tag }) => tag === 'NOUN' || tag === 'PROPN' || tag === 'NUM') ? to : at
}

type Found = { readonly kind: ChunkKind; readonly to: number }

function chunkAt(words: readonly Tagged[], at: number): Found {
  const word = words[at] as Tagged
  if (isMark(word)) return { kind: 'mark', to: at + 1 }
  if (isJoin(word)) return { kind: 'join', to: at + 1 }
  const nouns = endOfNouns(words, at)
  if (nouns > at) return { kind: 'noun', to: nouns }
  if (word.tag === 'ADP') {
    const to = endOfNouns(words, at + 1)
    return to > at + 1 ? { kind: 'place', to } : { kind: 'other', to: at + 1 }
  }
  if (word.tag === 'PRON') return { kind: 'noun', to: at + 1 }
  if (isVerbal(word)) {
    let to = at + 1
    while (words[to] !== undefined && (isVerbal(words[to] as Tagged) || (words[to]?.tag === 'ADV' && isVerbal(words[to + 1] ?? word) && words[to + 1] !== undefined))) to += 1 // biome-ignore format: one row
    return { kind: 'verb', to }
  }
  if (word.tag === 'ADJ' || (word.tag === 'ADV' && words[at + 1]?.tag === 'ADJ')) {
    let to = at + 1
    while (words[to]?.tag === 'ADJ') to += 1
    return { kind: 'quality', to }
  }
  return { kind: 'other', to: at + 1 }
}

/** The chunks of plain lower-case words, in order; none is left out. */
export const readChunks = readOnce((said: string): readonly Chunk[] => {
  const words = tagWords(said)
  const chunks: Chunk[] = []
  for (let at = 0; at < words.length; ) {
    const { kind, to } = chunkAt(words, at)
    const own = words.slice(at, to)
    const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0]
    chunks.push({ kind, text: said.slice(start, end), words: own, start, end })
    at = to
  }
  return chunks
})

/** A stretch between marks and joining words, with its chunks: an item of a list, or a clause. `join` is the word before it ("or"). */
export type Stretch = {
  readonly text: string
  readonly chunks: readonly Chunk[]
  readonly join: string | undefined
  readonly start: number
  readonly end: number
}

/** The words cut at commas, full stops and joining words. "Pins and needles" is cut too: known names have to be found first. */
export function cutStretches(said: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  let own: Chunk[] = []
  let join: string | undefined
  const push = () => {
    const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0]
    if (own.length > 0) stretches.push({ text: said.slice(start, end), chunks: own, join, start, end })
    own = []
  }
  for (const chunk of readChunks(said)) {
    if (chunk.kind !== 'mark' && chunk.kind !== 'join') {
      own.push(chunk)
      continue
    }
    push()
    join = chunk.kind === 'join' ? chunk.text : undefined
  }
  push()
  return stretches
}

/** True for a stretch with a subject and a verb of its own: "the pain goes down", not "lying on my side". */
export const isClause = ({ chunks }: Pick<Stretch, 'chunks'>): boolean => {
  const verb = chunks.findIndex(({ kind, words }) => kind === 'verb' && !/(?:ing|^to)$/.test(words[0]?.text ?? ''))
  return verb > 0 && chunks.slice(0, verb).some(({ kind }) => kind === 'noun')
}

/** True for a stretch that begins with a deed: "lying on my side", "bending to do my boots". */
export const isDeed = ({ chunks }: Pick<Stretch, 'chunks'>): boolean => /^[a-z]{2,}ing$/.test(chunks[0]?.words[0]?.text ?? '') && !/^(?:nothing|something|anything|everything|morning|evening|thing|during|being)$/.test(chunks[0]?.words[0]?.text ?? '') // biome-ignore format: one row
