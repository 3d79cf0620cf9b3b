/** Reads the quoted words of evidence, and the meaning of a question and its answer together: the verifier's own reading. */

import { readOnceOf } from '../../core/cache/read-once.ts'
import type { Segment, Statement } from '../../core/clinical-note.ts'
import type { RecordFact } from '../compose/record.ts'
import type { PhraseNode } from '../vocabulary/phrases.ts'
import type { Talk } from './context/around.ts'
import { settleDoubts, settleWords } from './exact/settled-words.ts'
import { readReplyForm } from './replies/reply-forms.ts'
import { readSpokenReply } from './replies/spoken-replies.ts'
import type { ToldFor } from './replies/told-for.ts'
import { tellTopicPart } from './replies/topic-parts.ts'
import { tellTopic } from './replies/topics.ts'
import { leavesOpen } from './replies/unsure.ts'
import { withVaccines } from './replies/vaccine-words.ts'
import type { Rule } from './tables.ts'
import { plainOf, tokensOf } from './words.ts'

export type QuoteRole = 'question' | 'answer' | 'statement' | 'record'
export type QuoteRead = {
  readonly role: QuoteRole
  readonly speaker: Segment['speaker'] | 'record'
  readonly text: string
  /** The words themselves, if `text` has them in the patient's own person. */
  readonly said?: string
  readonly plain: string
  readonly tokens: readonly string[]
  readonly isUncertain: boolean
  /** The code of a resource of the record. */
  readonly code?: string
}
export type Sources = {
  readonly segments: ReadonlyMap<string, Segment>
  readonly record: ReadonlyMap<string, RecordFact>
  /** Names of the loaded code systems. */
  readonly loaded: PhraseNode | undefined
  /** A parent speaks for the patient. */
  readonly isChilds: boolean
  /** Whose word each quote is, by the id of the transcript. */
  readonly toldFor: ReadonlyMap<string, ToldFor>
  /** Each transcript by its id. */
  readonly talks: ReadonlyMap<string, Talk>
}
export type Resolved = {
  readonly quotes: readonly QuoteRead[]
  readonly rules: readonly Rule[]
  readonly loaded?: PhraseNode | undefined
  readonly isChilds: boolean
  /** The segments just before the first cited one. They are no evidence; they only show which thing "it" means. */
  readonly before?: () => readonly QuoteRead[]
  /** All segments, for what the talk is about. They are no evidence. */
  readonly talk?: () => readonly QuoteRead[]
}

/** A resource of the record as a sentence. */
const recordLeads: Partial<Record<RecordFact['kind'], string>> = {
  allergy: 'allergic to',
  medication: 'takes',
  history: 'history of',
  family: 'family history',
}

export const segmentKey = (transcriptId: string, segmentId: string): string => JSON.stringify([transcriptId, segmentId])

export function resolveEvidence(statement: Statement, sources: Sources): Resolved {
  const quotes: QuoteRead[] = []
  const rules: Rule[] = []
  for (const evidence of statement.evidence) {
    if (evidence.kind === 'attestation') continue
    if (evidence.kind === 'resource') {
      const fact = sources.record.get(evidence.reference)
      if (fact === undefined) rules.push('evidence-unknown')
      else
        quotes.push(
          readQuote(
            `${fact.isUnconfirmed === true ? 'possibly ' : ''}${recordLeads[fact.kind] ?? ''} ${fact.display} ${fact.dose ?? ''}`.trim(),
            {
              role: 'record',
              speaker: 'record',
              isUncertain: false,
              ...(fact.code === undefined ? {} : { code: fact.code }),
            },
          ),
        )
      continue
    }
    const segment = sources.segments.get(segmentKey(evidence.transcriptId, evidence.segmentId))
    const { start, end } = evidence
    if (segment === undefined) rules.push('evidence-unknown')
    else if (!isRange(start, end, segment.text)) rules.push('evidence-range')
    else {
      const text = segment.text.slice(start, end)
      const isUncertain = segment.uncertain || text.includes('[')
      const told = sources.toldFor.get(evidence.transcriptId)?.(segment, text) ?? { speaker: segment.speaker, text }
      const said = told.text === text ? {} : { said: text }
      quotes.push({ ...readQuote(told.text, { role: evidence.role, speaker: told.speaker, isUncertain }), ...said })
    }
  }
  if (statement.evidence.length === 0) rules.push('no-evidence')
  return {
    quotes: withVaccines(
      withTopics(
        quotes.map((quote, at) => readSideAnswer(quote, quotes[at - 1])),
        statement.text,
      ),
    ),
    rules,
    loaded: sources.loaded,
    isChilds: sources.isChilds,
    ...openTalk(statement, sources),
  }
}

