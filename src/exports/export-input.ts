/** What every export format is rendered from: values only, so that the same input gives the same bytes. DESIGN.md "Documents, exports, channels". */
import type { Bundle } from '@medplum/fhirtypes'

/** How one recipient or organisation wants its documents. */
type ExportPreset = {
  /** IANA time zone of the sending organisation; Australia/Sydney where absent. */
  readonly timeZone?: string
}

export type ExportInput = {
  /** A FHIR document Bundle: Composition first, every reference inside resolves to an entry. */
  readonly bundle: Bundle
  readonly preset?: ExportPreset
  /** When the document was approved, or recalled: ISO instant. The only time that a rendering knows besides the Bundle's own. */
  readonly at: string
  /** UUID, stable across retries and recall. */
  readonly documentId: string
  readonly status: 'original' | 'recalled'
  /** For whom its template makes such documents. */
  readonly recipientClass?: string
}

const defaultTimeZone = 'Australia/Sydney'

export const timeZoneOf = (input: ExportInput): string => input.preset?.timeZone ?? defaultTimeZone
