/** What the body of a coded document is made of. */
import type { ClinicalFacts } from '../../clinical-facts.ts'
import type { DocumentFacts } from '../../document-facts.ts'
import type { ExportInput } from '../../export-input.ts'
import type { Edition } from '../edition.ts'
import type { RenderTime } from './times.ts'

export type BodyInput = {
  readonly input: ExportInput
  readonly facts: DocumentFacts
  readonly clinical: ClinicalFacts
  readonly edition: Edition
  readonly time: RenderTime
}
