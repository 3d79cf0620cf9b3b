/**
 * A thing that the evidence has only denied, told as present, and the reverse: "Murmur." of "no murmur, chest clear", "No heart sounds normal." of
 * "heart sounds normal". Only words that were said as such count; replies to questions are read elsewhere. D492.
 */
import type { QuoteRead } from '../evidence.ts'
import { isNegatedAt } from '../polarity.ts'
import type { Rule } from '../tables.ts'
import { plainOf, stemOf, tokensOf } from '../words.ts'
import { listRuns, type Placed } from './runs.ts'

const light = new Set(
  'a an the my your his her our their this that some any bit little of is are was were has have had been and so just really very quite now there looks look feels feel seems sounds'.split(' '),
) // biome-ignore format: a list
const place = /^(?:in|on|at|of|over|under|behind|below|above|around|to|into|from|with|for|when|while|after|before|since|by|and|or)$/ // biome-ignore format: one row
const denial = /^(?:possibly )?(?:no|not|nil|denies) (?:(?:a|an|any|the) )?/
const doubled =
  /^(?:possibly )?no (?:(?!reason\b)[a-z]+ ){0,3}(?:no|not|nothing|never|none|denies)\b|^no allergic\b|^(?:possibly )?no [^,;:.]*\b(?:negative|absent|unremarkable)\b/
const denies = /\b(?:no|not|nil|never|none|nothing|nor|neither|without|denie[sd]|absent|negative|free|lack\w*|stopp\w*|gone|resolved|less|avoid|ex|former)\b/ // biome-ignore format: one row

/** Words after which a thing need not be there, although nothing denies it. */
const ended = /\b(?:no|not|never|none|nothing|nil|nor|neither|without|nope|gone|went|stopp\w*|quit|clear\w*|settled|off|ended|free|rule\w*|rather|negative|absent|only|unable|hardly|rarely|barely|used to|if|instead|doubt|unlikely|away|over|better|lost|less|worr\w+|afraid|scared|thought|wonder\w*)\b/ // biome-ignore format: one row
const lead = /^(?:no|nah|nope) , (?=(?:just|only|it is|i have|there is)\b)/

type Said = { readonly tokens: readonly string[]; readonly at: number }

/** The sentences of a quote; a question states nothing. */
function sentencesOf({ plain }: QuoteRead): readonly (readonly string[])[] {
  return plain
    .split(/(?<=[.?!;]) ?/)
    .map((sentence) => sentence.trim().replace(lead, ''))
    .filter((sentence) => sentence !== '' && !sentence.endsWith('?'))
    .map(tokensOf)
}

const contentOf = (tokens: readonly string[]): readonly Placed[] =>
  tokens.flatMap((token, at) => (/^[a-z]/.test(token) && !light.has(token) ? [{ stem: stemOf(token), at }] : []))

/** The name at the head of a stretch, as stems: "murmur in the heart" is "murmur". */
function headOf(stretch: string): readonly string[] {
  const tokens = tokensOf(stretch)
  const end = tokens.findIndex((token) => place.test(token))
  return contentOf(end < 0 ? tokens : tokens.slice(0, end)).map(({ stem }) => stem)
}

const isMark = (token: string): boolean => /^[,;:]$/.test(token)

/** Where the evidence says the head of the stretch, word after word, without a mark between them. */
function findSaid(stretch: string, quotes: readonly QuoteRead[]): readonly Said[] {
  const head = headOf(stretch)
  if (head.length === 0) return []
  return quotes.flatMap(sentencesOf).flatMap((tokens) =>
    listRuns(contentOf(tokens), head)
      .filter(([from, to]) => !tokens.slice(from, to).some(isMark))
      .map(([at]) => ({ tokens, at })),
  )
}

const goesOn = /^(?:but|though|and (?:it|that|they|now|then)|it|that|they|which|who|now|then|until|went|gone)\b/

/** Nothing in its clause, or in one that goes on about it, takes the thing away. */
function isOpen({ tokens, at }: Said): boolean {
  const from = tokens.slice(0, at).findLastIndex(isMark) + 1
  const end = tokens.findIndex((token, index) => index > at && isMark(token))
  const own = tokens.slice(from, end < 0 ? tokens.length : end).join(' ')
  const next = end < 0 ? '' : tokens.slice(end + 1).join(' ')
  const isTakenBack =
    (goesOn.test(next) && ended.test(next)) ||
    /^(?:no|nil|none|not|nah|nope|never|neither)(?: (?:an?|at|all|so|far|yet|really|me|once|that|the|sign|trace|hint|thing|i|have|do|did|not|more))*[ .]*$/.test(
      next,
    )
  return !ended.test(own) && !isTakenBack
}

/** "No bowels: went yesterday, normal.": the list behind a denied heading was affirmed. */
const isAffirmed = (listed: string, quotes: readonly QuoteRead[]): boolean =>
  listed.split(/[,;.] ?/).some((stretch) => {
    const said = denies.test(stretch) ? [] : findSaid(stretch, quotes)
    return said.length > 0 && said.every(({ tokens, at }) => !isNegatedAt(tokens, at))
  })

/** The rule that a statement breaks whose thing was said with the other polarity alone. */
export function checkDenied(text: string, quotes: readonly QuoteRead[], isPlan: boolean): readonly Rule[] {
  const plain = plainOf(text)
  if (doubled.test(plain)) return ['polarity-mismatch']
  const stretches = plain.split(/[,;:.] ?/).filter((stretch) => stretch.trim() !== '')
  const [, listed] = /^(?:possibly )?no [^,;:.]{2,40}: (.+)/.exec(plain) ?? []
  if (listed !== undefined) return isAffirmed(listed, quotes) ? ['polarity-mismatch'] : []
  if (quotes.length === 0 || quotes.some(({ role }) => role !== 'statement')) return []
  if (denial.test(plain)) {
    const said = findSaid((stretches[0] ?? '').replace(denial, ''), quotes)
    return said.length > 0 && said.every(isOpen) ? ['polarity-mismatch'] : []
  }
  if (denies.test(plain) || isPlan || /^(?:possibly )?allergic\b/.test(plain)) return []
  const isRefuted = stretches.some((stretch) => {
    const said = findSaid(stretch, quotes)
    return said.length > 0 && said.every(({ tokens, at }) => isNegatedAt(tokens, at))
  })
  return isRefuted ? ['polarity-mismatch'] : []
}
