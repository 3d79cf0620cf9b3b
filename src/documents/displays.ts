/** The names of codes and of referenced resources, for readers that look nothing up. R4 datatypes.html#Coding, references.html#Reference. */
import type { CodeableConcept, HumanName, Resource } from '@medplum/fhirtypes'
import { plainLine } from './plain-text.ts'

/** LOINC's names of the sections of the built-in templates. HL7 terminology 7.0.1, R4 examples. */
// biome-ignore format: one row a line
const sectionNames: Readonly<Record<string, string>> = {
  '8648-8':  'Hospital course Narrative',
  '8653-8':  'Hospital Discharge instructions',
  '10157-6': 'History of family member diseases Narrative',
  '10160-0': 'History of Medication use Narrative',
  '10164-2': 'History of Present illness Narrative',
  '10183-2': 'Hospital discharge medications Narrative',
  '11329-0': 'History general Narrative - Reported',
  '11348-0': 'History of Past illness Narrative',
  '11369-6': 'History of Immunization Narrative',
  '11450-4': 'Problem list - Reported',
  '11535-2': 'Hospital discharge Dx Narrative',
  '18776-5': 'Plan of care note',
  '29299-5': 'Reason for visit Narrative',
  '29545-1': 'Physical findings Narrative',
  '29762-2': 'Social history Narrative',
  '42349-1': 'Reason for referral (narrative)',
  '48765-2': 'Allergies and adverse reactions Document',
  '51848-0': 'Evaluation note',
  '55108-5': 'Clinical presentation Document',
  '61149-1': 'Objective Narrative',
  '61150-9': 'Subjective Narrative',
  '69730-0': 'Instructions',
}

/** FHIR's own codes of a release: condition-clinical, condition-ver-status, condition-category, allergyintolerance-clinical, allergyintolerance-verification, observation-category, v3-NullFlavor. */
// biome-ignore format: one row a line
const codeNames: Readonly<Record<string, string>> = {
  active:                'Active',
  inactive:              'Inactive',
  confirmed:             'Confirmed',
  unconfirmed:           'Unconfirmed',
  provisional:           'Provisional',
  differential:          'Differential',
  'entered-in-error':    'Entered in Error',
  'encounter-diagnosis': 'Encounter Diagnosis',
  'problem-list-item':   'Problem List Item',
  'vital-signs':         'Vital Signs',
  exam:                  'Exam',
  UNC:                   'un-encoded',
}

export const displayOfSection = (loinc: string): { readonly display?: string } => named(sectionNames[loinc])

export const displayOfCode = (code: string): { readonly display?: string } => named(codeNames[code])

const named = (display: string | undefined): { readonly display?: string } => (display === undefined ? {} : { display })

/** The name of a resource that others refer to; undefined if it has none. `find` resolves its own references. */
export function displayOfResource(
  resource: Resource,
  find: (reference: string | undefined) => Resource | undefined,
): string | undefined {
  switch (resource.resourceType) {
    case 'Patient':
    case 'Practitioner':
    case 'RelatedPerson':
      return nameOf(resource.name)
    case 'PractitionerRole': {
      const practitioner = find(resource.practitioner?.reference)
      return practitioner?.resourceType === 'Practitioner' ? nameOf(practitioner.name) : undefined
    }
    case 'Organization':
    case 'Location':
      return lineOf(resource.name)
    case 'Device':
      return lineOf(resource.deviceName?.[0]?.name)
    case 'MedicationStatement':
      return textOf(resource.medicationCodeableConcept)
    case 'Condition':
    case 'Observation':
    case 'AllergyIntolerance':
    case 'Procedure':
    case 'ServiceRequest':
      return textOf(resource.code)
    case 'CarePlan':
    case 'List':
      return lineOf(resource.title)
    case 'Immunization':
      return textOf(resource.vaccineCode)
    default:
      return undefined
  }
}

const lineOf = (text: string | undefined): string | undefined => plainLine(text ?? '') || undefined

const textOf = (concept: CodeableConcept | undefined): string | undefined =>
  lineOf(concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display)

/** The official name, else the first. */
function nameOf(names: readonly HumanName[] | undefined): string | undefined {
  const name = names?.find(({ use }) => use === 'official') ?? names?.[0]
  if (name?.text !== undefined) return lineOf(name.text)
  return lineOf([...(name?.prefix ?? []), ...(name?.given ?? []), name?.family ?? ''].join(' '))
}
