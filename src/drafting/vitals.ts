/** Measurements that someone says: blood pressure, pulse, temperature, saturation, respiratory rate, weight, height, blood sugar. */
import { readAmount } from './amounts.ts'
import { type Candidate, claim, says } from './candidates.ts'
import { plainText, type Sentence } from './dialogue.ts'
import type { Word } from './words.ts'

/** Name, what is said for it, unit as written, and the range that a true value lies in. */
type VitalRow = {
  readonly display: string
  readonly says: RegExp
  readonly unit: string
  readonly low: number
  readonly high: number
}

// biome-ignore format: one row a line
const vitalRows: readonly VitalRow[] = [
  { display: 'temperature',        says: /^(?:temperature|temp)$/,            unit: '\u00b0C',      low: 34,  high: 43 },
  { display: 'pulse',              says: /^pulse$|^rate$/,                    unit: 'per minute', low: 30,  high: 220 },
  { display: 'oxygen saturation',  says: /^(?:sats?|saturations?)$/,          unit: '%',          low: 60,  high: 100 },
  { display: 'weight',             says: /^(?:weigh|weight|weighs|weighed)$/, unit: 'kg',         low: 20,  high: 300 },
]
const unitWords: Readonly<Record<string, RegExp>> = { kg: /^(?:kg|kgs|kilos?|kilograms?)$/ }

/** "One thirty" is 130, as blood pressures are said. */
export function readGrouped(
  words: readonly Word[],
  at: number,
): { readonly value: number; readonly to: number } | undefined {
  const first = readAmount(words, at)
  if (first === undefined) return undefined
  const second = first.to === at && (first.value === 1 || first.value === 2) ? readAmount(words, at + 1) : undefined
  if (second !== undefined && second.value >= 10 && second.value < 100)
    return { value: first.value * 100 + second.value, to: second.to }
  return { value: first.value, to: first.to }
}

function bloodPressure(sentence: Sentence): readonly Candidate[] {
  const { words } = sentence
  const said = plainText(sentence.text)
  if (!/\bbp\b|\bblood pressure\b|\bb p\b/.test(said) || notReading.test(said)) return []
  for (let at = 0; at < words.length; at++) {
    const high = readGrouped(words, at)
    const over = high === undefined ? undefined : words[high.to + 1]?.text
    const low = high !== undefined && (over === 'over' || over === 'on') ? readGrouped(words, high.to + 2) : undefined
    if (high === undefined || low === undefined) continue
    if (high.value < 60 || high.value > 260 || low.value < 30 || low.value >= high.value) return []
    return [
      measured(
        sentence,
        { display: 'blood pressure', text: `Blood pressure ${high.value}/${low.value} mmHg.` },
        high.value,
        'mmHg',
      ),
    ]
  }
  return []
}

function measured(
  sentence: Sentence,
  what: { readonly display: string; readonly text: string },
  ...[value, unit]: readonly [number, string]
): Candidate {
  const key = what.display.replaceAll(' ', '-')
  return {
    text: what.text,
    claims: [claim('vital', { key, display: what.display }, { value, unit })],
    quotes: says(sentence),
    weight: 86,
    at: sentence.at,
  }
}

const notReading = /\b(?:if|should|aim\w*|target|below|under|want|would|usually|normally|not|until|used to)\b/
const notMeasured =
  /\b(?:if|should|would|could|normally|usually|not|goes|go|above|below|aim|target|over|gets?|until|was|used to|check\w*)\b/

/** A name and then its number, nothing but links between; in the same sentence, or in the next of the same segment. */
function single(sentence: Sentence, named: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  if (notMeasured.test(said.replace(/\b(?:one|two)? ?\w+ over \w+/, ''))) return []
  return vitalRows.flatMap((row) => {
    const at = named.words.findIndex(({ text }) => row.says.test(text))
    if (
      at < 0 ||
      (row.unit === 'per minute' && named.words[at]?.text === 'rate' && named.words[at - 1]?.text !== 'heart')
    )
      return []
    const from = named === sentence ? at + 1 : 0
    for (let index = from; index < Math.min(sentence.words.length, from + 7); index++) {
      const amount = readAmount(sentence.words, index)
      if (amount === undefined) continue
      const unit = sentence.words[amount.to + 1]?.text ?? ''
      const isUnit =
        unitWords[row.unit]?.test(unit) ?? !/^(?:days?|weeks?|months?|years?|times?|hours?|tablets?|over)$/.test(unit)
      if (!isUnit || amount.value < row.low || amount.value > row.high) return []
      const name = row.display.charAt(0).toUpperCase() + row.display.slice(1)
      const written = row.unit === '%' ? `${amount.value}%` : `${amount.value} ${row.unit}`
      const vital = measured(sentence, { display: row.display, text: `${name} ${written}.` }, amount.value, row.unit)
      return [named === sentence ? vital : { ...vital, quotes: [...says(named), ...says(sentence)] }]
    }
    return []
  })
}

export function draftVitals(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence, index) => {
    if (sentence.isQuestion || sentence.isCorrected || sentence.segment.speaker === 'other') return []
    const before = dialogue[index - 1]
    const isAnnounced =
      before !== undefined &&
      before.segment.id === sentence.segment.id &&
      /\b(?:take|check|measure) your\b/.test(plainText(before.text))
    const own = [...bloodPressure(sentence), ...single(sentence, sentence)]
    return own.length > 0 || !isAnnounced ? own : single(sentence, before)
  })
}
