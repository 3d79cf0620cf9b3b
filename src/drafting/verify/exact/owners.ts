/** Holds each dose, rate and duration of a sentence against the medicine that it was said of: the one named last before it, in the same clause of regimens. D315. */
import type { QuoteRead } from '../evidence.ts'
import { conceptsIn, isMedicine, type Named } from '../synonyms.ts'
import type { Rule } from '../tables.ts'
import { plainOf, type Quantity, quantitiesIn, tokensOf } from '../words.ts'

type Owned = Quantity & { readonly owner: string }

/** Units of a dose or a rate. A duration may be that of the whole talk. */
const ofDose: ReadonlySet<string> = new Set([
  'mg',
  'mcg',
  'g',
  'ml',
  'tablet',
  'capsule',
  'puff',
  'drop',
  'spray',
  'times',
])

const end = /^[.?!;]$/

/** "Metronidazole, it's an antibiotic, 400 milligrams": the kind of the medicine before it. */
const isKind = (tokens: readonly string[], { from }: Named): boolean =>
  /\b(?:it|that|this|which) is (?:just |only )?an?$/.test(tokens.slice(Math.max(0, from - 4), from).join(' '))

/** Each medicine with its words, up to the next medicine or the end of the sentence. */
function listOwned(text: string, carried?: string): readonly Owned[] {
  const tokens = tokensOf(text)
  const medicines = conceptsIn(tokens).filter((one) => isMedicine(one) && !isKind(tokens, one))
  const alone = carried === undefined ? [] : quantitiesIn(tokens.slice(0, medicines[0]?.from).join(' ')).map((quantity) => ({ ...quantity, owner: carried })) // biome-ignore format: short
  const own = medicines.flatMap(({ display, from, to }, index) => {
    const next = medicines[index + 1]?.from ?? tokens.length
    const stop = tokens.findIndex((token, at) => at > to && end.test(token))
    const after = tokens.slice(to + 1, Math.min(next, stop < 0 ? tokens.length : stop)).join(' ')
    const before = beforeName(tokens, from, medicines[index - 1]?.to ?? -1)
    return quantitiesIn(`${before} . ${after}`).map((quantity) => ({ ...quantity, owner: display }))
  })
  return [...alone, ...own]
}

/** Doses of all quotes; one without a name belongs to the medicine that the same speaker has named just before. */
const listSaid = (quotes: readonly QuoteRead[]): readonly Owned[] =>
  quotes.flatMap((quote, index) => {
    const before = quotes[index - 1]
    const last = before?.speaker === quote.speaker ? conceptsIn(before.tokens).filter(isMedicine).at(-1) : undefined
    return listOwned(quote.plain, last?.display)
  })

/** "Twenty milligrams of omeprazole", "two puffs of the salbutamol": a dose may stand before the name. */
function beforeName(tokens: readonly string[], from: number, last: number): string {
  const words = tokens.slice(Math.max(last + 1, from - 8), from).join(' ')
  return /\b(?:of|mg|milligrams?|micrograms?|tablets?|puffs?)(?: (?:the|your|a|my))?$/.test(words) ? words : ''
}

/** "Perindopril five in the morning, donepezil ten at night": a number beside a medicine is its strength, without a unit. */
const isSame = (said: Quantity, told: Quantity): boolean =>
  said.value === told.value && (said.unit === told.unit || (said.unit === '' && told.unit !== 'times'))

/** A dose is wrong if it was said, and each time of another medicine than the sentence says. */
export function checkOwners(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const told = listOwned(plainOf(text)).filter(({ unit }) => ofDose.has(unit))
  if (told.length === 0) return []
  const said = listSaid(quotes)
  const all = quotes.flatMap((quote) => quantitiesIn(quote.plain))
  const isWrong = told.some((dose) => {
    const owned = said.filter((one) => isSame(one, dose))
    // A dose that is also said without a name may be that of any medicine.
    const isFree = all.filter((one) => isSame(one, dose)).length > owned.length
    return owned.length > 0 && !isFree && owned.every(({ owner }) => owner !== dose.owner)
  })
  return isWrong ? ['number-mismatch'] : []
}
