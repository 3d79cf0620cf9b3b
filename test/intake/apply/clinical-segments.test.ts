/** Diagnoses, procedures and specimens that messages bring again. D252; docs/inbound.md#into-the-record. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Condition, DiagnosticReport, Procedure, Specimen } from '@medplum/fhirtypes'
import { type FhirApp, startFhir } from '../../fhir-server/fhir-app.ts'
import { header, lines } from '../../inbound/reading-messages.ts'
import { apply, one, search } from './applying-messages.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app?.close()
  expect(app?.errors).toEqual([])
})

let control = 0
const next = (event: string): string => {
  control += 1
  return header(event, { 10: `C${control}`, 7: `2026111809${String(control).padStart(2, '0')}00+1000` })
}

const pid = (number: string): string => `PID|1||${number}^^^Lab&1.2.36.7&ISO^MR||Testpatient^Robin||19640229|F`
const visit = (number: string) =>
  `PV1|1|I|||||||||||||||||${number}^^^Ward&1.2.36.5&ISO|||||||||||||||||||||||||20261118080000+1000`

test('D252: a diagnosis that is sent again stays one, and a provisional one becomes confirmed', async () => {
  const update = (patient: string, number: string, type: string) =>
    lines(
      ...[next('ADT^A08^ADT_A01'), pid(patient), visit(number), `DG1|1||J45.9^Asthma^I10||20261117|${type}`],
      'PR1|1||80146002^Appendicectomy^SCT||20261118090000+1000',
    )
  const statusOf = ({ verificationStatus }: Condition) => verificationStatus?.coding?.[0]?.code
  const conditions = () => search<Condition>(app, '/Condition?patient.identifier=S1')

  await apply(app, update('S1', 'V-1', 'W'))
  const first = await conditions()
  const again = await apply(app, update('S1', 'V-1', 'W'))
  await apply(app, update('S1', 'V-1', 'F'))
  const second = await conditions()
  await apply(app, update('S1', 'V-2', 'W'))

  expect([first.map(statusOf), again.outcome, second.map(statusOf)]).toEqual([
    ['provisional'],
    'unchanged',
    ['confirmed'],
  ])
  expect((await conditions()).map(statusOf).toSorted()).toEqual(['confirmed', 'provisional'])
  expect(await search<Procedure>(app, '/Procedure?patient.identifier=S1')).toHaveLength(2)
})

test('D252: a specimen is part of its report: a corrected report changes it in place', async () => {
  const report = (made: string, collected: string) =>
    lines(
      ...[next('ORU^R01^ORU_R01'), pid('S2')],
      `OBR|1||R-1^Lab^1.2.36.7^ISO|CBC^Blood count^L|||||||||||||||||||${made}||HM|F`,
      'OBX|1|NM|HB^Hb^L||120|g/L|||||F',
      `SPM|1|||BLD^Blood^HL70487|||||||||||||${collected}`,
    )
  await apply(app, report('20261118100000+1000', '20261118080000+1000'))
  await apply(app, report('20261118110000+1000', '20261118083000+1000'))

  const specimen = await one<Specimen>(app, '/Specimen?patient.identifier=S2')
  const stored = await one<DiagnosticReport>(app, '/DiagnosticReport?patient.identifier=S2')
  expect(specimen.collection?.collectedDateTime).toBe('2026-11-18T08:30:00+10:00')
  expect(stored.specimen?.[0]?.reference).toBe(`Specimen/${specimen.id}`)
})
