/** Where the plan of a talk begins: behind the diagnosis, or else with the first order behind the questions. D443. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { draftImpressions } from '../impressions.ts'

/** Shares of the talk. */
const [earliest, latest] = [0.4, 0.65]
const fewest = 12

/** The clinician says what it is, or what will be done. */
const opens =
  /\b(?:i think (?:it|this|that|you|what)|i (?:am|would say) (?:pretty|fairly|quite|reasonably) (?:sure|confident|certain)|that is (?:called|what we call)|sounds? like|the plan|what (?:you|we) do|i will (?:give|send|refer|start|book|order|write|ring)|i am going to (?:give|send|refer|start|book|order|write|ring)|you need|i (?:want|would like) you to|milligrams|times a day|twice a day)\b/ // biome-ignore format: one row

/** The place of the first sentence that may belong to the plan. */
export function planStart(dialogue: readonly Sentence[]): number {
  const last = dialogue.at(-1)?.at ?? 0
  if (last < fewest) return 0
  const named = new Set(draftImpressions(dialogue).flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence)))
  const from = dialogue.findIndex(({ at }) => at >= last * earliest)
  const end = dialogue.findIndex(({ at }) => at >= last * latest)
  const isOwn = ({ segment, isQuestion }: Sentence): boolean => segment.speaker === 'clinician' && !isQuestion
  const verdict = dialogue.findIndex((sentence, place) => place >= from && isOwn(sentence) && named.has(sentence))
  const opening = dialogue.findIndex((sentence, place) => place >= from && isOwn(sentence) && opens.test(sentence.said))
  const found = verdict < 0 ? opening : verdict
  return found < 0 || found > end ? end : found
}
