/** Properties of merges of patients. docs/inbound.md#merges. */
import type { PropertyTexts } from '../describe.ts'

export const mergeTexts: PropertyTexts = {
  survivorId: 'The id of the Patient that remains.',
  mergedId: 'The id of the Patient that leads to the other one.',
  'PatientMerge.state':
    'open waits for a person: no document of either patient leaves. confirmed: messages with a number of the merged record enter the other one. undone: both are as they were.',
}
