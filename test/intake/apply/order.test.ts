/** Messages of one patient that come at once, in two processes, are applied one after the other. docs/inbound.md#into-the-record; D218. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Observation, Patient } from '@medplum/fhirtypes'
import { type FhirApp, startFhir } from '../../fhir-server/fhir-app.ts'
import { header, lines } from '../../inbound/reading-messages.ts'
import { apply, one, search } from './applying-messages.ts'

let here: FhirApp
let there: FhirApp
beforeAll(async () => {
  here = await startFhir()
  there = await startFhir(here)
})
afterAll(async () => {
  await there?.close()
  await here?.close()
})

const twenty = Array.from({ length: 20 }, (_, at) => at)
const ihi = '8003608166690503^^^AUSHIC^NI'
const mr = (number: string): string => `${number}^^^Lab&1.2.36.7&ISO^MR`

/** Every second one in the other process. */
const applyAll = (texts: readonly string[]) =>
  Promise.all(texts.map((text, at) => apply(at % 2 === 0 ? here : there, text)))

const a08 = (at: number, numbers: string): string =>
  lines(
    header('ADT^A08^ADT_A01', { 10: `O${at}-${numbers}` }),
    `PID|1||${numbers}~L${at}^^^Lab&1.2.36.7&ISO^XX||Testpatient^Robin||19640229|F`,
    `AL1|1|DA|A${at}^Allergen ${at}^L`,
  )

test('D218: twenty updates of a new patient make one patient, and none is lost', async () => {
  const outcomes = await applyAll(twenty.map((at) => a08(at, mr('500'))))

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(twenty.map(() => 'stored'))
  const patient = await one<Patient>(here, '/Patient?identifier=500')
  expect(patient.identifier?.map(({ value }) => value).toSorted()).toEqual(
    ['500', ...twenty.map((at) => `L${at}`)].toSorted(),
  )
  expect(await search(here, `/AllergyIntolerance?patient=${patient.id}&_count=100`)).toHaveLength(20)
})

test('D218: messages that find one patient by different numbers lose nothing either', async () => {
  await apply(here, a08(100, `${mr('510')}~${ihi}`))
  await applyAll(twenty.map((at) => a08(at, at % 2 === 0 ? mr('510') : ihi)))

  const patient = await one<Patient>(here, '/Patient?identifier=510')
  expect(patient.identifier).toHaveLength(23)
})

const oru = (at: number, patient: string): string =>
  lines(
    header('ORU^R01^ORU_R01', { 10: `R${at}-${patient}` }),
    `PID|1||${mr(patient)}||Testpatient^Robin||19640229|F`,
    `OBR|1||LAB-${patient}^Lab^1.2.36.2^ISO|HB^Hb^L|||20261117080000+1000|||||||||2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN||||||2026111809${String(at).padStart(2, '0')}00+1000||HM|F`,
    `OBX|1|NM|HB^Hb^L||${100 + at}|g/L|||||F`,
  )

test('D218: of twenty editions of a report at once the last made remains, whichever comes last', async () => {
  const outcomes = await applyAll(twenty.map((at) => oru(at, '520')))

  const [result, ...others] = await search<Observation>(here, '/Observation?patient.identifier=520')
  expect(others).toEqual([])
  expect(result?.valueQuantity?.value).toBe(119)
  expect(outcomes.every(({ outcome }) => outcome === 'stored' || outcome === 'older')).toBe(true)
})

test('D218: messages of different patients that name one new doctor at once make one doctor', async () => {
  await applyAll(twenty.map((at) => oru(at, `53${at}`).replaceAll('Author', 'Newdoctor')))

  expect(await search(here, '/Practitioner?family=Newdoctor')).toHaveLength(1)
  expect(await search(here, '/Organization?name=Wattle')).toHaveLength(1)
  const patients = await search<Patient>(here, '/Patient?family=Testpatient&_count=100')
  expect(patients.filter(({ identifier }) => identifier?.some(({ value }) => value?.startsWith('53')))).toHaveLength(20)
})
