/** Applies a revision to a note: only statements that the verifier does not refuse, and nothing that was not named. D297. */
import type { Note, Statement, Verification } from '../../core/clinical-note.ts'
import { Problem } from '../../core/problems.ts'
import { isRefusing } from '../../drafting/compose/settle.ts'
import { leftOut } from '../../drafting/compose/withhold.ts'
import { codeMended, insertMended, type Mended } from '../../drafting/providers/repair.ts'
import type { Revision } from '../../drafting/providers/revision.ts'

type Judges = {
  readonly judge: (note: Note) => Promise<Verification>
  /** Codes the claims of a note. */
  readonly code: (note: Note) => Promise<Note>
}

/** Undefined if nothing changes. Throws `dependency-unavailable` if the verifier gives no verdict. */
export async function applyRevision(
  { judge, code }: Judges,
  note: Note,
  revision: Revision,
): Promise<Note | undefined> {
  const before = withoutAttestations(note)
  const mended = await codeMended(code, revision.mended)
  const { outcome, findings } = await judge(changeNote(before, mended, revision.dropped))
  if (outcome === 'not_run') throw new Problem('dependency-unavailable')
  const refused = new Set(findings.filter(isRefusing).map(({ statementId }) => statementId))
  const kept = mended.filter(({ statement }) => !refused.has(statement.id))
  if (kept.length + revision.dropped.length === 0) return undefined
  const lines = mended.filter((one) => !kept.includes(one)).map(({ statement }) => leftOut(statement.text))
  const changed = changeNote(before, kept, revision.dropped)
  return { ...changed, openQuestions: [...new Set([...changed.openQuestions, ...lines])] }
}

/** A clinician must attest the new content again, as after an edit. */
const withoutAttestations = ({ attestations: _attestations, ...note }: Note): Note => ({
  ...note,
  sections: note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => ({
      ...statement,
      evidence: statement.evidence.filter(({ kind }) => kind !== 'attestation'),
    })),
  })),
})

function changeNote(note: Note, mended: readonly Mended[], dropped: readonly string[]): Note {
  const gone = new Set([...dropped, ...mended.flatMap(({ of }) => of.statementId ?? [])])
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.filter(({ id }) => !gone.has(id)),
  }))
  return insertMended(note, { ...note, sections }, mended)
}

type Placed = { readonly section: string; readonly statementId: string; readonly text: string }

/** A statement that takes the place of another has an id of its own. */
export function differenceOf(before: Note, after: Note) {
  const old = listPlaced(before)
  const made = listPlaced(after)
  const added = made.filter(({ statementId }) => !old.some((one) => one.statementId === statementId))
  const removed = old.filter(({ statementId }) => !made.some((one) => one.statementId === statementId))
  return { added, removed }
}

const listPlaced = ({ sections }: Note): readonly Placed[] =>
  sections.flatMap(({ key, statements }) =>
    statements.map(({ id, text }: Statement) => ({ section: key, statementId: id, text })),
  )
