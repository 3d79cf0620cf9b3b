/** The records that apps read: one patient of the first development tenant, with two observations. */
import { developmentTenants } from '../../src/core/caller.ts'
import type { RunningServer } from '../../test/running-server.ts'

export type Records = { readonly patient: string; readonly family: string; readonly observations: number }

const tenant = developmentTenants[0]
const as = { role: 'system', tenant } as const
const headers = { 'content-type': 'application/fhir+json', 'x-tenant-id': '', 'x-spoke-id': '' }

async function create(server: RunningServer, resource: { readonly resourceType: string }): Promise<string> {
  const { status, body, text } = await server.call('POST', `/fhir/R4/${resource.resourceType}`, {
    body: resource,
    as,
    headers,
  })
  if (status !== 201) throw new Error(`${resource.resourceType} was answered by ${status}: ${text}`)
  return body.id
}

const family = 'Quillfeather'

export async function putRecords(server: RunningServer): Promise<Records> {
  const patient = await create(server, patientOf(family))
  const pulses = [72, 88]
  for (const value of pulses) await create(server, pulseOf(patient, value))
  return { patient, family, observations: pulses.length }
}

const patientOf = (name: string) => ({
  resourceType: 'Patient',
  identifier: [{ system: 'https://mrn.example.org', value: 'J-1' }],
  name: [{ family: name, given: ['Ada'] }],
  gender: 'female',
  birthDate: '1980-02-29',
})

const pulseOf = (patient: string, value: number) => ({
  resourceType: 'Observation',
  status: 'final',
  category: [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }],
    },
  ],
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }], text: 'Heart rate' },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2026-03-01T09:00:00+10:00',
  valueQuantity: { value, unit: 'beats/minute', system: 'http://unitsofmeasure.org', code: '/min' },
})
