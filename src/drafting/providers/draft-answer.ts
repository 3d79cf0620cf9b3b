/** The form of answer that an outside drafter is asked for, and the note that is made from the answer. D55, D256. */
import { z } from 'zod'
import {
  type Claim,
  claimKinds,
  type Evidence,
  type Note,
  type Section,
  type Statement,
} from '../../core/clinical-note.ts'
import { leftOut } from '../compose/withhold.ts'
import { keyOf } from '../vocabulary/phrases.ts'
import { isOrderToProgram } from './program-orders.ts'
import type { Redacted } from './redaction.ts'
import { type Matter, matterOfItem } from './same-matter.ts'
import type { Sent } from './sent.ts'
import { keepToldSlots } from './told-slots.ts'

export const maxStatements = 100
const words = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\u0000-\u001f]*$/)

const anyOf = (values: Iterable<string>) => z.enum([...values] as [string, ...string[]])

/** Ids and sections are closed lists: nothing else can be cited. */
export function draftSchema({ template, segments, record }: Sent) {
  const section = anyOf(template.sections.map(({ key }) => key))
  const claim = z.strictObject({
    // Coded orders belong to the drafter's own plan: the answer has no place for their times and reasons.
    kind: z.enum(claimKinds).exclude(['request', 'follow-up']),
    concept: words(200),
    polarity: z.enum(['present', 'absent', 'unknown']),
    person: z.enum(['patient', 'relative']),
    time: z.enum(['current', 'past']),
    side: z.enum(['left', 'right', 'both']).nullable(),
    value: z.number().nullable(),
    unit: words(40).nullable(),
    frequency: words(80).nullable(),
    duration: words(80).nullable(),
  })
  const evidence = z.strictObject({
    segmentId: anyOf(segments.keys()),
    quote: words(2_000),
    role: z.enum(['question', 'answer', 'statement']),
  })
  const statement = z.strictObject({
    section,
    text: words(300),
    certainty: z.enum(['certain', 'uncertain']),
    claims: z.array(claim).min(1).max(10),
    // A summary of several turns cites each question with its answer.
    evidence: z.array(evidence).max(30),
    recordIds: record.size === 0 ? z.array(z.string()).max(0) : z.array(anyOf(record.keys())).max(5),
  })
  return z.strictObject({ statements: z.array(statement).max(maxStatements), notFound: z.array(section).max(50) })
}

export type DraftAnswer = z.output<ReturnType<typeof draftSchema>>
export type SentStatement = DraftAnswer['statements'][number]

/** A statement that is not in the note. */
export type Refusal = {
  /** Absent if it never came into the note. */
  readonly statementId?: string
  /** The sentence as the model wrote it. */
  readonly text: string
  readonly reasons: readonly string[]
  /** The open question that shows it to the reviewer. */
  readonly line: string
  /** A statement about another matter does not mend it. D298. */
  readonly matter?: Matter
}

/** `dropped`: statements that cannot be read. */
export type ReadAnswer = { readonly statements: readonly SentStatement[]; readonly dropped?: readonly Refusal[] }

export type BuiltDraft = {
  readonly sections: readonly Section[]
  /** Open questions about single statements. */
  readonly questions: readonly string[]
  readonly refusals: readonly Refusal[]
  /** The sentence as the model wrote it, by the id of the statement. */
  readonly written: ReadonlyMap<string, string>
}

/** A statement without a source, or without a clear finding, becomes a question for the reviewer and no part of the note. */
export function buildDraft(sent: Sent, { statements, dropped = [] }: ReadAnswer, idPrefix = ''): BuiltDraft {
  const refusals: Refusal[] = [...dropped]
  const asked: string[] = []
  const written = new Map<string, string>()
  const bySection = new Map<string, Statement[]>()
  for (const item of statements) {
    const own = bySection.get(item.section) ?? []
    const id = `${idPrefix}${item.section}-${own.length + 1}`
    const made = buildStatement(sent, item, id)
    if (typeof made === 'string') asked.push(made)
    else if ('line' in made) refusals.push(made)
    else {
      bySection.set(item.section, [...own, made])
      written.set(id, item.text)
    }
  }
  const sections = sent.template.sections.map(({ key, title, code }) => ({
    key,
    title,
    code,
    statements: bySection.get(key) ?? [],
  }))
  return { sections, questions: [...refusals.map(({ line }) => line), ...asked], refusals, written }
}

