/** Numbers with their meaning: a dose, a frequency, a length of time. */
import { normalise } from './normalise.ts'

export type Quantity = { readonly kind: 'dose' | 'frequency' | 'time' | 'pair' | 'plain'; readonly amount: string; readonly unit: string; readonly digits: string } // biome-ignore format: short

const doseUnits: Readonly<Record<string, string>> = {
  mg: 'mg', milligram: 'mg', milligrams: 'mg', mcg: 'mcg', microgram: 'mcg', micrograms: 'mcg', g: 'g', gram: 'g', grams: 'g', ml: 'ml', mls: 'ml',
  mil: 'ml', mils: 'ml', millilitre: 'ml', millilitres: 'ml', unit: 'units', units: 'units', puff: 'puffs', puffs: 'puffs', tablet: 'tablets', tablets: 'tablets',
  drop: 'drops', drops: 'drops', drinks: 'drinks', drink: 'drinks', celsius: 'celsius', percent: '%', spray: 'sprays', sprays: 'sprays', sachet: 'sachets', sachets: 'sachets',
} // biome-ignore format: a list
const days: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  night: 1,
  week: 7,
  fortnight: 14,
  month: 365 / 12,
  year: 365,
  yr: 365,
}
const times: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 }
const latin: Readonly<Record<string, string>> = {
  od: '1',
  daily: '1',
  nocte: '1',
  mane: '1',
  bd: '2',
  bid: '2',
  tds: '3',
  tid: '3',
  qds: '4',
  qid: '4',
  prn: 'prn',
}

const isDigits = (word: string | undefined): boolean => word !== undefined && /^\d+(\.\d+)?$/.test(word)

/** Reads a frequency that begins at the word, and how many words it takes. */
function readFrequency(words: readonly string[], at: number): readonly [string, number] | undefined {
  const rest = words.slice(at, at + 7).join(' ')
  const counted =
    /^(?:up to )?(once|twice|thrice|(\d+) times?)(?: (?:a|an|per|each|every))? (day|daily|week|month|night)\b(?: (?:at night|in the morning))?/.exec(
      rest,
    )
  if (counted !== null) {
    const [whole = '', word = '', number, period = ''] = counted
    const amount = number === undefined ? (times[word] ?? 0) : Number(number)
    const suffix = period === 'week' || period === 'month' ? `/${period}` : ''
    return [`${amount}${suffix}`, whole.split(' ').length]
  }
  const fixed = /^(?:(?:one|1)? ?(?:every|each) (?:morning|evening|night|day)|(?:one |1 )?(?:in the morning|at night|at bedtime|before bed)(?! and)|(?:one|1) a day(?! \w+ing)|morning and (?:night|evening)|mornings and (?:nights|evenings)|as (?:needed|required|necessary)|when (?:needed|required|necessary)|(?:only |just )?(?:when|if) needed|every other day|alternate days)\b/.exec(rest) // biome-ignore format: short
  if (fixed !== null) {
    const [whole] = fixed
    const amount = /needed|required|necessary/.test(whole)
      ? 'prn'
      : /morning and|mornings and/.test(whole)
        ? '2'
        : /other|alternate/.test(whole)
          ? '0.5'
          : '1'
    return [amount, whole.split(' ').length]
  }
  const hours = /^every (\d+)(?: to \d+)? hours?/.exec(rest)
  if (hours !== null) return [String(24 / Number(hours[1])), hours[0].split(' ').length]
  const short = latin[words[at] ?? '']
  if (short !== undefined) return [short, 1]
  const weekly = /^(?:once )?weekly/.exec(rest)
  return weekly === null ? undefined : ['1/week', weekly[0].split(' ').length]
}

/** "10 a day", "4 drinks a week". */
const isRate = (before: string | undefined): boolean =>
  isDigits(before) || (before ?? '') in doseUnits || /^(?:cigarettes?|beers?|glasses|bottles?)$/.test(before ?? '')

const roundDays = (value: number): string => String(Math.round(value * 100) / 100)

/** A length of time that begins at the word: "3 days", "a fortnight", "couple of weeks". */
function readTime(words: readonly string[], at: number): readonly [string, number] | undefined {
  if (words[at] === 'a' && isRate(words[at - 1])) return undefined
  const rest = words.slice(at, at + 4).join(' ')
  const found =
    /^(?:(\d+(?:\.\d+)?)|an?(?= (?:hour|day|week|fortnight|month|year)\b)|(?:a )?couple of|next(?= week| month)) ?(hour|day|night|week|fortnight|month|year|yr)s?\b/.exec(
      rest,
    )
  if (found === null) return undefined
  const [whole = '', number, unit = ''] = found
  const count = number === undefined ? (whole.includes('couple') ? 2 : 1) : Number(number)
  return [roundDays(count * (days[unit] ?? 0)), whole.split(' ').length]
}

const readPlain = (words: readonly string[], at: number): Quantity | undefined => {
  const word = words[at] as string
  if (/^\d+\/\d+$/.test(word)) return { kind: 'pair', amount: word, unit: '', digits: word }
  if (isDigits(word) && words[at + 1] === 'over' && isDigits(words[at + 2]))
    return { kind: 'pair', amount: `${word}/${words[at + 2]}`, unit: '', digits: `${word}/${words[at + 2]}` }
  if (!isDigits(word)) return undefined
  const unit = doseUnits[words[at + 1] ?? ''] ?? (words[at + 1] === 'standard' ? 'drinks' : undefined)
  return unit === undefined
    ? { kind: 'plain', amount: String(Number(word)), unit: '', digits: word }
    : toBase(Number(word), unit, word)
}

/** Units are converted to one: 1 g is 1000 mg. */
function toBase(amount: number, unit: string, digits: string): Quantity {
  const [factor, base] = unit === 'g' ? [1000, 'mg'] : [1, unit]
  return { kind: 'dose', amount: String(amount * factor), unit: base, digits }
}

/** A quantity with the place of its first word. */
export type Placed = Quantity & { readonly at: number }

export function listQuantities(words: readonly string[]): readonly Placed[] {
  const found: Placed[] = []
  for (let at = 0; at < words.length; at += 1) {
    const frequency = readFrequency(words, at)
    const time = frequency === undefined ? readTime(words, at) : undefined
    if (frequency !== undefined)
      found.push({ kind: 'frequency', amount: frequency[0], unit: '', digits: words[at] as string, at })
    else if (time !== undefined)
      found.push({ kind: 'time', amount: time[0], unit: 'days', digits: words[at] as string, at })
    const taken = frequency?.[1] ?? time?.[1]
    const plain = taken === undefined ? readPlain(words, at) : undefined
    if (plain !== undefined) found.push({ ...plain, at })
    if (plain?.kind === 'pair' && words[at + 1] === 'over') at += 2
    at += (taken ?? 1) - 1
  }
  return found
}

export const quantitiesOf = (text: string): readonly Quantity[] => listQuantities(normalise(text))

/** A number without a unit agrees with the same number that has one; two different meanings never agree. */
export const isSame = (one: Quantity, other: Quantity): boolean =>
  one.kind === other.kind && one.unit === other.unit
    ? one.amount === other.amount
    : (one.kind === 'plain' || other.kind === 'plain') && one.digits === other.digits
