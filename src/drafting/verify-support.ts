/** Does the evidence carry the sentence? Words, concepts, polarity, person: each read again from the rendered text. */
import { concepts } from './concepts.ts'
import { medicines } from './medicines.ts'
import { sites } from './sites.ts'
import type { QuoteRead } from './verify-evidence.ts'
import { answerOf } from './verify-evidence.ts'
import { otherPersons, ownRelatives, supports, templateWords } from './verify-tables.ts'
import { plainOf, quantitiesIn, stemOf, tokensOf } from './verify-words.ts'

/** Another name for the same thing, as stems; the tables serve as synonyms only. */
type Synonym = {
  readonly display: string
  readonly words: readonly string[]
  readonly code: string
  readonly phrases: readonly (readonly string[])[]
  /** Phrases of common words ("been sick"), sought as they stand. */
  readonly exact: readonly (readonly string[])[]
}

const passing = new Set(
  'a an the my your his her our any some this that these those just really very quite bit little like kind sort of i it is am are have had has been be feel feeling felt get got getting to so also actually and in on when there you know mean at for with , . ? !'.split(
    ' ',
  ),
)
const stemsOf = (text: string): readonly string[] => tokensOf(text).filter((token) => !passing.has(token)).map(stemOf) // biome-ignore format: short

/** A phrase of several words that only one content word is left of names something broader. */
function isDistinct(phrase: string, display: string): boolean {
  const stems = stemsOf(phrase)
  return (
    stems.length > 1 ||
    (stems.length === 1 && (tokensOf(phrase).length === 1 || stemsOf(display).includes(stems[0] ?? '')))
  )
}

const synonym = (display: string, code: string, says: string): Synonym => ({
  display,
  words: stemsOf(display),
  code,
  phrases: [display, ...says.split('|')].filter((phrase) => isDistinct(phrase, display)).map(stemsOf),
  exact: says
    .split('|')
    .filter((phrase) => !isDistinct(phrase, display))
    .map((phrase) => tokensOf(phrase).map(stemOf)),
})
const painHeads = ['pain', 'sore', 'hurt', 'painful', 'ache', 'tender', 'killing', 'throbbing']
const swellingHeads = ['swollen', 'swelling']
const pairUp = (heads: readonly string[], says: string): readonly string[] =>
  says.split('|').flatMap((site) => heads.map((head) => `${head} ${site}`))
const named: readonly Synonym[] = [
  ...concepts.map(([, , display, code, says]) => synonym(display, code, says)),
  ...medicines.map(([name, says]) => synonym(name, '', says)),
  ...sites.map(([site, pain, code, says]) =>
    synonym(pain, code, [`${site} pain`, ...pairUp(painHeads, says)].join('|')),
  ),
  ...sites.map(([site, , , says]) => synonym(`${site} swelling`, '', pairUp(swellingHeads, says).join('|'))),
]
/** One entry a display: the tables may both name it. */
const synonyms: readonly Synonym[] = [...Map.groupBy(named, ({ display }) => display).values()].flatMap(
  ([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            code: first.code === '' ? (rest[0]?.code ?? '') : first.code,
            phrases: [first, ...rest].flatMap(({ phrases }) => phrases),
            exact: [first, ...rest].flatMap(({ exact }) => exact),
          },
        ],
)
const bySynonymStart = new Map<string, Synonym[]>()
for (const item of synonyms)
  for (const first of new Set(item.phrases.map((phrase) => phrase[0] ?? '')))
    bySynonymStart.set(first, [...(bySynonymStart.get(first) ?? []), item])

const conditions: ReadonlySet<string> = new Set(
  concepts.filter(([, kind]) => kind === 'condition').map(([, , display]) => display),
)
/** A patient may think to have one; a symptom is had. */
export const isCondition = ({ display }: Named): boolean => conditions.has(display)

/** Codes that the tables give to a display, to hold a claim's code against. */
export const codesOf = (display: string): ReadonlySet<string> =>
  new Set(
    synonyms
      .filter((item) => item.display.toLowerCase() === display.toLowerCase() && item.code !== '')
      .map(({ code }) => code),
  )

/** The quote's content words as stems, with their places among its tokens. */
type Place = { readonly stem: string; readonly at: number }
const placesOf = (tokens: readonly string[]): readonly Place[] =>
  tokens.flatMap((token, at) => (passing.has(token) ? [] : [{ stem: stemOf(token), at }]))