/** The line for the reviewer about a section without statements. */
export const unfilled = ({ title }: Pick<Section, 'title'>): string => `${title}: nothing found in the consultation.`

export function noteOf(title: string, { sections, questions }: Pick<BuiltDraft, 'sections' | 'questions'>): Note {
  const empty = sections.filter(({ statements }) => statements.length === 0)
  return { title, sections, openQuestions: [...new Set([...questions, ...empty.map(unfilled)])] }
}

export const buildNote = (sent: Sent, answer: ReadAnswer): Note => noteOf(sent.template.title, buildDraft(sent, answer))

/** If it is no statement, a refusal or the text of an open question. */
export function buildStatement(sent: Sent, item: SentStatement, id: string): Statement | Refusal | string {
  const text = sent.redaction.restore(item.text)
  const refuse = (reason: string, line = leftOut(text ?? item.text)): Refusal => ({ text: item.text, reasons: [reason], line, matter: matterOfItem(sent, item) }) // biome-ignore format: short
  if (text === undefined) return refuse('a placeholder in the sentence stands for nobody')
  if (item.claims.some(({ polarity }) => polarity === 'unknown')) return `Asked, not clearly answered: ${text}`
  const claims = item.claims
    .map((claim) => buildClaim(sent, item, claim))
    .map((claim) => claim && keepToldSlots(claim, text))
  if (claims.some((claim) => claim === undefined)) return refuse('a placeholder in a claim stands for nobody')
  const evidence = buildEvidence(sent, item)
  if (typeof evidence === 'string') return refuse(evidence)
  return { id, text, claims: claims.flatMap((claim) => claim ?? []), evidence, confidence }
}

/** Below the embedded drafter's own confidence: the verification decides. */
const confidence = 0.85

function buildClaim(
  { redaction }: Sent,
  { certainty }: SentStatement,
  claim: SentStatement['claims'][number],
): Claim | undefined {
  const { kind, polarity, person, time, side, value, unit, frequency, duration } = claim
  const display = redaction.restore(claim.concept)
  if (display === undefined || polarity === 'unknown') return undefined
  return {
    kind,
    concept: keyOf(display),
    display,
    polarity,
    certainty,
    person,
    time,
    ...(side === null ? {} : { side }),
    ...(value === null ? {} : { value }),
    ...(unit === null ? {} : { unit }),
    ...(frequency === null ? {} : { frequency }),
    ...(duration === null ? {} : { duration }),
  }
}

/** The reason as a text if it cites nothing, cites an answer without its question, or cites words that were not said. */
function buildEvidence({ segments, record }: Sent, item: SentStatement): readonly Evidence[] | string {
  const roles = new Set(item.evidence.map(({ role }) => role))
  if (roles.has('answer') && !roles.has('question')) return 'it cites an answer without its question'
  const cited: Evidence[] = []
  for (const { segmentId, quote, role } of item.evidence) {
    const segment = segments.get(segmentId)
    const place = segment === undefined ? undefined : findQuote(segment.redacted, quote)
    if (segment === undefined || place === undefined) return 'it quotes words that the cited segment does not have'
    if (isOrderToProgram(segment.redacted.text)) return 'the cited words are an order to a program'
    cited.push({ kind: 'segment', transcriptId: segment.transcriptId, segmentId: segment.segmentId, ...place, role })
  }
  for (const id of item.recordIds) {
    const reference = record.get(id)
    if (reference === undefined) return 'it cites a fact that was not sent'
    cited.push({ kind: 'resource', reference })
  }
  return cited.length === 0 ? 'it cites nothing' : cited
}

/** Letter by letter except white space; the span is in the original segment. */
export function findQuote({ text, span }: Redacted, quote: string): { start: number; end: number } | undefined {
  const offsets: number[] = []
  let plain = ''
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (plain !== '') {
      plain += ' '
      offsets.push(index - 1)
    }
    for (let at = 0; at < word.length; at += 1) offsets.push(index + at)
    plain += word
  }
  const wanted = quote.trim().replace(/\s+/g, ' ')
  const at = wanted === '' ? -1 : plain.indexOf(wanted)
  if (at < 0) return undefined
  return span(offsets[at] ?? 0, (offsets[at + wanted.length - 1] ?? 0) + 1)
}
