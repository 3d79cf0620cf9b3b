/** Small valid resources of AU Core, each with an identifier of its own. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../src/core/json.ts'
import type { FhirApp } from './fhir-app.ts'

export const mrn = 'urn:oid:1.2.36.1'

export const patient = (changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Patient',
  identifier: [{ system: mrn, value: randomUUID() }],
  name: [{ family: 'Wattle', given: ['Grevillea'] }],
  gender: 'female',
  birthDate: '1970-01-02',
  ...changes,
})

export const encounter = (subject: string, changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Encounter',
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
  subject: { reference: subject },
  ...changes,
})

/** A weight of 70.00 kg, as text: JSON.stringify would lose the zeros. */
export const observationText = (subject: string): string =>
  JSON.stringify({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'weight' },
    subject: { reference: subject },
    valueQuantity: { value: 0, unit: 'kg' },
  }).replace('"value":0', '"value":70.00')

type Created = JsonObject & { readonly id: string; readonly meta: { readonly versionId: string } }

export const create = async (app: FhirApp, body: JsonObject | string, tenant: 1 | 2 = 1): Promise<Created> => {
  const type = /"resourceType":"(\w+)"/.exec(typeof body === 'string' ? body : JSON.stringify(body))?.[1]
  const answer = await app.send('POST', `/${type}`, { body, as: { tenant } })
  if (answer.status !== 201) throw new Error(`not created: ${answer.text}`)
  return answer.body
}

export const identifierOf = (resource: JsonObject): string => {
  const [first] = resource['identifier'] as [{ system: string; value: string }]
  return `${first.system}|${first.value}`
}

let count = 0

/** A value that no other resource of the file has. */
export const nextValue = (): string => `V${++count}`

/** The patient with that identifier. */
export const patientOf = (value: string, changes: JsonObject = {}): JsonObject =>
  patient({ identifier: [{ system: mrn, value }], ...changes })

export const createPatient = (app: FhirApp, value = nextValue()): Promise<Created> => create(app, patientOf(value))
