/** Objective: values that the clinician reads aloud, and findings of an examination in plain words. */

import type { Claim } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Word } from '../../vocabulary/words.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { tellFinding } from '../plain/findings.ts'
import { readFound } from './findings.ts'

export type Row = {
  readonly key: string
  readonly name: string
  readonly says: RegExp
  readonly unit: string
  /** A value outside it belongs to another number of the sentence. */
  readonly range: readonly [number, number]
}

/** Spoken names of vital signs; the key is the name that the released Observation is found by. */
// biome-ignore format: one row a line
export const vitalRows: readonly Row[] = [
  { key: 'blood-pressure',    name: 'Blood pressure',    says: /\b(?:blood pressure|bp)\b/,                                        unit: 'mmHg',        range: [50, 280] },
  { key: 'temperature',       name: 'Temperature',       says: /\b(?:temperature|temp)\b/,                                         unit: '°C',          range: [33, 43] },
  { key: 'oxygen-saturation', name: 'Oxygen saturation', says: /\b(?:sats|saturations?|oxygen levels?|oxygen|spo2)\b/,             unit: '%',           range: [60, 100] },
  { key: 'pulse',             name: 'Pulse',             says: /\b(?:pulse|heart rate)\b/,                                         unit: 'bpm',         range: [30, 220] },
  { key: 'respiratory-rate',  name: 'Respiratory rate',  says: /\b(?:respiratory rate|resp rate|breathing rate|breaths)\b/,         unit: 'breaths/min', range: [6, 60] },
  { key: 'glucose',           name: 'Glucose',           says: /\b(?:blood (?:sugar|glucose)|glucose|sugar|bsl)\b/,                 unit: 'mmol/L',      range: [1, 40] },
  { key: 'peak-flow',         name: 'Peak flow',         says: /\bpeak flow\b/,                                                    unit: 'L/min',       range: [50, 900] },
  { key: 'weight',            name: 'Weight',            says: /\b(?:weight|weigh|you are)\b(?=.*\b(?:kilos?|kilograms?|kg)\b)/,   unit: 'kg',          range: [2, 300] },
  { key: 'height',            name: 'Height',            says: /\bheight\b(?=.*\b(?:centimetres?|cm)\b)/,                          unit: 'cm',          range: [40, 230] },
]

/** A wish, a rule, or a reading of another day. */
const notRead =
  /\b(?:want|ideal\w*|target|aim\w*|should|ought|would|could|if|normal(?:ly)? (?:is|range)|usual\w*|last (?:time|week|month|year|visit)|previous\w*|at home|yesterday|you (?:said|told|mentioned)|used to|before|get it|bring it|goes|have to|need)\b/
const bound = /^(?:type|under|below|over|above|than|least|to)$/

type Reading = { readonly value: number; readonly to: number }

/** "one thirty" is 130, "a hundred and ten" is 110, "ninety-seven" is 97. */
function readingAt(words: readonly Word[], at: number): Reading | undefined {
  const first = readAmount(words, at)
  if (first === undefined) {
    const isHundred = words[at]?.text === 'hundred'
    if (!isHundred) return undefined
    const rest = readAmount(words, words[at + 1]?.text === 'and' ? at + 2 : at + 1)
    return rest === undefined || rest.value > 99 ? { value: 100, to: at } : { value: 100 + rest.value, to: rest.to }
  }
  const next = first.value < 10 && Number.isInteger(first.value) ? readAmount(words, first.to + 1) : undefined
  const isSpoken = next !== undefined && next.value >= 10 && next.value < 100 && !/\d/.test(words[first.to + 1]?.text ?? '') // biome-ignore format: short
  return isSpoken ? { value: first.value * 100 + next.value, to: next.to } : { value: first.value, to: first.to }
}

/** The first number in the row's range, from word `from` to word `end`. */
function findReading(
  words: readonly Word[],
  range: Row['range'],
  from: number,
  end = words.length,
): Reading | undefined {
  for (let at = from; at < end; at++) {
    const reading = readingAt(words, at)
    if (reading === undefined) continue
    // "Thirty seven two": the meaning is unclear.
    if (readAmount(words, reading.to + 1) !== undefined) return undefined
    if (reading.value >= range[0] && reading.value <= range[1] && !bound.test(words[at - 1]?.text ?? '')) return reading
    at = reading.to
  }
  return undefined
}

