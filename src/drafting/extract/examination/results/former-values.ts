/** Reads the former weight or pressure that a clinician says beside the value of today: "weight fifty-eight, you were sixty-one in January". D460. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { quoteKey } from '../../../dialogue/wording.ts'
import { month } from '../../../vocabulary/calendar.ts'
import type { Word } from '../../../vocabulary/words.ts'
import { type Candidate, claim, type Quote } from '../../candidates.ts'
import { readingAt } from '../vital-signs.ts'
import { timeOf, timesIn, withoutHesitation } from './values.ts'

const joined = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

const weight = /\b(?:weight|kilos?|kilograms|scales?)\b/
const wasWeight =
  /\b(?:(?:you|he|she|it|that|weight) (?:were|was)|(?:down|up) (?:one|two|three|four|five|six|\w+ kilos)? ?from)\b|^(?:was|up from|down from) /
const notFormer =
  /\b(?:if|would|should|target|aim|want|ideal|goal|birth|born|when you|people|allergic|dose|tablets?|before you)\b/
const [least, most] = [2, 250]

/** The number behind "was" or "from". */
function weightWas(
  sentence: Sentence,
  isFirst: boolean,
): { readonly value: number; readonly time: string } | undefined {
  const words = withoutHesitation(sentence.words)
  const text = joined(words)
  const match = wasWeight.exec(text)
  const times = timesIn(text)
  if (match === null || times.length + (/\bfrom\b/.test(match[0]) ? 1 : 0) === 0 || notFormer.test(text))
    return undefined
  if (!isFirst && text.split(' ').length > 12) return undefined
  const start = text.slice(0, match.index + match[0].length).split(' ').length
  const at = words.findIndex((_, place) => place >= start && readingAt(words, place) !== undefined)
  const reading = at < 0 || at > start + 2 ? undefined : readingAt(words, at)
  return reading === undefined || reading.value < least || reading.value > most ? undefined : { value: reading.value, time: timeOf(times) ?? '' } // biome-ignore format: short
}

const pressureThen = new RegExp(`\\b(?:last (?:time|visit|week|month|year)|(?:in|at) (?:${month}|your last visit))\\b`)

/** "Last time one forty-two over eighty-four." */
function pressureWas(sentence: Sentence): string | undefined {
  const words = withoutHesitation(sentence.words)
  const text = joined(words)
  const then = pressureThen.exec(text)?.[0]
  if (then === undefined || notFormer.test(text) || words.length > 20) return undefined
  for (let at = 0; at < words.length; at += 1) {
    const high = readingAt(words, at)
    const link = high === undefined ? undefined : words[high.to + 1]?.text
    const low = high !== undefined && (link === 'over' || link === 'on') ? readingAt(words, high.to + 2) : undefined
    if (
      high !== undefined &&
      low !== undefined &&
      high.value >= 70 &&
      high.value <= 260 &&
      low.value >= 30 &&
      low.value < high.value
    )
      return `Blood pressure ${high.value}/${low.value} mmHg ${timeOf([then]) ?? ''}`
  }
  return undefined
}

const tell = (text: string, sentences: readonly Sentence[]): Candidate => ({
  text: `${text}.`,
  claims: [claim('finding', { key: `${quoteKey(sentences)}-was`, display: text })],
  quotes: sentences.map((sentence): Quote => ({ sentence, role: 'statement' })),
  weight: 87,
  at: sentences[0]?.at ?? 0,
})

const isVital =
  (key: string) =>
  ({ claims }: Candidate): boolean =>
    claims.some(({ concept }) => concept === key)
const nearest = 3

/** `vitals`: the values of today; each is looked for a former one in its turn. */
export function draftFormerValues(dialogue: readonly Sentence[], vitals: readonly Candidate[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const after = (candidate: Candidate): readonly Sentence[] => {
    const sentence = candidate.quotes.at(-1)?.sentence
    const at = sentence === undefined ? -1 : own.indexOf(sentence)
    return at < 0 ? [] : own.slice(at, at + nearest).filter(({ segment, isQuestion }) => segment === sentence?.segment && !isQuestion) // biome-ignore format: short
  }
  const weights = vitals.filter(isVital('weight')).flatMap((candidate) => {
    const list = after(candidate)
    for (const [at, sentence] of list.entries()) {
      const was = weightWas(sentence, at === 0)
      if (was !== undefined && list.slice(0, at + 1).some(({ said }) => weight.test(said)) && !candidate.text.includes(` ${was.value} `)) return [tell(`Weight was ${was.value}${was.time === '' ? '' : ` ${was.time}`}`, [...new Set([list[0] ?? sentence, sentence])])] // biome-ignore format: short
    }
    return []
  })
  const pressures = vitals
    .filter(isVital('systolic-blood-pressure'))
    .slice(-1)
    .flatMap((candidate) => {
      const list = after(candidate)
      const sentence = list.slice(1).find((one) => pressureWas(one) !== undefined)
      const text = sentence === undefined ? undefined : pressureWas(sentence)
      return sentence === undefined || text === undefined
        ? []
        : [tell(text, [...new Set([list[0] ?? sentence, sentence])])]
    })
  return [...weights, ...pressures]
}
