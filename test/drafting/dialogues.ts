/** Small consultations of our own making for the tests of the drafter and the verifier. */

import type {
  Claim,
  Evidence,
  Note,
  NoteTemplate,
  Segment,
  Statement,
  Verification,
} from '../../src/core/clinical-note.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import type { RecordFact } from '../../src/drafting/compose/record.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'

/** The longest note that is drafted. */
export const template: NoteTemplate = {
  title: 'SOAP note',
  code: '34131-3',
  sections: [
    {
      key: 'subjective',
      title: 'Subjective',
      code: '61150-9',
      required: true,
      draws: ['complaint', 'symptom', 'history', 'medication', 'allergy', 'family', 'social'],
    },
    { key: 'objective', title: 'Objective', code: '61149-1', required: false, draws: ['finding', 'vital'] },
    { key: 'assessment', title: 'Assessment', code: '51848-0', required: false, draws: ['impression'] },
    { key: 'plan', title: 'Plan', code: '18776-5', required: false, draws: ['plan', 'safety-net'] },
  ],
}

const speakers = { C: 'clinician', P: 'patient', O: 'other' } as const

/** Lines such as "C: Any fever?" and "P: No."; "P~:" marks words that the transcriber was unsure of. */
export const talk = (...lines: readonly string[]): readonly Segment[] =>
  lines.map((line, index) => {
    const [, who, mark, text] = /^([CPO])(~?): (.*)$/.exec(line) ?? []
    return {
      id: `s${index}`,
      speaker: speakers[who as keyof typeof speakers], // the pattern allows no other letter
      startMs: index * 5000,
      endMs: index * 5000 + 4000,
      text: text ?? '',
      uncertain: mark === '~',
    }
  })

export const draft = (segments: readonly Segment[], record: readonly RecordFact[] = []): Note =>
  draftNote({ template, transcriptId: 't1', segments, record })

export const statementsOf = (note: Note): readonly Statement[] => note.sections.flatMap(({ statements }) => statements)
export const textsOf = (note: Note): readonly string[] => statementsOf(note).map(({ text }) => text)
/** Each fact of a sentence as the sentence that it would be alone. */
export const draftTexts = (...lines: readonly string[]): readonly string[] =>
  statementsOf(draft(talk(...lines))).flatMap(({ text, parts }) => parts?.map((part) => part.text) ?? [text])

/** The statements of a talk's draft; the text of one that the verifier doubts says so. */
export function draftJudged(segments: readonly Segment[]): readonly Statement[] {
  const note = draft(segments)
  const doubted = new Set(verify(note, segments).findings.map(({ statementId }) => statementId))
  return statementsOf(note).map((statement) =>
    doubted.has(statement.id) ? { ...statement, text: `doubted: ${statement.text}` } : statement,
  )
}

export const verify = (note: Note, segments: readonly Segment[], record: readonly RecordFact[] = []): Verification =>
  verifyNote({ note, template, transcripts: [{ id: 't1', segments }], record, threshold: 0.6 })

export type Cited = { readonly segment: number; readonly role?: 'question' | 'answer' | 'statement' }

/** A statement that a person wrote: whole segments as evidence, no claims unless given. */
export function handWritten(text: string, cited: readonly Cited[], segments: readonly Segment[]): Statement {
  const evidence: readonly Evidence[] = cited.map(({ segment, role }) => ({
    kind: 'segment',
    transcriptId: 't1',
    segmentId: `s${segment}`,
    start: 0,
    end: segments[segment]?.text.length ?? 0,
    role: role ?? 'statement',
  }))
  return { id: 'h1', text, claims: [], evidence, confidence: 1 }
}

export const noteOf = (section: string, ...statements: readonly Statement[]): Note => ({
  title: 'SOAP note',
  sections: template.sections.map(({ key, title, code }) => ({
    key,
    title,
    code,
    statements: key === section ? statements : [],
  })),
  openQuestions: [],
})

export const rulesOf = (verification: Verification): readonly string[] => verification.findings.map(({ rule }) => rule)

export const claimsOf = (note: Note, concept: string): readonly Claim[] =>
  statementsOf(note).flatMap(({ claims }) => claims.filter((claim) => claim.concept === concept))
