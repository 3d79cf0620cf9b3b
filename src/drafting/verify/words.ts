/** The verifier's own reading of words, numbers, rates and sides. */
import { readOnce } from '../../core/cache/read-once.ts'
import { rewrite } from '../../core/talk/rewrite.ts'
import { wordTable } from '../vocabulary/words.ts'
import { openings } from './exact/openings.ts'
import { settleSides, writeAmounts } from './exact/settled-words.ts'
import { readYear } from './exact/years.ts'

/** Plain lower-case text, contractions opened, punctuation kept, fillers gone. */
export const plainOf = readOnce((text) => rewrite(text.toLowerCase().replaceAll('\u2019', "'"), openings).trim())

/** Units in another one, by how many: a gram is a thousand milligrams, a week is seven days. */
const inUnits: Readonly<Record<string, readonly [unit: string, times: number]>> = { g: ['mg', 1000], mcg: ['mg', 0.001], week: ['day', 7], year: ['month', 12] } // biome-ignore format: a table

const amountOf = ({ value, unit }: Quantity): string => {
  const [base, times] = inUnits[unit] ?? [unit, 1]
  const count = value === 'couple' ? 2 : Number(value)
  return Number.isNaN(count) ? `${value} ${unit}` : `${Math.round(count * times * 1000) / 1000} ${base}`
}

/** "A thousand milligrams" and "1 g", "seven days" and "a week", "a couple of weeks" and "a fortnight". */
export const isSameAmount = (one: Quantity, other: Quantity): boolean =>
  one.unit !== '' && other.unit !== '' && amountOf(one) === amountOf(other)

