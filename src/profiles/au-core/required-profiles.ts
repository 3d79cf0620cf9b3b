/** The profile that every resource of a type meets where a tenant requires AU Core; other profiles are met by who claims them. */
import { toCanonical } from './canonicals.ts'

/** AU Core 2.0.0; Composition and DocumentReference of the 2.1.0 draft. Observations and reports have several, told by content. */
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
