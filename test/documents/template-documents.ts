/** Documents of the built-in templates over consultations, without a store: drafted, verified, released, as a document Bundle. */
import { readFileSync } from 'node:fs'
import type { Note, Segment, Verification } from '../../src/core/clinical-note.ts'
import { parseJson } from '../../src/core/json.ts'
import { buildDocument } from '../../src/documents/document.ts'
import type { ReleasedResource } from '../../src/documents/release-input.ts'
import { buildReleaseResources } from '../../src/documents/release-resources.ts'
import { readLayouts } from '../../src/documents/section-layout.ts'
import { withSources } from '../../src/documents/sources.ts'
import type { RecordFact } from '../../src/drafting/compose/record.ts'
import { withholdUnsupported } from '../../src/drafting/compose/withhold.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { draftDocument } from '../../src/drafting/voices/voice-note.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import type { BuiltIn } from '../../src/hub/templates/built-in-templates.ts'
import { exampleApprovedAt, exampleContext, exampleDocumentId, exampleReleaseInput } from '../builders.ts'

export function readSegments(path: string): readonly Segment[] {
  const raw = parseJson(readFileSync(path, 'utf8')) as unknown as {
    readonly segments: readonly Omit<Segment, 'id'>[]
  } // the folder's README gives the form
  return raw.segments.map((segment, index) => ({ ...segment, id: `s${index}` }))
}

export const exampleRecord: readonly RecordFact[] = [
  { reference: 'AllergyIntolerance/a', kind: 'allergy', display: 'Penicillin', at: '2019-04-02' },
  { reference: 'Condition/c', kind: 'history', display: 'Gout', code: '90560007', at: '2016-11-20' },
  { reference: 'MedicationStatement/m', kind: 'medication', display: 'Allopurinol', at: '2017-01-15' },
]

export type Made = {
  readonly note: Note
  readonly verdict: Verification
  readonly released: readonly ReleasedResource[]
  readonly input: ExportInput
}

/** As the Hub does it: unsupported statements are left out before anybody sees them. */
export function makeDocument(
  { version, schema, policy }: BuiltIn,
  segments: readonly Segment[],
  record: readonly RecordFact[] = [],
): Made {
  const template = version
  const transcripts = [{ id: 't1', segments }]
  const judged = { template, transcripts, record, threshold: policy.threshold }
  const drafted = draftDocument({ template, transcriptId: 't1', segments, record })
  const note = withholdUnsupported(drafted, verifyNote({ note: drafted, ...judged }))
  const keys = new Set(version.sections.filter(({ order }) => order === 'time').map(({ key }) => key))
  const recordedAt = new Map(record.flatMap(({ reference, at }) => (at === undefined ? [] : [[reference, at]])))
  const base = exampleReleaseInput(note)
  const layouts = readLayouts(note, version.sections, recordedAt)
  const released = buildReleaseResources({
    ...base,
    artifact: {
      ...base.artifact,
      typeCode: version.code,
      typeDisplay: version.codeDisplay,
      typeText: version.title,
      readableNote: withSources(note, keys, { transcripts, recordedAt }),
      ...(layouts === undefined ? {} : { layouts }),
    },
  })
  const documentId = exampleDocumentId
  const bundle = buildDocument({ documentId, at: exampleApprovedAt, released, context: exampleContext })
  const timeZone = 'Australia/Perth'
  const { recipientClass } = schema
  const input = { bundle, timeZone, at: exampleApprovedAt, documentId, status: 'original', recipientClass } as const
  return { note, verdict: verifyNote({ note, ...judged }), released, input }
}
