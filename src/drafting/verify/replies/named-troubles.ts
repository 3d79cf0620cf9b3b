/** "Knee pain: worse with stairs": the words before the reply name the trouble, and the reply tells the rest, each by its own evidence. D554. */
import { isWordsAlone, type Statement } from '../../../core/clinical-note.ts'
import { troubleWord } from '../../vocabulary/clinical-words.ts'
import type { QuoteRead } from '../evidence.ts'
import { unsupportedWords } from '../support.ts'
import { tokensOf } from '../words.ts'

const line = /^([A-Z][a-z]+(?:[ -][a-z]+){0,4}): (?!")([a-z0-9].*)$/

/** "Vertigo before: once": the words of the question stay with the reply. */
const titled = /^(.+?) (how often|lasts?|before|in the past|at night)$/

export type NamedTrouble = {
  readonly name: string
  /** What is said of it, with its own evidence. */
  readonly rest: Statement
  readonly naming: readonly QuoteRead[]
  readonly asked: QuoteRead | undefined
}

/** Undefined for a line of another form. */
export function readNamedTrouble(fact: Statement, quotes: readonly QuoteRead[]): NamedTrouble | undefined {
  const [, name, told] = line.exec(fact.text) ?? []
  const [only, second] = fact.claims
  if (name === undefined || told === undefined || only === undefined || second !== undefined) return undefined
  if (only.polarity === 'absent' || /^(?:no|not|nil|denies|without|never)\b/i.test(name)) return undefined
  if (only.kind !== 'symptom' || !isWordsAlone(only) || quotes.length !== fact.evidence.length) return undefined
  const at = quotes.findLastIndex(({ role }) => role === 'question')
  const from = at < 0 ? quotes.length - 1 : at
  const naming = from === 0 ? quotes.slice(0, 1) : quotes.slice(0, from)
  const [, own = name, title] = titled.exec(name) ?? []
  const bare = title === undefined ? told : `${title.replace(/^last$/, 'lasts')}: ${told}`
  const rest = `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`
  return { name: own.toLowerCase(), naming, asked: quotes[at], rest: { ...fact, text: rest, evidence: fact.evidence.slice(from), claims: [{ ...only, display: bare.replace(/\.$/, '') }] } } // biome-ignore format: one row
}

const lastWord = (name: string): string => name.split(/[ -]/).at(-1)?.slice(0, 5) ?? ''

const passesUrine = /\b(?:pee\w*|wee\w*|urine|water ?works|toilet|loo|bladder)\b/

/** What is brought up or coughed up is phlegm. */
const bringsUp = /\b(?:bring|brought|cough|hack)\w* (?:[a-z]+ ){0,5}?up\b/

/** True if words before the reply name it, and nobody denies it there. */
export function isNamed({ name, naming, asked }: NamedTrouble): boolean {
  const denied = new RegExp(`\\b(?:no|not|never|without|any)\\b[^,.;]{0,20}\\b${lastWord(name)}`)
  const words = asked === undefined ? naming : [...naming, asked]
  const isSaid = unsupportedWords(tokensOf(name), words).length === 0 || (/^(?:phlegm|sputum)$/.test(name) && naming.some(({ plain }) => bringsUp.test(plain))) || (name === 'passing urine' && naming.some(({ plain }) => passesUrine.test(plain))) // biome-ignore format: one row
  return isSaid && !naming.some(({ plain }) => denied.test(plain))
}

const asksAfter = /\b(?:the|your|this|that|these|those) ([a-z]+)\b/g
const loose = /^(?:worse|worst|feeling|pressure|loss|falls?)$/

/** "Where is the rash?" asks nothing of a headache. */
export function isOfOther({ name, asked }: NamedTrouble): boolean {
  const named = [...(asked?.plain ?? '').matchAll(asksAfter)].map(([, noun = '']) => noun).filter((noun) => troubleWord.test(noun) && !loose.test(noun)) // biome-ignore format: one row
  const isPain = /pain|ache|sore|cramp/
  return named.some((noun) => !name.includes(noun.slice(0, 4)) && !(isPain.test(noun) && isPain.test(name)))
}
