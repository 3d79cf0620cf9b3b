/**
 * Holds a statement against the words around those that it cites: a condition, an exception or an end that was cut off, another question
 * between a question and its answer. docs/design/drafting.md#verification; D315.
 */
import type { Evidence, Statement } from '../../../core/clinical-note.ts'
import { type Rule, softWords } from '../tables.ts'
import { bare, isWorded } from '../wording.ts'
import { plainOf, stemOf, tokensOf } from '../words.ts'
import { type Around, readAround, type Talk } from './around.ts'
import { isOtherAnswer } from './asked-between.ts'
import { contentStems } from './content-stems.ts'
import { isInstruction } from './instructions.ts'
import { type Bearing, type Limit, limits } from './limits.ts'
import { isUnnamed } from './unnamed.ts'

type Spoken = Extract<Evidence, { kind: 'segment' }>

const planKinds: ReadonlySet<string> = new Set(['plan', 'safety-net', 'request', 'follow-up'])

const wellWords = /\b(?:no|not|denies|nil|never|without|well|fine|normal\w*|good|can|able|anything|everything|perfect\w*)\b/ // biome-ignore format: one row

function bearingOf({ claims, text }: Statement): Bearing {
  const kinds = claims.map(({ kind, change }) => (change === undefined ? kind : 'plan'))
  if (kinds.length > 0 && kinds.every((kind) => planKinds.has(kind))) return 'plan'
  return wellWords.test(plainOf(text)) ? 'denial' : 'fact'
}

/** The sentences of the cited words that bear most words of the statement. */
function narrow(item: Spoken, words: string, stems: ReadonlySet<string>): readonly { readonly span: Spoken; readonly count: number }[] {
  return [...words.matchAll(/(?:[^.?!]|\.(?=\d))+[.?!]*/g)]
    .map(({ 0: sentence, index }) => ({
      span: { ...item, start: item.start + index, end: item.start + index + sentence.length },
      count: [...contentStems(sentence)].filter((stem) => stems.has(stem)).length,
    }))
    .filter(({ span }) => /\w/.test(words.slice(span.start - item.start, span.end - item.start)))
} // biome-ignore format: one step a line

/** `hasQuestions`: questions may bear it too. */
function listBearing(statement: Statement, talk: Talk, hasQuestions = false): readonly Spoken[] {
  const stems = contentStems(statement.text)
  const cited = statement.evidence.flatMap((item) => {
    const text = item.kind === 'segment' && (hasQuestions || item.role !== 'question') ? talk.segments[talk.places.get(item.segmentId) ?? -1]?.text : undefined // biome-ignore format: short
    return item.kind !== 'segment' || text === undefined ? [] : narrow(item, text.slice(item.start, item.end), stems)
  })
  const most = Math.max(0, ...cited.map(({ count }) => count))
  return cited.filter(({ count }) => count === most).map(({ span }) => span)
}

const wordsOf = ({ segments, places }: Talk, { segmentId, start, end }: Spoken): string =>
  segments[places.get(segmentId) ?? -1]?.text.slice(start, end) ?? ''

type Place = Around & { readonly sentence: string; readonly begin: string }

const wordsAt = ({ lead, tail, next, asked, begin }: Place, where: Limit['where']): string =>
  ({ lead, tail, asked, next: next[0] ?? '', sentence: begin })[where]

/** The words of the sentence before the first one of the statement; without such a word, before its last clause. */
function beginOf(sentence: string, stems: ReadonlySet<string>): string {
  const tokens = tokensOf(sentence)
  const at = tokens.findIndex((token) => stems.has(stemOf(token)))
  return tokens.slice(0, at < 0 ? Math.max(0, tokens.lastIndexOf(',')) : at).join(' ')
}

const isLimitedBy = ({ where, pattern, spares, needs }: Limit, place: Place): boolean =>
  pattern.test(wordsAt(place, where)) && spares?.test(place.next[1] ?? '') !== true && needs?.test(place.sentence) !== false // biome-ignore format: short

/** "If you're feeling feverish, paracetamol": "for fever" names the case. */
const namesCase = /\b(?:for|with|during|in) ([^,;.]+)/
const isCaseTold = ({ rule, where }: Limit, place: Place, text: string): boolean => {
  const stems = contentStems(namesCase.exec(text)?.[1] ?? '')
  return rule === 'condition-dropped' && stems.size > 0 && [...contentStems(where === 'sentence' ? (place.sentence.split(',')[0] ?? '') : wordsAt(place, where))].some((stem) => stems.has(stem)) // biome-ignore format: short
}

/** The limits that every place of the statement has, and that the statement leaves out. */
function listLimits(statement: Statement, talk: Talk): readonly Rule[] {
  const text = plainOf(bare(statement.text))
  const bearing = bearingOf(statement)
  const stems = contentStems(statement.text)
  const arounds = listBearing(statement, talk).map((span): Place => {
    const sentence = plainOf(wordsOf(talk, span))
    return { ...readAround(talk, span), sentence, begin: beginOf(sentence, stems) }
  })
  if (arounds.length === 0 || (bearing === 'fact' && softWords.test(text))) return []
  return limits
    .filter(({ of, toldBy }) => of.includes(bearing) && !toldBy.test(text))
    .filter((limit) => arounds.every((place) => isLimitedBy(limit, place) && !isCaseTold(limit, place, text)))
    .map(({ rule }) => rule)
}

/** "Let me write that down, the left side is tender." */
const says = /\b(?:is|are|was|looks?|feels?|have|has|seems?|sounds?|there)\b/

/** A plan or a finding that is an instruction of the examination, or a plan that names no thing. */
function listDeedless(statement: Statement, talk: Talk): readonly Rule[] {
  const isPlan = bearingOf(statement) === 'plan'
  if (!isPlan && !statement.claims.some(({ kind }) => kind === 'finding')) return []
  const spans = listBearing(statement, talk, true)
  // "Now stand up for me. Ninety-six over fifty-eight.": the order gives the posture, and the value the finding.
  const isMeasured = !isPlan && /\b\d+\/\d+ mmhg\b/i.test(statement.text)
  const isDone = !isMeasured && spans.length > 0 && spans.every((span) => isInstruction(plainOf(wordsOf(talk, span))) && (isPlan || !says.test(plainOf(wordsOf(talk, span))))) // biome-ignore format: short
  return [
    ...(isDone ? ([isPlan ? 'order-not-given' : 'not-asserted'] as const) : []),
    ...(isPlan && isUnnamed(plainOf(bare(statement.text))) ? (['thing-unnamed'] as const) : []),
  ]
}

/** The rules that the talk around the evidence breaks; none for quotes, which the reader sees as such. */
export function checkContext(statement: Statement, talks: ReadonlyMap<string, Talk>): readonly Rule[] {
  if (isWorded(bare(statement.text)) || statement.claims.some(({ person }) => person === 'relative')) return []
  const [first] = statement.evidence.flatMap((item) => (item.kind === 'segment' ? [talks.get(item.transcriptId)] : []))
  if (first === undefined) return []
  const own = statement.evidence.every((item) => item.kind !== 'segment' || talks.get(item.transcriptId) === first)
  if (!own) return []
  return [...new Set([...listLimits(statement, first), ...listDeedless(statement, first), ...(isOtherAnswer(statement, first) ? (['question-unanswered'] as const) : [])])] // biome-ignore format: short
}
