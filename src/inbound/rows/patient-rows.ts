/** PID, PD1, NK1, AL1, IN1 by the published maps PID[Patient], PD1[Patient], NK1[RelatedPerson], NK1[Patient], AL1[AllergyIntolerance], IN1[Coverage]. */
import type { Row } from './rows.ts'

const extension = (url: string) => ({ url: `http://hl7.org/fhir/StructureDefinition/${url}` })

// biome-ignore format: one row a line
export const pidRows: readonly Row[] = [
  { field: 3,  element: 'identifier[]', as: 'CX' },
  { field: 2,  element: 'identifier[]', as: 'CX' },
  { field: 4,  element: 'identifier[]', as: 'CX' },
  { field: 5,  element: 'name[]', as: 'XPN' },
  { field: 9,  element: 'name[]', as: 'XPN' },
  { field: 7,  element: 'birthDate', as: 'date' },
  { field: 8,  element: 'gender', as: 'code', codes: 'sex' },
  { field: 11, element: 'address[]', as: 'XAD' },
  { field: 13, element: 'telecom[]', as: 'XTN', use: 'home' },
  { field: 14, element: 'telecom[]', as: 'XTN', use: 'work' },
  { field: 40, element: 'telecom[]', as: 'XTN' },
  { field: 15, element: 'communication[]', as: 'language', member: 'language' },
  { field: 16, element: 'maritalStatus', as: 'concept', map: 'maritalStatus', table: '0002' },
  { field: 17, element: 'extension[]', as: 'concept', table: '0006', member: 'valueCodeableConcept', fixed: extension('patient-religion') },
  { field: 23, element: 'extension[]', as: 'place', member: 'valueAddress', fixed: extension('patient-birthPlace') },
  { field: 25, element: 'multipleBirthInteger', as: 'integer' },
  { field: 29, element: 'deceasedDateTime', as: 'dateTime' },
]

/** Only where PID-25 and PID-29 say nothing. */
export const birthOrderRow: Row = { field: 24, element: 'multipleBirthBoolean', as: 'boolean' }
export const deathRow: Row = { field: 30, element: 'deceasedBoolean', as: 'boolean' }

export const pd1Rows: readonly Row[] = [
  { field: 3, element: 'generalPractitioner[]', as: 'XON' },
  { field: 4, element: 'generalPractitioner[]', as: 'XCN' },
]

// biome-ignore format: one row a line
export const relatedRows: readonly Row[] = [
  { field: 33, element: 'identifier[]', as: 'CX' },
  { field: 12, element: 'identifier[]', as: 'CX' },
  { field: 2,  element: 'name[]', as: 'XPN' },
  { field: 30, element: 'name[]', as: 'XPN' },
  { field: 3,  element: 'relationship[]', as: 'concept', table: '0063' },
  { field: 7,  element: 'relationship[]', as: 'concept', table: '0131' },
  { field: 4,  element: 'address[]', as: 'XAD' },
  { field: 32, element: 'address[]', as: 'XAD' },
  { field: 5,  element: 'telecom[]', as: 'XTN' },
  { field: 6,  element: 'telecom[]', as: 'XTN', use: 'work' },
  { field: 31, element: 'telecom[]', as: 'XTN' },
  { field: 40, element: 'telecom[]', as: 'XTN' },
  { field: 8,  element: 'period.start', as: 'dateTime' },
  { field: 9,  element: 'period.end', as: 'dateTime' },
  { field: 15, element: 'gender', as: 'code', codes: 'sex' },
  { field: 16, element: 'birthDate', as: 'date' },
  { field: 20, element: 'communication[]', as: 'language', member: 'language' },
]

/** An employer, an insurer or an agency is a contact of the patient, and no person. */
// biome-ignore format: one row a line
export const contactRows: readonly Row[] = [
  { field: 2,  element: 'name', as: 'XPN' },
  { field: 3,  element: 'relationship[]', as: 'concept', table: '0063' },
  { field: 7,  element: 'relationship[]', as: 'concept', table: '0131' },
  { field: 4,  element: 'address', as: 'XAD' },
  { field: 5,  element: 'telecom[]', as: 'XTN' },
  { field: 6,  element: 'telecom[]', as: 'XTN', use: 'work' },
  { field: 8,  element: 'period.start', as: 'dateTime' },
  { field: 9,  element: 'period.end', as: 'dateTime' },
  { field: 13, element: 'organization', as: 'XON' },
  { field: 15, element: 'gender', as: 'code', codes: 'sex' },
]

// biome-ignore format: one row a line
export const allergyRows: readonly Row[] = [
  { field: 2, element: 'category[]', as: 'code', codes: 'allergenCategory' },
  { field: 3, element: 'code', as: 'concept' },
  { field: 6, element: 'onsetDateTime', as: 'dateTime' },
]

// biome-ignore format: one row a line
export const coverageRows: readonly Row[] = [
  { field: 3,  element: 'payor[]', as: 'CX', member: 'identifier' },
  { field: 4,  element: 'payor[]', as: 'XON' },
  { field: 12, element: 'period.start', as: 'dateTime' },
  { field: 13, element: 'period.end', as: 'dateTime' },
  { field: 15, element: 'type', as: 'concept', table: '0086' },
  { field: 17, element: 'relationship', as: 'concept', table: '0063' },
  { field: 36, element: 'subscriberId', as: 'text' },
]
