/** Splits a note's sentence into named things and content words, each with the attributes that the sentence gives it. */
import type { Polarity } from '../polarity.ts'
import { conceptsIn, type Named } from '../synonyms.ts'
import { otherPersons, ownRelatives } from '../tables.ts'
import { tokensOf } from '../words.ts'
import { lightWords } from './light-words.ts'

/** A word or a name of the sentence. */
export type Unit = {
  readonly words: readonly string[]
  /** A concept, medicine or site of the tables. */
  readonly named?: Named
  readonly told: Polarity
  /** True if the sentence puts it into the past, or says that it is over. */
  readonly isOver: boolean
  /** True if it stands in a condition: "if not better". */
  readonly isConditional: boolean
  /** True for the purpose of an order: "cream for the itch". */
  readonly isPurpose: boolean
  /** The persons of its phrase, other than the patient. */
  readonly persons: readonly string[]
}

const ends = /^(?:[.;!?]|but|although|however|though|whereas|except)$/
const negators = /^(?:no|not|nil|none|never|without|denies|denied|neither|nor|nobody|cannot|non)$/
/** "No medicine other than the pill": the exception is not denied. */
const exceptions = /^(?:than|apart|besides|only|with|until|when|since|now)$/
/** "Antibiotics not indicated", "legs spared": the negation follows its noun. */
const lateNo =
  /^(?:(?:are|is|were|was|has been) )?(?:not (?:indicated|needed|required|necessary|advised|affected|present|taken|used|measured|recommended|done|examined)|spared|absent|denied|excluded|unaffected|unnecessary|ruled out|declined|avoided)\b/
const overMarks =
  /\b(?:past|previous(?:ly)?|prior|former(?:ly)?|earlier|early|initial(?:ly)?|onset|resolved|settled|settling|ago|last (?:week|month|year|night)|history|began|beginning|start(?:ed)?|eased|had|was|were|ex|died|before|used to|responded|lasted|tried|stopped|no longer|gave|after|came|took|yesterday|missed|first|recent|recently|improving|subsided|ceased)\b/

/** The bounds of the phrase around a token. */
function phraseAt(tokens: readonly string[], at: number): readonly [from: number, to: number] {
  const from = tokens.slice(0, at).findLastIndex((token) => ends.test(token)) + 1
  const next = tokens.findIndex((token, index) => index > at && ends.test(token))
  return [from, next < 0 ? tokens.length : next]
}

/** In "no a, b or c" the negation reaches over commas; in "no a, b since Monday" only to the first comma. */
function isDenied(tokens: readonly string[], at: number): boolean {
  const [from, to] = phraseAt(tokens, at)
  const isList = tokens.slice(at, to).some((token) => token === 'or' || token === 'nor') || tokens.slice(from, at).some((token) => token === 'or' || token === 'denies') // biome-ignore format: short
  for (let back = at; back >= from; back--) {
    const token = tokens[back] ?? ''
    if (back < at && negators.test(token)) return true
    if (back < at && exceptions.test(token)) return false
    if (token === ',' && !isList) break
  }
  const after = tokens.slice(at + 1, to)
  const comma = after.findIndex((token) => token === ',' || token === 'with')
  const rest = (comma < 0 ? after : after.slice(0, comma)).join(' ')
  return Array.from({ length: 5 }, (_, skip) => rest.split(' ').slice(skip).join(' ')).some((text) => lateNo.test(text))
}

const conditions = /\b(?:if|unless|when|whenever|until|should|in case)\b/
/** Words of a warning, whose symptoms are conditions. */
const warns = /^(?:return|seek|contact|come back|call|review|to (?:come|return|be seen)|see)\b/
const stillNow =
  /\bnow (?!(?:\w+ )?(?:resolved|settled|settling|gone|better|improv\w*|eas\w+|normal|well|clear\w*|off))|\bat present\b|\bcurrently\b|\btoday's\b/
const unlikely = /\bunlikely\b/

/** The persons whom the phrase names before the word, or else those of the whole phrase. */
function personsAt(tokens: readonly string[], at: number): readonly string[] {
  const [from, to] = phraseAt(tokens, at)
  const named = tokens.slice(from, to).flatMap((token, index) => {
    const person =
      ownRelatives[token] ??
      (/^(?:family|familial|relatives)$/.test(token)
        ? 'family'
        : otherPersons.has(token) || token === 'relative'
          ? token
          : undefined)
    return person === undefined || /^(?:he|she|they|someone|lady|man|mate|mates|boss|colleague)$/.test(token) ? [] : [{ person, at: from + index }] // biome-ignore format: short
  })
  const before = named.filter((one) => one.at < at)
  const lasting = before.slice(-1)
  // "Mother and sister have migraine."
  const joint = before.length > 1 && tokens.slice(before.at(-2)?.at ?? 0, before.at(-1)?.at ?? 0).includes('and') && (before.at(-1)?.at ?? 0) - (before.at(-2)?.at ?? 0) === 2 // biome-ignore format: short
  return (joint ? before.slice(-2) : lasting.length > 0 ? lasting : named).map(({ person }) => person)
}

function unitAt(tokens: readonly string[], at: number, words: readonly string[], named?: Named): Unit {
  const [from, to] = phraseAt(tokens, at)
  const phrase = tokens.slice(from, to).join(' ')
  return {
    words,
    ...(named === undefined ? {} : { named }),
    told: isDenied(tokens, at) || unlikely.test(phrase) ? 'absent' : 'present',
    isOver: overMarks.test(phrase) && !stillNow.test(phrase),
    isPurpose: tokens.slice(from, at).includes('for'),
    isConditional: conditions.test(tokens.slice(from, at).join(' ')) || warns.test(phrase),
    persons: personsAt(tokens, at),
  }
}

const isPerson = (token: string): boolean =>
  ownRelatives[token] !== undefined || otherPersons.has(token) || /^(?:family|familial|relatives?)$/.test(token)

export function readUnits(text: string): readonly Unit[] {
  const tokens = tokensOf(text.replaceAll(/\b(?:and|or)\/(?:or|and)\b/g, 'or'))
  const concepts = conceptsIn(tokens)
  const inConcept = new Set(concepts.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))) // biome-ignore format: short
  const named = concepts.map((one) => unitAt(tokens, one.from, tokens.slice(one.from, one.to + 1).filter((token) => /[a-z0-9]{2}/.test(token)), one)) // biome-ignore format: short
  const plain = tokens.flatMap(
    (token, at) =>
    inConcept.has(at) || !/[a-z]{2}/.test(token) || lightWords.has(token) || isPerson(token) ? [] : [unitAt(tokens, at, [token])], // biome-ignore format: short
  )
  return [...named, ...plain]
}
