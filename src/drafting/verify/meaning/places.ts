/** Finds the places in the quotes that speak of a word or a name of the note, and how each place speaks of it. */

import { readOnceIn } from '../../../core/cache/read-once.ts'
import { answerOf, type QuoteRead } from '../evidence.ts'
import { everyMatch } from '../exact/every-match.ts'
import { saidFor } from '../lexicon/lexicon.ts'
import { isSameWord } from '../lexicon/word-forms.ts'
import { isNegatedAt, isSplitByNot, type Polarity } from '../polarity.ts'
import { namesAnother, takesOther } from '../replies/alternatives.ts'
import { isPutRight } from '../replies/put-right.ts'
import { agrees, isLastAskedFor, meansAll, readOrdinals } from '../replies/reply-forms.ts'
import { leavesOpen } from '../replies/unsure.ts'
import { findSpoken, supportsOf } from '../synonyms.ts'
import { tokensOf } from '../words.ts'
import { lightWords } from './light-words.ts'
import type { Unit } from './units.ts'

/** `isOwnNot`: the words themselves hold a negation ("not all the time"). */
export type Place = {
  readonly quote: QuoteRead
  readonly index: number
  readonly at: number
  readonly isOwnNot: boolean
  /** The last token of the name; absent if it has one token. */
  readonly to?: number
}
type Match = Pick<Place, 'at' | 'isOwnNot' | 'to'>

const spanOf = (
  tokens: readonly string[],
  from: number,
  length: number,
): { readonly at: number; readonly to: number } => {
  const at = Math.min(from, Math.max(0, tokens.length - 1))
  return { at, to: Math.max(at, at + length - 1) }
}

/** Token places where the text matches. */
function matchesIn({ plain, tokens }: QuoteRead, pattern: RegExp): readonly Match[] {
  return everyMatch(plain, pattern).map(({ 0: text, index }) => ({
    ...spanOf(tokens, tokensOf(plain.slice(0, index)).length, tokensOf(text).length),
    isOwnNot: /\b(?:not|no|never)\b/.test(text),
  }))
}

/** The places of a word: the same word in another form, or other words that say it. */
const wordPlaces = readOnceIn((word: string, quote: QuoteRead): readonly Match[] => {
  const same = quote.tokens.flatMap((token, at) => (isSameWord(token, word) ? [{ at, isOwnNot: false }] : []))
  const patterns = [...saidFor(word), ...supportsOf(word)]
  const all = [...same, ...patterns.flatMap((pattern) => matchesIn(quote, pattern))]
  return [...new Map(all.map((match) => [`${match.at} ${match.isOwnNot}`, match])).values()]
})

const namePlaces = ({ named, said }: Unit, quote: QuoteRead): readonly Match[] => [
  ...(named === undefined ? [] : findSpoken(quote, named)),
  ...(said ?? []).flatMap((pattern) => matchesIn(quote, pattern)),
]

/** "BP" and "ED" have two letters, and are all that their name has. */
function contentOf({ words }: Unit): readonly string[] {
  const long = words.filter((word) => word.length > 2)
  return long.length > 0 ? long : words
}

/** The words of a name that nobody said as a name, if it has several: each is then judged by itself. */
export function wordsApart(unit: Unit, quotes: readonly QuoteRead[]): readonly string[] {
  const content = contentOf(unit).filter((word) => /[a-z]/.test(word) && !lightWords.has(word))
  return unit.named === undefined || content.length < 2 || quotes.some((quote) => namePlaces(unit, quote).length > 0) ? [] : content // biome-ignore format: short
}

/** The places of a name: any of its names, or else the last of its words if all of them were said. */
function unitPlaces(unit: Unit, quote: QuoteRead, quotes: readonly QuoteRead[]): readonly Match[] {
  const direct = namePlaces(unit, quote)
  if (direct.length > 0) return direct
  const content = contentOf(unit)
  const isSaid =
    content.length > 0 && content.every((word) => quotes.some((other) => wordPlaces(word, other).length > 0))
  // The last word is the head of the name: "type 2 diabetes".
  return isSaid ? content.slice(-1).flatMap((word) => wordPlaces(word, quote)) : []
}