/** Word index after the name; 0 where the sentence before named it: "Let me take your temperature. Thirty eight." */
function nameEnd(sentence: Sentence, before: Sentence | undefined, row: Row): number | undefined {
  const said = sentence.words.map(({ text }) => text)
  const joined = said.join(' ')
  const match = row.says.exec(joined)
  if (match !== null) return joined.slice(0, match.index + match[0].length).split(' ').length
  const isLed = before !== undefined && row.says.test(before.said) && /^(?:and |so |it is |it was |that is |yeah |yes |ok ?,? |,)*[a-z0-9]/.test(joined) // biome-ignore format: short
  return isLed && readingAt(sentence.words, leadLength(said)) !== undefined ? 0 : undefined
}
const leadLength = (said: readonly string[]): number =>
  said.findIndex((word) => !/^(?:and|so|it|is|was|that|ok|yeah|yes|about|around|,)$/.test(word))

export function readVital(sentence: Sentence, before: Sentence | undefined, row: Row): readonly Candidate[] {
  const from = nameEnd(sentence, before, row)
  if (from === undefined) return []
  const nextName = vitalRows.filter((other) => other !== row).map((other) => nameStart(sentence, other)).filter((at) => at >= from) // biome-ignore format: short
  const first = findReading(sentence.words, row.range, from, Math.min(sentence.words.length, ...nextName))
  if (first === undefined) return []
  const quotes = from === 0 && before !== undefined ? [...says(before), ...says(sentence)] : says(sentence)
  const text = row.unit === '%' ? `${first.value}%` : `${first.value} ${row.unit}`
  const base = { quotes, weight: 90, at: sentence.at }
  if (row.key !== 'blood-pressure') {
    const what = { key: row.key, display: row.name.toLowerCase() }
    return [{ ...base, text: `${row.name} ${text}.`, claims: [claim('vital', what, { value: first.value, unit: row.unit })] }] // biome-ignore format: short
  }
  const overAt = sentence.words[first.to + 1]?.text === 'over' || sentence.words[first.to + 1]?.text === 'on' ? first.to + 2 : first.to + 1 // biome-ignore format: short
  const second = readingAt(sentence.words, overAt)
  if (second === undefined || second.value < 30 || second.value >= first.value) return []
  const claims = [
    claim('vital', { key: 'systolic-blood-pressure', display: 'systolic blood pressure' }, { value: first.value, unit: row.unit }),
    claim('vital', { key: 'diastolic-blood-pressure', display: 'diastolic blood pressure' }, { value: second.value, unit: row.unit }),
  ] // biome-ignore format: short
  return [{ ...base, text: `${row.name} ${first.value}/${second.value} ${row.unit}.`, claims }]
}

function nameStart(sentence: Sentence, row: Row): number {
  const joined = sentence.words.map(({ text }) => text).join(' ')
  const match = row.says.exec(joined)
  return match === null ? -1 : joined.slice(0, match.index).split(' ').length - 1
}

const organ =
  '(?:chest|lungs?|heart(?: sounds?)?|ligaments?|nerves|power in (?:your|the) \\w+|throat|tonsils?|ear ?drums?|ears?|nose|eyes?|abdomen|tummy|belly|stomach|reflexes|power|sensation|skin|glands|lymph nodes?|nodes|joint|knee|ankle|hip|shoulder|elbow|wrist|back|spine|neck|calf|calves|leg|legs|foot|feet|hand|pulse|wound|mole|lump|tongue|pupils|gait|breathing|strength|rash)'
const sign =
  '(?:clear|normal|no stiffness|freely|crackles?|crackling|wheez\\w+|red|inflamed|swollen|swelling|tender\\w*|soft|enlarged|bulging|dull|reduced|symmetrical|warm|pus|murmur|regular|irregular|intact|equal|healthy|pale|dry|moist|limited|stiff|bruis\\w+|fluid|wax|strong|weak\\w*|infected|big|up|rash)'
