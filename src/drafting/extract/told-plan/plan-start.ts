/** Where the plan of a talk begins: behind the diagnosis, or else with the first order, and behind the examination. D443. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { draftImpressions } from '../impressions.ts'

/** Shares of the talk. */
const [earliest, ofDoses, latest] = [0.4, 0.52, 0.65]
const fewest = 12

/** The clinician says what it is, or what will be done. */
const opens =
  /\b(?:i think (?:it|this|that|you|what|there)|i (?:am|would say) (?:pretty|fairly|quite|reasonably) (?:sure|confident|certain)|that is (?:called|what we call)|sounds? like|the plan|what (?:you|we) do|i will (?:give|send|refer|start|book|order|write|ring)|i am going to (?:give|send|refer|start|book|order|write|ring)|you need|i (?:want|would like) you to)\b/ // biome-ignore format: one row

/** "So, plan." */
const announces =
  /^(?:(?:so|right|okay|ok|now|all right|alright),? )*(?:(?:here is|this is|that is|what is) )?(?:the |my |our )?plan(?:[.:,]|$| is\b)/

/** A dose may open the plan too, but the medicines of today are read out before the examination. */
const tellsDose = /\b(?:milligrams|times a day|twice a day)\b/

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
  const opening = late.find((place) => {
    const { said, at } = dialogue[place] as Sentence
    return opens.test(said) || (at >= last * ofDoses && tellsDose.test(said))
  })
  const announced = own.find(
    (place) => (dialogue[place]?.at ?? 0) >= last * earliest && announces.test(dialogue[place]?.said ?? ''),
  )
  const [opened] = [verdict, opening, announced].filter((place) => place !== undefined).toSorted((one, other) => one - other) // biome-ignore format: short
  const found = opened ?? late.find((place) => place >= end) ?? end
  const isOpen =
    own.filter((place) => place > end && place < found).filter((place) => isExamined(dialogue[place] as Sentence))
      .length <= mostFound
  return found > end && isOpen ? end : found
}