export const tokensOf = readOnce(
  (text): readonly string[] => plainOf(text).match(/\[\?\]|[a-z0-9]+(?:\.[0-9]+)?(?:'[a-z]+)?|[,.?!;:]/g) ?? [],
)

/** Enough of a word to match its other forms. */
export const stemOf = readOnce(readStem)

/** Forms too short for the endings below. */
const shortForms: Readonly<Record<string, string>> = wordTable({ weaker: 'weak' })

function readStem(word: string): string {
  const known = shortForms[word]
  if (known !== undefined) return known
  const [, short] = /^([^aeiou][aeiou][^aeiou])ing$/.exec(word) ?? []
  if (short !== undefined) return /[wxy]$/.test(short) ? short : `${short}e`
  const bare = word.replace(/'s?$/, '').replace(/(?<=[a-z]{3})(?:ies)$/, 'y').replace(/(?<=[a-z]{3})es$/, 'e').replace(/(?<=[a-z]{2})(?<!(?<!ne|le)s)s$/, '') // biome-ignore format: short
  const cut = bare.replace(/(?<=[a-z]{4})(?:ing|ed|ness|ly)$/, '').replace(/(?<=[a-z]{4})e$/, '').replace(/(?<=[a-z]{3})y$/, '').replace(/([bdgmnprt])\1$/, '$1') // biome-ignore format: short
  return cut.replaceAll(/aemi|emi/g, 'em').replaceAll('haem', 'hem').replaceAll(/oea|ea(?=$)/g, 'e').replaceAll(/our$/g, 'or').slice(0, 9) // biome-ignore format: short
}

/** By value, to nineteen. */
export const cardinals: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const decades: Readonly<Record<string, number>> = wordTable({ twenty: 20, thirty: 30, forty: 40, fourty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 }) // biome-ignore format: a table
const loose: Readonly<Record<string, string>> = wordTable({ few: 'few', couple: 'couple', several: 'several', half: 'half' }) // biome-ignore format: a table

/** A number with its unit; `few` and `couple` count as numbers. */
export type Quantity = { readonly value: string; readonly unit: string }

const unitOf: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/^minutes?$/, 'minute'],
  [/^hours?$/, 'hour'],
  [/^days?$/, 'day'],
  [/^nights?$/, 'night'],
  [/^weeks?$/, 'week'],
  [/^months?$/, 'month'],
  [/^years?$/, 'year'],
  [/^(?:mgs?|milligrams?)$/, 'mg'],
  [/^(?:mcg|micrograms?)$/, 'mcg'],
  [/^(?:g|grams?)$/, 'g'],
  [/^(?:mls?|millilit\w+)$/, 'ml'],
  [/^(?:tablets?|pills?)$/, 'tablet'],
  [/^capsules?$/, 'capsule'],
  [/^(?:puffs?)$/, 'puff'],
  [/^drops?$/, 'drop'],
  [/^sprays?$/, 'spray'],
  [/^(?:kgs?|kilograms?)$/, 'kg'],
  [/^(?:cms?|centimetres?)$/, 'cm'],
  [/^times$/, 'times'],
  [/^percent$/, 'percent'],
  [/^(?:units?|beers?|glass(?:es)?|pints?|drinks|bottles?)$/, 'drink'],
]
const unitFor = readOnce((word: string): string | undefined => unitOf.find(([pattern]) => pattern.test(word))?.[1])

/** "The second one", "that one": no number. */
const pronounBefore = /^(?:the|this|that|other|another|which|second|first|third|last|each|any|no|same|new|old|blue|white|pink|brown|green|right|left|wrong|big|little|small)$/ // biome-ignore format: one row

/** Words with which a number begins, besides figures. */
const beginsNumber: ReadonlySet<string> = new Set([...cardinals, ...Object.keys(decades), ...Object.keys(loose), 'a', 'an', 'hundred', 'once', 'twice', 'point', 'nought']) // biome-ignore format: short

function readNumber(tokens: readonly string[], at: number): { value: string; next: number } | undefined {
  const word = tokens[at] ?? ''
  if (!beginsNumber.has(word) && !/^\d/.test(word)) return undefined
  const isPronoun = pronounBefore.test(tokens[at - 1] ?? '') || (/^(?:the|this|that)$/.test(tokens[at - 2] ?? '') && !beginsNumber.has(tokens[at + 1] ?? '') && tokens[at + 1] !== 'point') // biome-ignore format: short
  if (word === 'one' && isPronoun && unitFor(tokens[at + 1] ?? '') === undefined) return undefined
  // "Point two five", "nought point five": without its whole.
  if ((word === 'point' && !pronounBefore.test(tokens[at - 1] ?? '')) || (word === 'nought' && tokens[at + 1] === 'point')) return cardinals.indexOf(tokens[at + (word === 'point' ? 1 : 2)] ?? '') >= 0 ? readPoint(tokens, { value: '0', next: word === 'point' ? at : at + 1 }) : undefined // biome-ignore format: short
  if (/^\d/.test(word)) return { value: String(Number(word)), next: at + 1 }
  if (word === 'half' && /^an?$/.test(tokens[at + 1] ?? '') && /^(?:tablet|mg|g|gram|microgram|ml)/i.test(unitFor(tokens[at + 2] ?? '') ?? '')) return { value: '0.5', next: at + 2 } // biome-ignore format: short
  const thousand = readThousand(tokens, at)
  if (thousand !== undefined) return thousand
  if (word in loose) return { value: loose[word] ?? '', next: at + 1 }
  if (/^an?$/.test(word) && tokens[at + 1] === 'hundred') {
    const rest = readNumber(tokens, tokens[at + 2] === 'and' ? at + 3 : at + 2)
    return rest !== undefined && Number(rest.value) < 100 ? { value: String(100 + Number(rest.value)), next: rest.next } : { value: '100', next: at + 2 } // biome-ignore format: short
  }
  if (word === 'hundred' && tokens[at + 1] === 'and') {
    const rest = readNumber(tokens, at + 2)
    return rest !== undefined && Number(rest.value) < 100 ? { value: String(100 + Number(rest.value)), next: rest.next } : undefined // biome-ignore format: short
  }
  // "Hundred milligrams now": the article is left out.
  if (word === 'hundred' && /^(?:mg|microgram|ml)/i.test(unitFor(tokens[at + 1] ?? '') ?? '')) return { value: '100', next: at + 1 } // biome-ignore format: short
  if (word === 'once') return { value: '1', next: at + 1 }
  if (word === 'twice') return { value: '2', next: at + 1 }
  const grouped = readGrouped(tokens, at)
  if (grouped !== undefined) return grouped
  const ten = decades[word]
  const small = cardinals.indexOf(word)
  if (ten === undefined && small < 0) return undefined
  let value = ten ?? small
  let next = at + 1
  const ones = cardinals.indexOf(tokens[next] ?? '')
  if (ten !== undefined && ones > 0 && ones < 10) {
    value += ones
    next += 1
  }
  if (tokens[next] === 'hundred') {
    value *= 100
    next += 1
    const rest = readNumber(tokens, tokens[next] === 'and' ? next + 1 : next)
    if (rest !== undefined && Number(rest.value) < 100)
      return { value: String(value + Number(rest.value)), next: rest.next }
  }
  return readPoint(tokens, { value: String(value), next })
}

/** "A thousand", "two thousand five hundred". */
function readThousand(tokens: readonly string[], at: number): { value: string; next: number } | undefined {
  const count = /^an?$/.test(tokens[at] ?? '') ? 1 : cardinals.indexOf(tokens[at] ?? '')
  if (count < 1 || count > 19 || tokens[at + 1] !== 'thousand') return undefined
  const rest = readNumber(tokens, tokens[at + 2] === 'and' ? at + 3 : at + 2)
  return rest !== undefined && Number(rest.value) < 1000
    ? { value: String(count * 1000 + Number(rest.value)), next: rest.next }
    : { value: String(count * 1000), next: at + 2 }
}

/** "Two point five", "six point two five". */
function readPoint(tokens: readonly string[], whole: { value: string; next: number }): { value: string; next: number } {
  if (tokens[whole.next] !== 'point') return whole
  const rest = tokens.slice(whole.next + 1)
  const end = rest.findIndex((word) => !(cardinals.indexOf(word) >= 0 && cardinals.indexOf(word) < 10))
  const digits = rest.slice(0, end < 0 ? rest.length : end).map((word) => cardinals.indexOf(word))
  return digits.length === 0 ? whole : { value: `${whole.value}.${digits.join('')}`.replace(/0+$/, ''), next: whole.next + 1 + digits.length } // biome-ignore format: short
}

/** "One thirty" is 130, "one oh four" 104, and a peak flow of "three twenty" 320. */
function readGrouped(tokens: readonly string[], at: number): { value: string; next: number } | undefined {
  const hundreds = cardinals.indexOf(tokens[at] ?? '')
  const ten = decades[tokens[at + 1] ?? '']
  const year = readYear(tokens, at)
  if (year !== undefined) return year
  const isFlow =
    hundreds > 2 && hundreds < 9 && ten !== undefined && tokens.slice(Math.max(0, at - 8), at).includes('flow')
  if (hundreds !== 1 && hundreds !== 2 && !isFlow) return undefined
  const ones = cardinals.indexOf(tokens[at + 2] ?? '')
  if (tokens[at + 1] === 'oh' && ones > 0 && ones < 10) return { value: String(hundreds * 100 + ones), next: at + 3 }
  if (ten === undefined)
    return hundreds === 1 && cardinals.indexOf(tokens[at + 1] ?? '') >= 10
      ? { value: String(100 + cardinals.indexOf(tokens[at + 1] ?? '')), next: at + 2 }
      : undefined
  return ones > 0 && ones < 10
    ? { value: String(hundreds * 100 + ten + ones), next: at + 3 }
    : { value: String(hundreds * 100 + ten), next: at + 2 }
}

/** A unit also covers "three or four days". "A week" is one week. */
export const quantitiesIn = readOnce((text: string): readonly Quantity[] => {
  const tokens = tokensOf(writeAmounts(plainOf(text)))
  const out: Quantity[] = []
  for (let at = 0; at < tokens.length; at++) {
    const number = readNumber(tokens, at)
    if (number !== undefined) {
      const isCount = tokens[at] === 'once' || tokens[at] === 'twice'
      out.push({ value: number.value, unit: isCount ? 'times' : unitAfter(tokens, number.next) })
      at = number.next - 1
    } else if (
      (tokens[at] === 'a' || tokens[at] === 'an') &&
      /^(?:minute|hour|day|week|month|year|tablet|puff|capsule|spray|glass|pint|bottle|gram|centimetre)$/.test(
        tokens[at + 1] ?? '',
      ) &&
      !isCounted(tokens[at - 1] ?? '') &&
      // "Ten a day", "two litres a day": a rate.
      (tokens[at - 1] === 'half' || readNumber(tokens, at - 1) === undefined) &&
      !(/^[a-z]{3,}s$/.test(tokens[at - 1] ?? '') && readNumber(tokens, at - 2) !== undefined)
    )
      out.push({ value: '1', unit: unitFor(tokens[at + 1] ?? '') ?? '' })
  }
  return out
})

/** "six times a day": the day is a rate, not one day. */
const isCounted = (word: string): boolean => /^(?:once|twice)$/.test(word) || unitFor(word) !== undefined

/** A number that nobody takes so many times a day. */
const isLarge = (word: string): boolean =>
  word === 'hundred' || word === 'thousand' || word in decades || Number(word) >= 20

function unitAfter(tokens: readonly string[], from: number): string {
  for (let at = from; at < Math.min(tokens.length, from + 6); at++) {
    // "The five, once a day": the count after a number is another one.
    if (/^(?:once|twice)$/.test(tokens[at] ?? '')) return ''
    const unit = unitFor(tokens[at] ?? '')
    // "Three a day" is a rate, not three days.
    // "Two hundred, three times a day": the count after the comma is another number.
    if (unit === 'times' && tokens.slice(from, at).includes(',') && isLarge(tokens[from - 1] ?? '')) return ''
    if (unit !== undefined) return tokens[at - 1] === 'a' && at - 1 === from && tokens[from - 1] !== 'half' ? '' : unit
    if (!/^(?:or|to|and|of|,|good|more|a|half|uh)$/.test(tokens[at] ?? '') && readNumber(tokens, at) === undefined)
      return ''
  }
  return ''
}

/** Each dose as one token: "five hundred milligrams" and "500 mg" are the same. */
export function joinDoses(tokens: readonly string[]): readonly string[] {
  const out: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const number = readNumber(tokens, at)
    const unit = number === undefined ? undefined : unitFor(tokens[number.next] ?? '')
    if (number !== undefined && unit !== undefined && /^(?:mg|mcg|g|ml)$/.test(unit)) {
      out.push(`${number.value} ${unit}`)
      at = number.next
    } else out.push(tokens[at] ?? '')
  }
  return out
}

