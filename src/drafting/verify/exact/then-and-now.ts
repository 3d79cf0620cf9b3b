/** Holds a comparison of now with before: who used to do a thing more does it less now. D321. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf, quantitiesIn } from '../words.ts'

type Direction = 'more' | 'less'

const degree = '(?:a lot |much |way |far |quite a bit |even |a bit |slightly |somewhat )?'
const more = '(?:more|worse|heavier|higher|bigger|longer|oftener)'
const less = '(?:less|fewer|better|lighter|lower|smaller|shorter)'

// biome-ignore format: one row a line
/** Forms of the past in the comparative: they say the reverse of now. */
const before: readonly (readonly [now: Direction, form: RegExp])[] = [
  ['less', new RegExp(`\\b(?:used to|i would) (?:\\w+ ){0,3}${degree}${more}\\b|\\b(?:was|were|had been) (?:always )?${degree}${more} (?:before|then|back then|last|in the|at the)\\b`)],
  ['more', new RegExp(`\\b(?:used to|i would) (?:\\w+ ){0,3}${degree}${less}\\b|\\b(?:was|were|had been) (?:always )?${degree}${less} (?:before|then|back then|last|in the|at the)\\b`)],
]

/** The direction that a note gives to now: "more than before", "less now than last year". */
const told: readonly (readonly [Direction, RegExp])[] = [
  [
    'more',
    new RegExp(
      `\\b${more}\\b(?:(?!\\b(?:no|not|less)\\b)[^,;.])*\\b(?:now|currently|at present)? ?than (?:before|previously|in|last|earlier|at)\\b|\\bincreased (?:since|from)\\b`,
    ),
  ],
  [
    'less',
    new RegExp(
      `\\b${less}\\b(?:(?!\\b(?:no|not|more)\\b)[^,;.])*\\b(?:now|currently|at present)? ?than (?:before|previously|in|last|earlier|at)\\b|\\b(?:decreased|reduced) (?:since|from)\\b`,
    ),
  ],
]

const reverse: Readonly<Record<Direction, Direction>> = { more: 'less', less: 'more' }

/** The numbers of a clause that says "now". */
const numbersNow = (plain: string): ReadonlySet<string> =>
  new Set([...plain.matchAll(/\b(?:now|today|at the moment|at present|currently)\b([^.?!]*)/g)].flatMap(([, rest = '']) => quantitiesIn(rest).slice(0, 2).map(({ value }) => value))) // biome-ignore format: short

/** "Was 6, now 4": what is now must not be the number of before. */
function isExchanged(text: string, quotes: readonly QuoteRead[]): boolean {
  const [before = '', now] = plainOf(text).split(/\bnow\b/)
  const told = now === undefined ? [] : quantitiesIn(now.split(/[,;.]/)[0] ?? '').slice(0, 1)
  const said = new Set(quotes.flatMap(({ plain }) => [...numbersNow(plain)]))
  const earlier = quantitiesIn(before).map(({ value }) => value)
  return told.length > 0 && said.size > 0 && told.every(({ value }) => !said.has(value)) && earlier.some((value) => said.has(value)) // biome-ignore format: short
}

/** The note's direction must not be the reverse of the only one that was said. */
export function checkThenAndNow(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  if (isExchanged(text, quotes)) return ['number-mismatch']
  const own = told.filter(([, form]) => form.test(plain)).map(([direction]) => direction)
  if (own.length === 0) return []
  const said = new Set(
    quotes.flatMap((quote) => before.filter(([, form]) => form.test(quote.plain)).map(([now]) => now)),
  )
  return own.some((direction) => said.has(reverse[direction]) && !said.has(direction)) ? ['attribute-mismatch'] : []
}
