/** The search shapes that `bench:fhir` times. A sample is a patient with a record on the server; each request takes another one. */
import {
  birthDateOf,
  conditionCodes,
  familyOf,
  givenOf,
  mrnOf,
  observationCodes,
  pick,
  practitionerOf,
  rareCode,
} from './fhir/records.ts'

export type Sample = { readonly number: number; readonly patientId: string; readonly encounterId: string }

export type SearchShape = {
  readonly name: string
  readonly path: (sample: Sample) => string
  /** Pages to go before the one that is timed. */
  readonly deep?: number
  /** Not held to the bounds of the others: their own, in milliseconds, and why. */
  readonly own?: { readonly p50: number; readonly p99: number; readonly reason: string }
}

const common = observationCodes[0]
const family = ({ number }: Sample): string => familyOf(number)
const mrn = ({ number }: Sample): string => `http://example.org/mrn|${mrnOf(number)}`
const doctor = ({ number }: Sample): string => practitionerOf(number)
const year = ({ number }: Sample): number => 2016 + pick(number, 10)

// biome-ignore format: one row a line
export const searchShapes: readonly SearchShape[] = [
  { name: 'identifier',                    path: (sample) => `Patient?identifier=${mrn(sample)}` },
  { name: 'name prefix',                   path: (sample) => `Patient?family=${family(sample).slice(0, 7)}&_count=20` },
  { name: 'family and given',              path: (sample) => `Patient?family=${family(sample)}&given=${givenOf(sample.number)}` },
  { name: 'name and birth date',           path: (sample) => `Patient?name=${family(sample)}&birthdate=${birthDateOf(sample.number)}` },
  { name: 'birth date range',              path: (sample) => `Patient?birthdate=ge${birthDateOf(sample.number).slice(0, 4)}&birthdate=lt${Number(birthDateOf(sample.number).slice(0, 4)) + 1}&_count=20` },
  { name: 'name:exact',                    path: (sample) => `Patient?family:exact=${family(sample)}` },
  { name: 'name:contains within practice', path: (sample) => `Patient?family:contains=${family(sample).slice(2, 8)}&birthdate=${birthDateOf(sample.number).slice(0, 7)}` },
  { name: 'gender, sorted by update',      path: () => 'Patient?gender=female&_sort=-_lastUpdated&_count=20' },
  { name: 'general practitioner',          path: (sample) => `Patient?general-practitioner=${doctor(sample)}&_count=20` },
  { name: 'patient',                       path: ({ patientId }) => `Observation?patient=${patientId}&_count=50` },
  { name: 'patient, category, by date',    path: ({ patientId }) => `Observation?patient=${patientId}&category=vital-signs&_sort=-date&_count=20` },
  { name: 'patient, category, date range', path: (sample) => `Observation?patient=${sample.patientId}&category=laboratory&date=ge${year(sample)}&_sort=-date&_count=20` },
  { name: 'patient and code',              path: ({ patientId }) => `Observation?patient=${patientId}&code=http://loinc.org|${common}` },
  { name: 'encounter',                     path: ({ encounterId }) => `Observation?encounter=${encounterId}` },
  { name: 'common code',                   path: () => `Observation?code=http://loinc.org|${common}&_count=50` },
  { name: 'common code, total',            path: () => `Observation?code=http://loinc.org|${common}&_count=20&_total=accurate`, own: { p50: 300, p99: 500, reason: 'every match is counted the first two times, and its system looked at' } },
  { name: 'rare code',                     path: () => `Observation?code=http://loinc.org|${rareCode}&_count=20` },
  { name: 'category, by date, page 20',    path: () => 'Observation?category=laboratory&_sort=-date&_count=50', deep: 19 },
  { name: 'code and performer',            path: (sample) => `Observation?code=${observationCodes[3]}&performer=${doctor(sample)}&_count=20`, own: { p50: 20, p99: 60, reason: 'two middling tokens' } },
  { name: 'code:not of a patient',         path: ({ patientId }) => `Observation?patient=${patientId}&code:not=${common}` },
  { name: 'code and value',                path: ({ patientId }) => `Observation?patient=${patientId}&value-quantity=gt100` },
  { name: 'composite code-value',          path: ({ patientId }) => `Observation?patient=${patientId}&code-value-quantity=http://loinc.org|${common}$gt60` },
  { name: 'last updated',                  path: () => 'Observation?_lastUpdated=ge2020&_sort=-_lastUpdated&_count=20' },
  { name: 'chain by identifier',           path: (sample) => `Observation?patient.identifier=${mrn(sample)}&_count=20` },
  { name: 'chain by name',                 path: (sample) => `Condition?patient.family=${family(sample)}&_count=20` },
  { name: '_has rare code',                path: () => `Patient?_has:Observation:patient:code=${rareCode}&_count=20`, own: { p50: 40, p99: 120, reason: 'every match of a rare code is looked at' } },
  { name: '_has within a practitioner',    path: (sample) => `Patient?general-practitioner=${doctor(sample)}&_has:Condition:patient:code=${conditionCodes[1]}&_count=10`, own: { p50: 20, p99: 60, reason: 'two middling tokens, one behind a reference' } },
  { name: 'include',                       path: ({ patientId }) => `Encounter?patient=${patientId}&_include=Encounter:patient&_include=Encounter:participant` },
  { name: 'reverse include',               path: (sample) => `Patient?identifier=${mrn(sample)}&_revinclude=Condition:patient&_revinclude=MedicationStatement:patient` },
  { name: 'active conditions',             path: ({ patientId }) => `Condition?patient=${patientId}&clinical-status=active` },
  { name: 'missing',                       path: ({ patientId }) => `Condition?patient=${patientId}&abatement-date:missing=true` },
  { name: 'documents by type',             path: ({ patientId }) => `DocumentReference?patient=${patientId}&type=http://loinc.org|11506-3&_sort=-date` },
  { name: 'encounters since',              path: (sample) => `Encounter?patient=${sample.patientId}&date=ge${year(sample)}&_sort=-date` },
  { name: 'compartment',                   path: ({ patientId }) => `Patient/${patientId}/Observation?category=laboratory&_count=20` },
  { name: 'count only',                    path: ({ patientId }) => `Observation?patient=${patientId}&_summary=count` },
  { name: 'elements',                      path: ({ patientId }) => `Observation?patient=${patientId}&_elements=code,valueQuantity&_count=50` },
]
