/** The hash to which a verification and an approval are bound: the content of the note. */
import type { Note } from '../../core/clinical-note.ts'
import { sha256Of } from '../../core/sha256.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { SpokenTranscript } from './segments.ts'

/** SHA-256, hexadecimal, over the note with its members in order of their names. */
export const noteHash = (note: Note): string => hashOf(note)

/** The same for the evidence: who said what, by the diarisation of that moment, and the version of the patient. */
export const evidenceHash = (transcripts: readonly SpokenTranscript[], patient: Stored | undefined): string =>
  hashOf([transcripts, patient?.id ?? '', patient?.version ?? 0])

/** The same for the talk alone: its words in their order, and who said them. */
export const spokenHash = (transcripts: readonly SpokenTranscript[]): string =>
  hashOf(
    transcripts.map(({ id, segments }) => [id, segments.map((one) => [one.id, one.speaker, one.text, one.uncertain])]),
  )

const hashOf = (value: unknown): string => sha256Of(canonical(value))

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`
}