/** Token index of each place where all words of the phrase stand close together, in any order; the tightest where they overlap. */
function findPhrase(places: readonly Place[], phrase: readonly string[]): readonly number[] {
  const found: { readonly from: number; readonly to: number }[] = []
  for (const [index, place] of places.entries()) {
    if (!phrase.includes(place.stem)) continue
    const window = places.slice(index, index + phrase.length + 3)
    const ends = phrase.map((word) => window.findIndex(({ stem }) => stem === word))
    if (ends.every((end) => end >= 0)) found.push({ from: index, to: index + Math.max(...ends) })
  }
  const tight = found.filter(
    (match) => !found.some((other) => other !== match && other.from >= match.from && other.to <= match.to),
  )
  return tight.flatMap(({ from }) => places[from]?.at ?? [])
}

/** The concepts that the sentence names, longest first, none within another. */
export type Named = { readonly display: string; readonly item?: Synonym; readonly from: number; readonly to: number }

export function conceptsIn(tokens: readonly string[]): readonly Named[] {
  const places = placesOf(tokens)
  const found: Named[] = []
  for (let index = 0; index < places.length; index++) {
    let best: Named | undefined
    for (const item of bySynonymStart.get(places[index]?.stem ?? '') ?? [])
      for (const phrase of item.phrases) {
        const isHere = phrase.every((word, offset) => places[index + offset]?.stem === word)
        const to = places[index + phrase.length - 1]?.at ?? 0
        if (isHere && (best === undefined || to > best.to || (to === best.to && phrase.join() === item.words.join())))
          best = { display: item.display, item, from: places[index]?.at ?? 0, to }
      }
    if (best === undefined) continue
    found.push(best)
    index += placesOf(tokens.slice(best.from, best.to + 1)).length - 1
  }
  return found
}

const supportingWord = (word: string, quote: QuoteRead): boolean => {
  const stem = stemOf(word)
  return (
    quote.tokens.some((token) => stemOf(token) === stem) ||
    supports.some(([pattern, evidence]) => pattern.test(word) && evidence.test(quote.plain))
  )
}

/** Content words of the sentence that no quote carries. */
export function unsupportedWords(tokens: readonly string[], quotes: readonly QuoteRead[]): readonly string[] {
  const carried = new Set<number>()
  for (const named of conceptsIn(tokens))
    if (quotes.some((quote) => placesIn(quote, named).length > 0))
      for (let at = named.from; at <= named.to; at++) carried.add(at)
  return tokens.filter((token, at) => {
    if (carried.has(at) || !/[a-z]{2}/.test(token) || isNumberWord.test(token)) return false
    const relative = ownRelatives[token]
    if (relative !== undefined)
      return !quotes.some((quote) => quote.tokens.some((other) => ownRelatives[other] === relative))
    if (templateWords.has(token) && !mustBeSaid.test(token)) return false
    return !quotes.some((quote) => supportingWord(token, quote))
  })
}
const isNumberWord =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|once|twice|times|couple|few|several|half|day|days|week|weeks|month|months|year|years|hours?|minutes?|mg|micrograms|ml|tablets?|capsules?|puffs?|units|drops?|sprays?|next|end|tomorrow|week|under|left|right)$/
/** Template words that state a fact of their own. */
const mustBeSaid = /^(?:smok\w*|drinks?|helped|resolved|worse|better|active)$/

const intensifiers = /^(?:a|an|the|just|really|very|quite|bit|so|little|of|,)$/
function findExact(tokens: readonly string[], phrase: readonly string[]): readonly number[] {
  const words = tokens.flatMap((token, at) => (intensifiers.test(token) ? [] : [{ stem: stemOf(token), at }]))
  return words.flatMap(({ at }, index) =>
    phrase.every((stem, offset) => words[index + offset]?.stem === stem) ? [at] : [],
  )
}

/** A place where a quote speaks of the concept; `isOwnNot` where the name itself holds a "not" ("can not sleep"). */
type Spoken = { readonly at: number; readonly isOwnNot: boolean }

/** By any of the concept's names, else by all of the display's words. */
function findSpoken(quote: QuoteRead, named: Named): readonly Spoken[] {
  const places = placesOf(quote.tokens)
  const phrases = named.item?.phrases ?? [stemsOf(named.display)]
  const direct = phrases.flatMap((phrase) =>
    findPhrase(places, phrase).map((at) => ({ at, isOwnNot: phrase.includes('not') || phrase.includes('no') })),
  )
  const exact = named.item?.exact.flatMap((phrase) => findExact(quote.tokens, phrase)) ?? []
  if (direct.length + exact.length > 0) return [...direct, ...exact.map((at) => ({ at, isOwnNot: false }))]
  const words = tokensOf(named.display).filter((token) => !passing.has(token))
  if (words.length === 0 || !words.every((word) => supportingWord(word, quote))) return []
  return headPlaces(quote, words).map((at) => ({ at, isOwnNot: false }))
}

