/**
 * The clinician's sentences that stand within an examination. There the clinician asks the patient for a movement ("pull up and back", "elbows in,
 * turn your hands out"), or says what the examination finds. Neither is a plan. D380.
 */
import { isOfMoment } from '../../dialogue/instructions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readFound } from './findings.ts'

/** Words of an examiner at work. */
const atWork =
  /\b(?:(?:have|take) (?:a |another )?(?:quick |good |proper |little )?(?:look|listen|feel|press)|i am (?:just )?(?:going to )?(?:press|push|feel|listen|look|tap|squeez|measur|lift|bend|pull|mov|check)\w*|i will (?:just )?(?:press|push|feel|listen|tap|squeeze|bend|lift|move|check)|does (?:this|that|it) hurt|(?:any|is (?:it|that|this)) (?:sore|tender|pain(?:ful)?)(?: (?:here|there))?\b|that is (?:positive|negative)|let me (?:just )?(?:look|listen|feel|see|check|press)|where is it (?:sore|louder)|tell me (?:when|if) (?:it|i)|(?:up|hop|lie|pop) (?:on|up on) (?:the|to the) couch|good lad|open wide)\b/
/** A plan ends the examination. */
const ofPlan =
  /\b(?:prescri\w+|(?:i will|i am going to) (?:give|send|refer|start|book|arrange|order|write|do you|ring|call|phone|see you)|what (?:i|we) (?:would|will|do|are)|the plan|i would like you to|you need to|milligrams?|times a day|twice a day|in (?:two|three|four|six|ten) (?:days|weeks)|so what do we do|treatment|if (?:you|it|he|she) (?:get|gets|notice|develop))\b/

const clausesOf = (said: string): readonly string[] => said.split(/[,.;:] /)

const isMarker = (sentence: Sentence): boolean =>
  atWork.test(sentence.said) || clausesOf(sentence.said).some(isOfMoment) || readFound(sentence).length > 0

const [before, after] = [6, 5]
const fewest = 2

/** The sentences with an examination on both sides, or with two signs of one before them, and no plan in between. */
export function listExamined(dialogue: readonly Sentence[]): ReadonlySet<Sentence> {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const marks = own.map(isMarker)
  const plans = own.map(({ said }) => ofPlan.test(said))
  return new Set(
    own.filter((_, at) => {
      if (plans[at] === true) return false
      const start = plans.lastIndexOf(true, at)
      const next = plans.indexOf(true, at)
      const earlier = marks.slice(Math.max(start + 1, at - before), at).filter(Boolean).length
      const later = marks.slice(at + 1, Math.min(next < 0 ? own.length : next, at + 1 + after)).filter(Boolean).length
      return earlier >= 1 && earlier + later >= fewest && (later >= 1 || marks[at] === true)
    }),
  )
}
