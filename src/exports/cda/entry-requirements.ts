/** What level 3A demands of the entries of a document, without a null flavour. D133. */
import type { ExportInput } from '../export-input.ts'
import type { Refusal } from '../refusal.ts'
import type { GuideName } from './guides.ts'

export function checkEntries(_input: ExportInput, _guide: GuideName): readonly Refusal[] {
  return []
}
