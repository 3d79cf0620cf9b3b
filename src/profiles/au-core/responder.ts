/**
 * AU Core's demands on a responder: profiles of each type, searches alone and together, and how strongly. CapabilityStatement
 * au-core-responder 2.0.0; Composition, DocumentReference, DiagnosticReport, Endpoint and MedicationDispense by the 2.1.0 draft.
 */
import { toCanonical } from './canonicals.ts'

export type Expectation = 'SHALL' | 'SHOULD' | 'MAY'

type ByExpectation<T> = Readonly<Partial<Record<Expectation, readonly T[]>>>

export type ResponderRow = {
  readonly type: string
  readonly profiles: readonly string[]
  readonly searches: ByExpectation<string>
  /** Codes of parameters that are searched together. */
  readonly together: ByExpectation<readonly string[]>
  /** Each SHOULD. */
  readonly includes?: readonly string[]
}

const canonicals = (...shorts: readonly string[]): string[] => shorts.map(toCanonical)

export const responder: readonly ResponderRow[] = [
  {
    type: 'AllergyIntolerance',
    profiles: canonicals('core:allergyintolerance'),
    searches: {
      SHALL: ['patient'],
      MAY: ['clinical-status'],
    },
    together: {
      SHOULD: [['patient', 'clinical-status']],
    },
  },
  {
    type: 'Composition',
    profiles: canonicals('core:composition'),
    searches: {
      SHALL: ['patient'],
      MAY: ['type', 'date', 'author'],
    },
    together: {
      SHALL: [
        ['patient', 'type'],
        ['patient', 'date'],
      ],
      SHOULD: [['patient', 'author']],
    },
  },
  {
    type: 'Condition',
    profiles: canonicals('core:condition'),
    searches: {
      SHALL: ['patient'],
      MAY: ['category', 'clinical-status', 'code', 'onset-date'],
    },
    together: {
      SHALL: [
        ['patient', 'category'],
        ['patient', 'clinical-status'],
      ],
      SHOULD: [
        ['patient', 'category', 'clinical-status'],
        ['patient', 'code'],
        ['patient', 'onset-date'],
      ],
    },
  },
  {
    type: 'DiagnosticReport',
    profiles: canonicals('core:diagnosticreport', 'base:diagnosticreport'),
    searches: {
      SHALL: ['_id', 'patient'],
      SHOULD: ['identifier'],
      MAY: ['category', 'code', 'date', 'status'],
    },
    together: {
      SHALL: [
        ['patient', 'category'],
        ['patient', 'category', 'date'],
      ],
      SHOULD: [
        ['patient', 'category', 'status'],
        ['patient', 'code'],
        ['patient', 'status'],
        ['patient', 'code', 'date'],
      ],
    },
  },
  {
    type: 'DocumentReference',
    profiles: canonicals('core:documentreference'),
    searches: {
      SHALL: ['patient'],
      MAY: ['author', 'type', 'date', 'period'],
    },
    together: {
      SHALL: [['patient', 'type']],
      SHOULD: [
        ['patient', 'type', 'period'],
        ['patient', 'type', 'date'],
        ['patient', 'author'],
      ],
    },
  },
  {
    type: 'Encounter',
    profiles: canonicals('core:encounter'),
    searches: {
      SHALL: ['patient'],
      MAY: ['class', 'date', 'location', 'status'],
    },
    together: {
      SHALL: [['date', 'patient']],
      SHOULD: [
        ['class', 'patient'],
        ['patient', 'location'],
        ['patient', 'status'],
      ],
    },
  },
  {
    type: 'Endpoint',
    profiles: canonicals('core:endpoint'),
    searches: {
      SHOULD: ['_id'],
      MAY: ['status', 'connection-type', 'payload-type', 'name'],
    },
    together: {},
  },
  {
    type: 'HealthcareService',
    profiles: canonicals('core:healthcareservice'),
    searches: {
      SHALL: ['name'],
      SHOULD: ['identifier', '_id', 'service-type'],
    },
    together: {},
  },
  {
    type: 'Immunization',
    profiles: canonicals('core:immunization'),
    searches: {
      SHALL: ['patient'],
      MAY: ['date', 'status', 'vaccine-code'],
    },
    together: {
      SHALL: [['patient', 'status']],
      SHOULD: [['patient', 'date']],
      MAY: [['patient', 'vaccine-code']],
    },
  },
  {
    type: 'Location',
    profiles: canonicals('core:location'),
    searches: {
      SHALL: ['name'],
      SHOULD: ['address', 'address-city', 'address-state', 'address-postalcode'],
    },
    together: {},
  },
  {
    type: 'Medication',
    profiles: canonicals('core:medication'),
    searches: {},
    together: {},
  },
  {
    type: 'MedicationDispense',
    profiles: canonicals('core:medicationdispense'),
    searches: {
      SHALL: ['patient'],
      MAY: ['status', 'prescription'],
    },
    together: {
      SHOULD: [['patient', 'status']],
    },
  },
  {
    type: 'MedicationRequest',
    profiles: canonicals('core:medicationrequest'),
    searches: {
      SHALL: ['patient'],
      SHOULD: ['_id'],
      MAY: ['authoredon', 'intent', 'status'],
    },
    together: {
      SHALL: [['patient', 'status']],
      SHOULD: [
        ['patient', 'intent'],
        ['patient', 'intent', 'status'],
        ['patient', 'intent', 'authoredon'],
      ],
    },
    includes: ['MedicationRequest:medication'],
  },
  {
    type: 'MedicationStatement',
    profiles: canonicals('core:medicationstatement'),
    searches: {
      SHALL: ['patient'],
      SHOULD: ['_id'],
      MAY: ['effective', 'status'],
    },
    together: {
      SHALL: [['patient', 'status']],
      SHOULD: [['patient', 'effective']],
    },
    includes: ['MedicationStatement:medication'],
  },
  {
    type: 'Observation',
    profiles: canonicals(
      'core:bodyweight',
      'core:bloodpressure',
      'core:bodyheight',
      'core:diagnosticresult-path',
      'core:bodytemp',
      'core:heartrate',
      'core:waistcircum',
      'core:resprate',
      'core:diagnosticresult',
      'core:smokingstatus',
      'base:imagingresult',
    ),
    searches: {
      MAY: ['category', 'code', 'date', 'status', 'patient'],
    },
    together: {
      SHALL: [
        ['patient', 'category'],
        ['patient', 'category', 'date'],
        ['patient', 'code'],
      ],
      SHOULD: [
        ['patient', 'category', 'status'],
        ['patient', 'code', 'date'],
      ],
    },
  },
  {
    type: 'Organization',
    profiles: canonicals('core:organization'),
    searches: {
      SHALL: ['identifier', 'name'],
      SHOULD: ['address', '_id'],
    },
    together: {},
  },
  {
    type: 'Patient',
    profiles: canonicals('core:patient'),
    searches: {
      SHALL: ['_id', 'identifier'],
      SHOULD: ['family', 'name'],
      MAY: ['birthdate', 'gender', 'indigenous-status', 'gender-identity'],
    },
    together: {
      SHOULD: [
        ['birthdate', 'family'],
        ['birthdate', 'name'],
        ['family', 'gender'],
        ['gender', 'name'],
      ],
    },
  },
  {
    type: 'Practitioner',
    profiles: canonicals('core:practitioner'),
    searches: {
      SHALL: ['identifier'],
      SHOULD: ['_id', 'name'],
    },
    together: {},
  },
  {
    type: 'PractitionerRole',
    profiles: canonicals('core:practitionerrole'),
    searches: {
      SHALL: ['identifier', 'practitioner'],
      SHOULD: ['_id', 'specialty', 'role'],
      MAY: ['organization'],
    },
    together: {},
    includes: ['PractitionerRole:practitioner'],
  },
  {
    type: 'Procedure',
    profiles: canonicals('core:procedure'),
    searches: {
      SHALL: ['patient'],
      MAY: ['code', 'date', 'status'],
    },
    together: {
      SHALL: [['patient', 'date']],
      SHOULD: [
        ['patient', 'code', 'date'],
        ['patient', 'status'],
      ],
    },
  },
  {
    type: 'RelatedPerson',
    profiles: canonicals('core:relatedperson'),
    searches: {
      SHALL: ['patient'],
      SHOULD: ['_id'],
      MAY: ['name', 'relationship'],
    },
    together: {
      SHOULD: [
        ['patient', 'relationship'],
        ['patient', 'name'],
      ],
    },
  },
  {
    type: 'Specimen',
    profiles: canonicals('base:specimen'),
    searches: {},
    together: {},
  },
]

const byType = new Map(responder.map((row) => [row.type, row]))

export const findResponderRow = (type: string): ResponderRow | undefined => byType.get(type)
