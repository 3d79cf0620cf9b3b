/** Takes statements that the verifier does not support out of a draft, and lists them for the reviewer. docs/design/drafting.md#verification; D13. */
import type { Note, Verification } from '../../core/clinical-note.ts'

/** The line by which the reviewer sees a statement that was left out of the note. */
export const leftOut = (text: string, reason = 'the recording does not support it'): string =>
  `Left out, since ${reason}: ${text}`

/** Findings about the whole note go to the reviewer: nothing can be left out for them. */
export function withholdUnsupported(note: Note, { findings }: Pick<Verification, 'findings'>): Note {
  const doubted = new Set(findings.flatMap(({ statementId }) => (statementId === undefined ? [] : [statementId])))
  if (doubted.size === 0) return note
  const texts = note.sections.flatMap(({ statements }) => statements.filter(({ id }) => doubted.has(id)))
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.filter(({ id }) => !doubted.has(id)),
  }))
  return { ...note, sections, openQuestions: [...note.openQuestions, ...texts.map(({ text }) => leftOut(text))] }
}