export const placesIn = (quote: QuoteRead, named: Named): readonly number[] => [
  ...new Set(findSpoken(quote, named).map(({ at }) => at)),
]

/** The word nearest to the meaning: the first that has a place of its own. */
function headPlaces(quote: QuoteRead, words: readonly string[]): readonly number[] {
  for (const word of words) {
    const patterns = supports.filter(([pattern]) => pattern.test(word)).map(([, evidence]) => evidence)
    const at = quote.tokens.flatMap((token, index) =>
      stemOf(token) === stemOf(word) || patterns.some((evidence) => evidence.test(token)) ? [index] : [],
    )
    if (at.length > 0) return at
  }
  return [0]
}

export type Polarity = 'present' | 'absent'
const turn = /^(?:but|still|however|though|although|except|because|just|only|\.|\?|!|;)$/

/** Whether a negation reaches the token: own window, not the drafter's scope rules. */
export function isNegatedAt(tokens: readonly string[], at: number): boolean {
  for (let back = at; back >= Math.max(0, at - 9); back--) {
    const token = tokens[back] ?? ''
    if (back < at && turn.test(token)) return false
    const next = tokens[back + 1] ?? ''
    if (token === 'no' && (next === ',' || next === 'no' || /^(?:i|it|my|yeah|just|so|we)$/.test(next)) && back < at) {
      if (next === 'no') continue
      return false
    }
    if (/^(?:no|never|without|neither|nor|none|denies|denied|nil)$/.test(token)) return back !== at || next !== ','
    if (token === 'not' && !/^(?:only|just|sure|really|too|that|even|very|so|because|much)$/.test(next))
      return !isAbility(tokens, back, at)
    if (
      token === 'i' &&
      back < at - 2 &&
      /^(?:have|had|got|am|feel|do|did|get)$/.test(next) &&
      tokens[back + 2] !== 'not'
    )
      return false
  }
  return (
    /^(?:,? ?)(?:no|not)$/.test(
      tokens
        .slice(at + 1, at + 3)
        .filter((token) => token !== ',')
        .slice(0, 1)
        .join(' '),
    ) && tokens[at + 1] === ','
  )
}
/** "can not sleep" is the complaint itself. */
const isAbility = (tokens: readonly string[], back: number, at: number): boolean =>
  /^(?:can|could)$/.test(tokens[back - 1] ?? '') && at - back <= 3

const boundNegations =
  /\b(?:if )?(?:not|no) better\b|\bnot radiating\b|\bdid not help\b|\bwhich did not\b|\bnot going away\b|\bno longer\b/g

/** What the sentence itself says of the concept at `named`. */
export function textPolarity(text: string, named: Named): Polarity {
  const tokens = tokensOf(text)
  const clean = plainOf(text).replaceAll(boundNegations, ' ')
  if (
    named.item?.phrases.some((phrase) => phrase.includes('not')) &&
    tokens.slice(named.from, named.to + 1).includes('not')
  )
    return 'present'
  const before = plainOf(tokens.slice(0, named.from + 1).join(' ')).replaceAll(boundNegations, ' ')
  if (
    /(?:^|[.;:,] ?|\bpossibly )(?:no|not|nil|denies|denied|never|without|does not|has not|did not|is not|do not)\b/.test(
      before,
    )
  )
    return 'absent'
  return /\b(?:no|not|nil|denies|denied|never|without)\b/.test(before) &&
    /\b(?:no|not|nil|denies|denied|never|without)\b/.test(clean)
    ? 'absent'
    : 'present'
}

/** The answers that stand after a question, up to the next one; all of them where the evidence is not in that order. */
function answersTo(quotes: readonly QuoteRead[], index: number): readonly QuoteRead[] {
  const next = quotes.findIndex(({ role }, at) => at > index && role === 'question')
  const own = quotes.slice(index + 1, next < 0 ? quotes.length : next).filter(({ role }) => role === 'answer')
  return own.length > 0 ? own : quotes.filter(({ role }) => role === 'answer')
}

