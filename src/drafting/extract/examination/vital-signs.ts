/**
 * Vital signs as people read them out. A number is a vital sign by its name ("pulse, 72"), by its unit ("72 beats a minute"), by the device that
 * shows it ("72 on the oximeter"), or by its form ("120 over 80"); each may stand before or after the number. D288.
 */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Word } from '../../vocabulary/words.ts'
import { type Candidate, claim, says } from '../candidates.ts'

export type Row = {
  readonly key: string
  readonly name: string
  readonly says: RegExp
  /** Another measure with the same word: the sentence names no value of this one. */
  readonly not?: RegExp
  /** The unit as it is spoken, directly after the number. */
  readonly spoken?: RegExp
  /** Words that show the number; no other word of the sentence may name another vital sign. */
  readonly device?: RegExp
  readonly unit: string
  /** A value outside it belongs to another number of the sentence. */
  readonly range: readonly [number, number]
  /** People leave out its "point": "thirty-eight five" is 38.5. */
  readonly hasTenths?: true
}

/** Spoken names of vital signs; the key is the name that the released Observation is found by. */
// biome-ignore format: one row a line
export const vitalRows: readonly Row[] = [
  { key: 'blood-pressure',    name: 'Blood pressure',    says: /\b(?:blood pressure|bp|b p|(?:the|your|his|her) pressure)\b|(?:^|, |\band )pressure(?=(?: is| was| at| ,)* (?:(?:a|one|two) )?(?:hundred|\w+ty|\d\d))/,      device: /\b(?:cuff|arm|monitor|pressure)\b/,                                   unit: 'mmHg',        range: [50, 280] },
  { key: 'temperature',       name: 'Temperature',       says: /\b(?:temperature|temp)\b/,                                         spoken: /^degrees(?! of\b)|^celsius\b/, device: /\b(?:thermometer|(?:in|under) (?:the|your|his|her) (?:left |right )?(?:ear|tongue|arm|armpit)|forehead (?:scan|strip))\b/, unit: '°C', range: [33, 43], hasTenths: true },
  { key: 'oxygen-saturation', name: 'Oxygen saturation', says: /\b(?:sats|saturations?|oxygen levels?|oxygens?|spo2)\b/,           spoken: /^(?:per cent|percent|%),? (?:on|in|with) (?:room )?air\b/, device: /\b(?:finger|probe|clip|clips|oximeter)\b/, unit: '%', range: [60, 100] },
  { key: 'pulse',             name: 'Pulse',             says: /\b(?:pulse|heart ?rate|(?:your |his |her |the )?heart(?: is)? (?:going|beating|ticking|running|racing|doing))\b/, not: /\b(?:baby|babies|baby's|bub|bub's|foetal|fetal|foetus|fetus)\b/, spoken: /^(?:beats|bpm)\b/,  unit: 'bpm',         range: [30, 220] },
  { key: 'respiratory-rate',  name: 'Respiratory rate',  says: /\b(?:respiratory rate|resps?|resp rate|breathing rate|respirations|breaths|breathing (?:is |away )?at|breathing(?: is| rate)?(?= (?:about |around )?(?:twelve|\w+teen|twenty|thirty|forty|fifty|sixty|\d))|count\w* (?:your|his|her|the) (?:breathing|breaths)|breathing(?= , (?:let me|i will|i am|just)? ?count))\b/, spoken: /^breaths\b/,      unit: 'breaths/min', range: [6, 60] },
  { key: 'glucose',           name: 'Glucose',           says: /\b(?:blood (?:sugar|glucose)|glucose|sugars?|bsl|finger prick)\b/, not: /\bsugar (?:pills?|ones|tablets?|free|levels? of)\b|\b(?:h ?b ?)?a ?(?:1|one) ?c\b|\b(?:hba1c|gly[ck]\w+ h\w+)\b|\b(?:three|two|3|2) months?(?:ly)? (?:sugars?|average)\b|\b(?:average|long term|long run) (?:blood )?sugars?\b/, spoken: /^(?:millimoles?|mmol)\b/,                                             unit: 'mmol/L',      range: [1, 40] },
  { key: 'peak-flow',         name: 'Peak flow',         says: /\bpeak flow\b/,                                                    spoken: /^lit(?:re|er)s a minute\b/,                                           unit: 'L/min',       range: [50, 900] },
  { key: 'weight',            name: 'Weight',            says: /\b(?<!\bbirth )(?:weight|weighs?|weighed|you are|on the scales)\b(?=.*\b(?:kilos?|kilograms?|kg|kgs)\b)|^(?:and |so |the |your |his |her |, )*weight(?: today| now)?(?: (?:is|at|today|now|of)| ,)*(?= (?:a |one |two )?(?:hundred|thirty|forty|fifty|sixty|seventy|eighty|ninety|\d\d)\b)/, not: /\b(?:get\w*|bring\w*|keep\w*) (?:your|the|that|his|her) weight\b|\bweight (?:down|off)(?! (?:to|at)\b)|\b(?:aim\w*|targets?|goals?|ideal(?:ly)?|grip|strength)\b/,           spoken: /^(?:kilos?|kilograms?|kgs?)\b/,                                       unit: 'kg',          range: [2, 300] },
  { key: 'height',            name: 'Height',            says: /\b(?:height|tall)\b(?=.*\b(?:centimetres?|centimeters?|cms?)\b)|\bheight(?: is| ,| at)*(?= (?:(?:a |one )?hundred|one (?:thirty|forty|fifty|sixty|seventy|eighty|ninety)|1\d\d)\b)|\byou are(?= (?:a|one) hundred and \w+(?: \w+)? (?:centimetres?|cms?)\b)/,                           spoken: /^(?:centimetres?|centimeters?|cms?) (?:tall|in height|high)\b/,       unit: 'cm',          range: [40, 230] },
]

