/** Search parameters of AU Core 2.0.0 and AU Base 6.0.0: the server has them beside R4's, and instead of one with the same code. */
import type { SearchParameter } from '@medplum/fhirtypes'

type ParameterRow = {
  readonly url: string
  readonly code: string
  readonly type: 'reference' | 'token'
  /** The expression in each type; `subject` if only patients count. */
  readonly base: Readonly<Record<string, string>>
  readonly target?: readonly string[]
}

const core = 'http://hl7.org.au/fhir/core/SearchParameter/au-core-'
const base = 'http://hl7.org.au/fhir/SearchParameter/'
const identity =
  "extension('http://hl7.org/fhir/StructureDefinition/individual-genderIdentity').extension('value').value"
const indigenous = "extension('http://hl7.org.au/fhir/StructureDefinition/indigenous-status').value"

const whole = (types: readonly string[], path: string): Record<string, string> =>
  Object.fromEntries(types.map((type) => [type, path]))

const direct = [
  'AllergyIntolerance',
  'Consent',
  'DetectedIssue',
  'EpisodeOfCare',
  'FamilyMemberHistory',
  'Immunization',
  'NutritionOrder',
  'SupplyDelivery',
  'VisionPrescription',
]

/** Their subject may also be a group or another thing. */
const bySubject = [
  'CarePlan',
  'CareTeam',
  'ClinicalImpression',
  'Composition',
  'Condition',
  'DeviceRequest',
  'DiagnosticReport',
  'DocumentManifest',
  'DocumentReference',
  'Encounter',
  'Flag',
  'Goal',
  'ImagingStudy',
  'List',
  'MedicationAdministration',
  'MedicationDispense',
  'MedicationRequest',
  'MedicationStatement',
  'Observation',
  'Procedure',
  'RiskAssessment',
  'ServiceRequest',
]

const rows: readonly ParameterRow[] = [
  {
    url: `${core}clinical-patient`,
    code: 'patient',
    type: 'reference',
    base: {
      ...whole(direct, 'patient'),
      ...whole(bySubject, 'subject.where(resolve() is Patient)'),
      DeviceUseStatement: 'subject',
    },
    target: ['Patient'],
  },
  {
    url: `${core}practitionerrole-practitioner`,
    code: 'practitioner',
    type: 'reference',
    base: { PractitionerRole: 'practitioner' },
    target: ['Practitioner'],
  },
  {
    url: `${base}gender-identity`,
    code: 'gender-identity',
    type: 'token',
    base: whole(['Patient', 'RelatedPerson', 'Person', 'Practitioner', 'PractitionerRole'], identity),
  },
  { url: `${base}indigenous-status`, code: 'indigenous-status', type: 'token', base: { Patient: indigenous } },
  {
    url: `${base}encounter-discharge-disposition`,
    code: 'discharge-disposition',
    type: 'token',
    base: { Encounter: 'hospitalization.dischargeDisposition' },
  },
  {
    url: `${base}servicerequest-supporting-info`,
    code: 'supporting-info',
    type: 'reference',
    base: { ServiceRequest: 'supportingInfo' },
  },
]

const buildParameter = ({ url, code, type, base: paths, target }: ParameterRow): SearchParameter => ({
  resourceType: 'SearchParameter',
  url,
  name: url.slice(url.lastIndexOf('/') + 1),
  status: 'active',
  description: '',
  code,
  base: Object.keys(paths) as SearchParameter['base'], // names of types
  type,
  expression: Object.entries(paths)
    .map(([one, path]) => `${one}.${path}`)
    .join(' | '),
  ...(target === undefined ? {} : { target: target as SearchParameter['target'] & {} }),
})

export const auSearchParameters: readonly SearchParameter[] = rows.map(buildParameter)