/** "a day", "every week": the period of a rate. */
export const ratesIn = readOnce((text: string): ReadonlySet<string> => {
  const said = plainOf(text)
  const counted = said.matchAll(
    /\b(?:times|once|twice|tablets?|one|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|forty|puffs?|units|beers?|drinks|pints|glasses|cigarettes|fags|smokes \d+|\d+)(?: or \w+| (?!(?:days|weeks|months|nights|hours)\b)[a-z]{3,}s)? (?:a|per|every|each|in a) (day|week|month|night|hour|morning|evening)\b/g,
  )
  const every = said.matchAll(/\b(?:every|each|per) (day|week|month|night|hour|morning|evening)\b|\b(dai)ly\b/g)
  return new Set([...counted, ...every].map((match) => (match[2] === undefined ? (match[1] ?? '') : 'day')))
})

/** The period of a rate may also be in the question: "how much in a week?", or stand apart from its number: "two litres of water a day". */
export const ratesSaidIn = readOnce(
  (text: string): ReadonlySet<string> =>
    new Set([
      ...ratesIn(text),
      ...[...plainOf(text).matchAll(/(?<!\b(?:for|within|about|half|once) )\b(?:a|per|each|every|in a)(?: (?:typical|normal|average|usual|good|bad|given|working))? (day|week|month|night|hour|morning|evening)\b/g)].map((match) => match[1] ?? ''), // biome-ignore format: short
      ...periods.flatMap(([form, ...rates]) => (form.test(plainOf(text)) ? rates : [])),
    ]),
)

