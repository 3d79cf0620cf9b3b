/**
 * Lengths, forms and rates that stand in words and not in numbers: "the same day" is not "the same week", capsules are no tablets, and "two squirts once a
 * day" is not twice. D493.
 */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf } from '../words.ts'

const unit = '(day|night|week|weekend|fortnight|month|year|morning|evening|afternoon)s?'
const bound = new RegExp(`\\b(same|that|first|next|most|all|within the|by the end of the|later in the) ${unit}\\b`, 'g')

type Bound = { readonly lead: string; readonly unit: string }
const boundsOf = (plain: string): readonly Bound[] => [...plain.matchAll(bound)].map(([, lead = '', own = '']) => ({ lead, unit: own })) // biome-ignore format: short
const isSame = (one: Bound, other: Bound): boolean => one.lead === other.lead && one.unit === other.unit

/** The lead was said, with another unit alone. */
const isOtherUnit = (told: Bound, said: readonly Bound[], inNote: readonly Bound[]): boolean =>
  !said.some((each) => isSame(each, told)) &&
  said.some((each) => each.lead === told.lead && !inNote.some((own) => isSame(own, each)))

// biome-ignore format: one row a form
const forms: readonly RegExp[] = [
  /\b(?:tablets?|tabs?|pills?)\b/,
  /\bcapsules?\b/,
  /\b(?:puffs?|squirts?|sprays?)\b/,
  /\bdrops?\b/,
  /\bpatch(?:es)?\b/,
  /\bsachets?\b/,
  /\bsuppositor(?:y|ies)\b/,
]

/** The note has a form that nobody said in place of one that was said. */
function isOtherForm(plain: string, said: string): boolean {
  const told = forms.filter((form) => form.test(plain))
  const other = forms.filter((form) => form.test(said) && !form.test(plain))
  return told.some((form) => !form.test(said)) && other.length > 0
}

const numbers = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|')
const counted = new RegExp(`\\b(\\d+|${numbers.join('|')}) (puff|tablet|capsule|drop|spray|squirt|sachet)s?\\b`, 'g')
const countsOf = (plain: string) => [...plain.matchAll(counted)].map(([, count = '', form = '']) => ({ form, count: numbers.includes(count) ? String(numbers.indexOf(count) + 1) : count })) // biome-ignore format: short

/** "Twenty-five, two puffs": puffs were counted, and not so many. */
function isOtherCount(plain: string, said: string): boolean {
  const spoken = countsOf(said)
  return countsOf(plain).some(
    ({ form, count }) => spoken.some((other) => other.form === form) && !spoken.some((other) => other.form === form && other.count === count), // biome-ignore format: short
  )
}

const rate = /\b(once|twice|three times|four times) (?:a|per|each|every) (day|week|month)\b/g

/** What else says the rate. */
// biome-ignore format: one row a rate
const asMuch: Readonly<Record<string, RegExp>> = {
  once:          /\b(?:once|one|every|each|daily|mornings?|nights?|evenings?|bed|bedtime|nocte|mane|a (?:day|week|month))\b(?! ?times)/,
  twice:         /\b(?:twice|two times|two (?:a|per) |bd|b d|both ends|mornings? and|breakfast and|every twelve|another (?:one )?(?:at|in))\b/,
  'three times': /\b(?:three|thrice|tds|t d s|every (?:six|eight)|meals?|breakfast)\b/,
  'four times':  /\b(?:four|qid|q i d|every (?:four|six))\b/,
}

/** Another rate was said for the same length of time, and this one in no form. */
function isOtherRate(plain: string, said: string): boolean {
  const rates = (text: string) => [...text.matchAll(rate)].map(([, count = '', own = '']) => ({ count, own }))
  const spoken = rates(said)
  return rates(plain).some(
    ({ count, own }) => spoken.some((other) => other.own === own && other.count !== count) && asMuch[count]?.test(said) === false, // biome-ignore format: short
  )
}

const least = /\bat least\b|\bminimum\b|\bor more\b/
const most = /\bat (?:the )?most\b|\bup to\b|\bmaximum\b|\bno more than\b|\bnot more than\b|\btops\b/
const isOtherBound = (plain: string, said: string): boolean =>
  (most.test(plain) && !most.test(said) && least.test(said)) ||
  (least.test(plain) && !least.test(said) && most.test(said))

/** The rule that a statement breaks whose length, form or rate was said with other words. */
export function checkBoundWords(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  const said = quotes.map((quote) => quote.plain).join(' ')
  const inNote = boundsOf(plain)
  const spoken = boundsOf(said)
  const isOther = inNote.some((told) => isOtherUnit(told, spoken, inNote)) || isOtherForm(plain, said) || isOtherCount(plain, said) || isOtherRate(plain, said) || isOtherBound(plain, said) // biome-ignore format: short
  return isOther ? ['number-mismatch'] : []
}
