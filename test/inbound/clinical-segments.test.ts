/** DG1, PR1 and SPM as conditions, procedures and specimens. D252; docs/inbound.md#messages. */
import { expect, test } from '@jest/globals'
import type { Condition, DiagnosticReport, Procedure, Specimen } from '@medplum/fhirtypes'
import { header, lines, only, pid, readClinical } from './reading-messages.ts'

const visit = 'PV1|1|I|||||||||||||||||V-1^^^Ward&1.2.36.5&ISO|||||||||||||||||||||||||20261118080000+1000'

const admission = (...more: readonly string[]) => readClinical(lines(header('ADT^A08^ADT_A01'), pid, visit, ...more))

const listOf = <R>({ bundle }: Awaited<ReturnType<typeof admission>>, type: string): readonly R[] =>
  (bundle.entry ?? []).flatMap(({ resource }) => (resource?.resourceType === type ? [resource as R] : []))

test('D252: DG1 is a diagnosis of the visit, as certain as the message says', async () => {
  const reading = await admission(
    'DG1|1||J45.9^Asthma^I10|Asthma, mild|20261117|W||||||||||2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN|||20261118|DX-1^Ward^1.2.36.5^ISO',
    'DG1|2||I10^Hypertension^I10||20261101|F',
    'DG1|3||E11^Diabetes^I10|||A',
    'DG1|4||F32^Depression^I10|||F|||||||||||||||D',
    'DG1|5|||Chest pain||W',
  )

  const conditions = listOf<Condition>(reading, 'Condition')
  const statusOf = ({ verificationStatus }: Condition) => verificationStatus?.coding?.[0]?.code
  expect(conditions.map(statusOf)).toEqual(['provisional', 'confirmed', undefined, 'entered-in-error', 'provisional'])
  expect(conditions[0]).toMatchObject({
    category: [{ coding: [{ code: 'encounter-diagnosis' }] }],
    code: { coding: [{ code: 'J45.9', display: 'Asthma' }], text: 'Asthma, mild' },
    onsetDateTime: '2026-11-17',
    recordedDate: '2026-11-18',
    identifier: [{ system: 'urn:oid:1.2.36.5', value: 'DX-1' }],
    asserter: { display: 'Dr Alex Author' },
  })
  expect(conditions[0]).not.toHaveProperty('clinicalStatus')
  expect(conditions[4]?.code).toEqual({ text: 'Chest pain' })
  const encounter = reading.bundle.entry?.find(({ resource }) => resource?.resourceType === 'Encounter')?.fullUrl
  expect(conditions.map((condition) => condition.encounter?.reference)).toEqual(Array(5).fill(encounter))
  expect(reading.report.filter(({ place }) => place.startsWith('DG1'))).toEqual([
    { rule: 'unmapped', place: 'DG1-6', count: 1 },
  ])
})

test('D252: PR1 is a procedure with an unknown status', async () => {
  const reading = await admission(
    'PR1|1||80146002^Appendicectomy^SCT||20261118090000+1000||45|123456^Gas^Gil|||654321^Knife^Kim|||||',
    'PR1|2|||Plaster removed',
    'PR1|3',
  )

  const [first, second, ...others] = listOf<Procedure>(reading, 'Procedure')
  expect(others).toEqual([])
  expect(first).toMatchObject({
    status: 'unknown',
    code: { coding: [{ system: 'http://snomed.info/sct', code: '80146002' }] },
    performedDateTime: '2026-11-18T09:00:00+10:00',
    performer: [{ function: { coding: [{ code: '304292004' }] } }, { function: { coding: [{ code: '88189002' }] } }],
  })
  expect(second).toMatchObject({ code: { text: 'Plaster removed' }, _performedDateTime: { extension: [{}] } })
  expect(reading.report).toContainEqual({ rule: 'unmapped', place: 'PR1-7', count: 1 })
})

test('D252: SPM is a specimen of the report before it; a specimen of two reports is one Specimen', async () => {
  const spm =
    'SPM|1|P-1&Ward&1.2.36.5&ISO^F-1&Lab&1.2.36.7&ISO||BLD^Blood^HL70487|||VENIP^Venepuncture^HL70488|LA^Left arm^HL70163||||5.0^mL&millilitre|||||20261118080000+1000|20261118100000+1000||Y'
  const reading = await readClinical(
    lines(
      ...[header('ORU^R01^ORU_R01'), pid],
      ...['OBR|1||R-1^Lab^1.2.36.7^ISO|CBC^Blood count^L', 'OBX|1|NM|HB^Hb^L||120|g/L|||||F', spm],
      ...['OBR|2||R-2^Lab^1.2.36.7^ISO|UEC^Electrolytes^L', 'OBX|1|NM|K^K^L||4.1|mmol/L|||||F', spm],
    ),
  )

  const specimen = only<Specimen>(reading, 'Specimen')
  expect(specimen).toMatchObject({
    identifier: [
      { type: { coding: [{ code: 'PLAC' }] }, system: 'urn:oid:1.2.36.5', value: 'P-1' },
      { type: { coding: [{ code: 'FILL' }] }, system: 'urn:oid:1.2.36.7', value: 'F-1' },
    ],
    type: { coding: [{ code: 'BLD' }] },
    status: 'available',
    receivedTime: '2026-11-18T10:00:00+10:00',
    collection: {
      collectedDateTime: '2026-11-18T08:00:00+10:00',
      quantity: { value: 5, unit: 'millilitre' },
      method: { coding: [{ code: 'VENIP' }] },
      bodySite: { coding: [{ code: 'LA' }] },
    },
  })
  const address = reading.bundle.entry?.find(({ resource }) => resource?.resourceType === 'Specimen')?.fullUrl
  const reports = listOf<DiagnosticReport>(reading, 'DiagnosticReport')
  expect(reports.map((report) => report.specimen)).toEqual([[{ reference: address }], [{ reference: address }]])
})

test('D252: a specimen that was collected over a time has its start and its end', async () => {
  const reading = await readClinical(
    lines(
      ...[header('ORU^R01^ORU_R01'), pid, 'OBR|1||R-1^Lab^1.2.36.7^ISO|U^Urine^L', 'OBX|1|NM|V^V^L||2|L|||||F'],
      'SPM|1|||UR^Urine^HL70487|||||||||||||20261117080000+1000^20261118080000+1000',
    ),
  )

  expect(only<Specimen>(reading, 'Specimen').collection).toEqual({
    collectedPeriod: { start: '2026-11-17T08:00:00+10:00', end: '2026-11-18T08:00:00+10:00' },
  })
})