/** Polarities that the quotes give to the concept; a question counts through its answer only. */
export function evidencePolarities(quotes: readonly QuoteRead[], named: Named): ReadonlySet<Polarity> {
  const out = new Set<Polarity>()
  for (const [index, quote] of quotes.entries()) {
    const places = findSpoken(quote, named)
    if (places.length === 0) continue
    if (quote.role === 'question') {
      const said = questionPolarity(quote, answersTo(quotes, index), named)
      if (said !== undefined) out.add(said)
    } else
      for (const { at, isOwnNot } of places) out.add(isNegatedAt(quote.tokens, at) && !isOwnNot ? 'absent' : 'present')
  }
  return out
}

/** Yes, no, or the answer's own word for it; a bare yes to a list, or to a negative question, says nothing. */
function questionPolarity(question: QuoteRead, answers: readonly QuoteRead[], named: Named): Polarity | undefined {
  const own = answers.flatMap((quote) => placesIn(quote, named).map((at) => isNegatedAt(quote.tokens, at)))
  if (own.length > 0) return undefined
  const heads = tokensOf(named.display).filter((token) => token.length > 3)
  for (const quote of answers) {
    const others = conceptsIn(quote.tokens).filter(({ display }) => display !== named.display)
    const isOther = (at: number) => others.some(({ from, to }) => at >= from && at <= to)
    for (const [at, token] of quote.tokens.entries())
      if (!isOther(at) && heads.some((head) => stemOf(head) === stemOf(token)))
        return isNegatedAt(quote.tokens, at) ? 'absent' : 'present'
  }
  if (isTakenForGranted(question, answers, named)) return 'present'
  const said = answerOf(answers)
  const core = coreOf(question.plain)
  const isNegative = /\b(?:not|no|never)\b/.test(core.replaceAll(/\bor not\b/g, ''))
  const isTag = /\b(?:is that right|that right|correct|is not it|right|yeah)\s*\?*$/.test(core)
  if (said === 'no') return isTag && !isNegative ? undefined : 'absent'
  if (said !== 'yes') return undefined
  if (isNegative) return isTag ? 'absent' : undefined
  const asked = new Set(conceptsIn(tokensOf(core)).map(({ display }) => display))
  return [...asked].every((display) => isSameThing(display, named.display)) ? 'present' : undefined
}

const asksOpenly = /\b(?:what|how|when|where|whereabouts|which|describe|tell me|or|why)\b/

/** "When did the cough start?" - "On Monday.": the question takes it for granted, and the answer goes along. */
function isTakenForGranted(question: QuoteRead, answers: readonly QuoteRead[], named: Named): boolean {
  if (!asksOpenly.test(question.plain)) return false
  const replies = answers.flatMap(({ tokens }) => tokens)
  const isCorrecting = replies[0] === 'no' && replies[1] === ',' && quantitiesIn(replies.join(' ')).length > 0
  const isDenied = !isCorrecting && replies.slice(0, 4).some((token) => /^(?:no|not|never|none|nah|nope)$/.test(token))
  const isMore = replies.some(
    (token) => /[a-z0-9]/.test(token) && !/^(?:yes|yeah|yep|yup|ok|okay|right|it|is|does|that|so)$/.test(token),
  )
  const isGiven = placesIn(question, named).some(
    (at) =>
      /^(?:the|your|this|that|these|those)$/.test(question.tokens[at - 1] ?? '') ||
      /^(?:the|your|this|that|these|those)$/.test(question.tokens[at - 2] ?? ''),
  )
  return (
    !isDenied &&
    isMore &&
    (isGiven ||
      /\bhow many times (?:have|did) you\b|\b(?:what dose|how much|how often)\b.*\byou\b/.test(question.plain))
  )
}

/** What is put as the question, without what leads up to it ("you mentioned you had X, are you Y?"). */
function coreOf(question: string): string {
  const leads = [
    ...question.matchAll(/(?:^|[,.] |\b(?:and|but|so) )(?=(?:are|is|do|does|did|have|has|had|any|was|were|can) )/g),
  ]
  const last = leads.at(-1)
  return last === undefined ? question : question.slice(last.index)
}
const isSameThing = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

/** The relative that a statement quote speaks of just before the concept, `other` for anyone else, undefined for the patient. */
export function personBefore(quote: QuoteRead, at: number): string | undefined {
  let other: string | undefined
  for (let back = at - 1; back >= Math.max(0, at - 14); back--) {
    const token = quote.tokens[back] ?? ''
    if (/^(?:\.|\?|!|but|i|myself|me)$/.test(token)) return other
    const relative = ownRelatives[token]
    if (relative !== undefined) return relative
    if (otherPersons.has(token)) other = 'other'
  }
  return other
}
