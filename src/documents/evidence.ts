/** The evidence of a whole note, by kind, without repeats. */
import type { Evidence, Note } from '../core/clinical-note.ts'

type EvidenceOf<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>

export function listEvidence<K extends Evidence['kind']>(note: Note, kind: K): readonly EvidenceOf<K>[] {
  const all = note.sections.flatMap((section) => section.statements.flatMap((statement) => statement.evidence))
  const found = all.filter((evidence): evidence is EvidenceOf<K> => evidence.kind === kind)
  return [...new Map(found.map((evidence) => [JSON.stringify(evidence), evidence])).values()]
}

/** `PractitionerRole/<id>` of every clinician who attested something in the note. */
export const listAttesters = (note: Note): readonly string[] => [
  ...new Set([...listEvidence(note, 'attestation'), ...(note.attestations ?? [])].map(({ by }) => by)),
]
