/** Reads an outside drafter's answer. Mends faults of form, and drops a statement that cannot be read, with the reason. D256. */
import type { z } from 'zod'
import type { Statement } from '../../core/clinical-note.ts'
import type { JsonValue } from '../../core/json.ts'
import { isJsonObject } from '../../core/json.ts'
import { leftOut } from '../compose/withhold.ts'
import {
  buildStatement,
  draftSchema,
  maxStatements,
  type ReadAnswer,
  type Refusal,
  type SentStatement,
} from './draft-answer.ts'
import { findJson } from './json-in-answer.ts'
import { ProviderError } from './provider-error.ts'
import { matterOfItem } from './same-matter.ts'
import type { Sent } from './sent.ts'

/** The reason for dropping a statement, by the first member that cannot be read. The reviewer sees the reason before the sentence. */
const reasons: readonly (readonly [member: string, reason: string])[] = [
  ['section', 'the note has no such section'],
  ['evidence', 'it cites nothing that was sent'],
  ['recordIds', 'it cites a fact that was not sent'],
  ['claims', 'it does not say clearly what it states'],
  ['certainty', 'it does not say how sure it is'],
  ['text', 'it is no single sentence'],
]
const otherReason = 'it has another form than was asked for'

/** Throws ProviderError if the answer holds no list of statements. */
export function readDraft(sent: Sent, content: string): ReadAnswer {
  const given = listGiven(findJson(content))
  const read = openStatementReader(sent)
  const statements: SentStatement[] = []
  const dropped: Refusal[] = []
  for (const item of given.slice(0, maxStatements)) {
    const statement = read(item)
    if ('line' in statement) dropped.push(statement)
    else statements.push(statement)
  }
  const more = given.length - maxStatements
  if (more > 0) dropped.push({ text: '', reasons: [], line: `Left out: ${more} statements beyond the first ${maxStatements}.` }) // biome-ignore format: short
  return { statements, dropped }
}

/** Reads one statement, or says why it cannot be read. */
export function openStatementReader(sent: Sent): (item: JsonValue) => SentStatement | Refusal {
  const schema = draftSchema(sent).shape.statements.element
  return (item) => {
    const read = schema.safeParse(mendStatement(sent, item))
    if (read.success) return read.data
    const reason = reasonOf(read.error)
    const text = sentenceOf(item)
    const shown = sent.redaction.restore(text) ?? text
    const line = leftOut(shown === '' ? '(no sentence)' : shown, reason)
    return { text, reasons: [reason], line, matter: matterOfItem(sent, item) }
  }
}

/** A statement that stands in the place of another one. */
export type Replacement = { readonly section: string; readonly statement: Statement }

/** Reads one statement and builds it: undefined if either fails. `idOf` gives the id of the new statement by its section. */
export function openReplacementReader(sent: Sent) {
  const read = openStatementReader(sent)
  return (item: JsonValue, idOf: (section: string) => string): Replacement | undefined => {
    const given = read(item)
    if ('line' in given) return undefined
    const { section } = given
    const statement = buildStatement(sent, given, idOf(section))
    return typeof statement === 'string' || 'line' in statement ? undefined : { section, statement }
  }
}

/** The list of statements: the answer itself, or its member `statements`. */
export function listGiven(answer: JsonValue): readonly JsonValue[] {
  const list = isJsonObject(answer) ? answer.statements : answer
  if (!Array.isArray(list)) throw new ProviderError('provider-answer-invalid')
  return list
}

const reasonOf = ({ issues }: z.ZodError): string =>
  reasons.find(([member]) => issues.some(({ path }) => path[0] === member))?.[1] ?? otherReason

const longest = 300

/** The sentence of a dropped statement, cut so that the reviewer can read it; empty if it has none. */
function sentenceOf(item: JsonValue): string {
  const text = isJsonObject(item) && typeof item.text === 'string' ? item.text : ''
  return text
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .slice(0, longest)
    .toWellFormed()
    .trim()
}

/** Leaves out unknown members, and writes null or an empty list for a missing one. Never adds a fact that the answer does not state. */
function mendStatement(sent: Sent, item: JsonValue): JsonValue {
  if (!isJsonObject(item)) return item
  const { section, text, certainty, claims, evidence, recordIds } = item
  return {
    section: section ?? null,
    text: typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : (text ?? null),
    certainty: certainty ?? null,
    claims: Array.isArray(claims) ? claims.map(mendClaim) : (claims ?? null),
    evidence: Array.isArray(evidence) ? mendEvidence(sent, evidence) : (evidence ?? []),
    recordIds: recordIds ?? [],
  }
}

const slots = ['side', 'unit', 'frequency', 'duration'] as const

function mendClaim(claim: JsonValue): JsonValue {
  if (!isJsonObject(claim)) return claim
  const { kind, concept, polarity, person, time, value } = claim
  const given = Object.fromEntries(slots.map((slot) => [slot, claim[slot] === '' ? null : (claim[slot] ?? null)]))
  const number = typeof value === 'string' && /^\d{1,6}(?:\.\d{1,3})?$/.test(value) ? Number(value) : (value ?? null)
  return { kind: kind ?? null, concept: concept ?? null, polarity: polarity ?? null, person: person ?? null, time: time ?? null, value: number, ...given } // biome-ignore format: short
}

/** Leaves out cited segments that were not sent, if at least one cited segment was sent: the segments that were sent must support the statement alone. */
function mendEvidence({ segments }: Sent, evidence: readonly JsonValue[]): JsonValue[] {
  const known = evidence.filter((item) => isJsonObject(item) && typeof item.segmentId === 'string' && segments.has(item.segmentId)) // biome-ignore format: short
  const kept = known.length === 0 ? evidence : known
  return kept.map((item) => {
    if (!isJsonObject(item)) return item
    const { segmentId, quote, role } = item
    const whole = segments.get(typeof segmentId === 'string' ? segmentId : '')?.redacted.text
    return { segmentId: segmentId ?? null, quote: quote ?? whole ?? null, role: role ?? 'statement' }
  })
}
