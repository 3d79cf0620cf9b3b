/** What the header of a CDA document is made of. */
import type { DocumentFacts } from '../document-facts.ts'
import type { ExportInput } from '../export-input.ts'
import type { Edition } from './edition.ts'
import type { GuideName } from './guides.ts'

export type HeaderInput = {
  readonly input: ExportInput
  readonly facts: DocumentFacts
  readonly edition: Edition
  /** CDA's TS, in the organisation's time zone. */
  readonly time: (at: string) => string
  readonly guide: GuideName | undefined
}
