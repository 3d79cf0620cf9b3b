/** PV1 and PV2 by the published maps PV1[Encounter] and PV2[Encounter]. */
import type { Row } from './rows.ts'

const participation = (code: string, display: string) => ({
  type: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType', code, display }] }],
})

// biome-ignore format: one row a line
export const pv1Rows: readonly Row[] = [
  { field: 2,  element: 'class', as: 'coding', map: 'patientClass', table: '0004' },
  { field: 3,  element: 'location[]', as: 'PL', member: 'location', fixed: { status: 'active' } },
  { field: 4,  element: 'type[]', as: 'concept', table: '0007' },
  { field: 5,  element: 'hospitalization.preAdmissionIdentifier', as: 'CX' },
  { field: 6,  element: 'location[]', as: 'PL', member: 'location', fixed: { status: 'completed' } },
  { field: 7,  element: 'participant[]', as: 'XCN', member: 'individual', fixed: participation('ATND', 'attender') },
  { field: 8,  element: 'participant[]', as: 'XCN', member: 'individual', fixed: participation('REF', 'referrer') },
  { field: 9,  element: 'participant[]', as: 'XCN', member: 'individual', fixed: participation('CON', 'consultant') },
  { field: 10, element: 'serviceType', as: 'concept', table: '0069' },
  { field: 11, element: 'location[]', as: 'PL', member: 'location', fixed: { status: 'active' } },
  { field: 13, element: 'hospitalization.reAdmission', as: 'concept', table: '0092' },
  { field: 14, element: 'hospitalization.admitSource', as: 'concept', table: '0023' },
  { field: 15, element: 'hospitalization.specialArrangement[]', as: 'concept', table: '0009' },
  { field: 16, element: 'hospitalization.specialCourtesy[]', as: 'concept', table: '0099' },
  { field: 17, element: 'participant[]', as: 'XCN', member: 'individual', fixed: participation('ADM', 'admitter') },
  { field: 19, element: 'identifier[]', as: 'CX', type: 'VN' },
  { field: 36, element: 'hospitalization.dischargeDisposition', as: 'concept', table: '0112' },
  { field: 37, element: 'hospitalization.destination', as: 'PL' },
  { field: 38, element: 'hospitalization.dietPreference[]', as: 'concept', table: '0114' },
  { field: 42, element: 'location[]', as: 'PL', member: 'location', fixed: { status: 'reserved' } },
  { field: 44, element: 'period.start', as: 'dateTime' },
  { field: 50, element: 'identifier[]', as: 'CX' },
  { field: 52, element: 'participant[]', as: 'XCN', member: 'individual', fixed: participation('PART', 'Participation') },
]

/** A cancelled discharge (A13) has no end. */
export const dischargeRow: Row = { field: 45, element: 'period.end', as: 'dateTime' }

export const pv2Rows: readonly Row[] = [
  { field: 3, element: 'reasonCode[]', as: 'concept' },
  { field: 25, element: 'priority', as: 'concept', map: 'encounterPriority', table: '0217' },
]
