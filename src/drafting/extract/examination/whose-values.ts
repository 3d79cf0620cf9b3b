/** Whose value it is, and of what moment: one that the patient has just told, an average of many, or one of several postures. D403, D404. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { listReadings } from './vital-signs.ts'

const asFinding = (candidate: Candidate, text: string, sentences: readonly Sentence[]): Candidate => ({
  ...candidate,
  text: `${text}.`,
  claims: [claim('finding', { key: quoteKey(sentences), display: text })],
  quotes: sentences.flatMap(says),
})

const numbersOf = (text: string): readonly number[] => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number)) // biome-ignore format: short
const sentenceOf = ({ quotes }: Candidate): Sentence | undefined => quotes.at(-1)?.sentence

/** The patient's words just before hold the number: the clinician repeats it. */
function listEchoed(
  sentence: Sentence,
  [first]: readonly number[],
  dialogue: readonly Sentence[],
): readonly Sentence[] {
  return dialogue.filter(
    ({ segment, at, words }) =>
      segment.speaker !== 'clinician' && at < sentence.at && sentence.at - at <= 2 && listReadings(words).some((value) => value === first), // biome-ignore format: short
  )
}

const average = /\b(?:average[sd]?|mean|averaging)\b/
const ofSeries = /\bthroughout\b|\bmost (?:days|mornings|evenings)\b/
const lead = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** A value of the clinician's words as what it is; nothing if the patient told it whole. */
function asSaid(candidate: Candidate, dialogue: readonly Sentence[], told: readonly Candidate[]): readonly Candidate[] {
  const sentence = sentenceOf(candidate)
  if (sentence === undefined) return [candidate]
  const text = candidate.text.replace(/\.$/, '')
  const numbers = numbersOf(text)
  const echoed = listEchoed(sentence, numbers, dialogue)
  if (echoed.length > 0) {
    const isWhole = echoed.some(({ words }) => numbers.every((number) => listReadings(words).includes(number)))
    const isTold = told.some((other) => numbers.every((number) => numbersOf(other.text).includes(number)) && lead(other.text).includes(lead(text).split(' ')[0] ?? '')) // biome-ignore format: short
    return isWhole && !isTold ? [asFinding(candidate, `Reported ${lead(text)}`, [sentence])] : []
  }
  if (average.test(sentence.said)) return [asFinding(candidate, `Average ${lead(text)}`, [sentence])]
  return ofSeries.test(sentence.said) ? [asFinding(candidate, `${text} throughout`, [sentence])] : [candidate]
}

// biome-ignore format: one row a line
const postures: readonly (readonly [name: string, said: RegExp])[] = [
  ['lying',    /\b(?:lying|lie (?:down|flat|back)|supine|flat on your back)\b/],
  ['sitting',  /\b(?:sitting|seated|sit (?:down|up))\b/],
  ['standing', /\b(?:standing|stand(?: up)?|on your feet)\b/],
]
const minutes = /\b(?:(?:after|at|for|and) )?((?:one|two|three|four|five|[1-5]) minutes?)\b/

/** A second measurement in the same posture. */
const repeated =
  /\b(?:on the (?:other|left|right) arm|again|once more|repeat\w*|re-?check\w*|(?:second|another) (?:one|go|reading|time))\b/

type Place = { readonly sentence: Sentence; readonly text: string }

function lastOf(own: readonly Sentence[], tell: (said: string) => string | undefined): Place | undefined {
  for (const sentence of own.toReversed()) {
    const text = tell(sentence.said)
    if (text !== undefined) return { sentence, text }
  }
  return undefined
}
/** The posture that is said last; of the sentence of a value the one that stands before its number. */
const postureIn = (said: string): string | undefined =>
  postures.map(([name, form]) => ({ name, at: [...said.matchAll(new RegExp(form, 'g'))].at(-1)?.index ?? -1 })).filter(({ at }) => at >= 0).toSorted((one, other) => other.at - one.at)[0]?.name // biome-ignore format: short
const firstNumber = /\b(?:one|two|a hundred|hundred|\w+ty|\d+)\b/
const postureBefore = (said: string): string | undefined =>
  postureIn(said.split(firstNumber)[0] ?? '') ?? postureIn(said)
const minutesIn = (said: string): string | undefined => minutes.exec(said)?.[1]
const farthest = 8

