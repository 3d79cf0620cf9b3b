/** Allergies that a patient names after denying the others, or with a name that the clinician repeats: "Not to medicines. Bandaids." The verifier's own reading. D451. */
import { type Allergen, asksAllergies, isKnownAllergen, nameOfAllergen } from '../allergy-words.ts'
import type { QuoteRead } from '../evidence.ts'
import { tokensOf } from '../words.ts'

/** "I'm not allergic to anything, well, elastoplast." */
const butOne = /\bnot allergic to anything ?,? (?:(?:well|oh|um|except|apart from|other than|but|just|only|maybe|,) ?,? ?)+(?:to |for )?(?:the |an? )?([a-z]+)/ // biome-ignore format: one row
/** A no to one kind, and to all that was asked. */
const deniesKind = /^(?:(?:um|uh|oh|well) ?,? )*(?:no ?,? )?(?:not|nothing|none|no) (?:to |of |with )?(?:any )?(?:medic\w+|drugs?|tablets?|antibiotics?|foods?)[.!]?$/ // biome-ignore format: one row
const deniesAll = /^(?:(?:um|uh|oh|well) ?,? )*(?:no|nope|nah|none|nothing)[.!]?$/
const idle = /^(?:just|only|well|oh|um|the|a|an|some|,|[.!])$/

/** The only noun of a reply of one or two words. */
function bareName(plain: string): string | undefined {
  const [name = '', ...more] = tokensOf(plain).filter((token) => !idle.test(token))
  return more.length === 0 && /^[a-z]{3,}$/.test(name) ? name : undefined
}

/** "Oh, bee stings, I swell up.": the name that stands first, with its sign behind it. */
const sign = /\b(?:rash\w*|hives|welts?|itch\w*|blister\w*|swell\w*|swollen|swole|puff\w*|wheez\w*|breathe|red|lump\w*|anaphyla\w*)\b/ // biome-ignore format: one row
function firstName(plain: string): string | undefined {
  const [head = '', ...rest] = plain
    .replace(/^(?:(?:oh|well|and|just|only|except|apart from|but) ?,? )+/, '')
    .split(/ ?, /)
  const name = tokensOf(head).find(isKnownAllergen)
  return name !== undefined && tokensOf(head).length <= 3 && sign.test(rest.join(' ')) && !/\b(?:no|not|never)\b/.test(plain) ? name : undefined // biome-ignore format: short
}

/** The bare names after a denial: any name if the denial is of another kind, else one that is known to be an allergen. */
function readExcepted(quotes: readonly QuoteRead[]): readonly Allergen[] {
  const isAsked = quotes.some(({ role, text }) => role === 'question' && asksAllergies(text) !== undefined)
  if (!isAsked) return []
  const replies = quotes.filter(({ role, speaker }) => role !== 'question' && speaker === 'patient').flatMap(({ plain }) => plain.split(/(?<=[.?!]) /)) // biome-ignore format: short
  const of = replies.some((reply) => deniesKind.test(reply)) ? () => true : replies.some((reply) => deniesAll.test(reply)) ? isKnownAllergen : () => false // biome-ignore format: short
  return replies.flatMap((reply) => {
    const name = bareName(reply) ?? firstName(reply)
    return name !== undefined && !deniesAll.test(reply) && of(name) && !/^(?:no|yes|yeah|okay|right)$/.test(name) ? [[nameOfAllergen(name)]] : [] // biome-ignore format: short
  })
}

/** "I'm allergic to, Keflex?" - "Cefalexin, hives, I've got that.": the clinician takes the name up. */
function readTakenUp(quotes: readonly QuoteRead[]): readonly Allergen[] {
  const repeated = new Set(quotes.filter(({ speaker, role }) => speaker === 'clinician' && role === 'statement').flatMap(({ tokens }) => tokens.filter(isKnownAllergen).map(nameOfAllergen))) // biome-ignore format: short
  return quotes
    .filter(({ speaker, role, plain }) => speaker === 'patient' && role !== 'question' && /\ballergic to\b[ ,]*[a-z]+ ?\?/.test(plain) && !/\b(?:not|used to|was)\b/.test(plain))
    .flatMap(({ tokens }) => tokens.filter(isKnownAllergen).map(nameOfAllergen).filter((name) => repeated.has(name)).map((name) => [name])) // biome-ignore format: short
}

export const readExceptions = (quotes: readonly QuoteRead[]): readonly Allergen[] => [
  ...quotes.flatMap(({ speaker, plain }) => {
    const name = speaker === 'patient' ? butOne.exec(plain)?.[1] : undefined
    return name === undefined ? [] : [[nameOfAllergen(name)]]
  }),
  ...readExcepted(quotes),
  ...readTakenUp(quotes),
]

/** The quotes of an allergy without the denial that it is the exception of, if it is one. */
export function withoutDenials(quotes: readonly QuoteRead[]): readonly QuoteRead[] {
  const excepted = readExceptions(quotes)
  if (excepted.length === 0) return quotes
  const isExcepted = (name: string): boolean => excepted.some((names) => names.includes(nameOfAllergen(name)))
  return quotes.flatMap((quote) => {
    if (quote.role === 'question' || quote.speaker !== 'patient') return [quote]
    const kept = quote.plain.split(/(?<=[.?!]) /).filter((reply) => !deniesAll.test(reply) && !deniesKind.test(reply)).join(' ') // biome-ignore format: short
    const plain = kept.replace(/\bnot (?=allergic to anything)/, '').replace(/(allergic to) anything\b[ ,]*(?:(?:well|oh|um|except|apart from|other than|but|just|only|maybe) ?,? ?)*/, '$1 ').replace(/\?$/, '.') // biome-ignore format: short
    const name = bareName(plain) ?? firstName(plain)
    if (name !== undefined && isExcepted(name))
      return [
        {
          ...quote,
          text: `allergic to ${plain}`,
          plain: `allergic to ${plain}`,
          tokens: tokensOf(`allergic to ${plain}`),
        },
      ]
    return kept === ''
      ? []
      : plain === quote.plain
        ? [quote]
        : [{ ...quote, text: plain, plain, tokens: tokensOf(plain) }]
  })
}
