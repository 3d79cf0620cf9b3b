/** The form of answer that an outside drafter is asked for, and the note that is made from the answer. D55, D256. */
import { z } from 'zod'
import {
  type Claim,
  claimKinds,
  type Evidence,
  type Note,
  type NoteTemplate,
  type Section,
  type Statement,
} from '../../core/clinical-note.ts'
import { leftOut } from '../compose/withhold.ts'
import { keyOf } from '../vocabulary/phrases.ts'
import type { Redacted, Redaction } from './redaction.ts'
import { keepToldSlots } from './told-slots.ts'

/** A segment as it was sent, with the id that was sent. */
export type SentSegment = { readonly transcriptId: string; readonly segmentId: string; readonly redacted: Redacted }

export type Sent = {
  readonly template: NoteTemplate
  readonly segments: ReadonlyMap<string, SentSegment>
  /** `Type/id` by the id that was sent. */
  readonly record: ReadonlyMap<string, string>
  readonly redaction: Redaction
}

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
    evidence: z.array(evidence).max(10),
    recordIds: record.size === 0 ? z.array(z.string()).max(0) : z.array(anyOf(record.keys())).max(5),
  })
  return z.strictObject({ statements: z.array(statement).max(maxStatements), notFound: z.array(section).max(50) })
}

export type DraftAnswer = z.output<ReturnType<typeof draftSchema>>
export type SentStatement = DraftAnswer['statements'][number]

/** `dropped`: a line for the reviewer for each statement that cannot be read. */
export type ReadAnswer = { readonly statements: readonly SentStatement[]; readonly dropped?: readonly string[] }

/** A statement without a source, or without a clear finding, becomes a question for the reviewer and no part of the note. */
export function buildNote(sent: Sent, { statements, dropped = [] }: ReadAnswer): Note {
  const openQuestions: string[] = [...dropped]
  const bySection = new Map<string, Statement[]>()
  for (const item of statements) {
    const own = bySection.get(item.section) ?? []
    const made = buildStatement(sent, item, `${item.section}-${own.length + 1}`)
    if (typeof made === 'string') openQuestions.push(made)
    else bySection.set(item.section, [...own, made])
  }
  const sections: readonly Section[] = sent.template.sections.map(({ key, title, code }) => ({
    key,
    title,
    code,
    statements: bySection.get(key) ?? [],
  }))
  const unfilled = sections
    .filter(({ statements: own }) => own.length === 0)
    .map(({ title }) => `${title}: nothing found in the consultation.`)
  return { title: sent.template.title, sections, openQuestions: [...new Set([...openQuestions, ...unfilled])] }
}

/** If it is no statement, the text of an open question. */
function buildStatement(sent: Sent, item: SentStatement, id: string): Statement | string {
  const text = sent.redaction.restore(item.text)
  if (text === undefined) return leftOut(item.text)
  if (item.claims.some(({ polarity }) => polarity === 'unknown')) return `Asked, not clearly answered: ${text}`
  const claims = item.claims
    .map((claim) => buildClaim(sent, item, claim))
    .map((claim) => claim && keepToldSlots(claim, text))
  const evidence = buildEvidence(sent, item)
  if (evidence === undefined || claims.some((claim) => claim === undefined)) return leftOut(text)
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

/** Undefined if it cites nothing, cites an answer without its question, or cites words that were not said. */
function buildEvidence({ segments, record }: Sent, item: SentStatement): readonly Evidence[] | undefined {
  const roles = new Set(item.evidence.map(({ role }) => role))
  if (roles.has('answer') && !roles.has('question')) return undefined
  const cited: Evidence[] = []
  for (const { segmentId, quote, role } of item.evidence) {
    const segment = segments.get(segmentId)
    const place = segment === undefined ? undefined : findQuote(segment.redacted, quote)
    if (segment === undefined || place === undefined) return undefined
    cited.push({ kind: 'segment', transcriptId: segment.transcriptId, segmentId: segment.segmentId, ...place, role })
  }
  for (const id of item.recordIds) {
    const reference = record.get(id)
    if (reference === undefined) return undefined
    cited.push({ kind: 'resource', reference })
  }
  return cited.length === 0 ? undefined : cited
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
