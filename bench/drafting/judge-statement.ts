/** Judges one statement of a model as those of an HTTP drafter are judged: it is kept, or left out with the rules that it breaks. */
import type { Note, Segment } from '../../src/core/clinical-note.ts'
import { stringifyJson } from '../../src/core/json.ts'
import { codeNote } from '../../src/drafting/compose/coding.ts'
import { settleDraft } from '../../src/drafting/compose/settle.ts'
import { buildNote } from '../../src/drafting/providers/draft-answer.ts'
import { readDraft } from '../../src/drafting/providers/read-draft.ts'
import type { Sent } from '../../src/drafting/providers/sent.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { template } from '../../test/drafting/dialogues.ts'
import { transcriptId } from '../consultations.ts'

/** `segment`: the index in the talk, from 0. */
export type ModelStatement = {
  readonly section: string
  readonly text: string
  readonly certainty: string
  readonly claims: readonly object[]
  readonly evidence: readonly { readonly segment: number; readonly role: string }[]
}

export type Judgement = { readonly isKept: boolean; readonly rules: readonly string[] }

const asItIs = { redact: (text: string) => redactNothing(text), restore: (text: string) => text }
const redactNothing = (text: string) => ({ text, span: (start: number, end: number) => ({ start, end }) })

const sentOf = (segments: readonly Segment[]): Sent => ({
  template,
  segments: new Map(segments.map((segment, at) => [`u${at + 1}`, { transcriptId, segmentId: segment.id, redacted: redactNothing(segment.text) }])), // biome-ignore format: short
  record: new Map(),
  redaction: asItIs,
})

const asSent = ({ section, text, certainty, claims, evidence }: ModelStatement, segments: readonly Segment[]) => ({
  section,
  text,
  certainty,
  claims,
  evidence: evidence.map(({ segment, role }) => ({ segmentId: `u${segment + 1}`, quote: segments[segment]?.text ?? '', role })), // biome-ignore format: short
  recordIds: [],
})

/** One statement at a time: a sentence that two answers share has two verdicts. */
export async function judgeStatement(segments: readonly Segment[], statement: ModelStatement): Promise<Judgement> {
  const sent = sentOf(segments)
  const answer = readDraft(sent, stringifyJson({ statements: [asSent(statement, segments)] }))
  const verify = (note: Note) => Promise.resolve(verifyNote({ note, template, transcripts: [{ id: transcriptId, segments }], record: [], threshold: 0.6 })) // biome-ignore format: short
  const { note, refused } = await settleDraft(codeNote({ note: buildNote(sent, answer) }), verify)
  const isKept = note.sections.some(({ statements }) => statements.length > 0)
  return { isKept, rules: refused.length > 0 ? refused.flatMap((one) => one.rules) : note.openQuestions.slice(0, 1) }
}
