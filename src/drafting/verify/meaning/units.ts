/** Splits a note's sentence into named things and content words, each with the attributes that the sentence gives it. */

import { readOnce } from '../../../core/cache/read-once.ts'
import { type LexicalPhrase, phraseAt as lexicalPhraseAt } from '../lexicon/lexicon.ts'
import type { Polarity } from '../polarity.ts'
import { conceptsIn, type Named } from '../synonyms.ts'
import { otherPersons, ownRelatives } from '../tables.ts'
import { tokensOf } from '../words.ts'
import { isLight, lightWords } from './light-words.ts'

/** A word or a name of the sentence. */
export type Unit = {
  readonly words: readonly string[]
  /** Place of its first token in the sentence. */
  readonly at: number
  /** A concept, medicine or site of the tables. */
  readonly named?: Named
  /** Patterns of the words that say it, if the lexicon has the name. */
  readonly said?: readonly RegExp[]
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

const ends: ReadonlySet<string> = new Set('. ; ! ? but although however though whereas except'.split(' '))
const negators =
  /^(?:no|nothing|unable|inability|not|nil|none|never|without|denies|denied|declined|declines|refused|against|abstains?|lacks?|neither|nor|nobody|cannot|non)$/
/** "No medicine other than the pill": the exception is not denied. */
const exceptions = /^(?:than|apart|besides|only|with|until|when|since|now)$/
/** "Antibiotics not indicated", "legs spared": the negation follows its noun. */
const lateNo =
  /^(?:(?:are|is|were|was|has been) )?(?:not (?:indicated|needed|required|necessary|advised|affected|present|taken|used|measured|recommended|done|examined)|spared|absent|denied|excluded|unaffected|unnecessary|ruled out|declined|avoided|not (?:suspected|thought|felt|considered|believed|likely|given|chosen|wanted)|refused|unlikely|considered unlikely)\b/
const overMarks =
  /\b(?:past|previous(?:ly)?|prior|former(?:ly)?|earlier|early|initial(?:ly)?|onset|resolved|settled|settling|ago|last (?:week|month|year|night)|history|began|beginning|start(?:ed)?|eased|had|was|were|ex|died|before|used to|(?:reduced|down|up|increased) from|responded|lasted|tried|stopped|no longer|gave|after|came|took|yesterday|missed|first|recent|recently|improving|subsided|ceased|caused|latest|childhood|as an? (?:child|baby|teenager|toddler|student)|in (?:his|her|their|the) (?:early |mid |late |mid-)?(?:teens|twenties|thirties|forties|fifties|sixties|seventies)|at the time|at the age of|aged|transient(?:ly)?|within (?:an?|one|two|\d+) (?:minutes?|hours?|days?) of)\b/

/** The bounds of the phrase around a token. */
function phraseAt(tokens: readonly string[], at: number): readonly [from: number, to: number] {
  const from = tokens.slice(0, at).findLastIndex((token) => ends.has(token)) + 1
  const next = tokens.findIndex((token, index) => index > at && ends.has(token))
  return [from, next < 0 ? tokens.length : next]
}

/** "No problem with the bowels": the denial reaches over the preposition. */
const isOfTrouble = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === 'with' &&
  /^(?:problem|trouble|difficult|issue|change|contact|help|together|combin|along|mix|interact)/.test(
    tokens[at - 1] ?? '',
  )

/** In "no a, b or c" the negation reaches over commas; in "no a, b since Monday" only to the first comma. */
function isDenied(tokens: readonly string[], at: number): boolean {
  const [from, to] = phraseAt(tokens, at)
  const isList = tokens.slice(at, to).some((token) => token === 'or' || token === 'nor') || tokens.slice(from, at).some((token) => token === 'or' || token === 'denies') // biome-ignore format: short
  for (let back = at; back >= from; back--) {
    const token = tokens[back] ?? ''
    // "Lacks 10 degrees of extension" measures it.
    if (back < at && negators.test(token) && !(/^lacks?$/.test(token) && /^\d/.test(tokens[back + 1] ?? '')))
      return true
    // "Pressing rather than throbbing."
    if (back < at && token === 'than' && tokens[back - 1] === 'rather') return true
    if (back < at && exceptions.test(token) && !isOfTrouble(tokens, back)) return false
    // "No relief from ibuprofen": it was taken.
    if (back < at && /^(?:from|to)$/.test(token) && /^(?:relief|benefit|help|improvement|effect|response)$/.test(tokens[back - 1] ?? '')) return false // biome-ignore format: short
    // "No numbness or tingling, calf not painful": what follows has a negation of its own.
    if (token === ',' && (!isList || /^[a-z]+(?: [a-z]+)? not\b/.test(tokens.slice(back + 1, back + 4).join(' '))))
      break
  }
  const after = tokens.slice(at + 1, to)
  const comma = after.findIndex((token, index) => token === 'with' || (token === ',' && !/^(?:but )?(?:declined|refused|deferred)\b/.test(after.slice(index + 1, index + 3).join(' ')))) // biome-ignore format: short
  const rest = (comma < 0 ? after : after.slice(0, comma))
    .join(' ')
    .replace(/ , (?=(?:but )?(?:declined|refused|deferred))/, ' ')
  // "Melanoma cannot be excluded": it may be.
  if (/\b(?:can |could )?not (?:yet )?(?:be |been )?(?:excluded|ruled out)\b/.test(rest)) return false
  return Array.from({ length: 5 }, (_, skip) => rest.split(' ').slice(skip).join(' ')).some((text) => lateNo.test(text))
}

const conditions = /\b(?:if|unless|when|whenever|until|should|in case)\b/
/** Words of a warning, whose symptoms are conditions. */
const warns = /^(?:return|seek|contact|come back|call|review|to (?:come|return|be seen)|see)\b/
const stillNow =
  /\bnow (?!(?:\w+ )?(?:resolved|settled|settling|gone|better|improv\w*|eas\w+|normal|well|clear\w*|off))|\bat present\b|\bcurrently\b|\btoday's\b/
const unlikely = /\bunlikely\b/

const ownRelativeNames: ReadonlySet<string> = new Set(ownRelatives.values())

/** A clause of reason or time after a comma has its own persons: "worried about a stroke, as his father had one". */
const subordinates = /^(?:as|because|since|while|which|whose|who)$/

function endOfClause(tokens: readonly string[], at: number, to: number): number {
  const comma = tokens.findIndex((token, index) => index > at && index < to && ((token === ',' && subordinates.test(tokens[index + 1] ?? '')) || (/^(?:since|after|following)$/.test(token) && /^(?:the|his|her|their|a|death|loss|losing)$/.test(tokens[index + 1] ?? '')))) // biome-ignore format: short
  return comma < 0 ? to : comma
}

/** The persons whom the phrase names before the word, or else those of the whole phrase. */
function personsAt(tokens: readonly string[], at: number): readonly string[] {
  const [from, end] = phraseAt(tokens, at)
  const to = endOfClause(tokens, at, end)
  const named = tokens.slice(from, to).flatMap((token, index) => {
    const person =
      ownRelatives.get(token) ??
      (/^(?:family|familial|relatives)$/.test(token)
        ? 'family'
        : otherPersons.has(token) || token === 'relative'
          ? token.replace(/(?<=[^s])s$/, '')
          : undefined)
    // "Lives with a friend": the friend is company, and owns nothing.
    const isCompany = /\b(?:with|by|from|beside|via|told|tell|telling|informed|inform|asked)(?: (?:a|an|the|his|her|my|few|some|two|three|four|several|other|long|term|regular|current|new|elderly|young|own|adult|\d+|[a-z]+ and))*$/.test(tokens.slice(Math.max(0, from + index - 4), from + index).join(' ')) // biome-ignore format: short
    // "Hives as a child": a time of life.
    const isAge = /\b(?:as|like|being|was) (?:an?|a young|a small|still a)$|\bas$/.test(tokens.slice(Math.max(0, from + index - 3), from + index).join(' ')) && /^(?:child|children|kid|baby|toddler|teenager|adult|boy|girl|student)$/.test(token) // biome-ignore format: short
    return person === undefined || isCompany || isAge || /^(?:he|she|they|someone|lady|man|mate|mates|boss|colleague)$/.test(token) ? [] : [{ person, at: from + index }] // biome-ignore format: short
  })
  // "Family history of gout in the uncle": the relative says more than the family.
  const isExact = named.some(({ person }) => person !== 'family' && ownRelativeNames.has(person))
  const before = (isExact ? named.filter(({ person }) => person !== 'family') : named).filter((one) => one.at < at)
  if (isExact && before.length === 0)
    return named.filter(({ person }) => person !== 'family').map(({ person }) => person)
  const lasting = before.slice(-1)
  // "Mother and sister have migraine."
  const joint = before.length > 1 && tokens.slice(before.at(-2)?.at ?? 0, before.at(-1)?.at ?? 0).includes('and') && (before.at(-1)?.at ?? 0) - (before.at(-2)?.at ?? 0) === 2 // biome-ignore format: short
  return (joint ? before.slice(-2) : lasting.length > 0 ? lasting : named).map(({ person }) => person)
}

/** "Cream for the itch": something stands before "for". "For an X-ray" orders the X-ray, and "no need to return for" names what to return for. */
const isPurposeAt = (tokens: readonly string[], from: number, at: number): boolean =>
  tokens.slice(from + 1, at).includes('for') && !/^(?:(?:no|not|without)\b.*|arrange|arranged|referred?|booked?|listed|await\w*|sent|test\w*|check\w*|screen\w*) for\b/.test(tokens.slice(from, at).join(' ')) // biome-ignore format: short

type UnitName = Pick<Unit, 'named' | 'said'>

function unitAt(tokens: readonly string[], at: number, words: readonly string[], name: UnitName = {}): Unit {
  const [from, to] = phraseAt(tokens, at)
  const phrase = tokens.slice(from, to).join(' ')
  return {
    words,
    at,
    ...name,
    told: isDenied(tokens, at) || unlikely.test(phrase) ? 'absent' : 'present',
    isOver: overMarks.test(phrase) && !stillNow.test(phrase),
    isPurpose: isPurposeAt(tokens, from, at),
    isConditional: conditions.test(tokens.slice(from, at).join(' ')) || warns.test(phrase),
    persons: personsAt(tokens, at),
  }
}

const isPerson = (token: string): boolean =>
  ownRelatives.get(token) !== undefined || otherPersons.has(token) || /^(?:family|familial|relatives?)$/.test(token)

/** The lexicon's names of several words, outside the concepts of the tables. */
function lexicalPhrases(tokens: readonly string[], inConcept: ReadonlySet<number>): readonly LexicalPhrase[] {
  const found: LexicalPhrase[] = []
  for (let at = 0; at < tokens.length; at++) {
    const phrase = lexicalPhraseAt(tokens, at)
    if (
      phrase === undefined ||
      [...indexesOf([phrase])].some((index) => inConcept.has(index)) ||
      tokens.slice(at, phrase.to + 1).every((word) => lightWords.has(word))
    )
      continue
    found.push(phrase)
    at = phrase.to
  }
  return found
}

const indexesOf = (spans: readonly { readonly from: number; readonly to: number }[]): ReadonlySet<number> =>
  new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)))