const openTalk = (statement: Statement, sources: Sources): Pick<Resolved, 'before' | 'talk'> => ({
  before: () => readBefore(statement, sources),
  talk: () => readTalk(sources.segments),
})

/** Each quote that takes up the part of another one names it. */
const withTopics = (quotes: readonly QuoteRead[], stated: string): readonly QuoteRead[] =>
  quotes.map((quote) => {
    const told = tellTopic(quote, quotes)
    if (told !== undefined) return { ...quote, text: told, plain: plainOf(told), tokens: tokensOf(told) }
    const ofPart = tellTopicPart(quote, quotes, stated)
    return ofPart === undefined ? quote : { ...quote, plain: plainOf(ofPart), tokens: tokensOf(ofPart) }
  })

/** Segments in which somebody may have named what the cited ones speak of. */
const mostBefore = 24

/** The segments before the first one that the statement cites, in the order of the talk. */
function readBefore({ evidence }: Statement, { segments }: Sources): readonly QuoteRead[] {
  const cited = new Set(evidence.flatMap((one) => (one.kind === 'segment' ? [segmentKey(one.transcriptId, one.segmentId)] : []))) // biome-ignore format: short
  const keys = [...segments.keys()]
  const first = keys.findIndex((key) => cited.has(key))
  return keys
    .slice(Math.max(0, first - mostBefore), Math.max(0, first))
    .flatMap((key) => readSegment(segments.get(key)))
}

/** A whole segment. */
function readSegment(segment: Segment | undefined): readonly QuoteRead[] {
  if (segment === undefined || segment.text === '') return []
  const isAsked = segment.speaker === 'clinician' && segment.text.trimEnd().endsWith('?')
  return [readQuote(segment.text, { role: isAsked ? 'question' : 'statement', speaker: segment.speaker, isUncertain: segment.uncertain })] // biome-ignore format: short
}

const readTalk = readOnceOf((segments: Sources['segments']): readonly QuoteRead[] => [...segments.values()].flatMap(readSegment)) // biome-ignore format: short

const asksSide =
  /\bleft\b[^.]*\bright\b|\bright\b[^.]*\bleft\b|\b(?:which|what) (?:side|one|leg|arm|ear|eye|knee|hip|foot|ankle|hand|shoulder|wrist|elbow|breast|heel|(?:big )?toe|calf|thumb|finger)\b/
/** "Left or right?" - "Right.": the word is a side only after such a question. */
const readSideAnswer = (quote: QuoteRead, before: QuoteRead | undefined): QuoteRead =>
  before?.role === 'question' && asksSide.test(before.plain) && /^(?:(?:oh|well|just|only|,) ?)*right[.!]?$/.test(quote.plain) // biome-ignore format: short
    ? readQuote('right side', quote)
    : withSettledWords(quote)

function withSettledWords(quote: QuoteRead): QuoteRead {
  const plain = settleWords(quote.speaker === 'clinician' ? settleDoubts(quote.plain) : quote.plain)
  return plain === quote.plain ? quote : { ...quote, plain, tokens: tokensOf(plain) }
}

const isRange = (start: number, end: number, text: string): boolean =>
  Number.isInteger(start) &&
  Number.isInteger(end) &&
  start >= 0 &&
  end > start &&
  end <= text.length &&
  /\w/.test(text.slice(start, end))

const readQuote = (text: string, source: Pick<QuoteRead, 'role' | 'speaker' | 'isUncertain' | 'code'>): QuoteRead => ({
  ...source,
  text,
  plain: plainOf(text.replace(remark, ',')),
  tokens: tokensOf(text.replace(remark, ',')),
})

