/**
 * Checks of an AU Core responder for each resource type: reads, searches, combinations, includes. CapabilityStatement au-core-responder of
 * AU Core 2.0.0; rows with `draft` are of the 2.1.0 draft. A type that a server does not have is left out; what it has, it does as said.
 */
import type { Level } from '../check.ts'

export type ParameterType = 'token' | 'reference' | 'string' | 'date'

export type Parameter = {
  readonly name: string
  readonly type: ParameterType
  /** Elements that it searches, as dotted paths of the resource. */
  readonly paths: readonly string[]
  readonly level: Level
}

export type Combination = { readonly names: readonly string[]; readonly level: Level }

export type TypeRow = {
  readonly type: string
  readonly draft?: true
  readonly profiles: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly combinations: readonly Combination[]
  /** `_include` values. */
  readonly includes: readonly { readonly value: string; readonly path: string; readonly level: Level }[]
  /** Must-support references, whose targets resolve. */
  readonly references: readonly string[]
}

export const responderUrl = 'http://hl7.org.au/fhir/core/CapabilityStatement/au-core-responder'

const core = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`

type Cell = readonly [name: string, type: ParameterType, paths: string, level: Level]

const parameter = ([name, type, paths, level]: Cell): Parameter => ({ name, type, paths: paths.split(' '), level })

type Rest = {
  readonly profiles?: readonly string[]
  readonly parameters?: readonly Cell[]
  readonly combinations?: readonly (readonly [names: string, level: Level])[]
  readonly includes?: readonly (readonly [value: string, path: string])[]
  readonly references?: string
  readonly draft?: true
}

const row = (type: string, rest: Rest): TypeRow => ({
  type,
  profiles: (rest.profiles ?? [type.toLowerCase()]).map(core),
  parameters: (rest.parameters ?? []).map(parameter),
  combinations: (rest.combinations ?? []).map(([names, level]) => ({ names: names.split(' '), level })),
  includes: (rest.includes ?? []).map(([value, path]) => ({ value, path, level: 'SHOULD' })),
  references: rest.references?.split(' ') ?? [],
  ...(rest.draft ? { draft: true } : {}),
})

const patient = (path: string, level: Level = 'SHALL'): Cell => ['patient', 'reference', path, level]
const id: Cell = ['_id', 'token', 'id', 'SHOULD']
const identifier = (level: Level): Cell => ['identifier', 'token', 'identifier', level]
const addressParts =
  'address.text address.line address.city address.district address.state address.country address.postalCode'
const nameParts = 'name.text name.family name.given name.prefix name.suffix'

export const observationProfiles = [
  'bodyweight',
  'bloodpressure',
  'bodyheight',
  'diagnosticresult-path',
  'bodytemp',
  'heartrate',
  'waistcircum',
  'resprate',
  'diagnosticresult',
  'smokingstatus',
] as const

// biome-ignore format: one row a line
export const typeRows: readonly TypeRow[] = [
  row('Patient', {
    parameters: [
      ['_id', 'token', 'id', 'SHALL'],
      identifier('SHALL'),
      ['birthdate', 'date', 'birthDate', 'MAY'],
      ['family', 'string', 'name.family', 'SHOULD'],
      ['gender', 'token', 'gender', 'MAY'],
      ['name', 'string', nameParts, 'SHOULD'],
    ],
    combinations: [['birthdate family', 'SHOULD'], ['birthdate name', 'SHOULD'], ['family gender', 'SHOULD'], ['gender name', 'SHOULD']],
  }),
  row('AllergyIntolerance', {
    parameters: [patient('patient'), ['clinical-status', 'token', 'clinicalStatus', 'MAY']],
    combinations: [['patient clinical-status', 'SHOULD']],
    references: 'patient',
  }),
  row('Condition', {
    parameters: [
      patient('subject'),
      ['category', 'token', 'category', 'MAY'],
      ['clinical-status', 'token', 'clinicalStatus', 'MAY'],
      ['code', 'token', 'code', 'MAY'],
      ['onset-date', 'date', 'onsetDateTime onsetPeriod', 'MAY'],
    ],
    combinations: [
      ['patient category', 'SHALL'], ['patient clinical-status', 'SHALL'], ['patient category clinical-status', 'SHOULD'],
      ['patient code', 'SHOULD'], ['patient onset-date', 'SHOULD'],
    ],
    references: 'subject',
  }),
  row('Encounter', {
    parameters: [
      patient('subject'),
      ['class', 'token', 'class', 'MAY'],
      ['date', 'date', 'period', 'MAY'],
      ['location', 'reference', 'location.location', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [['patient date', 'SHALL'], ['patient class', 'SHOULD'], ['patient location', 'SHOULD'], ['patient status', 'SHOULD']],
    references: 'subject participant.individual reasonReference location.location serviceProvider',
  }),
  row('Immunization', {
    parameters: [
      patient('patient'),
      ['date', 'date', 'occurrenceDateTime', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
      ['vaccine-code', 'token', 'vaccineCode', 'MAY'],
    ],
    combinations: [['patient status', 'SHALL'], ['patient date', 'SHOULD'], ['patient vaccine-code', 'MAY']],
    references: 'patient',
  }),
  row('MedicationRequest', {
    parameters: [
      id,
      patient('subject'),
      ['authoredon', 'date', 'authoredOn', 'MAY'],
      ['intent', 'token', 'intent', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [
      ['patient status', 'SHALL'], ['patient intent', 'SHOULD'], ['patient intent status', 'SHOULD'],
      ['patient intent authoredon', 'SHOULD'],
    ],
    includes: [['MedicationRequest:medication', 'medicationReference']],
    references: 'subject medicationReference encounter requester reasonReference',
  }),
  row('MedicationStatement', {
    parameters: [
      id,
      patient('subject'),
      ['effective', 'date', 'effectiveDateTime effectivePeriod', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [['patient status', 'SHALL'], ['patient effective', 'SHOULD']],
    includes: [['MedicationStatement:medication', 'medicationReference']],
    references: 'subject medicationReference reasonReference',
  }),
  row('Observation', {
    profiles: observationProfiles,
    parameters: [
      patient('subject', 'MAY'),
      ['category', 'token', 'category', 'MAY'],
      ['code', 'token', 'code', 'MAY'],
      ['date', 'date', 'effectiveDateTime effectivePeriod effectiveInstant', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [
      ['patient category', 'SHALL'], ['patient code', 'SHALL'], ['patient category date', 'SHALL'],
      ['patient category status', 'SHOULD'], ['patient code date', 'SHOULD'],
    ],
    references: 'subject performer specimen hasMember',
  }),
  row('Procedure', {
    parameters: [
      patient('subject'),
      ['code', 'token', 'code', 'MAY'],
      ['date', 'date', 'performedDateTime performedPeriod', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [['patient date', 'SHALL'], ['patient code date', 'SHOULD'], ['patient status', 'SHOULD']],
    references: 'subject encounter reasonReference',
  }),
  row('RelatedPerson', {
    parameters: [
      id,
      patient('patient'),
      ['name', 'string', nameParts, 'MAY'],
      ['relationship', 'token', 'relationship', 'MAY'],
    ],
    combinations: [['patient relationship', 'SHOULD'], ['patient name', 'SHOULD']],
    references: 'patient',
  }),
  row('Composition', {
    draft: true,
    parameters: [
      patient('subject'),
      ['author', 'reference', 'author', 'MAY'],
      ['date', 'date', 'date', 'MAY'],
      ['type', 'token', 'type', 'MAY'],
    ],
    combinations: [['patient type', 'SHALL'], ['patient date', 'SHALL'], ['patient author', 'SHOULD']],
    references: 'subject author attester.party custodian',
  }),
  row('DiagnosticReport', {
    draft: true,
    parameters: [
      ['_id', 'token', 'id', 'SHALL'],
      patient('subject'),
      identifier('SHOULD'),
      ['category', 'token', 'category', 'MAY'],
      ['code', 'token', 'code', 'MAY'],
      ['date', 'date', 'effectiveDateTime effectivePeriod', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [
      ['patient category', 'SHALL'], ['patient category date', 'SHALL'], ['patient category status', 'SHOULD'],
      ['patient code', 'SHOULD'], ['patient status', 'SHOULD'], ['patient code date', 'SHOULD'],
    ],
    references: 'subject performer result',
  }),
  row('DocumentReference', {
    draft: true,
    parameters: [
      patient('subject'),
      ['author', 'reference', 'author', 'MAY'],
      ['date', 'date', 'date', 'MAY'],
      ['period', 'date', 'context.period', 'MAY'],
      ['type', 'token', 'type', 'MAY'],
    ],
    combinations: [
      ['patient type', 'SHALL'], ['patient type period', 'SHOULD'], ['patient type date', 'SHOULD'], ['patient author', 'SHOULD'],
    ],
    references: 'subject author',
  }),
  row('MedicationDispense', {
    draft: true,
    parameters: [
      patient('subject'),
      ['prescription', 'reference', 'authorizingPrescription', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
    combinations: [['patient status', 'SHOULD']],
    references: 'subject medicationReference performer.actor authorizingPrescription',
  }),
  row('Practitioner', {
    parameters: [id, identifier('SHALL'), ['name', 'string', nameParts, 'SHOULD']],
  }),
  row('PractitionerRole', {
    parameters: [
      id,
      identifier('SHALL'),
      ['practitioner', 'reference', 'practitioner', 'SHALL'],
      ['organization', 'reference', 'organization', 'MAY'],
      ['role', 'token', 'code', 'SHOULD'],
      ['specialty', 'token', 'specialty', 'SHOULD'],
    ],
    includes: [['PractitionerRole:practitioner', 'practitioner']],
    references: 'practitioner organization',
  }),
  row('Organization', {
    parameters: [
      id,
      identifier('SHALL'),
      ['address', 'string', addressParts, 'SHOULD'],
      ['name', 'string', 'name alias', 'SHALL'],
    ],
  }),
  row('Location', {
    parameters: [
      ['name', 'string', 'name alias', 'SHALL'],
      ['address', 'string', addressParts, 'SHOULD'],
      ['address-city', 'string', 'address.city', 'SHOULD'],
      ['address-postalcode', 'string', 'address.postalCode', 'SHOULD'],
      ['address-state', 'string', 'address.state', 'SHOULD'],
    ],
    references: 'managingOrganization',
  }),
  row('HealthcareService', {
    parameters: [
      id,
      identifier('SHOULD'),
      ['name', 'string', 'name', 'SHALL'],
      ['service-type', 'token', 'type', 'SHOULD'],
    ],
  }),
  row('Medication', {}),
  row('Endpoint', {
    draft: true,
    parameters: [
      id,
      ['connection-type', 'token', 'connectionType', 'MAY'],
      ['name', 'string', 'name', 'MAY'],
      ['payload-type', 'token', 'payloadType', 'MAY'],
      ['status', 'token', 'status', 'MAY'],
    ],
  }),
]