const perceived = new RegExp(
  `\\b(?:some|few|no|fine|coarse) (?:fine |coarse )?(?:crackles|bony tenderness|murmurs?)\\b|\\byou are (?:(?:a|very|quite|bit|little|really|still) )*tender\\b|\\bi can not (?:hear|see|feel) any\\b|\\bi can (?:hear|see|feel)\\b.*\\b${sign}\\b|\\b${organ}\\b.{0,40}\\b(?:sounds?|looks?|feels?)\\b(?! like).{0,30}\\b${sign}\\b`,
)
const described = new RegExp(`\\b${organ}\\b.{0,30}\\b(?:is|are)\\b.{0,30}\\b${sign}\\b|\\b(?:no|some|there is|there are)\\b.{0,24}\\b${sign}\\b`) // biome-ignore format: short
/** "Throat's red.": as only an examiner speaks. */
const telegraphic = new RegExp(`^(?:ok,? |so,? |right,? )*${organ}(?: is| are|'s) (?:\\w+ ){0,2}${sign}\\b`)
const examines =
  /\b(?:(?:have|take) a (?:quick |proper |little )?(?:look|listen|feel)|let me (?:look|listen|feel|check|see|examine|press)|pop (?:your|up|it)|(?:big|deep) breath|open wide|say ah|lie (?:down|back)|i have (?:just )?(?:checked|examined|listened|looked|felt)|on examination|examine you|check you over|hop (?:up|down|on)|shoes off|roll up|sleeve|jacket|couch|cuff|thermometer|blood pressure|pulse|heart rate|sats|oxygen|temperature|respiratory rate|breathe in|just let me know if anything|talk you through|when i (?:press|push|touch|move|bend)|having (?:examined|looked|listened)|does (?:this|that|it) hurt)\b/
const notFound =
  /\b(?:if|might|could|maybe|usual\w*|sometimes|would|should|will|think|because|you (?:said|say|have|had|are having|mentioned|told|feel|get|got)|worried|sounds? like|looks? like|whether|when you|going to|need|expect|make sure|tend|people)\b/

/** "No tenderness over the kidneys": the tenderness is absent. */
function claimOf(sentence: Sentence, line: string): Claim {
  const denied = /^(?:No|Cannot (?:hear|see|feel) any) (.+)$/.exec(line)?.[1]
  const isOne = denied !== undefined && !/[,;]|\b(?:and|or|but|with)\b/.test(denied)
  return claim(
    'finding',
    { key: quoteKey([sentence]), display: isOne ? denied : line },
    isOne ? { polarity: 'absent' } : {},
  )
}

function readFinding(sentence: Sentence, recent: readonly Sentence[]): readonly Candidate[] {
  const said = sentence.said
  const isExamined = [sentence, ...recent].some(({ said }) => examines.test(said))
  const found = isExamined ? readFound(sentence) : []
  if (found.length > 0) return found
  if (sentence.isQuestion || notFound.test(said) || sentence.text.includes('[')) return []
  if (!perceived.test(said) && !telegraphic.test(said) && !(isExamined && described.test(said))) return []
  const words = cleanWords(sentence.text).replace(/^I can (?:hear|see|feel) /i, '')
  if (words.split(' ').length > 25) return []
  const line = tellFinding(words)
  return [
    {
      text: line === undefined ? `Examination: ${words}.` : `${line}.`,
      claims: [claimOf(sentence, line ?? words)],
      quotes: says(sentence),
      weight: 86,
      at: sentence.at,
    },
  ]
}

/** "Let's check it. One fifty two over ninety four." */
const pressure = /\b(?:blood pressure|bp)\b/
const recentNames = 4

/** The distance to the announcement of an examination. */
const recentSentences = 14

export function draftMeasurements(dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const places = new Map(dialogue.map((sentence, place) => [sentence, place]))
  return own.flatMap((sentence, index) => {
    const before = own[index - 1]
    const isOneTurn = before !== undefined && sentence.at - before.at <= 2
    const isRead = !sentence.isQuestion && !notRead.test(sentence.said)
    const place = places.get(sentence) ?? 0
    const lately = dialogue.slice(Math.max(0, place - recentNames), place).findLast(({ said }) => pressure.test(said)) // biome-ignore format: short
    const vitals = isRead ? vitalRows.flatMap((row) => readVital(sentence, row.key === 'blood-pressure' ? lately : isOneTurn ? before : undefined, row)) : [] // biome-ignore format: short
    return vitals.length > 0 ? vitals : readFinding(sentence, own.slice(Math.max(0, index - recentSentences), index))
  })
}
