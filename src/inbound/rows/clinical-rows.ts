/** DG1, PR1 and SPM by the published maps DG1[Condition], PR1[Procedure] and SPM[Specimen]. D252 */
import { codeSystems } from '../../profiles/code-systems.ts'
import type { Row } from './rows.ts'

// biome-ignore format: one row a line
export const diagnosisRows: readonly Row[] = [
  { field: 3,  element: 'code', as: 'concept', table: '0051' },
  { field: 5,  element: 'onsetDateTime', as: 'dateTime' },
  { field: 16, element: 'asserter', as: 'XCN' },
  { field: 19, element: 'recordedDate', as: 'dateTime' },
  { field: 20, element: 'identifier[]', as: 'EI' },
]

const role = (code: string) => ({
  function: { coding: [{ system: codeSystems.snomed, code }] },
})

// biome-ignore format: one row a line
export const procedureRows: readonly Row[] = [
  { field: 3,  element: 'code', as: 'concept' },
  { field: 5,  element: 'performedDateTime', as: 'dateTime' },
  { field: 6,  element: 'category', as: 'concept', table: '0230' },
  { field: 11, element: 'performer[]', as: 'XCN', member: 'actor', fixed: role('304292004') },
  { field: 8,  element: 'performer[]', as: 'XCN', member: 'actor', fixed: role('88189002') },
  { field: 12, element: 'performer[]', as: 'XCN', member: 'actor' },
  { field: 15, element: 'reasonCode[]', as: 'concept' },
  { field: 19, element: 'identifier[]', as: 'EI' },
  { field: 23, element: 'location', as: 'PL' },
]

/** SPM-2 and SPM-12 have components of components. */
// biome-ignore format: one row a line
export const specimenRows: readonly Row[] = [
  { field: 4,  element: 'type', as: 'concept', table: '0487' },
  { field: 7,  element: 'collection.method', as: 'concept', table: '0488' },
  { field: 8,  element: 'collection.bodySite', as: 'concept' },
  { field: 14, element: 'note[]', as: 'text', member: 'text' },
  { field: 18, element: 'receivedTime', as: 'dateTime' },
  { field: 20, element: 'status', as: 'code', codes: 'specimenAvailability' },
  { field: 24, element: 'condition[]', as: 'concept', table: '0493' },
  { field: 30, element: 'accessionIdentifier', as: 'CX' },
  { field: 31, element: 'identifier[]', as: 'CX' },
]