/** A weight that was lost, or a number of something else. */
const notOwn =
  /\b(?:lost|los(?:e|ing)|gain\w*|put on|heavier|lighter|more|less|down|dropped|extra|lift\w*|carry\w*|grip\w*|squeez\w*|birth|born|of (?:flexion|movement|abduction|rotation))\b/
/** A letter before its number is a name: "B twelve", "T four", "vitamin D three", "A one C". */
const bound = /^(?:[abcdglst]|type|stage|grade|number|under|below|over|above|than|least|to)$/

/** "You're up to ninety-two kilos": the value is reached. */
const isReached = /\b(?:are|is|has come|have come|have got|has got|gone|came|right) (?:up|down|back) to$/

type Reading = { readonly value: number; readonly from: number; readonly to: number }

/** "one oh eight" is 108. */
function readOh(words: readonly Word[], at: number): Reading | undefined {
  const [hundreds, ones] = [readAmount(words, at), words[at + 1]?.text === 'oh' ? readAmount(words, at + 2) : undefined]
  return hundreds !== undefined && hundreds.to === at && hundreds.value >= 1 && hundreds.value <= 2 && ones !== undefined && ones.value < 10
    ? { value: hundreds.value * 100 + ones.value, from: at, to: ones.to }
    : undefined // biome-ignore format: short
}

/** "one thirty" is 130, "a hundred and ten" is 110, "ninety-seven" is 97. */
export function readingAt(words: readonly Word[], at: number): Reading | undefined {
  const oh = readOh(words, at)
  if (oh !== undefined) return oh
  const first = readAmount(words, at)
  if (first === undefined) {
    const isHundred = words[at]?.text === 'hundred'
    if (!isHundred) return undefined
    const rest = readAmount(words, words[at + 1]?.text === 'and' ? at + 2 : at + 1)
    return rest === undefined || rest.value > 99
      ? { value: 100, from: at, to: at }
      : { value: 100 + rest.value, from: at, to: rest.to }
  }
  const next = first.value < 10 && Number.isInteger(first.value) ? readAmount(words, first.to + 1) : undefined
  const isSpoken = next !== undefined && next.value >= 10 && next.value < 100 && !/\d/.test(words[first.to + 1]?.text ?? '') // biome-ignore format: short
  return isSpoken
    ? { value: first.value * 100 + next.value, from: at, to: next.to }
    : { value: first.value, from: at, to: first.to }
}

/** All numbers of the words, as a vital sign would have them. */
export function listReadings(words: readonly Word[]): readonly number[] {
  return words.flatMap((_, at) => {
    const reading = readingAt(words, at)
    const tenths = reading === undefined ? undefined : readAmount(words, reading.to + 1)
    return reading === undefined ? [] : [reading.value, ...(tenths !== undefined && tenths.value < 10 ? [Number(`${reading.value}.${tenths.value}`)] : [])] // biome-ignore format: short
  })
}

/** "Metoprolol, fifty milligrams, for the heart rate": an amount of a medicine. */
const dosed = /^(?:milligrams?|micrograms?|mics?|mcg|mg|mgs|mil|tablets?|capsules?|puffs?|units?|drops)$/

type Span = { readonly from: number; readonly end: number }

