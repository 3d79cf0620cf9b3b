/** The published examples of AU Core, the resources that they refer to, and others, so that every search has something to find. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../src/core/json.ts'
import { sharedPath } from '../../judges.ts'

export const readExamples = (): JsonObject[] =>
  readdirSync(sharedPath('au-core/examples'))
    .filter((name) => name !== 'manifest.json')
    .map((name) => JSON.parse(readFileSync(join(sharedPath('au-core/examples'), name), 'utf8')) as JsonObject)

const ns = 'http://ns.electronichealth.net.au/id'
const [v2, v2au] = ['http://terminology.hl7.org/CodeSystem/v2-0203', 'http://terminology.hl7.org.au/CodeSystem/v2-0203']
const typed = (system: string, code: string) => ({ coding: [{ system, code }] })

const ihis = ['8003608000001008', '8003608000001016', '8003608000001024', '8003608000001032', '8003608000001040']

/** By the three numbers that a chained search may name. Each is made here, and passes its check digit where it has one. */
export const patientNumbers = (index: number) => [
  {
    type: typed(v2, 'NI'),
    system: `${ns}/hi/ihi/1.0`,
    value: ihis[index % ihis.length] ?? '',
  },
  {
    type: typed(v2, 'MC'),
    system: `${ns}/medicare-number`,
    value: `${['21234567', '31234567', '41234567'][index % 3]}0${1 + index}`,
  },
  { type: typed(v2au, 'DVG'), system: `${ns}/dva`, value: `NX00000${index}` },
]

const human = (index: number): JsonObject => ({
  identifier: patientNumbers(index),
  name: [{ family: 'Wattle', given: ['Grevillea'] }],
  gender: 'female',
  birthDate: '1970-01-02',
})
const observed: JsonObject = {
  status: 'final',
  category: [typed('http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory')],
  code: { text: 'Lipid' },
  effectiveDateTime: '2024-03-01T09:00:00+10:00',
  valueString: 'seen',
}
const about = { reference: 'Patient/wang-li' }
const prescriber = { reference: 'PractitionerRole/bobrester-bob-gp' }

/** The least that a profile of AU Core takes. */
const least: Readonly<Record<string, (index: number) => JsonObject>> = {
  Patient: human,
  PractitionerRole: () => ({
    practitioner: { display: 'Banks' },
    specialty: [typed('http://snomed.info/sct', '394589003')],
  }),
  Practitioner: () => ({ name: [{ family: 'Banks' }] }),
  Organization: () => ({ name: 'Saltbush Hospital', address: [{ city: 'Murrabit' }] }),
  Location: () => ({
    name: 'Ward',
    address: { line: ['1 Main St'], city: 'Murrabit', state: 'VIC', postalCode: '3579' },
  }),
  Condition: () => ({
    category: [typed('http://terminology.hl7.org/CodeSystem/condition-category', 'problem-list-item')],
    clinicalStatus: typed('http://terminology.hl7.org/CodeSystem/condition-clinical', 'active'),
    code: typed('http://snomed.info/sct', '709044004'),
    subject: about,
    onsetDateTime: '2020-05-06T10:00:00+10:00',
  }),
  Observation: () => ({ ...observed, subject: about, performer: [prescriber] }),
  MedicationRequest: () => ({
    status: 'active',
    intent: 'order',
    medicationReference: { reference: 'Medication/simvastatin' },
    subject: about,
    authoredOn: '2024-03-01T09:00:00+10:00',
    requester: prescriber,
  }),
}

/** Resources with values that no published example has. */
const others: readonly JsonObject[] = [
  {
    resourceType: 'DocumentReference',
    id: 'made-reference',
    status: 'current',
    type: typed('http://loinc.org', '60591-5'),
    subject: about,
    author: [prescriber],
    content: [{ attachment: { contentType: 'text/plain', data: 'Tm9uZQ==' } }],
    context: { period: { start: '2024-03-01T09:00:00+10:00', end: '2024-03-01T10:00:00+10:00' } },
  },
  {
    resourceType: 'Composition',
    id: 'made-composition',
    status: 'final',
    type: typed('http://loinc.org', '60591-5'),
    subject: about,
    date: '2024-03-01T09:00:00+10:00',
    author: [prescriber],
    title: 'Summary',
    section: [
      { title: 'Problems', text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">None</div>' } },
    ],
  },
  {
    resourceType: 'MedicationStatement',
    id: 'made-statement',
    status: 'active',
    medicationReference: { reference: 'Medication/simvastatin' },
    subject: about,
    effectiveDateTime: '2024-03-01T09:00:00+10:00',
  },
]

function listReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'reference' && typeof item === 'string' && !item.startsWith('#') ? [item] : listReferences(item),
  )
}

/** Everything, in an order that does not matter to a transaction. */
export function buildWorld(examples: readonly JsonObject[]): JsonObject[] {
  const known = new Set(examples.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const needed = new Set([...listReferences(examples), ...listReferences(others)].filter((one) => !known.has(one)))
  const made = [...needed].map((reference, index) => {
    const [resourceType = '', id = ''] = reference.split('/')
    return { resourceType, id, ...least[resourceType]?.(index) }
  })
  return [...examples, ...made, ...others]
}
