/** Where the plan of a talk begins: behind the diagnosis, or else with the first order, and behind the examination. D443. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { draftImpressions } from '../impressions.ts'

/** Shares of the talk. */
const [earliest, latest] = [0.4, 0.65]
const fewest = 12

/** The clinician says what it is, or what will be done. */
const opens =
  /\b(?:i think (?:it|this|that|you|what|there)|i (?:am|would say) (?:pretty|fairly|quite|reasonably) (?:sure|confident|certain)|that is (?:called|what we call)|sounds? like|the plan|what (?:you|we) do|i will (?:give|send|refer|start|book|order|write|ring)|i am going to (?:give|send|refer|start|book|order|write|ring)|you need|i (?:want|would like) you to|milligrams|times a day|twice a day)\b/ // biome-ignore format: one row

const [ahead, mostFound] = [12, 2]

/** The place of the first sentence that may belong to the plan. */
export function planStart(dialogue: readonly Sentence[], isExamined: (sentence: Sentence) => boolean): number {
  const last = dialogue.at(-1)?.at ?? 0
  if (last < fewest) return 0
  const own = dialogue.flatMap((sentence, place) =>
    sentence.segment.speaker === 'clinician' && !sentence.isQuestion ? [place] : [],
  )
  const named = new Set(
    draftImpressions(dialogue)
      .filter(({ claims }) => claims.some(({ kind, polarity, time, person }) => kind === 'impression' && polarity === 'present' && time === 'current' && person === 'patient')) // biome-ignore format: short
      .flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence)),
  )
  const end = dialogue.findIndex(({ at }) => at >= last * latest)
  const isOver = (place: number): boolean => {
    const next = own.filter((at) => at > place).slice(0, ahead)
    return next.filter((at) => isExamined(dialogue[at] as Sentence)).length <= mostFound
  }
  const late = own.filter((place) => (dialogue[place]?.at ?? 0) >= last * earliest && isOver(place))
  const verdict = late.find((place) => named.has(dialogue[place] as Sentence))
  const opening = late.find((place) => opens.test(dialogue[place]?.said ?? ''))
  const found = verdict ?? opening ?? late.find((place) => place >= end) ?? end
  const isOpen =
    own.filter((place) => place > end && place < found).filter((place) => isExamined(dialogue[place] as Sentence))
      .length <= mostFound
  return found > end && isOpen ? end : found
}