/** The number that begins at word `at` is in the range and is no bound: "under 140". */
const isOwnReading = (words: readonly Word[], at: number, reading: Reading, range: Row['range']): boolean =>
  reading.value >= range[0] && reading.value <= range[1] && !dosed.test(words[reading.to + 1]?.text ?? '') && (!bound.test(words[at - 1]?.text ?? '') || isReached.test(joinedOf(words.slice(Math.max(0, at - 4), at)))) // biome-ignore format: short

/** What a number counts; it is then no part of the number before it. */
const counted = /^(?:minutes?|hours?|days?|weeks?|months?|times?|tablets?|degrees|point|over|on|per|o'clock|or|to|and)$/

/** "Thirty-eight five": the second number is a digit, and counts nothing. Undefined if the two are no such value. */
function readTenths(
  words: readonly Word[],
  { value, from, to }: Reading,
  { hasTenths, range }: Row,
): Reading | undefined {
  const next = readAmount(words, to + 1)
  const isDigit = next !== undefined && next.to === to + 1 && Number.isInteger(next.value) && next.value < 10
  const isTenths = hasTenths === true && isDigit && Number.isInteger(value) && value >= range[0] && value < range[1]
  return isTenths && !counted.test(words[to + 2]?.text ?? '') ? { value: Number(`${value}.${next.value}`), from, to: next.to } : undefined // biome-ignore format: short
}

const pause = /^(?:,|um|uh|er|erm|hm|no|sorry|wait|hang|hold|on|let|me|see|actually|and|i|mean)$/
/** A speaker puts a number right with these words. */
const mending = /\b(?:um|uh|er|erm|hm|no|sorry|wait|hang on|hold on|let me see|actually|i mean)\b/
const mostPause = 6

/** "One hundred and, hang on, one hundred and four", "thirty-eight, er, thirty-eight nine": the number is said again, and the second one counts. */
function isSaidAgain(words: readonly Word[], { value, to }: Reading, range: Row['range']): boolean {
  let next = to + 1
  while (next <= to + mostPause && pause.test(words[next]?.text ?? '')) next += 1
  const again = next > to + 1 ? readingAt(words, next) : undefined
  if (again === undefined || again.value < range[0] || again.value > range[1]) return false
  const between = joinedOf(words.slice(to + 1, next))
  const step = value % 100 === 0 ? 100 : value % 10 === 0 ? 10 : 1
  const isSame = again.value >= value && again.value < value + step && between === ','
  return isSame || (mending.test(between) && !counted.test(words[again.to + 1]?.text ?? ''))
}

/** The first number in the row's range, from word `from` to word `end`. */
function findReading(words: readonly Word[], row: Row, { from, end }: Span): Reading | undefined {
  for (let at = from; at < end; at++) {
    const reading = readingAt(words, at)
    if (reading === undefined) continue
    if (isSaidAgain(words, reading, row.range)) {
      at = reading.to
      continue
    }
    // Of two numbers in a row nobody knows which is meant.
    if (readAmount(words, reading.to + 1) !== undefined) return readTenths(words, reading, row)
    if (isOwnReading(words, at, reading, row.range)) return reading
    at = reading.to
  }
  return undefined
}

const joinedOf = readOnceOf((words: readonly Word[]): string => words.map(({ text }) => text).join(' '))

const hasNumber = readOnceOf((words: readonly Word[]): boolean => words.some((_, at) => readingAt(words, at) !== undefined)) // biome-ignore format: short

/** "Straight leg raise is forty degrees on the right": an angle, and no temperature. */
const ofAngle =
  /\b(?:rais\w+|lift\w*|bend\w*|flex\w*|exten\w+|straight\w*|rotat\w*|abduct\w*|adduct\w*|turn\w*|legs?|arms?|knees?|hips?|elbows?|shoulders?|wrists?|ankles?|neck|angle|arc|left|movement|curve)\b/

/** The number with the row's own unit after it, and a cue that nothing is compared. */
function findByUnit({ words }: Sentence, { spoken, range, unit }: Row): Reading | undefined {
  if (spoken === undefined || notOwn.test(joinedOf(words))) return undefined
  if (unit === '°C' && ofAngle.test(joinedOf(words))) return undefined
  for (let at = 0; at < words.length; at++) {
    const reading = readingAt(words, at)
    if (reading === undefined) continue
    const after = joinedOf(words.slice(reading.to + 1, reading.to + 6))
    if (spoken.test(after) && isOwnReading(words, at, reading, range)) return reading
    at = reading.to
  }
  return undefined
}

const leadLength = (said: readonly string[]): number =>
  said.findIndex((word) => !/^(?:and|so|it|is|was|that|ok|okay|yeah|yes|about|around|reads|says|reading|let|me|see|now|right|there|we|go|um|uh|er|erm|standing|lying|sitting|seated|again|,|[.])$/.test(word)) // biome-ignore format: short

/** Word index after the name; 0 where the sentence before named it: "Let me take your temperature. Thirty eight." */
function nameEnd(sentence: Sentence, before: Sentence | undefined, row: Row): number | undefined {
  const said = sentence.words.map(({ text }) => text)
  const joined = said.join(' ')
  const match = row.says.exec(joined)
  if (match !== null) return joined.slice(0, match.index + match[0].length).split(' ').length
  const names = (text: string): boolean => row.says.test(text) || row.device?.test(text) === true
  const isLed = before !== undefined && names(before.said) && /^(?:and |so |it is |it was |that is |that |yeah |yes |ok ?,? |,)*[a-z0-9]/.test(joined) // biome-ignore format: short
  const isFirst = isLed && readingAt(sentence.words, leadLength(said)) !== undefined
  return isFirst || (row.device?.test(joined) === true && nameStarts(sentence, row).length === 0) ? 0 : undefined
}

const nameStarts = (sentence: Sentence, row: Row): readonly number[] => {
  const joined = joinedOf(sentence.words)
  return vitalRows
    .filter((other) => other !== row)
    .flatMap(({ says: named }) => {
      const match = named.exec(joined)
      return match === null ? [] : [joined.slice(0, match.index).split(' ').length - 1]
    })
}

/** The number after the name and before the next name; else, if no other vital sign is named, the number before it. */
function findNamed(sentence: Sentence, before: Sentence | undefined, row: Row): Reading | undefined {
  const from = nameEnd(sentence, before, row)
  if (from === undefined) return undefined
  const others = nameStarts(sentence, row)
  const end = Math.min(sentence.words.length, ...others.filter((at) => at >= from))
  return (
    findReading(sentence.words, row, { from, end }) ??
    (others.length === 0 ? findReading(sentence.words, row, { from: 0, end: from }) : undefined)
  )
}

/** "A hundred and forty over eighty five": only a blood pressure has this form, if both numbers are in its range. */
function findPair({ words }: Sentence): Reading | undefined {
  const overAt = words.findIndex(({ text }, at) => text === 'over' && readingAt(words, at + 1) !== undefined)
  if (overAt < 1) return undefined
  for (let at = Math.max(0, overAt - 6); at < overAt; at++) {
    const reading = readingAt(words, at)
    if (reading?.to === overAt - 1 && reading.value >= 70 && reading.value <= 260) return reading
  }
  return undefined
}

const isLow = (reading: Reading | undefined, high: number): reading is Reading =>
  reading !== undefined && reading.value >= 30 && reading.value < high

type Base = Pick<Candidate, 'quotes' | 'weight' | 'at'>

function pressure(sentence: Sentence, first: Reading, base: Base): readonly Candidate[] {
  const { words } = sentence
  const link = words[first.to + 1]?.text
  const second = readingAt(words, link === 'over' || link === 'on' ? first.to + 2 : first.to + 1)
  if (!isLow(second, first.value)) return []
  const [unit, text] = ['mmHg', `Blood pressure ${first.value}/${second.value} mmHg.`]
  const claims = [
    claim('vital', { key: 'systolic-blood-pressure', display: 'systolic blood pressure' }, { value: first.value, unit }),
    claim('vital', { key: 'diastolic-blood-pressure', display: 'diastolic blood pressure' }, { value: second.value, unit }),
  ] // biome-ignore format: short
  return [{ ...base, text, claims }]
}

export function readVital(sentence: Sentence, before: Sentence | undefined, row: Row): readonly Candidate[] {
  if (!hasNumber(sentence.words)) return []
  if (row.not?.test(joinedOf(sentence.words)) === true || (before !== undefined && row.not?.test(joinedOf(before.words)) === true)) return [] // biome-ignore format: short
  const isPressure = row.key === 'blood-pressure'
  const own = findByUnit(sentence, row) ?? (isPressure ? findPair(sentence) : undefined)
  const reading = own ?? findNamed(sentence, before, row)
  if (reading === undefined) return []
  const isLed = own === undefined && !row.says.test(joinedOf(sentence.words)) && before !== undefined
  const quotes = isLed ? [...says(before), ...says(sentence)] : says(sentence)
  const base = { quotes, weight: 90, at: sentence.at }
  if (isPressure) return pressure(sentence, reading, base)
  const text = row.unit === '%' ? `${reading.value}%` : `${reading.value} ${row.unit}`
  const what = { key: row.key, display: row.name.toLowerCase() }
  return [{ ...base, text: `${row.name} ${text}.`, claims: [claim('vital', what, { value: reading.value, unit: row.unit })] }] // biome-ignore format: short
}
