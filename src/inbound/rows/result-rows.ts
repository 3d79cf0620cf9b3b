/** ORC, OBR and OBX by the published maps OBR[DiagnosticReport], OBR[ServiceRequest], ORC[ServiceRequest], OBX[Observation]. */
import type { Row } from './rows.ts'

// biome-ignore format: one row a line
export const reportRows: readonly Row[] = [
  { field: 3,  element: 'identifier[]', as: 'filler' },
  { field: 4,  element: 'code', as: 'concept' },
  { field: 22, element: 'issued', as: 'instant' },
  { field: 24, element: 'category[]', as: 'concept', table: '0074' },
  { field: 25, element: 'status', as: 'code', codes: 'reportStatus' },
  { field: 32, element: 'resultsInterpreter[]', as: 'NDL' },
  { field: 33, element: 'resultsInterpreter[]', as: 'NDL' },
  { field: 34, element: 'performer[]', as: 'NDL' },
  { field: 35, element: 'performer[]', as: 'NDL' },
]

/** OBR-7 alone, or with OBR-8 as its end. */
export const effectiveRow: Row = { field: 7, element: 'effectiveDateTime', as: 'dateTime' }
export const effectivePeriodRows: readonly Row[] = [
  { field: 7, element: 'effectivePeriod.start', as: 'dateTime' },
  { field: 8, element: 'effectivePeriod.end', as: 'dateTime' },
]

// biome-ignore format: one row a line
export const orderRows: readonly Row[] = [
  { field: 2,  element: 'identifier[]', as: 'placer' },
  { field: 5,  element: 'priority', as: 'code', codes: 'requestPriority' },
  { field: 6,  element: 'occurrenceDateTime', as: 'dateTime' },
  { field: 13, element: 'note[]', as: 'text', member: 'text' },
  { field: 16, element: 'requester', as: 'XCN' },
  { field: 31, element: 'reasonCode[]', as: 'concept' },
]

/** ORC-2 and ORC-12 say the same as OBR-2 and OBR-16, where those say something. */
// biome-ignore format: one row a line
export const commonOrderRows: readonly Row[] = [
  { field: 2,  element: 'identifier[]', as: 'placer' },
  { field: 4,  element: 'requisition', as: 'EI' },
  { field: 5,  element: 'status', as: 'code', codes: 'orderStatus' },
  { field: 9,  element: 'authoredOn', as: 'dateTime' },
  { field: 12, element: 'requester', as: 'XCN' },
]

// biome-ignore format: one row a line
export const observationRows: readonly Row[] = [
  { field: 21, element: 'identifier[]', as: 'filler' },
  { field: 3,  element: 'code', as: 'concept' },
  { field: 8,  element: 'interpretation[]', as: 'concept', table: '0078' },
  { field: 11, element: 'status', as: 'code', codes: 'observationStatus' },
  { field: 14, element: 'effectiveDateTime', as: 'dateTime' },
  { field: 16, element: 'performer[]', as: 'XCN' },
  { field: 23, element: 'performer[]', as: 'XON' },
  { field: 25, element: 'performer[]', as: 'XCN' },
  { field: 17, element: 'method', as: 'concept' },
  { field: 20, element: 'bodySite', as: 'concept' },
]
