/** The clinician sums up a symptom with its time, and the patient agrees: "Two weeks, then, of this stiff neck." - "Yes." */
import { readAnswer } from '../../dialogue/answers.ts'
import { readContext } from '../../dialogue/context.ts'
import { people } from '../../dialogue/reply-forms.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Attribute } from '../attribute.ts'
import { canHaveSide, findSide, readTime } from '../attribute-words.ts'
import { answers, type Quote } from '../candidates.ts'
import { generalKeys, type Mention, plainly } from '../mention.ts'
import { tellTime } from './bare-times.ts'

/** The order of words of a question, an explanation, a forecast, a plan, another person or another time: no summary of what was told. */
const isOther =
  /^(?:(?:and|so|but|ok|okay|um|uh|right|well|now|then),? )*(?:do|does|did|have|has|had|are|is|was|were|can|could|any|what|how|when|where|which|who|why|would|will|should)\b|\b(?:if|should|could|would|might|may|can|will|wonder\w*|think|probably|diagnos\w*|lasts?|go(?:es)? on|(?:sort|kind|type)s? of|usually|often|takes?|taking|settles?|expect\w*|need|common|better|before|used to|ever|not|no|never|until|unless|again|last (?:week|month|year|time)|mum|mom|dad|mother|father|wife|husband|brother|sister|family|nurse|letter|wrote|other patient)\b/

const ofPerson = new RegExp(`\\bin (?:your|my|the) (?:\\w+ )?${people}\\b`)
/** "Yes, well, three.", "yes, that was my brother": the yes goes on, and what it says is another thing. */
const corrects =
  /\b(?:well|but|no|not|actually|more|less|closer|nearer|wrong|though|except|only|was|were|had|h(?:im|er|e)|she|my|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+|days?|weeks?|months?|years?)\b/

type Recap = { readonly term: Term; readonly quotes: readonly Quote[]; readonly at: number; readonly time: string; readonly side?: string } // biome-ignore format: short

/** The patient's next words; a tag of the clinician's may stand between ("Is that right?"). */
function replyTo(dialogue: readonly Sentence[], index: number): Sentence | undefined {
  for (const next of dialogue.slice(index + 1, index + 4)) {
    if (next.segment.speaker === 'patient') return next
    if (next.words.length > 6 || next.terms.length > 0) return undefined
  }
  return undefined
}

function readRecap(sentence: Sentence, reply: Sentence | undefined): readonly Recap[] {
  const [term, other] = sentence.terms
  const isOne = term?.kind === 'symptom' && (other === undefined || other.key === term.key) && !generalKeys.has(term.key) // biome-ignore format: short
  if (
    !isOne ||
    reply === undefined ||
    isOther.test(sentence.said) ||
    ofPerson.test(sentence.said) ||
    corrects.test(reply.said)
  )
    return []
  const time = readTime(sentence)
  const { status, relative } = readContext({ ...sentence, isQuestion: false }, term)
  if (time === undefined || status !== 'present' || relative !== undefined) return []
  const answer = readAnswer({ ...sentence, isQuestion: true, answers: [reply] })
  if (answer?.says !== 'yes' || !answer.isPlain) return []
  const side = canHaveSide(term) ? findSide(sentence) : undefined
  return [{ term, quotes: answers(sentence, reply), at: reply.at, time: tellTime(time, false), ...(side === undefined ? {} : { side }) }] // biome-ignore format: short
}

const listRecaps = (dialogue: readonly Sentence[]): readonly Recap[] =>
  dialogue.flatMap(
    (sentence, index) =>
    sentence.segment.speaker === 'clinician' && sentence.terms.length > 0 ? readRecap(sentence, replyTo(dialogue, index)) : [], // biome-ignore format: short
  )

/** What was summed up is there. */
export const listRecapped = (dialogue: readonly Sentence[]): readonly Mention[] =>
  listRecaps(dialogue).map(({ term, quotes, at }) => ({ term, polarity: 'present', ...plainly, quotes, at, isExplicit: false })) // biome-ignore format: short

/** Its time and its side. */
export const listRecappedAttributes = (dialogue: readonly Sentence[]): readonly Attribute[] =>
  listRecaps(dialogue).flatMap(({ term: { key }, quotes, time, side }) => [
    { concept: key, kind: 'duration' as const, order: 0, text: time, quotes },
    ...(side === undefined ? [] : [{ concept: key, kind: 'side' as const, order: 0, text: side, quotes }]),
  ])
