/** A reply that takes the things of a list one by one: "The cough, yes. Fever, no.", "Only the cramps.", "I get hiccups, but burping, never." */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { foldWord } from '../../vocabulary/words.ts'
import { readPair } from './pairs.ts'

type Polarity = 'present' | 'absent'
/** A thing in the words of its question. */
export type Asked = { readonly question: Sentence; readonly term: Term }

const small = /^(?:a|an|the|my|your|his|her|any|some|of|in|on|at|to|with|or|and|no|when|you|i|it|that|this|[,.?!])$/
/** Ends the reach of a "yes" or "no". */
const ends = /^(?:[.?!;]|but|although|though|just not)$/

const deniedBefore = /(?:^|[ ,])(?:no|not|never|neither|nor|without|none of|no sign of|free of|not had|no to)(?: (?:the|any|a|an|much|really|so much|had|got|get|getting))*$/ // biome-ignore format: short
const deniedAfter = /^,? ?(?:no|nope|nah|nup|never|none|not|neither|nor|cross|nil|negative|(?:i|it|that|those|there) (?:have|has|do|does|am|is|are|did) not)\b/ // biome-ignore format: short
const toldAfter = /^,? ?(?:yes|yeah|yep|aye|sure|tick|check|definitely|absolutely|certainly|indeed|plenty|very much|big time|loads|lots|often|mostly|mainly|sometimes|occasionally|on and off|a (?:bit|lot|little|fair bit)|(?:i|there) (?:do|have|get|got|did|am|is)|(?:that |those )?(?:i|yes))\b(?! not)/ // biome-ignore format: short
const toldBefore = /(?:^|[ ,])(?:only|just|mainly|mostly|it is|but|i (?:do |have |did )?(?:only |just )?(?:get|have|had|got|notice|noticed)|there is|there has been|yes|yeah|yep|from|some|a bit of|a little)(?: (?:,|the|a|an|some|to|been|got|had))*$/ // biome-ignore format: short
/** "I get X, not Y": the negation belongs to the next thing. */
const ofNext = /^,? ?(?:but |and )?(?:not|no|never|nor)(?: (?:the|any|a|an))*$/
const singled = /(?:^|[ ,])(?:only|just)\b/

type Place = { readonly asked: Asked; readonly from: number; readonly to: number }

const contentOf = ({ question, term }: Asked): readonly string[] =>
  question.words.slice(term.from, term.to + 1).map(({ text }) => text).filter((word) => !small.test(word)).map(foldWord) // biome-ignore format: short

/** The first place of the name among the words, if its content words stand close together. */
function findPlace(asked: Asked, folded: readonly string[]): Place | undefined {
  const wanted = contentOf(asked)
  const [head] = wanted
  if (head === undefined) return undefined
  const from = folded.findIndex((word, at) => word === head && wanted.every((each) => folded.slice(at, at + wanted.length + 3).includes(each))) // biome-ignore format: short
  if (from < 0) return undefined
  const to = Math.max(...wanted.map((each) => folded.indexOf(each, from)))
  return { asked, from, to }
}

type Clause = {
  readonly before: string
  readonly after: string /** The next thing ends it, and no mark. */
  readonly isCut: boolean
}

/** The words of the clause before and after the place, up to the next thing. */
function clauseAround(words: readonly string[], place: Place, places: readonly Place[]): Clause {
  const start = Math.max(words.slice(0, place.from).findLastIndex((word) => ends.test(word)), ...places.filter(({ to }) => to < place.from).map(({ to }) => to)) + 1 // biome-ignore format: short
  const next = Math.min(words.length, ...places.filter(({ from }) => from > place.to).map(({ from }) => from))
  const end = words.slice(place.to + 1, next).findIndex((word) => ends.test(word))
  const after = words.slice(place.to + 1, end < 0 ? next : place.to + 1 + end)
  return {
    before: words.slice(start, place.from).join(' '),
    after: after.join(' '),
    isCut: end < 0 && next < words.length,
  }
}

function polarityAt({ before, after, isCut }: Clause): Polarity | undefined {
  if (deniedBefore.test(before)) return 'absent'
  if (isCut && toldBefore.test(before) && ofNext.test(after)) return 'present'
  if (deniedAfter.test(after)) return 'absent'
  const isBare = /^(?:(?:the|my|a|an|oh|um|uh|er|well|yes|yeah|,) ?)*$/.test(before) && /^,? ?$/.test(after)
  return toldAfter.test(after) || toldBefore.test(before) || isBare ? 'present' : undefined
}

/** The reply sets one of two things against the other, and names one of them or none. */
function ofPair(
  asked: readonly Asked[],
  words: readonly string[],
  places: readonly Place[],
): ReadonlyMap<string, Polarity> | undefined {
  const [first, second] = asked
  if (first === undefined || second === undefined || asked.length > 2 || first.question !== second.question || first.term.key === second.term.key || places.length > 1) return undefined // biome-ignore format: short
  const [place] = places
  const pair = readPair(words, place === undefined ? undefined : { ...place, isSecond: place.asked === second })
  return pair === undefined ? undefined : new Map([[first.term.key, pair[0]], [second.term.key, pair[1]]]) // biome-ignore format: short
}

/** The polarity of each thing, by its key, that the turn of the reply takes up. "Only X" denies the others. */
export function readItems(asked: readonly Asked[], turn: readonly Sentence[]): ReadonlyMap<string, Polarity> {
  const words = turn.flatMap((sentence) => sentence.words.map(({ text }) => text))
  if (asked.length < 2 || words.includes('[?]')) return new Map()
  const folded = words.map(foldWord)
  const places = asked.flatMap((each) => findPlace(each, folded) ?? [])
  const pair = ofPair(asked, words, places)
  if (pair !== undefined) return pair
  const read = new Map<string, Polarity>()
  let only: string | undefined
  for (const place of places) {
    const clause = clauseAround(words, place, places)
    const { before, after } = clause
    const polarity = polarityAt(clause)
    if (polarity === undefined) continue
    read.set(place.asked.term.key, polarity)
    if (polarity === 'present' && (singled.test(before) || /\b(?:only|just) (?:that|it|this)\b|^,? ?only\b/.test(after))) only = place.asked.term.key // biome-ignore format: short
  }
  if (only !== undefined && places.length === 1)
    for (const { term } of asked) if (term.key !== only) read.set(term.key, 'absent')
  return read
}