export const listPlaces = (unit: Unit, quotes: readonly QuoteRead[]): readonly Place[] =>
  quotes.flatMap((quote, index) => unitPlaces(unit, quote, quotes).map((match) => ({ quote, index, ...match })))

/** The answers after a question, up to the next question. */
export function answersTo(quotes: readonly QuoteRead[], index: number): readonly QuoteRead[] {
  const next = quotes.findIndex(({ role }, at) => at > index && role === 'question')
  return quotes.slice(index + 1, next < 0 ? quotes.length : next).filter(({ speaker }) => speaker !== 'clinician')
}

const noWord = /^(?:no|not|nope|nah|never|none|nothing|neither|nor|without|nobody|nil)$/
export const end: ReadonlySet<string> = new Set('.?!')

/** "The left one, not the right", "one pillow, not three": what follows is denied, and not what stands before. */
const isContrast = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === ',' && tokens[at + 1] === 'not' && /^(?:the|a|an|my|your|just|only|in|on|at|with|from|two|three|four|five|ten|every)$/.test(tokens[at + 2] ?? '') // biome-ignore format: short

/** "Headaches and funny vision, can't see half the screen": a denial with a verb of its own. */
const isOwnDenial = (tokens: readonly string[], at: number): boolean => tokens[at] === ',' && /^(?:can|could|do|does|did|is|was|have|has|am)$/.test(tokens[at + 1] ?? '') && tokens[at + 2] === 'not' // biome-ignore format: short

/** True if a negation stands before the place in the same sentence, or just after it. */
function isDeniedNear({ tokens }: QuoteRead, at: number): boolean {
  const from = Math.max(tokens.slice(0, at).findLastIndex((token) => end.has(token) || token === 'but') + 1, at - 8)
  const after = tokens.slice(at + 1, at + 6)
  const stop = after.findIndex(
    (token, index) => end.has(token) || isContrast(after, index) || isOwnDenial(after, index),
  )
  return [...tokens.slice(from, at), ...(stop < 0 ? after : after.slice(0, stop))].some((token) => noWord.test(token))
}

/** The polarities that a place supports: both if its words leave it open. */
export function polaritiesAt(place: Place, quotes: readonly QuoteRead[]): ReadonlySet<Polarity> {
  const { quote, index, at, isOwnNot } = place
  const asked = quote.role === 'question' ? askedAt(place) : 'told'
  if (asked === 'earlier') return new Set()
  if (asked === 'asked') {
    const answers = answersTo(quotes, index)
    const out = answers.length > 0 ? answeredPolarities(place, answers) : deniedInRun(place, quotes)
    return out.size > 0 && isPresupposed(place) ? new Set<Polarity>([...out, 'present']) : out
  }
  // "A non smoker" denies; "a non drowsy tablet" describes.
  if (quote.tokens[at - 1] === 'non' && /^(?:smok|drink)er/.test(quote.tokens[at] ?? '')) return new Set<Polarity>(['absent']) // biome-ignore format: short
  // "So not sure about bleeding.": said neither way.
  if (leavesUnsure.test(sentenceAt(place).before)) return new Set()
  if (isSplitByNot(quote.tokens, place)) return new Set<Polarity>(['absent'])
  const out = new Set<Polarity>([isNegatedAt(quote.tokens, at) && !isOwnNot ? 'absent' : 'present'])
  if (isAskedBack(quote, at)) out.add('absent')
  if (
    /\bnot (?:a |an )?(?:always|all|every|really|very|that|big|heavy|great|huge)\b/.test(
      quote.tokens.slice(Math.max(0, at - 6), at).join(' '),
    )
  )
    out.add('present')
  if (isBegunAnew(quote.tokens.slice(Math.max(0, at - 10), at).join(' '))) out.add('present')
  if (isDeniedNear(quote, at)) out.add('absent')
  // "No, I do": a first no may answer the question only.
  return out
}

