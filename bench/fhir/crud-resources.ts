/** The nine types of the create, read, update, delete workload; base R4, each field as a practice would fill it. */
import { randomUUID } from 'node:crypto'

/** `ids`: of those made before, by type. `id`: of the one to be updated. */
export type CrudResource = {
  readonly type: string
  readonly build: (ids: ReadonlyMap<string, string>, id: string | undefined) => string
}

type Fields = Readonly<Record<string, unknown>>
type Reference = (type: string) => { readonly reference: string }

const coded = (system: string, code: string, display: string): Fields => ({ coding: [{ system, code, display }] })
const snomed = 'http://snomed.info/sct'
const loinc = 'http://loinc.org'
const name = (): readonly Fields[] => [
  { use: 'official', family: `Bench${randomUUID().slice(0, 6)}`, given: ['Ada', 'May'] },
]
const identifier = (system: string): readonly Fields[] => [
  { system: `http://example.org/${system}`, value: randomUUID() },
]
const phone = (text: string): readonly Fields[] => [{ system: 'phone', use: 'work', value: text }]
const address = { line: ['12 Banksia Street'], city: 'Orange', state: 'NSW', postalCode: '2800', country: 'AU' }

const builders: Readonly<Record<string, (to: Reference) => Fields>> = {
  Organization: () => ({
    active: true,
    identifier: identifier('organization'),
    name: 'Banksia Street Practice',
    telecom: phone('02 5550 0000'),
    address: [address],
  }),
  Location: (to) => ({
    status: 'active',
    identifier: identifier('location'),
    name: 'Room 2',
    address,
    managingOrganization: to('Organization'),
  }),
  Practitioner: () => ({
    active: true,
    identifier: identifier('practitioner'),
    name: name(),
    telecom: phone('02 5550 0001'),
    gender: 'female',
  }),
  Patient: (to) => ({
    active: true,
    identifier: identifier('mrn'),
    name: name(),
    telecom: phone('0491 570 156'),
    gender: 'female',
    birthDate: '1961-04-12',
    address: [address],
    generalPractitioner: [to('Practitioner')],
    managingOrganization: to('Organization'),
  }),
  Encounter: (to) => ({
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    type: [coded(snomed, '185349003', 'Encounter for check up')],
    subject: to('Patient'),
    participant: [{ individual: to('Practitioner') }],
    period: { start: '2026-03-02T09:00:00+11:00', end: '2026-03-02T09:20:00+11:00' },
    serviceProvider: to('Organization'),
    location: [{ location: to('Location') }],
  }),
  Observation: (to) => ({
    status: 'final',
    category: [coded('http://terminology.hl7.org/CodeSystem/observation-category', 'vital-signs', 'Vital Signs')],
    code: coded(loinc, '8867-4', 'Heart rate'),
    subject: to('Patient'),
    encounter: to('Encounter'),
    effectiveDateTime: '2026-03-02T09:10:00+11:00',
    performer: [to('Practitioner')],
    valueQuantity: { value: 72, unit: 'beats/minute', system: 'http://unitsofmeasure.org', code: '/min' },
  }),
  MedicationRequest: (to) => ({
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: coded(snomed, '387207008', 'Ibuprofen'),
    subject: to('Patient'),
    encounter: to('Encounter'),
    authoredOn: '2026-03-02',
    requester: to('Practitioner'),
    dosageInstruction: [{ text: 'One tablet three times a day with food' }],
  }),
  Condition: (to) => ({
    clinicalStatus: coded('http://terminology.hl7.org/CodeSystem/condition-clinical', 'active', 'Active'),
    verificationStatus: coded('http://terminology.hl7.org/CodeSystem/condition-ver-status', 'confirmed', 'Confirmed'),
    category: [
      coded('http://terminology.hl7.org/CodeSystem/condition-category', 'encounter-diagnosis', 'Encounter Diagnosis'),
    ],
    code: coded(snomed, '38341003', 'Hypertension'),
    subject: to('Patient'),
    encounter: to('Encounter'),
    recordedDate: '2026-03-02',
  }),
  DocumentReference: (to) => ({
    status: 'current',
    type: coded(loinc, '11506-3', 'Progress note'),
    subject: to('Patient'),
    date: '2026-03-02T09:25:00+11:00',
    author: [to('Practitioner')],
    content: [
      {
        attachment: {
          contentType: 'text/plain',
          data: Buffer.from('Seen for a check up. Blood pressure at home is well controlled.').toString('base64'),
        },
      },
    ],
    context: { encounter: [to('Encounter')] },
  }),
}

export const readCrudResources = (): readonly CrudResource[] =>
  Object.entries(builders).map(([type, build]) => ({
    type,
    build: (ids, id) => {
      const fields = build((target) => ({ reference: `${target}/${ids.get(target) ?? ''}` }))
      return JSON.stringify({ resourceType: type, ...(id === undefined ? {} : { id, language: 'en-AU' }), ...fields })
    },
  }))
