/** Resources that the suites write: of no real person, and valid under R4 and AU Core. */
import { isObject, type JsonObject, select, textOf } from './json.ts'

const uuid = (): string => crypto.randomUUID()
const v2 = 'http://terminology.hl7.org/CodeSystem/v2-0203'

/** Marks the resources that a suite wrote, so that an operator can find them. */
const meta = { tag: [{ system: 'urn:banksia:conformance', code: 'test' }] } as const

/** Its identifier's value is new each time. */
export const buildPatient = (): JsonObject => ({
  resourceType: 'Patient',
  meta,
  identifier: [
    {
      type: { coding: [{ system: v2, code: 'MR' }], text: 'Medical record number' },
      system: 'http://conformance.example/mrn',
      value: uuid(),
    },
  ],
  name: [{ use: 'official', family: 'Conformance', given: ['Test'] }],
  gender: 'unknown',
  birthDate: '1990-01-01',
})

const system = 'http://terminology.hl7.org/CodeSystem'

/** About a patient; without a code, since a server may hold code systems that a made-up code is not in. */
export const buildCondition = (patient: string): JsonObject => ({
  resourceType: 'Condition',
  meta,
  clinicalStatus: { coding: [{ system: `${system}/condition-clinical`, code: 'active' }] },
  verificationStatus: { coding: [{ system: `${system}/condition-ver-status`, code: 'confirmed' }] },
  category: [{ coding: [{ system: `${system}/condition-category`, code: 'problem-list-item' }] }],
  code: { text: 'Conformance test condition' },
  subject: { reference: patient },
})

export const buildDocumentReference = (patient: string): JsonObject => ({
  resourceType: 'DocumentReference',
  meta,
  status: 'current',
  type: { coding: [{ system: 'http://loinc.org', code: '11488-4', display: 'Consult note' }] },
  subject: { reference: patient },
  date: '2026-01-01T00:00:00Z',
  content: [
    { attachment: { contentType: 'text/plain', data: Buffer.from('Conformance test document').toString('base64') } },
  ],
})

/** Returns the first identifier of a resource as a search value, `system|value`. R4 search.html#token. */
export function identifierOf(resource: JsonObject): string {
  const [identifier] = select(resource, 'identifier').filter(isObject)
  return `${textOf(identifier?.['system']) ?? ''}|${textOf(identifier?.['value']) ?? ''}`
}
