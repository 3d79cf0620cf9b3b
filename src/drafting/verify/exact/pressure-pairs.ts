/** Holds a blood pressure against the pairs of numbers that were said: "one fifty on ninety-five in the right arm, and one forty-eight on ninety in the left". D494. */
import type { QuoteRead } from '../evidence.ts'
import { quantitiesIn } from '../words.ts'

const inNote = /\b(\d{2,3})\/(\d{2,3}) mmhg\b/
const link = /\b(?:over|on)\b|\//g
const [mostBefore, mostAfter] = [8, 6]

type Said = { readonly upper: string; readonly lower: string; readonly lead: string; readonly tail: string }

/** Each pair with the words before it, and those behind it up to the next mark. */
function pairsIn({ plain }: QuoteRead): readonly Said[] {
  return [...plain.matchAll(link)].flatMap(({ 0: { length }, index }) => {
    const before = plain.slice(0, index).trimEnd()
    const after = plain.slice(index + length).trimStart()
    const upper = quantitiesIn(before.split(' ').slice(-mostBefore).join(' ')).at(-1)?.value
    const lower = quantitiesIn(after.split(' ').slice(0, mostAfter).join(' ')).at(0)?.value
    return upper === undefined || lower === undefined ? [] : [{ upper, lower, lead: before, tail: after.split(/[,.;]|\band\b(?! [a-z]+(?: [a-z]+)? (?:over|on)\b)/)[0] ?? '' }] // biome-ignore format: short
  })
}

// biome-ignore format: one row a line
const labels: readonly (readonly [label: RegExp, said: RegExp])[] = [
  [/\b(?:standing|upright)\b/,  /\b(?:standing|st(?:and|ood)|upright|on (?:your|his|her) feet)\b/g],
  [/\blying\b/,                 /\b(?:lying|laying|l(?:ie|ay) (?:down|flat|back)|supine|flat)\b/g],
  [/\bsitting\b/,               /\b(?:sitting|seated|s[ia]t (?:down|up))\b/g],
  [/\bleft arm\b/,              /\bleft\b/g],
  [/\bright arm\b/,             /\bright\b/g],
]
const postures = labels.slice(0, 3)
const arms = labels.slice(3)

const lastOf = (text: string, form: RegExp): number => [...text.matchAll(form)].at(-1)?.index ?? -1

/** Of the labels of one kind the one behind the pair counts, else the last one before it. */
function isLabelled(part: string, { lead, tail }: Said, kind: typeof labels): boolean {
  const told = kind.find(([label]) => label.test(part))
  if (told === undefined) return true
  const behind = kind.filter(([, said]) => lastOf(tail, said) >= 0)
  if (behind.length > 0) return behind.includes(told)
  const places = kind.map((row) => ({ row, at: lastOf(lead, row[1]) }))
  const last = places.toSorted((one, other) => other.at - one.at)[0]
  return last !== undefined && last.at >= 0 && last.row === told
}

/** True if the pressure of the part was said as one pair, under the same posture or arm; undefined if the part has none, or it was not said as a pair. */
export function isPairSaid(part: string, quotes: readonly QuoteRead[]): boolean | undefined {
  const [, upper, lower] = inNote.exec(part) ?? []
  if (upper === undefined) return undefined
  const own = quotes.flatMap((quote, at) => pairsIn(quote).map((pair) => ({ ...pair, lead: `${quotes.slice(0, at).map(({ plain }) => plain).join(' ')} ${pair.lead}` }))).filter((pair) => pair.upper === upper && pair.lower === lower) // biome-ignore format: short
  return own.length === 0 ? undefined : own.some((pair) => isLabelled(part, pair, postures) && isLabelled(part, pair, arms)) // biome-ignore format: short
}