export const readUnits = readOnce((text: string): readonly Unit[] => {
  const tokens = tokensOf(text.replaceAll(/\b(?:and|or)\/(?:or|and)\b/g, 'or'))
  const concepts = conceptsIn(tokens)
  const inConcept = indexesOf(concepts)
  const phrases = lexicalPhrases(tokens, inConcept)
  const taken = new Set([...inConcept, ...indexesOf(phrases)])
  const wordsOf = ({ from, to }: { readonly from: number; readonly to: number }) =>
    tokens.slice(from, to + 1).filter((token) => /[a-z0-9]{2}/.test(token))
  const saidOf = ({ from, to }: Named) => {
    const phrase = lexicalPhraseAt(tokens, from)
    return phrase === undefined || phrase.to !== to ? {} : { said: phrase.said }
  }
  return [
    ...concepts.map((one) => unitAt(tokens, one.from, wordsOf(one), { named: one, ...saidOf(one) })),
    ...phrases.map((one) => unitAt(tokens, one.from, wordsOf(one), { said: one.said })),
    ...tokens.flatMap((token, at) =>
      taken.has(at) || !/[a-z]{2}/.test(token) || isLight(token) || isPerson(token) ? [] : [unitAt(tokens, at, [token])],
    ),
  ] // biome-ignore format: one source after the other
})
