/** The input of every export format: values only, so that the same input gives the same bytes. docs/design/exports-and-delivery.md#formats. */
import type { Bundle } from '@medplum/fhirtypes'

/** The wishes of one recipient or organisation. */
type ExportPreset = {
  /** IANA time zone of the sending organisation; Australia/Sydney by default. */
  readonly timeZone?: string
}

export type ExportInput = {
  /** A FHIR document Bundle: Composition first, every reference inside resolves to an entry. */
  readonly bundle: Bundle
  readonly preset?: ExportPreset
  /** When the document was approved or recalled: ISO instant. A rendering knows no other time besides the Bundle's own. */
  readonly at: string
  /** UUID, stable across retries and recall. */
  readonly documentId: string
  readonly status: 'original' | 'recalled'
  /** The recipients that its template makes documents for. */
  readonly recipientClass?: string
}

const defaultTimeZone = 'Australia/Sydney'

export const timeZoneOf = (input: ExportInput): string => input.preset?.timeZone ?? defaultTimeZone
