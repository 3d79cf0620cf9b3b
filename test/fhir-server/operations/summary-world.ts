/** A patient with something in each section of a summary, and things that belong in none. */
import type { JsonObject } from '../../../src/core/json.ts'
import type { FhirApp } from '../fhir-app.ts'
import { create } from '../resources.ts'

const hl7 = 'http://terminology.hl7.org/CodeSystem'
const coded = (system: string, code: string, display?: string): JsonObject => ({
  coding: [{ system, code, ...(display === undefined ? {} : { display }) }],
})
const words = (text: string): JsonObject => ({ text })
const clinical = (kind: string, code: string): JsonObject => ({
  clinicalStatus: coded(`${hl7}/${kind}-clinical`, code),
})
const verified = (kind: string, code: string): JsonObject => ({
  verificationStatus: coded(`${hl7}/${kind}-${kind === 'condition' ? 'ver-status' : 'verification'}`, code),
})
const category = (code: string): JsonObject => ({ category: [coded(`${hl7}/observation-category`, code)] })

/** The resources of a record, by a name; `patient`, `drug` and `doctor` are references. */
function resourcesOf({ patient, drug, doctor }: Readonly<Record<'patient' | 'drug' | 'doctor', string>>) {
  const subject = { reference: patient }
  const condition = { resourceType: 'Condition', subject, ...verified('condition', 'confirmed') }
  const allergy = { resourceType: 'AllergyIntolerance', patient: subject }
  const observation = { resourceType: 'Observation', status: 'final', subject, performer: [{ reference: doctor }] }
  const potassium = { ...observation, ...category('laboratory'), code: coded('http://loinc.org', '2823-3') }
  const value = (number: number) => ({
    valueQuantity: { value: number, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
  })
  const statement = { resourceType: 'MedicationStatement', subject, effectiveDateTime: '2024-01-01' }
  const order = {
    resourceType: 'MedicationRequest',
    intent: 'order',
    subject,
    medicationCodeableConcept: words('Ramipril'),
  }
  return {
    asthma: { ...condition, ...clinical('condition', 'active'), code: words('Asthma <b>&') },
    unclear: { ...condition, ...verified('condition', 'unconfirmed'), code: words('Cough') },
    healed: { ...condition, ...clinical('condition', 'resolved'), code: words('Fracture') },
    refuted: {
      ...condition,
      ...clinical('condition', 'active'),
      ...verified('condition', 'refuted'),
      code: words('Wrong'),
    },
    allergy: {
      ...allergy,
      ...clinical('allergyintolerance', 'active'),
      ...verified('allergyintolerance', 'confirmed'),
      code: words('Penicillin'),
    },
    mistake: { ...allergy, ...verified('allergyintolerance', 'entered-in-error'), code: words('Mistake') },
    taken: { ...statement, status: 'active', medicationReference: { reference: drug } },
    stopped: { ...statement, status: 'stopped', medicationCodeableConcept: words('Old') },
    ordered: { ...order, status: 'active', requester: { reference: doctor } },
    never: { ...order, status: 'active', doNotPerform: true },
    vaccine: {
      resourceType: 'Immunization',
      status: 'completed',
      vaccineCode: words('Influenza'),
      patient: subject,
      occurrenceDateTime: '2024-04-01',
    },
    refusal: {
      resourceType: 'Immunization',
      status: 'not-done',
      vaccineCode: words('Measles'),
      patient: subject,
      occurrenceDateTime: '2024-04-01',
    },
    procedure: {
      resourceType: 'Procedure',
      status: 'completed',
      code: words('Appendicectomy'),
      subject,
      performedDateTime: '2010',
    },
    result: { ...potassium, effectiveDateTime: '2024-02-01', ...value(4.5) },
    earlier: { ...potassium, effectiveDateTime: '2024-01-01', ...value(4.1) },
    wrong: { ...potassium, status: 'entered-in-error', effectiveDateTime: '2024-03-01', ...value(9) },
    pulse: {
      ...observation,
      ...category('vital-signs'),
      code: coded('http://loinc.org', '8867-4'),
      effectiveDateTime: '2024-02-01',
      valueQuantity: { value: 70, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
    },
    plan: { resourceType: 'CarePlan', status: 'active', intent: 'plan', title: 'Asthma plan', subject },
    flag: { resourceType: 'Flag', status: 'active', code: words('Lives alone'), subject },
  } satisfies Record<string, JsonObject>
}

export type SummaryWorld = { readonly patient: string; readonly ids: Readonly<Record<string, string>> }

export async function createSummaryWorld(app: FhirApp, changes: JsonObject = {}): Promise<SummaryWorld> {
  const made = async (resource: JsonObject): Promise<string> => (await create(app, resource, 2)).id
  const name = [{ family: 'Wattle', given: ['Grevillea'] }]
  const patient = await made({ resourceType: 'Patient', name, gender: 'female', birthDate: '1970-01-02', ...changes })
  const drug = await made({ resourceType: 'Medication', code: words('Salbutamol') })
  const doctor = await made({ resourceType: 'Practitioner', name: [{ family: 'Doctor' }] })
  const ids: Record<string, string> = { drug, doctor }
  const at = { patient: `Patient/${patient}`, drug: `Medication/${drug}`, doctor: `Practitioner/${doctor}` }
  for (const [key, resource] of Object.entries(resourcesOf(at))) ids[key] = await made(resource)
  return { patient, ids }
}
