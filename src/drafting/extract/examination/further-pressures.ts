/**
 * The pressures behind the first one of a sentence: of another posture ("and standing it's one oh four over sixty"), of the other arm, and a second
 * reading ("second one one fifty-four over ninety-two"). Each is a line of the narrative, since the first one alone is the value of the record. D484, D494.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import type { Word } from '../../vocabulary/words.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { timeOf, timesIn } from './results/values.ts'
import { readingAt } from './vital-signs.ts'

type Pair = { readonly text: string; readonly from: number; readonly to: number }

const [leastHigh, mostHigh, leastLow] = [70, 260, 30]

/** "One thirty over eighty", wherever it stands. */
function listPairs(words: readonly Word[]): readonly Pair[] {
  const out: Pair[] = []
  for (let at = 0; at < words.length; at += 1) {
    const high = readingAt(words, at)
    if (high === undefined) continue
    const low = /^(?:over|on)$/.test(words[high.to + 1]?.text ?? '') ? readingAt(words, high.to + 2) : undefined
    if (low === undefined || high.value < leastHigh || high.value > mostHigh || low.value < leastLow || low.value >= high.value) continue // biome-ignore format: short
    out.push({ text: `${high.value}/${low.value} mmHg`, from: at, to: low.to })
    at = low.to
  }
  return out
}

const textOf = (words: readonly Word[], from: number, to: number): string => words.slice(Math.max(0, from), to).map(({ text }) => text).join(' ') // biome-ignore format: short

// biome-ignore format: one row a line
const postures: readonly (readonly [posture: string, said: RegExp])[] = [
  ['standing', /\b(?:standing|st(?:and|ood)(?: up)?|upright|on (?:your|his|her) feet|up on your feet)\b/],
  ['lying',    /\b(?:lying|laying|l(?:ie|ay) (?:down|flat|back)|supine|flat)\b/],
  ['sitting',  /\b(?:sitting|seated|s[ia]t (?:down|up))\b/],
]
const armBefore = /\b(left|right|other)(?: arm| side)?(?: (?:is|was|it is|it was|reads?|gives?|,))*$/
const armAfter = /^,? ?(?:in|on) (?:the|your|his|her) (left|right|other)\b/
/** A second reading in the same place. */
const repeated =
  /\b(?:again|second|next|then|repeat\w*|re-?check\w*|once more|another|after|third|last (?:one|reading))\b/
/** The other pressure is of another day or place, or is a limit. */
const notNow =
  /\b(?:was (?!standing|lying|sitting)|were|last (?:time|week|month|year|visit)|previous\w*|before|at home|target|aim|under|below|above|than|should|ideal\w*|normal|usual\w*|you said|had)\b/

/** Words behind a pair up to "and" or a comma belong to it: "one thirty over eighty lying and ...". */
const ofFirst = /^(?:(?:in|on) (?:the|your|his|her) )?(?:[a-z]+ ){1,3}(?=and |then |but |, )/
const formerly = /\b(?:was|were|up from|down from|last time|had been)\b/

/** When a former pressure was: "it was one fifty over ninety in June". */
function timeBefore(between: string, behind: string): string | undefined {
  const times = [...timesIn(between), ...timesIn(behind)]
  return formerly.test(between) && times.length > 0 ? timeOf(times) : undefined
}

/** The line of one pressure; undefined if nothing tells what it is. */
function tell(words: readonly Word[], pair: Pair, before: Pair, next: Pair | undefined): string | undefined {
  const between = textOf(words, before.to + 1, pair.from)
  const lead = between.replace(ofFirst, '')
  const behind = textOf(words, pair.to + 1, next?.from ?? words.length)
  const when = timeBefore(between, behind)
  if (when !== undefined) return `blood pressure ${pair.text} ${when}`
  if (notNow.test(lead)) return undefined
  const tail = behind.split(/ (?:and|then|but|,)(?= |$)|^(?:and|then|but|,)(?= |$)/)[0] ?? ''
  const posture = postures.find(([, said]) => said.test(tail)) ?? postures.find(([, said]) => said.test(lead))
  if (posture !== undefined) return `${posture[0]} blood pressure ${pair.text}`
  const arm = armAfter.exec(behind)?.[1] ?? armBefore.exec(lead.replace(armAfter, ''))?.[1]
  if (arm !== undefined) return `blood pressure ${pair.text} on the ${arm} arm`
  return repeated.test(lead) ? `repeat blood pressure ${pair.text}` : undefined
}

/** The lines of all pressures of the sentence but the first one. */
export function readFurtherPressures(sentence: Sentence): readonly Candidate[] {
  const { words } = sentence
  const pairs = listPairs(words)
  return pairs.slice(1).flatMap((pair, index) => {
    const display = tell(words, pair, pairs[index] as Pair, pairs[index + 2]) // each of these has one before it
    if (display === undefined) return []
    return [{ text: `${display.charAt(0).toUpperCase()}${display.slice(1)}.`, claims: [claim('finding', { key: `${quoteKey([sentence])}-pressure-${index}`, display })], quotes: says(sentence), weight: 89, at: sentence.at }] // biome-ignore format: short
  })
}