/** The "if" of such a remark puts no condition. */
const remark = /, (?:if you (?:can|will|would) (?:believe|credit) it|believe it or not|if I am honest|if I'm honest),/i

const isNo = /^(?:no|nope|nah|never|none|nothing|neither|not|nil|negative)$/
const isYes = /^(?:yes|yeah|yep|yup|yea|aye|correct|exactly|absolutely|definitely)$/
const lead = /^(?:[,.]|well|so|oh+|ah+|like|just|i|mean|a|really|you|know|and|to|be|honest|okay|ok|hm+)$/

/** "Yeah, my mum, no, sorry, my aunt": this takes back a word, not the yes. */
const isTakingBack = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === 'no' &&
  tokens.slice(at + 1, at + 3).some((token) => /^(?:sorry|wait|problems?|worries|trouble|issues?)$/.test(token))

/** "A hundred, yes.": the figure of the question is said again, and agreed to. */
const confirms = /^(?:(?:oh|well|um|,) ?)*(?:a |the )?(?:\d[\d.]*|hundred|(?:one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?: hundred| \w{2,5})?)(?: (?:mg|milligrams?|micrograms?|times))? , (?:yes|yeah|yep|yup|correct|that is (?:right|it))\b(?! but)/ // biome-ignore format: one row

/** The first meaning of the answers: yes, no, or neither. A contrary word close by makes it neither. */
export function answerOf(answers: readonly Pick<QuoteRead, 'tokens'>[]): 'yes' | 'no' | 'open' {
  const tokens = answers.flatMap((quote) => quote.tokens)
  const at = tokens.findIndex((token) => !lead.test(token) && token !== '[?]')
  const first = tokens[at] ?? ''
  if (leavesOpen(tokens.join(' '))) return 'open'
  if (confirms.test(tokens.join(' '))) return 'yes'
  const near = tokens.slice(at + 1, at + 5).filter((_, index) => !isTakingBack(tokens, at + 1 + index))
  if (isNo.test(first)) return near.some((token) => isYes.test(token)) ? 'open' : 'no'
  if (isYes.test(first) && near.slice(0, 2).includes('nah')) return 'no'
  if (isYes.test(first)) return near.some((token) => isNo.test(token)) ? (readSpokenReply(tokens.join(' ')) ?? 'open') : 'yes' // biome-ignore format: short
  if (first === 'bit' && tokens[at - 1] === 'a' && /^(?:[,.]|when|yeah|yes)$/.test(tokens[at + 1] ?? '.')) return near.some((token) => isNo.test(token)) ? 'open' : 'yes' // biome-ignore format: short
  const said = tokens.slice(at, at + 5).join(' ')
  const formed = readReplyForm(tokens.slice(0, 12).join(' '))
  const spoken = formed ?? readSpokenReply(tokens.join(' '))
  if (spoken !== undefined) return spoken
  if (/^(?:i )?(?:do|did|have|am|was) not\b|^(?:i )?(?:would|can|could) not say\b/.test(said)) return 'no'
  if (/^(?:there|it|they|that) (?:has|have|is|are|was|were|does|do|did|would|could|can|will) not\b/.test(said))
    return 'no'
  if (/^(?:i|you) (?:would|could|had) not\b|^all negative\b/.test(said)) return 'no'
  if (/^all (?:fine|normal|good|okay|ok)\b/.test(said)) return 'no'
  if (/^(?:i )?had (?:one|it|that|some|them|those)\b|^(?:that|those) (?:was|were) (?!not|no|nothing|normal|fine|all|just)/.test(said)) return 'yes' // biome-ignore format: short
  if (/^(?:i )?(?:am|have|do|did) (?:a bit|actually|had|noticed|some)\b|^(?:bit of )?both\b|^(?:first|second|last|latter|former)\b/.test(said)) return 'yes' // biome-ignore format: short
  return /^(?:i (?:do|have|am|did|was)\b(?! not)|(?:it|there|they|that) (?:is|does|has|did|was|would|are|do|have|will)\b(?! not)|i would\b(?! not)|sometimes|occasionally|quite a (?:bit|lot)|a (?:little|lot)|(?:every )?now and (?:then|again)|on and off|from time to time|that is right|(?:they|it) (?:are|is) (?:fine|ok))\b/.test(
    tokens.slice(Math.max(0, at - 1), at + 4).join(' '),
  )
    ? 'yes'
    : 'open'
}
