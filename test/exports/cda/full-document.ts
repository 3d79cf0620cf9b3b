/** A document of another system with every kind of fact that coded CDA has a place for; all people and numbers are made up. */
import type {
  AllergyIntolerance,
  Bundle,
  CarePlan,
  CodeableConcept,
  Composition,
  Condition,
  Immunization,
  List,
  MedicationStatement,
  Patient,
  Procedure,
  Reference,
  Resource,
  ServiceRequest,
} from '@medplum/fhirtypes'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { exampleExport, exampleRecipient } from '../../builders.ts'

const snomed = (code: string, display: string): CodeableConcept => ({
  coding: [{ system: 'http://snomed.info/sct', code, display }],
})

const urn = (number: number): string => `urn:uuid:0198f2a0-0000-7000-8000-0000000005${String(number).padStart(2, '0')}`
const subject: Reference<Patient> = { reference: 'urn:uuid:0198f2a0-0000-7000-8000-000000000001' }

const reaction: AllergyIntolerance = {
  resourceType: 'AllergyIntolerance',
  patient: subject,
  type: 'allergy',
  code: snomed('764146007', 'Penicillin'),
  reaction: [{ manifestation: [snomed('126485001', 'Urticaria'), { text: 'Swollen lips' }] }],
}
const unconfirmedReaction: AllergyIntolerance = {
  resourceType: 'AllergyIntolerance',
  patient: subject,
  verificationStatus: { coding: [{ code: 'unconfirmed' }] },
  code: { text: 'Latex' },
}
const refutedReaction: AllergyIntolerance = {
  resourceType: 'AllergyIntolerance',
  patient: subject,
  verificationStatus: { coding: [{ code: 'refuted' }] },
  code: { text: 'Refuted nut allergy' },
}

const medicine = (name: string, dose: string, more: Partial<MedicationStatement> = {}): MedicationStatement => ({
  resourceType: 'MedicationStatement',
  status: 'active',
  subject,
  medicationCodeableConcept: { text: name },
  dosage: [{ text: dose }],
  ...more,
})

const diagnosis: Condition = {
  resourceType: 'Condition',
  subject,
  category: [{ coding: [{ code: 'encounter-diagnosis' }] }],
  verificationStatus: { coding: [{ code: 'confirmed' }] },
  code: snomed('195967001', 'Asthma'),
  onsetDateTime: '2019-03-02T10:00:00+08:00',
  abatementDateTime: '2024-05',
  note: [{ text: 'Mild.' }],
}
const provisional: Condition = {
  resourceType: 'Condition',
  subject,
  verificationStatus: { coding: [{ code: 'provisional' }] },
  code: { text: 'Bacterial tonsillitis' },
}
const procedure = (name: string, more: Partial<Procedure> = {}): Procedure => ({
  resourceType: 'Procedure',
  status: 'completed',
  subject,
  code: { text: name },
  ...more,
})
const immunisation: Immunization = {
  resourceType: 'Immunization',
  status: 'completed',
  patient: subject,
  vaccineCode: { text: 'Influenza vaccine' },
  occurrenceDateTime: '2025-04-27',
  protocolApplied: [{ doseNumberPositiveInt: 2 }],
}
const order: ServiceRequest = {
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  subject,
  code: snomed('399208008', 'Chest X-ray'),
  occurrencePeriod: { start: '2026-03-16', end: '2026-03-30' },
  authoredOn: '2026-03-14T03:00:00Z',
  patientInstruction: 'Come fasting.',
  reasonCode: [{ text: 'Cough for six weeks' }],
}
const followUp: ServiceRequest = {
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'plan',
  subject,
  code: { text: 'Review of lung function' },
  occurrenceDateTime: '2026-06-14',
}
const plan: CarePlan = {
  resourceType: 'CarePlan',
  status: 'active',
  intent: 'plan',
  subject,
  activity: [
    {
      detail: {
        status: 'not-started',
        description: 'Stop smoking',
        scheduledPeriod: { start: '2026-03-14', end: '2026-09-14' },
      },
    },
  ],
}

const resources: readonly Resource[] = [
  reaction,
  unconfirmedReaction,
  refutedReaction,
  medicine('Budesonide 200 microgram inhaler', 'One puff twice a day', {
    reasonCode: [{ text: 'Asthma' }],
    note: [{ text: 'Rinse the mouth.' }],
  }),
  medicine('Salbutamol inhaler', 'Two puffs if needed'),
  medicine('Prednisolone 25 mg', 'One in the morning', { status: 'stopped' }),
  diagnosis,
  provisional,
  procedure('Spirometry', { performedDateTime: '2026-03-14', note: [{ text: 'Three attempts.' }] }),
  procedure('Tonsillectomy'),
  immunisation,
  order,
  followUp,
  plan,
]

const change = (code: string): CodeableConcept => ({
  coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/medicine-item-change', code }],
})

const list: List = {
  resourceType: 'List',
  status: 'current',
  mode: 'snapshot',
  entry: [
    { item: { reference: urn(3) }, flag: change('amended') },
    { item: { reference: urn(4) }, flag: change('nochange') },
    { item: { reference: urn(5) } },
  ],
}

const div = (content: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`

const section = (
  title: string,
  code: string,
  entries: readonly number[],
): NonNullable<Composition['section']>[number] => ({
  title,
  code: { coding: [{ system: 'http://loinc.org', code }] },
  text: { status: 'generated', div: div(`<ul><li>${title}: as written by the author.</li></ul>`) },
  ...(entries.length === 0 ? {} : { entry: entries.map((number) => ({ reference: urn(number) })) }),
})

const sections = [
  section('Course', '8648-8', []),
  section('Allergies', '48765-2', [0, 1, 2]),
  section('Medicines', '10160-0', [20]),
  section('Problems', '11450-4', [6, 7]),
  section('Procedures', '47519-4', [8, 9]),
  section('Immunisations', '11369-6', [10]),
  section('Orders', '30954-2', [11]),
  section('Plan', '18776-5', [12, 13]),
]

/** With all kinds of facts, or with those of the named sections alone. */
export function fullExport(preset: string, keeps: (title: string) => boolean = () => true): ExportInput {
  const input = exampleExport()
  const [first, ...rest] = input.bundle.entry ?? []
  const composition = {
    ...(first?.resource as Composition),
    section: sections.filter(({ title = '' }) => keeps(title)),
  }
  const people = rest.filter(({ resource }) =>
    ['Patient', 'Practitioner', 'PractitionerRole', 'Organization', 'Encounter'].includes(resource?.resourceType ?? ''),
  )
  const facts = [
    ...resources.map((resource, index) => ({ fullUrl: urn(index), resource })),
    { fullUrl: urn(20), resource: list },
  ]
  const bundle: Bundle = { ...input.bundle, entry: [{ ...first, resource: composition }, ...people, ...facts] }
  return { ...input, bundle, preset, recipient: exampleRecipient }
}
