/** The talk and the record as they are sent: under ids of our own, with the known names replaced. D55. */
import type { NoteTemplate, Segment } from '../../core/clinical-note.ts'
import type { RecordFact } from '../compose/record.ts'
import { type Identifying, openRedaction, type Redacted, type Redaction } from './redaction.ts'

/** A segment as it was sent, with the id that was sent. */
export type SentSegment = { readonly transcriptId: string; readonly segmentId: string; readonly redacted: Redacted }

export type Sent = {
  readonly template: NoteTemplate
  readonly segments: ReadonlyMap<string, SentSegment>
  /** `Type/id` by the id that was sent. */
  readonly record: ReadonlyMap<string, string>
  readonly redaction: Redaction
}

export type ProviderDraftInput = {
  readonly template: NoteTemplate
  readonly transcripts: readonly { readonly id: string; readonly segments: readonly Segment[] }[]
  readonly record: readonly RecordFact[]
  /** Texts to replace; absent: none. */
  readonly identifying?: readonly Identifying[]
}

export type SpokenSegment = SentSegment & { readonly id: string } & Pick<Segment, 'speaker' | 'uncertain'>
export type SentFact = Pick<RecordFact, 'kind' | 'reference'> & { readonly id: string; readonly text: string }

/** Everything that a draft may cite, in its order. */
export type SentTalk = {
  readonly template: NoteTemplate
  readonly segments: readonly SpokenSegment[]
  readonly record: readonly SentFact[]
  readonly redaction: Redaction
}

/** Replaces nothing. */
export const plainRedaction: Redaction = {
  redact: (text) => ({ text, span: (start, end) => ({ start, end }) }),
  restore: (text) => text,
}

/** A client's ids of segments are not sent: the ids `u1`, `u2` and so on take their place. */
export function nameAll({ template, transcripts, record, identifying }: ProviderDraftInput): SentTalk {
  const redaction = identifying === undefined ? plainRedaction : openRedaction(identifying)
  const said = transcripts.flatMap(({ id, segments }) => segments.map((segment) => ({ transcriptId: id, segment })))
  return {
    template,
    redaction,
    segments: said.map(({ transcriptId, segment: { id, text, speaker, uncertain } }, at) => ({
      id: `u${at + 1}`,
      transcriptId,
      segmentId: id,
      redacted: redaction.redact(text),
      speaker,
      uncertain,
    })),
    record: record.map(({ kind, reference, display }, at) => ({
      id: `r${at + 1}`,
      kind,
      reference,
      text: redaction.redact(display).text,
    })),
  }
}

/** The closed lists of ids that an answer to this talk may cite. */
export const citable = ({ template, segments, record, redaction }: SentTalk): Sent => ({
  template,
  redaction,
  segments: new Map(segments.map((segment) => [segment.id, segment])),
  record: new Map(record.map(({ id, reference }) => [id, reference])),
})
