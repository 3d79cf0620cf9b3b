/** The profile that every resource of a type must meet if a tenant requires AU Core; other profiles apply to resources that claim them. */
import { toCanonical } from './canonicals.ts'

/** AU Core 2.0.0; Composition and DocumentReference of the 2.1.0 draft. Observations and reports have several; the content decides. */
const types = [
  'AllergyIntolerance',
  'Composition',
  'Condition',
  'DocumentReference',
  'Encounter',
  'HealthcareService',
  'Immunization',
  'Location',
  'Medication',
  'MedicationRequest',
  'MedicationStatement',
  'Organization',
  'Patient',
  'Practitioner',
  'PractitionerRole',
  'Procedure',
  'RelatedPerson',
]

const none: readonly string[] = []
const byType = new Map(types.map((type) => [type, [toCanonical(`core:${type.toLowerCase()}`)]]))

export const listRequired = (type: string): readonly string[] => byType.get(type) ?? none
