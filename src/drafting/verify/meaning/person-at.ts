/** Whom a place of the quotes is about. D258, D350. */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { QuoteRead } from '../evidence.ts'
import { personBefore } from '../polarity.ts'
import { isOfPatient, isOfPatientAgain } from '../replies/companions.ts'
import { isDoer, isHelper } from '../replies/doers.ts'
import { appositionOf } from '../stated/apposition.ts'
import { ownRelatives } from '../tables.ts'
import { end, type Place } from './places.ts'

/** The person whom a place is about: undefined for the patient, `other` for an unnamed person. */
export function personAt({ quote, index, at }: Place, quotes: readonly QuoteRead[]): string | undefined {
  const own = nearestPerson(quote, at)
  if (own !== undefined && own !== 'other') return own
  const isOfFamily =
    quote.speaker === 'clinician'
      ? /\bfamil\w+\b|\bparents\b/.test(upTo(quote.tokens, at))
      : /\bin (?:the|my|our) family\b|\bruns in\b/.test(quote.plain)
  const before = personBefore(quote, at) ?? personGoingOn(quotes, index)
  if (own === undefined && before === undefined && !isOfFamily) return undefined
  // "My husband gave me one of his, and I was sick as a dog": the pronoun means somebody who was named before it.
  const earlier = [...quotes.slice(0, index).map(({ tokens }) => tokens), quote.tokens.slice(0, at)].flatMap(
    listPersons,
  )
  const named = earlier.length > 0 ? earlier : listPersons(quote.tokens)
  return named.at(-1)?.person ?? (isOfFamily ? 'family' : (own ?? before))
}

/** "Have you ever had a clot? Family with clots?": the family of a later sentence is not that of an earlier one. */
function upTo(tokens: readonly string[], at: number): string {
  const stop = tokens.findIndex((token, index) => index > at && end.has(token))
  return tokens.slice(0, stop < 0 ? tokens.length : stop).join(' ')
}

/** "Someone at work was the same," - "and it turned out to be a stone.": the turn goes on about that person. */
function personGoingOn(quotes: readonly QuoteRead[], index: number): string | undefined {
  const [last, quote] = [quotes[index - 1], quotes[index]]
  if (last === undefined || quote === undefined || last.speaker !== quote.speaker || last.role === 'question' || /[.?!]$/.test(last.plain)) return undefined // biome-ignore format: short
  return /^(?:and|so|then) (?:it|that|he|she|they)\b/.test(quote.plain)
    ? nearestPerson(last, last.tokens.length)
    : undefined
}

const others =
  /^(?:wife|husband|partner|boyfriend|girlfriend|flatmate|housemate|roommate|friend|child|kid|boss|neighbour|colleague|somebody|someone|anybody|girl|lad|classmate|teammate|customer|dog|cat|family|woman|bloke|lady|chap|guy)s?$|^every(?:one|body)$/

/** The persons of a quote. "My friend's mum" counts as the friend's. */
const listPersons = readOnceOf((tokens: readonly string[]): readonly { readonly person: string; readonly at: number }[] =>
  tokens.flatMap((token, at) => {
    const before = tokens[at - 1] ?? ''
    const person = ownRelatives.get(token) ?? (others.test(token) || (/^pupils?$/.test(token) && /^(?:an?|another|other|fellow|every)$/.test(before)) ? token.replace(/(?<=[^s])s$/, '') : undefined)
    return person === undefined ? [] : [{ person: others.test(before) ? before : person, at }]
  }),
) // biome-ignore format: short

/** "My mother and my sister both have it": true if the words join the two. */
export function isJoined({ quote: { tokens } }: Place, one: string, other: string): boolean {
  const named = listPersons(tokens)
  return named.some(({ person, at }, index) => {
    const next = named[index + 1]
    if (next === undefined || next.at - at > 4 || !tokens.slice(at, next.at).some((token) => /^(?:and|or|,)$/.test(token))) return false
    return (person === one && next.person === other) || (person === other && next.person === one)
  })
} // biome-ignore format: short

/** "My wife gave me one of hers": the tablet may be told as the wife's, or as the patient's. */
export const isHelpedBy = ({ quote: { tokens }, at }: Place, names: readonly string[]): boolean =>
  listPersons(tokens).some((one) => one.at < at && names.includes(one.person) && isHelper(tokens, one.at))

/** "The doctor I spoke to, he took my blood pressure": the pronoun means who treats the patient. */
const cares =
  /^(?:doctors?|gp|nurses?|consultants?|specialists?|surgeons?|pharmacists?|chemist|physio|dentist|midwife|optician|paramedics?)$/

/** The person who is named last before the place, in its sentence. A pronoun means somebody who was named before; a companion's "he" without a name means the patient. */
function nearestPerson({ tokens, speaker }: QuoteRead, at: number): string | undefined {
  const from = tokens.slice(0, at).findLastIndex((token, index) => end.has(token) || /^(?:i|myself)$/.test(token) || (speaker === 'clinician' && isOfPatientAgain(tokens, index))) + 1 // biome-ignore format: short
  const start = Math.max(from, at - 14)
  const named = listPersons(tokens).filter(
    (one) => one.at >= start && one.at < at && !isHelper(tokens, one.at) && !isDoer(tokens, one.at),
  )
  const pronoun = tokens
    .slice(start, at)
    .findLastIndex(
      (token, index) =>
        (/^(?:he|she|they)$/.test(token) && !isDoer(tokens, start + index)) ||
        (speaker === 'patient' && /^(?:his|her)$/.test(token)),
    )
  const isOfCare = tokens.slice(0, at).findLastIndex((token) => cares.test(token)) > (listPersons(tokens).filter((one) => one.at < at).at(-1)?.at ?? -1) // biome-ignore format: short
  const last = named.at(-1)
  return (
    (last === undefined ? undefined : (appositionOf(tokens, last.at) ?? last.person)) ??
    (pronoun >= 0 && !isOfCare && !isOfPatient({ speaker, tokens }, at) ? 'other' : undefined)
  )
}
