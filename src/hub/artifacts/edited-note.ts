/** Applies an edit to a note: by sections, or by the note as it was read with other statements. D52, D76 */
import type { z } from 'zod'
import type { Note } from '../../core/clinical-note.ts'
import { type FieldError, Problem } from '../../core/problems.ts'
import type { ArtifactContent } from '../../store/hub-resources.ts'
import type { artifactEdit, writtenSection } from './artifact-schemas.ts'
import { isSameJson } from './read-back.ts'

type Edit = z.output<typeof artifactEdit>
type EditedNote = NonNullable<Edit['note']>
type Edited = { readonly title: string; readonly sections: readonly z.output<typeof writtenSection>[] }

/** Throws 400 if the sent note differs from the stored one in anything that an edit does not set. */
export function readEdit({ title, sections, note }: Edit, content: ArtifactContent): Edited {
  if (note !== undefined) checkNote(note, content.note, sections !== undefined)
  const renamed = title === undefined || title === content.title ? (note?.title ?? title) : title
  return { title: renamed ?? content.title, sections: sections ?? (note?.sections ?? []).map(withoutAttestations) }
}

type EditedSection = EditedNote['sections'][number]

/** An edit drops attestations: a clinician must attest the new content again. */
const withoutAttestations = ({ key, statements }: EditedSection) => ({
  key,
  statements: statements.map((statement) => ({
    ...statement,
    evidence: statement.evidence.filter((item) => item.kind !== 'attestation'),
  })),
})

function checkNote(edited: EditedNote, stored: Note, isBeside: boolean): void {
  const errors: FieldError[] = [
    ...(isBeside && !isSameJson(edited.sections, stored.sections) ? ['note.sections'] : []),
    ...(isKept(edited.openQuestions, stored.openQuestions) ? [] : ['note.openQuestions']),
    ...(isKept(edited.attestations, stored.attestations) ? [] : ['note.attestations']),
    ...edited.sections.flatMap((section, at) =>
      listChanged(section, stored).map((field) => `note.sections[${at}].${field}`),
    ),
  ].map((field) => ({ field, message: 'cannot be changed' }))
  if (errors.length > 0) throw new Problem('validation', { errors })
}

const isKept = (given: unknown, stored: unknown): boolean => given === undefined || isSameJson(given, stored)

/** Title and code come from the template; attestations hold for the old content only. */
function listChanged({ key, title, code, statements }: EditedSection, stored: Note): readonly string[] {
  const before = stored.sections.find((section) => section.key === key)
  // An unknown section is refused by its key.
  if (before === undefined) return []
  const vouched = statements.flatMap(({ id, evidence }, at) => {
    const known = before.statements.find((statement) => statement.id === id)?.evidence ?? []
    return evidence.flatMap((item, index) =>
      item.kind !== 'attestation' || known.some((one) => isSameJson(one, item))
        ? []
        : [`statements[${at}].evidence[${index}]`],
    )
  })
  return [...(isKept(title, before.title) ? [] : ['title']), ...(isKept(code, before.code) ? [] : ['code']), ...vouched]
}