const leavesUnsure =
  /\b(?:not (?:really |quite |at all )?(?:sure|certain|clear)|unsure) (?:about|of|on|if|whether)(?: (?:there (?:was|is)|it (?:was|is)|the|any|you had|he had|she had))*$/

/** "On my face? No.", "Allergies. No.": the speaker repeats the question and answers it. */
const isAskedBack = ({ tokens }: QuoteRead, at: number): boolean =>
  /^[a-z]* ?[.?] ,? ?(?:no|not|none|nope)\b/.test(tokens.slice(at + 1, at + 6).join(' ')) ||
  /^[.?] ,? ?(?:no|not|none|nope)\b/.test(tokens.slice(at + 1, at + 5).join(' '))

/** A second negation reaches the place all the same: "No, I've never smoked." */
function isBegunAnew(text: string): boolean {
  const found = beginsAnew.exec(text)
  return found !== null && !/\b(?:no|not|never|non)\b/.test(text.slice(found.index + found[0].length))
}

/** "It doesn't smell, it smells odd": a new subject after a comma ends the negation before it. */
const beginsAnew =
  /\b(?:no|not|never)\b.*, (?:it|i|they|there|he|she|my|we|the|actually)\b|\bno (?:, )?(?:sorry|wait|actually)\b|\bif (?:you|it|this|that|things|she|he|they|the|your) .*\b(?:not|no)\b.* (?:go|call|come|ring|give|see|let|please|i|we|you)\b|\b(?:no|not|never)\b.* (?:so|but|then)? ?(?:i|we) (?:will|am going to|would like|want)\b/

/** A bare answer belongs to the last questions of a turn: earlier ones were passed over, and a sentence without a question mark is a statement. */
function askedAt({ quote: { tokens }, at }: Place): 'asked' | 'earlier' | 'told' {
  if (isGiven(tokens, at)) return 'earlier'
  const own = tokens.findIndex((token, index) => index >= at && end.has(token))
  if (own < 0) return 'asked'
  const later = tokens.slice(own).filter((token) => end.has(token))
  if (tokens[own] === '?')
    return later.includes('.') && later.lastIndexOf('?') > later.indexOf('.') ? 'earlier' : 'asked'
  return later.includes('?') ? 'told' : 'asked'
}

/** "With those headaches, any problem with your sight?": the headaches are given, not asked about. */
const isGiven = (tokens: readonly string[], at: number): boolean =>
  /(?<!\b(?:problems?|trouble|difficult\w*|issues?|changes?|wrong|concerns?|on|happening) )\b(?:with|during|besides|apart from|other than|before|after|since|(?:taken|tried|used|had|got|given|do|done|taking|trying|using) (?:\w+ )?(?:anything|something|any \w+) (?:for|about)) (?:those|these|the|your|that|this)(?: \w+)?$/.test(
    tokens.slice(Math.max(0, at - 7), at).join(' '),
  )

/** "Does the discharge smell?", "does running bring the cough on?": a no denies what is asked of the thing, and not the thing. D510. */
const asSubject =
  /^(?:(?:and|so|but|okay|right|well) ,? ?)*(?:does|do|did|is|are|was|were) (?:the|your|that|those|these)(?: \w+)?$/
const asObject =
  /\b(?:bring|brings|make|makes|made|help|helps|helped|ease|eases|affect|affects|trigger|triggers|set|sets|stop|stops)(?: \w+)? (?:the|your|that)(?: \w+)?$/
const ofExistence =
  /\b(?:there|gone|still|back|now|better|settled|new|bad|low|high|down|up|normal|okay|ok|fine|all right|good)\b/
function isPresupposed(place: Place): boolean {
  const { own, before } = sentenceAt(place)
  const lead = before.trim()
  return asObject.test(lead) || (asSubject.test(lead) && !ofExistence.test(own.slice(before.length)))
}

