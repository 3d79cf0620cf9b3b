/** Adds the source of each statement to the document, for templates that are read as evidence. */
import type { Evidence, Note, Segment, Statement } from '../core/clinical-note.ts'

export type SourceRecords = {
  readonly transcripts: readonly { readonly id: string; readonly segments: readonly Segment[] }[]
  /** When a resource of the record began or was recorded, by `Type/id`. */
  readonly recordedAt: ReadonlyMap<string, string>
}

const resourceNames: Readonly<Record<string, string>> = {
  AllergyIntolerance: 'allergy record',
  Condition: 'condition record',
  MedicationStatement: 'medicine record',
}

/** `1:07`, `1:02:09`: from the beginning of the recording. */
function placeOf(startMs: number): string {
  const seconds = Math.floor(startMs / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = hours === 0 ? [minutes] : [hours, String(minutes).padStart(2, '0')]
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':')
}

type SegmentEvidence = Extract<Evidence, { kind: 'segment' }>

function tellSegment(evidence: SegmentEvidence, { transcripts }: SourceRecords): string {
  const at = transcripts.findIndex(({ id }) => id === evidence.transcriptId)
  const segment = transcripts[at]?.segments.find(({ id }) => id === evidence.segmentId)
  if (segment === undefined) return 'recording'
  const recording = transcripts.length > 1 ? `recording ${at + 1}` : 'recording'
  return `${recording} ${placeOf(segment.startMs)}, ${segment.speaker}`
}

function tell(evidence: Evidence, records: SourceRecords): string {
  if (evidence.kind === 'segment') return tellSegment(evidence, records)
  if (evidence.kind === 'attestation') return 'attested by a clinician'
  const [type = ''] = evidence.reference.split('/')
  const recordedAt = records.recordedAt.get(evidence.reference)?.slice(0, 10)
  return `${resourceNames[type] ?? type}${recordedAt === undefined ? '' : `, ${recordedAt}`}`
}

const sourceOf = ({ evidence }: Statement, records: SourceRecords): string =>
  [...new Set(evidence.map((item) => tell(item, records)))].join('; ')

/** The note for readers: in these sections the sources follow each statement. */
export const withSources = (note: Note, keys: ReadonlySet<string>, records: SourceRecords): Note => ({
  ...note,
  sections: note.sections.map((section) =>
    keys.has(section.key)
      ? {
          ...section,
          statements: section.statements.map((statement) => ({
            ...statement,
            text: `${statement.text} [${sourceOf(statement, records)}]`,
          })),
        }
      : section,
  ),
})
