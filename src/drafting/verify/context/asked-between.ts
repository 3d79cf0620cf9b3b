/** Finds an answer that belongs to another question than the cited one: a question stands between the two. D315. */
import type { Evidence, Statement } from '../../../core/clinical-note.ts'
import { plainOf } from '../words.ts'
import type { Talk } from './around.ts'
import { contentStems } from './content-stems.ts'

type Spoken = Extract<Evidence, { kind: 'segment' }>

/** A tag asks nothing new: "is that right?", "yeah?". */
const tag = /^(?:(?:is|are|was|does|do|did|have|has) (?:that|it|you|they|not it|there)(?: (?:right|correct|so|ok|okay|fine|all right|true))?|right|yeah|ok|okay|correct|sorry|pardon|no|any|at all|or not|and)\W*$/ // biome-ignore format: one row
/** Words by which a speaker puts another question first. */
const putsFirst = /\b(?:before (?:that|we|you|i)|first (?:of all|tell)|actually|hang on|wait|sorry)\b/

const questionsIn = (text: string): readonly string[] =>
  text.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.trim().endsWith('?') && !tag.test(plainOf(sentence)))

/** The other questions of the clinician after the cited question and before the answer. */
function askedBetween({ segments, places }: Talk, question: Spoken, answer: Spoken): { readonly inTurn: readonly string[]; readonly later: readonly string[] } {
  const from = places.get(question.segmentId) ?? -1
  const to = places.get(answer.segmentId) ?? -1
  const rest = segments[from]?.text.slice(question.end) ?? ''
  const later = segments.slice(from + 1, Math.max(from + 1, to)).filter(({ speaker }) => speaker === 'clinician')
  return { inTurn: questionsIn(rest), later: later.flatMap(({ text }) => questionsIn(text)) }
} // biome-ignore format: short

/** The answer denies that it was measured, and not the thing. */
const unmeasured = /\b(?:not|never) (?:(?:got|have|had|really|actually|even|any|yet) )*(?:a thermometer|a (?:machine|monitor|scale|cuff)|scales|weighed|measured|checked|taken (?:it|my)|tested|looked|tried|counted|timed|noticed either way)\b|\bno (?:thermometer|scales|way of)\b/ // biome-ignore format: one row
const ofMeasuring = /\b(?:measured|checked|tested|tried|taken|weighed|looked|counted)\b/

/** True if the answer names the thing of the statement itself. */
const isNamedIn = (said: string, stems: ReadonlySet<string>): boolean =>
  [...contentStems(said)].some((stem) => stems.has(stem))

export function isOtherAnswer(statement: Statement, talk: Talk): boolean {
  const cited = statement.evidence.filter((item) => item.kind === 'segment')
  const answers = cited.filter(({ role }) => role !== 'question')
  const questions = cited.filter(({ role }) => role === 'question')
  const [question] = questions.slice(-1)
  const [answer] = answers
  if (question === undefined || answer === undefined || answers.length > 1) return false
  const stems = contentStems(statement.text)
  const said = talk.segments[talk.places.get(answer.segmentId) ?? -1]?.text.slice(answer.start, answer.end) ?? ''
  if (unmeasured.test(plainOf(said)) && !ofMeasuring.test(plainOf(statement.text))) return true
  if (isNamedIn(said, stems)) return false
  const { inTurn, later } = askedBetween(talk, question, answer)
  const isSame = (asked: string): boolean => isNamedIn(asked, stems)
  const isAlternative = inTurn.some((asked) => /^(?:and )?or\b/i.test(asked) && isNamedIn(said, contentStems(asked)))
  return later.some((asked) => !isSame(asked)) || isAlternative || inTurn.some((asked) => putsFirst.test(plainOf(asked)) && !isSame(asked)) // biome-ignore format: short
}