/** "Any black stools?" - "Or pain in the arm?" - "No, no.": a bare no to a run of questions denies each; anything else belongs to the last one. */
function deniedInRun(place: Place, quotes: readonly QuoteRead[]): ReadonlySet<Polarity> {
  const next = quotes[place.index + 1]
  if (next?.role !== 'question' || isDeniedNear(place.quote, place.at)) return new Set()
  const answers = answersTo(quotes, place.index + 1)
  const isBare = answers.length > 0 && answers.every(({ plain }) => bareNo.test(plain))
  return isBare || (answers.length === 0 && deniedInRun({ ...place, index: place.index + 1 }, quotes).has('absent')) ? new Set<Polarity>(['absent']) : new Set() // biome-ignore format: short
}
const bareNo =
  /^(?:\W|oh|um|uh|well|no|nope|nah|never|none|nothing|neither|not|of|that|those|them|these|like|at|all|any|really|thank|god|goodness)+$/

/** "No. Well, socially.": a no with an occasion or an amount behind it. */
const isLimited = /^(?:(?:oh|um|,) ?)*(?:no|nah|not really|never)\b[ .,]*(?:(?:well|i mean|or|but|only|just|maybe|apart from|except|,) ?,? ?)+(?:socially|sometimes|occasionally|rarely|(?:once|twice)\b|(?:the )?odd\b|now and (?:then|again)|(?:at|on) (?:\w+ )?(?:weekends?|parties|weddings?|christmas|holidays?|birthdays?|special)|every (?:now|so)|(?:one|two|three|a few|a couple)(?: or \w+)? (?:at|a|on|in|with)\b)/ // biome-ignore format: one row

/** "No, no, only going down the stairs." */
const onlyThen =
  /^(?:(?:oh|um|,) ?)*(?:no|nah|not really)\b(?:[ .,]|no\b)*(?:it is )?(?:only|just) (?:when|if|on|at|in|after|during|going|with|the|while)\b/

function answeredPolarities(place: Place, answers: readonly QuoteRead[]): ReadonlySet<Polarity> {
  const question = place.quote
  const said = answerOf(answers)
  const isNegative = isDeniedNear(question, place.at)
  const reply = answers.map(({ plain }) => plain).join(' ')
  if (leavesOpen(reply)) return new Set()
  const byOrder = readOrdinals(reply)
  if (byOrder !== undefined)
    return new Set<Polarity>([isLastAskedFor(question.tokens, place.at) ? byOrder.last : byOrder.first])
  if (isNegative && agrees(reply)) return new Set<Polarity>(['absent'])
  if (said !== 'no' && !meansAll(reply) && namesAnother(question.tokens, place.at, answers.flatMap((answer) => answer.tokens).slice(0, 12))) return new Set<Polarity>(/\b(?:no|not|never|none|nothing)\b/.test(reply) ? ['absent'] : []) // biome-ignore format: short
  if (said === 'no' && (isLimited.test(reply) || onlyThen.test(reply))) return new Set<Polarity>(['present', 'absent'])
  if (said === 'no') return new Set<Polarity>([isPutRight(question.plain, reply) ? 'present' : 'absent'])
  if (said === 'yes') return new Set<Polarity>(isNegative ? ['present', 'absent'] : ['present'])
  const tokens = answers.flatMap((answer) => answer.tokens)
  if (takesOther(question.tokens, place.at, tokens.slice(0, 10))) return new Set()
  if (!tokens.some((token) => /[a-z]/.test(token))) return new Set()
  return new Set<Polarity>(tokens.some((token) => noWord.test(token)) ? ['present', 'absent'] : ['present'])
}

/** The sentence of a place, and the words that follow it in the same turn. */
export function sentenceAt({ quote: { tokens }, at }: Place): {
  readonly own: string
  readonly before: string
  readonly next: string
} {
  const from = tokens.slice(0, at).findLastIndex((token) => end.has(token)) + 1
  const to = tokens.findIndex((token, index) => index >= at && end.has(token))
  const stop = to < 0 ? tokens.length : to
  return {
    own: tokens.slice(from, stop).join(' '),
    before: tokens.slice(from, at).join(' '),
    next: tokens.slice(stop + 1, stop + 14).join(' '),
  }
}
