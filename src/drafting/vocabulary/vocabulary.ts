/** Names of the code systems that an operator loaded, as one immutable table that threads share. docs/terminology.md. */
import { keyOf, type Meaning, type PhraseNode, type TermKind } from './phrases.ts'

/** Over shared memory, so that it goes to a thread without a copy. */
export type Vocabulary = {
  /** Three numbers a slot: both halves of the hash of the words so far, and 0 for none, 1 for words that continue, an entry's index + 2. */
  readonly slots: Uint32Array<SharedArrayBuffer>
  /** Kind and marks of each entry. */
  readonly marks: Uint8Array<SharedArrayBuffer>
  /** End of each entry's text. */
  readonly ends: Uint32Array<SharedArrayBuffer>
  /** Code, tabulator, name; UTF-8. */
  readonly texts: Uint8Array<SharedArrayBuffer>
}

export const vocabularyKinds = ['symptom', 'condition', 'medicine'] as const satisfies readonly TermKind[]
/** Marks beside the kind: the name belongs to concepts of different codes; it names an illness and a remedy. */
export const [kindMask, manyCodes, meansNothing] = [3, 4, 8]

export type Hash = readonly [first: number, second: number]
export const noWords: Hash = [0x811c9dc5, 0x9e3779b9]

/** Two independent halves: 64 bits distinguish a million phrases. */
export function hashWord([one, other]: Hash, word: string): Hash {
  let [a, b] = [one ^ 32, other ^ 32]
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at)
    a = Math.imul(a ^ letter, 0x01000193)
    b = Math.imul((b << 5) ^ (b >>> 27) ^ letter, 0x85ebca6b)
  }
  return [Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) >>> 0, Math.imul(b ^ (b >>> 13), 0xc2b2ae35) >>> 0]
}

/** The slot with the hash, or the empty one for it. Some slots are always empty. */
export function findSlot(slots: Uint32Array, [first, second]: Hash): number {
  const count = slots.length / 3
  for (let at = first & (count - 1); ; at = (at + 1) & (count - 1)) {
    const isThere = slots[at * 3] === first && slots[at * 3 + 1] === second
    if (isThere || slots[at * 3 + 2] === 0) return at * 3
  }
}

/** The place where walks of its names begin. */
export const openVocabulary = (vocabulary: Vocabulary): PhraseNode => nodeAt(vocabulary, noWords, undefined)

const nodeAt = (vocabulary: Vocabulary, hash: Hash, meaning: Meaning | undefined): PhraseNode => ({
  meaning,
  step(word) {
    const next = hashWord(hash, word)
    const value = vocabulary.slots[findSlot(vocabulary.slots, next) + 2] ?? 0
    return value === 0
      ? undefined
      : nodeAt(vocabulary, next, value === 1 ? undefined : readEntry(vocabulary, value - 2))
  },
})

function readEntry({ marks, ends, texts }: Vocabulary, entry: number): Meaning | undefined {
  const mark = marks[entry] ?? 0
  const kind = vocabularyKinds[mark & kindMask]
  if (kind === undefined || (mark & meansNothing) !== 0) return undefined
  const start = ends[entry - 1] ?? 0
  const text = Buffer.from(texts.buffer, start, (ends[entry] ?? 0) - start).toString('utf8')
  const [code = '', display = ''] = text.split('\t')
  return { kind, key: keyOf(display), display, ...(code === '' || (mark & manyCodes) !== 0 ? {} : { code }) }
}
