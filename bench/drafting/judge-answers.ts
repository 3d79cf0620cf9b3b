/** Judges each statement of the recorded answers of models as that of an HTTP drafter is judged: does it stay in the draft? */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Note } from '../../src/core/clinical-note.ts'
import { parseJson, stringifyJson } from '../../src/core/json.ts'
import { codeNote } from '../../src/drafting/compose/coding.ts'
import { settleDraft } from '../../src/drafting/compose/settle.ts'
import { buildNote } from '../../src/drafting/providers/draft-answer.ts'
import { readDraft } from '../../src/drafting/providers/read-draft.ts'
import type { Sent } from '../../src/drafting/providers/sent.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { template } from '../../test/drafting/dialogues.ts'
import { type Consultation, transcriptId } from '../consultations.ts'

type Recorded = {
  readonly section: string
  readonly text: string
  readonly certainty: string
  readonly claims: readonly object[]
  readonly evidence: readonly { readonly segment: number; readonly role: string }[]
  readonly verdict: 'right' | 'wrong'
  readonly class?: string
}
type RecordedTalk = {
  readonly consultation: string
  readonly answers: readonly { readonly kind: string; readonly statements: readonly Recorded[] }[]
}
export type JudgedAnswer = { readonly talk: string; readonly kind: string; readonly recorded: Recorded; readonly isKept: boolean; readonly rules: readonly string[] } // biome-ignore format: short

function readTalks(folder: string): readonly RecordedTalk[] {
  const path = join(import.meta.dirname, 'answers', folder)
  if (!existsSync(path)) return []
  // The files stand in this repository, so they are trusted; their README gives the form.
  return readdirSync(path).filter((file) => file.endsWith('.json')).sort().map((file) => parseJson(readFileSync(join(path, file), 'utf8')) as unknown as RecordedTalk) // biome-ignore format: short
}

const asItIs = { redact: (text: string) => redactNothing(text), restore: (text: string) => text }
const redactNothing = (text: string) => ({ text, span: (start: number, end: number) => ({ start, end }) })

const sentOf = ({ segments }: Consultation): Sent => ({
  template,
  segments: new Map(segments.map((segment, at) => [`u${at + 1}`, { transcriptId, segmentId: segment.id, redacted: redactNothing(segment.text) }])), // biome-ignore format: short
  record: new Map(),
  redaction: asItIs,
})

const asSent = ({ section, text, certainty, claims, evidence }: Recorded, { segments }: Consultation) => ({
  section,
  text,
  certainty,
  claims,
  evidence: evidence.map(({ segment, role }) => ({ segmentId: `u${segment + 1}`, quote: segments[segment]?.text ?? '', role })), // biome-ignore format: short
  recordIds: [],
})

/** One statement at a time: a sentence that two answers share has two verdicts. */
async function judge(talk: Consultation, kind: string, recorded: Recorded): Promise<JudgedAnswer> {
  const sent = sentOf(talk)
  const answer = readDraft(sent, stringifyJson({ statements: [asSent(recorded, talk)] }))
  const verify = (note: Note) => Promise.resolve(verifyNote({ note, template, transcripts: [{ id: transcriptId, segments: talk.segments }], record: [], threshold: 0.6 })) // biome-ignore format: short
  const { note, refused } = await settleDraft(codeNote({ note: buildNote(sent, answer) }), verify)
  const isKept = note.sections.some(({ statements }) => statements.length > 0)
  const rules = refused.length > 0 ? refused.flatMap((one) => one.rules) : note.openQuestions.slice(0, 1)
  return { talk: talk.id, kind, recorded, isKept, rules }
}

/** `folder` of `answers`. A talk that is not among the consultations is left out. */
export async function judgeAnswers(
  folder: string,
  consultations: readonly Consultation[],
): Promise<readonly JudgedAnswer[]> {
  const judged: JudgedAnswer[] = []
  for (const { consultation, answers } of readTalks(folder)) {
    const talk = consultations.find(({ id }) => id === consultation)
    if (talk === undefined) continue
    for (const { kind, statements } of answers)
      for (const recorded of statements) judged.push(await judge(talk, kind, recorded))
  }
  return judged
}
