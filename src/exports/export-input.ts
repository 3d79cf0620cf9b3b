/** The input of every export format: values only, so that the same input gives the same bytes. docs/design/exports-and-delivery.md#formats. */
import type { Bundle } from '@medplum/fhirtypes'
import type { DocumentRecipient } from '../documents/recipient.ts'
import type { Appearance } from './appearance.ts'

export type ExportInput = {
  /** A FHIR document Bundle: Composition first, every reference inside resolves to an entry. */
  readonly bundle: Bundle
  /** A row of `presets.ts`; `default` if absent. */
  readonly preset?: string
  /** IANA time zone of the sending organisation; Australia/Sydney by default. */
  readonly timeZone?: string
  /** When the document was approved or recalled: ISO instant. A rendering knows no other time besides the Bundle's own. */
  readonly at: string
  /** UUID, stable across retries and recall. */
  readonly documentId: string
  readonly status: 'original' | 'recalled'
  /** The recipients that its template makes documents for. */
  readonly recipientClass?: string
  /** Whom this copy is addressed to; absent for a copy that goes to nobody by name. */
  readonly recipient?: DocumentRecipient
  /** How the sender wishes its pages to look. */
  readonly appearance?: Appearance
  /** The PDF of this document for this recipient, where one is stored: a form that carries it takes it as it is. */
  readonly pdf?: Uint8Array
}

const defaultTimeZone = 'Australia/Sydney'

export const timeZoneOf = (input: ExportInput): string => input.timeZone ?? defaultTimeZone

export const defaultPreset = 'default'

export const presetOf = (input: ExportInput): string => input.preset ?? defaultPreset
