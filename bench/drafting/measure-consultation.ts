/** Drafts one consultation and counts what its note has and lacks; plants errors into the note. */
import type { Note, Segment, Statement } from '../../src/core/clinical-note.ts'
import { unpackDoubted } from '../../src/drafting/compose/doubted-parts.ts'
import { draftNote, listCandidates } from '../../src/drafting/compose/draft.ts'
import { settleParts } from '../../src/drafting/compose/settle.ts'
import type { Sentence } from '../../src/drafting/dialogue/sentence.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { template } from '../../test/drafting/dialogues.ts'
import { type Consultation, transcriptId } from '../consultations.ts'
import { measureRecall, type Recall } from '../highlights.ts'
import type { Judged } from '../labels.ts'
import { type LossKind, listLosses } from '../losses.ts'
import { type Planted, plantErrors } from '../planted.ts'
import { countPlanLines, type PlanLines } from './plan-lines.ts'

const threshold = 0.6

export const verify = (note: Note, segments: readonly Segment[]) =>
  verifyNote({ note, template, transcripts: [{ id: transcriptId, segments }], record: [], threshold })

export const listStatements = (note: Note): readonly Statement[] =>
  note.sections.flatMap(({ statements }) => statements)
const countFacts = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0)
const countWords = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)

export type Measured = {
  readonly day: string
  readonly highlights: number
  readonly recall: Recall
  readonly ceiling: number
  readonly drafted: number
  readonly withheld: number
  readonly unsupported: number
  readonly findings: number
  readonly statements: number
  readonly facts: number
  readonly words: number
  readonly plan: PlanLines
  readonly ms: number
  readonly losses: readonly LossKind[]
  readonly judged: readonly Judged[]
  readonly planted: readonly Planted[]
}

/** Shows everything said, each question with its answers: no selection finds more in one statement. */
const asStatement = ({ text, answers }: Sentence, at: number): Statement => ({
  id: String(at),
  text: [text, ...answers.slice(0, 3).map((answer) => answer.text)].join('. '),
  claims: [],
  evidence: [],
  confidence: 1,
})

export const draftOf = ({ segments }: Consultation): Note => draftNote({ template, transcriptId, segments, record: [] })

/** As the server settles a draft of its own. D368. */
export function settle(draft: Note, segments: readonly Segment[], first = verify(draft, segments)): Note {
  const unpacked = unpackDoubted(draft, first)
  return settleParts({ draft, first, unpacked, second: unpacked === draft ? first : verify(unpacked, segments) })
}

export function measure(consultation: Consultation): Measured {
  const { id, segments, highlights } = consultation
  const startedAt = process.cpuUsage()
  const draft = draftOf(consultation)
  const verification = verify(draft, segments)
  const { user, system } = process.cpuUsage(startedAt)
  const ms = (user + system) / 1000
  const note = settle(draft, segments, verification)
  const after = verify(note, segments)
  const [drafted, final] = [listStatements(draft), listStatements(note)]
  const flagged = new Set(verification.findings.map(({ statementId }) => statementId))
  const { candidates, dialogue } = listCandidates({ segments, record: [] })
  return {
    day: id.slice(0, 4),
    highlights: highlights.length,
    recall: measureRecall(highlights, final, segments),
    ceiling: measureRecall(highlights, dialogue.map(asStatement), segments).found,
    drafted: drafted.length,
    withheld: drafted.length - final.length,
    unsupported: after.findings.filter(({ statementId }) => statementId !== undefined).length,
    findings: after.findings.length,
    statements: final.length,
    facts: countFacts(final),
    words: countWords(final),
    plan: countPlanLines(final),
    ms,
    losses: listLosses(highlights, { segments, candidates, drafted, final }),
    judged: drafted.map((statement) => ({ consultation: id, statement, isFlagged: flagged.has(statement.id) })),
    planted: plantErrors(note, segments, (changed) => verify(changed, segments)),
  }
}