/** "Now lying, 138 over 76. Stand up. One minute: 108 over 62.": each pressure has its posture. The first one is the vital sign. */
function placePressures(list: readonly Candidate[], own: readonly Sentence[]): readonly Candidate[] {
  const pressures = list.filter(({ claims }) => claims[0]?.concept === 'systolic-blood-pressure')
  if (pressures.length < 2) return list
  const placed = new Map<Candidate, Candidate>()
  for (const [index, candidate] of pressures.entries()) {
    const sentence = sentenceOf(candidate)
    const at = sentence === undefined ? -1 : own.indexOf(sentence)
    const near = own.slice(Math.max(0, at - farthest), at + 1)
    const posture = sentence === undefined ? undefined : lastOf(near, (said) => (said === sentence.said ? postureBefore(said) : postureIn(said))) // biome-ignore format: short
    if (sentence === undefined || posture === undefined) continue
    const since = near.slice(near.indexOf(posture.sentence)).slice(-2)
    const time = index === 0 ? undefined : lastOf(since, minutesIn)
    const text = `${candidate.text.replace(/\.$/, '')} ${posture.text}${time === undefined ? '' : `, ${time.text}`}`
    const quoted = near.filter((each) => each === sentence || each === posture.sentence || each === time?.sentence)
    const finding = asFinding(candidate, text, quoted)
    placed.set(candidate, index === 0 ? { ...finding, claims: candidate.claims } : finding)
  }
  for (const candidate of pressures.slice(1)) {
    if (placed.has(candidate)) continue
    const sentence = sentenceOf(candidate)
    const at = sentence === undefined ? -1 : own.indexOf(sentence)
    // "Again on the other arm. One fifty-six on ninety-two."
    const beside = own.slice(Math.max(0, at - 1), at + 1).findLast(({ said }) => repeated.test(said))
    if (sentence === undefined || beside === undefined) continue
    const where = /on the .* arm/.exec(repeated.exec(beside.said)?.[0] ?? '')?.[0]
    const text = candidate.text.replace(/\.$/, '')
    placed.set(candidate, asFinding(candidate, where === undefined ? `Repeat ${lead(text)}` : `${text} ${where}`, [...new Set([beside, sentence])])) // biome-ignore format: short
  }
  const texts = new Set([...placed.values()].map(({ text }) => text))
  const isApart = texts.size > 1 || [...texts].some((text) => /^Repeat | arm\.$/.test(text))
  return isApart ? list.map((candidate) => placed.get(candidate) ?? candidate) : list
}

/** "The last sugar was 7.1", "sugar, fasting, 5.9" among the results: a value of another day, which the readers of results tell. */
const ofResults = /\b(?:last (?:sugar|glucose|reading|one)|fasting)\b|\bsugars? (?:was|were)\b/
const isOfResults = ({ claims, quotes }: Candidate): boolean => claims[0]?.concept === 'glucose' && quotes.some(({ sentence }) => ofResults.test(sentence.said)) // biome-ignore format: short

/** "And the pulse has gone up to 88": the pulse of the posture that was taken last. */
const rising =
  /\b(?:gone|going|goes|went|come|comes|shot|jumped|risen|rises|climbs?|climbed) (?:up )?to\b|\b(?:gone|went|goes) up\b/
function placePulses(list: readonly Candidate[], own: readonly Sentence[]): readonly Candidate[] {
  return list.map((candidate) => {
    const sentence = sentenceOf(candidate)
    if (candidate.claims[0]?.concept !== 'pulse' || sentence === undefined || !rising.test(sentence.said))
      return candidate
    const at = own.indexOf(sentence)
    const near = own.slice(Math.max(0, at - farthest), at + 1)
    const posture = lastOf(near, postureIn)
    return posture?.text === 'standing' ? asFinding(candidate, `${candidate.text.replace(/\.$/, '')} standing`, [posture.sentence, sentence]) : candidate // biome-ignore format: short
  })
}

/** The values that the clinician reads out, each as what it is. */
export function settleValues(
  list: readonly Candidate[],
  dialogue: readonly Sentence[],
  told: readonly Candidate[],
): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const isVital = ({ claims }: Candidate): boolean => claims[0]?.kind === 'vital'
  const said = list.flatMap((candidate) => (isVital(candidate) ? asSaid(candidate, dialogue, told) : [candidate]))
  const reported = new Set([...told, ...said].map(({ text }) => text).filter((text) => text.startsWith('Reported ')))
  // "Suspected clot, sats ninety-one", to the ambulance: the same value once more.
  const once = said.filter((each, at) => !(isVital(each) && reported.has(`Reported ${lead(each.text)}`)) && said.findIndex(({ text }) => text === each.text) === at) // biome-ignore format: short
  return placePulses(
    placePressures(
      once.filter((each) => !isOfResults(each)),
      own,
    ),
    own,
  )
}
