/** Speech to words with their places in the segment: contractions opened, fillers and stutters passed over when phrases are sought. */

import { readOnce } from '../../core/cache/read-once.ts'

/** `text` is lower case; the parts of an opened contraction share one place. A comma or full stop is a word of its own. */
export type Word = { readonly text: string; readonly start: number; readonly end: number }

export const unintelligible = '[?]'

const wordPattern = /\[[^[\]]*\]|\d+(?:\.\d+)?|[A-Za-z\u00c0-\u024f]+(?:['\u2019][A-Za-z]+)*|[.,?!;:]/g

const irregular: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "can't": ['can', 'not'],
    cannot: ['can', 'not'],
    "won't": ['will', 'not'],
    "shan't": ['shall', 'not'],
    "ain't": ['is', 'not'],
    "let's": ['let', 'us'],
    dunno: ['do', 'not', 'know'],
    gonna: ['going', 'to'],
    wanna: ['want', 'to'],
  }),
)
const isContracted = /^(?:it|that|he|she|there|what|who|how|where|when|everything|nothing|here)'s$/
const endings: readonly (readonly [ending: string, opened: string])[] = [
  ["n't", 'not'],
  ["'ve", 'have'],
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ll", 'will'],
  ["'d", 'would'],
]

function openWord(lower: string): readonly string[] {
  const known = irregular.get(lower)
  if (known !== undefined) return known
  if (!lower.includes("'")) return [lower]
  for (const [ending, opened] of endings)
    if (lower.endsWith(ending)) return [lower.slice(0, -ending.length), opened].filter((part) => part !== '')
  if (isContracted.test(lower)) return [lower.slice(0, -2), 'is']
  return [lower.endsWith("'s") ? lower.slice(0, -2) : lower.replaceAll("'", '')]
}

export const readWords = readOnce(splitWords)

function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(wordPattern)].flatMap((match) => {
    const place = { start: match.index, end: match.index + match[0].length }
    if (match[0].startsWith('[')) return [{ text: unintelligible, ...place }]
    return openWord(match[0].toLowerCase().replaceAll('\u2019', "'")).map((part) => ({ text: part, ...place }))
  })
}

const passedOver = new Set(
  (
    'a an the my your his her their our any some this that these those um uh er erm ah eh mm hmm like just really very quite ' +
    'bit little super pretty kind sort actually basically so also slightly rather sometimes kinda sorta maybe ' +
    'such particular much mainly mostly generally doctor doc'
  ).split(' '),
)

const sameWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    peeing: 'pee',
    weeing: 'wee',
    hurting: 'hurt',
    stinging: 'sting',
    burning: 'burn',
    urinating: 'urinate',
    swallowing: 'swallow',
    feet: 'foot',
    teeth: 'tooth',
    tummies: 'tummy',
    flem: 'phlegm',
    athsma: 'asthma',
    runs: 'runs',
    diarrhea: 'diarrhoea',
  }),
)

/** A word without its plural ending, so that "headaches" matches "headache". */
export function foldWord(word: string): string {
  const same = sameWord.get(word)
  if (same !== undefined) return same
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** A word of the flow in which phrases are found; `at` is its index in the sentence. */
export type FlowWord = { readonly text: string; readonly at: number }

function isPassedOver(words: readonly Word[], index: number): boolean {
  const word = words[index]?.text ?? ''
  if (word === 'i' && words[index + 1]?.text === 'mean') return true
  if (word === 'mean' && words[index - 1]?.text === 'i') return true
  if (word === 'you' && words[index + 1]?.text === 'know') return true
  if (word === 'know' && words[index - 1]?.text === 'you') return true
  if (word === 'wee') return words[index + 1]?.text === 'bit'
  if (word === 'of') return /^(?:bit|kind|sort|any|some|type)$/.test(words[index - 1]?.text ?? '')
  return passedOver.has(word)
}

/** True if the last words are the same as those before them. */
function isTwice(flow: readonly FlowWord[], length: number): boolean {
  for (let at = flow.length - length; at < flow.length; at++)
    if (flow[at]?.text !== flow[at - length]?.text) return false
  return true
}

/** Drops stutters: up to four words said twice in a row, the first of them dropped. */
function dropRepeats(flow: readonly FlowWord[]): readonly FlowWord[] {
  const out: FlowWord[] = []
  for (const word of flow) {
    out.push(word)
    for (let length = Math.min(4, out.length >> 1); length > 0; length--) {
      if (!isTwice(out, length)) continue
      out.splice(out.length - 2 * length, length)
      break
    }
  }
  return out
}

const marks: ReadonlySet<string> = new Set('.,?!;:')

/** The words with meaning, folded, without commas. A gap stays, so that no phrase crosses it. */
export function readFlow(words: readonly Word[]): readonly FlowWord[] {
  const flow = words
    .map((word, at) => ({ text: foldWord(word.text), at }))
    .filter(({ text, at }) => !marks.has(text) && !isPassedOver(words, at))
  return dropRepeats(flow)
}

/** Verbs that speech puts inside a phrase: "my throat is sore", "nose has been running". */
export const copulas: ReadonlySet<string> = new Set(
  'is are was been be has have had feel feeling felt get getting got gone became become still all a now keep keeps kept keeping seem seems seemed'.split(
    ' ',
  ),
)

/** A set of words from rows that separate them by a space. */
export const wordSet = (...rows: readonly string[]): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => row.split(' ')))

/** A table by words that were said. It has its own rows only: "constructor" is a word that a builder may say. */
export const wordTable = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), rows)