// biome-ignore format: one row a line
/** Periods that other words say: what happens every morning happens daily, and what happens on Fridays weekly. */
const periods: readonly (readonly [form: RegExp, ...rates: readonly string[]])[] = [
  [/\b(?:every|each) (?:morning|evening|night|afternoon|lunchtime)\b|\bnightly\b/, 'day'],
  [/\b(?:on a|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bat (?:the )?weekends?\b|\b(?:most|every) weekends?\b/, 'week'],
  [/(?:\b(?:tak\w+|use|using|puffs?|inhal\w+|mg|milligrams|micrograms|tablets?)\b[^.?!]*\b|(?:^|[.,] )(?:just |only |usually )?)(?:in the|of a|every) mornings?\b/, 'morning', 'day'],
  [/\b(?:tak\w+|use|using|puffs?|inhal\w+|mg|milligrams|micrograms|tablets?)\b[^.?!]*\b(?:at night|before bed|at bedtime|of a night)\b/, 'night', 'day'],
  [/\b(?:tak\w+|use|using|puffs?|inhal\w+|mg|milligrams|micrograms|tablets?)\b[^.?!]*\b(?:in the|of an) evenings?\b/, 'evening', 'day'],
]

export const sidesIn = readOnce((text: string): ReadonlySet<string> => {
  const said = settleSides(plainOf(text))
  const out = new Set<string>()
  if (/\b(?:on|the|my|your|his|her) left\b|\bleft\b(?! (?:the|work|my|home|over|me|it|him|her))/.test(said))
    out.add('left')
  if (
    /\bright (?:(?:big|great|little|middle|inner|outer|index|ring|sore|red|bad) )*(?:side|hand|ear|eye|knee|hip|leg|arm|foot|ankle|wrist|shoulder|elbow|breast|calf|thigh|flank|heel|thumb|toe|temple|upper|lower|testicle|lung|lobe|base|kidney|groin|buttock|cheek|jaw|nostril|tonsil|ovary|finger|forearm|shin|collarbone|eardrum|drum|canal|palm|sole|eyelid|lid|pupil|eyebrow|mastoid|loin|nipple|armpit|one|sided)\b|\b(?:the|my|your|his|her|on|upper|lower|that) right\b(?! (?:now|away|amount|to|time|thing|size|dose|way|idea|answer|person|doctor|medication|medicine))/.test(
      said,
    ) ||
    /\b(?:hand|ear|eye|knee|hip|leg|arm|foot|ankle|wrist|shoulder|elbow|calf|thigh|heel|thumb|toe|finger|joint|back|side), right(?=[.,;:]|$)/.test(
      said,
    )
  )
    out.add('right')
  if (/\bboth\b|\bbilateral\w*/.test(said)) out.add('both')
  return out
})
