/** Builds the table of loaded names, within bounds. */
import { foldPhrase } from './phrases.ts'
import {
  findSlot,
  type Hash,
  hashWord,
  kindMask,
  manyCodes,
  meansNothing,
  noWords,
  type Vocabulary,
  vocabularyKinds,
} from './vocabulary.ts'

/** A name of a loaded concept; without a code if the system is not SNOMED CT. */
export type LoadedTerm = {
  readonly kind: (typeof vocabularyKinds)[number]
  readonly name: string
  readonly code?: string
}

export type VocabularyBuilder = {
  /** False if the table is full. */
  readonly add: (term: LoadedTerm) => boolean
  readonly finish: () => Vocabulary
}

/** Some 80 MB at most. */
const mostEntries = 500_000
const mostWords = 6
const mostLetters = 80
const leastLetters = 5

/** Names with another meaning, or none, in daily speech. */
const everyday: ReadonlySet<string> = new Set(
  (
    'accident allergy attack bites block blocks blood break breakdown burns bruise change clear cold complication crack crisis crush ' +
    'damage death defect deficiency disease disorder dizzy drunk exhaustion fatigue fever flush focus fracture growth habit hunger hurt ' +
    'illness impairment infection inflammation injury irritation lesion marks neglect normal nerves obstruction panic poison poisoning ' +
    'pregnancy pressure problem reaction sequela shock shakes sickness sneeze spasm spots sprain stiff strain stress stroke swelling ' +
    'symptom syndrome tension thirst tired toxic trauma trouble tumour ulcer upset virus weakness withdrawal worry worried wound ' +
    'active advance alcohol assure balance basic beer benefit bread butter caffeine capsule charcoal chocolate coffee combination ' +
    'comfort cream daily dressing drops drink ensure essential extra forte fruit garlic ginger glucose gold guard health heart herbs ' +
    'honey injection instant juice lemon liquid lotion medicine milk mineral natural needle nicotine ointment orange oxygen patch plain ' +
    'plus powder power premium protein pure rapid relax relief resolve resource salts shampoo sleep smoke smooth soap solution spray starch ' +
    'sugar sunscreen support sure syrup tablet tablets tobacco ultra vaccine vital vitamin water women'
  ).split(' '),
)

const digits = 'zero one two three four five six seven eight nine'.split(' ')

/** "Type 2 diabetes" is said "type two diabetes". */
const spell = (name: string): string => name.replaceAll(/\b\d\b/g, (digit) => digits[Number(digit)] ?? digit)

/** A note writes an illness in lower case, except names of people ("Crohn's disease") and abbreviations ("IgA"); a medicine as its system writes it. */
const displayOf = ({ kind, name }: LoadedTerm): string =>
  kind === 'medicine' || /^\S*[\p{L}\p{N}]\p{Lu}|^\S+['\u2019]/u.test(name)
    ? name
    : name.charAt(0).toLowerCase() + name.slice(1)

/** Short enough to say in one breath. */
const isSpoken = ({ kind, name }: LoadedTerm): boolean =>
  name.length <= mostLetters && (kind === 'medicine' ? /^\p{L}[\p{L} '\u2019-]*$/u : /^\p{L}[\p{L}\p{N} '\u2019-]*$/u).test(name) // biome-ignore format: short

/** The order of adding decides what stays when it is full, and how a name is spelled, and nothing else. */
export function openVocabularyBuilder(limit: number = mostEntries): VocabularyBuilder {
  let slots = new Uint32Array(3 * 1024)
  let used = 0
  const marks: number[] = []
  const ends: number[] = []
  const chunks: Buffer[] = []
  const codes: string[] = []
  let bytes = 0

  const place = (hash: Hash, value: number): number => {
    if (used * 5 > slots.length) slots = grow(slots)
    const at = findSlot(slots, hash)
    if (slots[at + 2] === 0) {
      slots.set([hash[0], hash[1], value], at)
      used += 1
    } else if (slots[at + 2] === 1) slots[at + 2] = value
    return slots[at + 2] ?? 0
  }

  const put = (words: readonly string[], term: LoadedTerm): void => {
    let hash = noWords
    for (const word of words.slice(0, -1)) {
      hash = hashWord(hash, word)
      place(hash, 1)
    }
    hash = hashWord(hash, words.at(-1) ?? '')
    const value = place(hash, marks.length + 2)
    const entry = value - 2
    if (entry < marks.length) marks[entry] = join(marks[entry] ?? 0, codes[entry] ?? '', term)
    else {
      const text = Buffer.from(`${term.code ?? ''}\t${displayOf(term)}`)
      bytes += text.length
      marks.push(vocabularyKinds.indexOf(term.kind))
      codes.push(term.code ?? '')
      chunks.push(text)
      ends.push(bytes)
    }
  }

  return {
    add(term) {
      const isFull = marks.length >= limit
      if (!isFull && isSpoken(term)) for (const words of saidAs(term.name)) put(words, term)
      return !isFull
    },
    finish: () => ({
      slots: shareNumbers(slots),
      marks: shareBytes(marks),
      ends: shareNumbers(ends),
      texts: shareBytes(Buffer.concat(chunks)),
    }),
  }
}

/** The words of a name, written and spoken. */
function saidAs(name: string): readonly (readonly string[])[] {
  const spelled = spell(name)
  return (spelled === name ? [spelled] : [name, spelled]).map((one) => foldPhrase(one)).filter(isOwn)
}

const isOwn = (words: readonly string[]): boolean => {
  const [only = ''] = words
  if (words.length === 1) return only.length >= leastLetters && !everyday.has(only)
  return words.length > 0 && words.length <= mostWords
}

/** For equal names: an illness before a symptom; beside a remedy the name means nothing; one code or none. */
function join(mark: number, code: string, { kind, code: other = '' }: LoadedTerm): number {
  const known = vocabularyKinds[mark & kindMask]
  const own = vocabularyKinds.indexOf(known === 'symptom' ? kind : (known ?? kind))
  const isMixed = known !== kind && (known === 'medicine' || kind === 'medicine')
  return own | (mark & ~kindMask) | (code === other ? 0 : manyCodes) | (isMixed ? meansNothing : 0)
}

function grow(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2)
  for (let at = 0; at < slots.length; at += 3) {
    const [first = 0, second = 0, value = 0] = slots.subarray(at, at + 3)
    if (value !== 0) larger.set([first, second, value], findSlot(larger, [first, second]))
  }
  return larger
}

const shareNumbers = (numbers: ArrayLike<number>): Uint32Array<SharedArrayBuffer> => {
  const shared = new Uint32Array(new SharedArrayBuffer(numbers.length * 4))
  shared.set(numbers)
  return shared
}

const shareBytes = (bytes: ArrayLike<number>): Uint8Array<SharedArrayBuffer> => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
