/** What a message becomes is a transaction that our own server takes, and that writes nothing twice. D203; R4 http.html#transaction. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { type JsonObject, parseJson, stringifyJson } from '../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'
import { header, lines, pid, readClinical } from './reading-messages.ts'

const as = { tenant: 2 } as const

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const send = async (text: string): Promise<number> => {
  const { bundle } = await readClinical(text)
  const { status, body } = await app.send('POST', '', { body: parseJson(stringifyJson(bundle)) as JsonObject, as })
  if (status !== 200) throw new Error(stringifyJson(body))
  return status
}

const count = async (query: string): Promise<number | undefined> =>
  ((await app.send('GET', query, { as })).body as unknown as Bundle).total

const result = (controlId: string, value: string, at: string): string =>
  lines(
    header('ORU^R01^ORU_R01', { 10: controlId }),
    pid,
    'PV1|1|O',
    `OBR|1||LAB-9^Lab^1.2.36.2^ISO|718-7^Hemoglobin^LN|||20261117080000+1000|||||||||2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN||||||${at}||HM|F`,
    `OBX|1|NM|718-7^Hemoglobin^LN||${value}|g/L|||||F`,
  )

test('D203: a result that is sent again, and a corrected one, are one report of one patient', async () => {
  await send(result('A1', '120', '20261118092500+1000'))
  await send(result('A2', '120', '20261118092500+1000'))
  await send(result('A3', '121', '20261119092500+1000'))

  const system = 'urn:oid:1.2.36.2'
  expect(await count(`/DiagnosticReport?identifier=${encodeURIComponent(`${system}|LAB-9`)}&_total=accurate`)).toBe(1)
  expect(await count('/Patient?identifier=http://ns.electronichealth.net.au/id/hi/ihi/1.0|8003608166690503')).toBe(1)
  expect(await count('/PractitionerRole?identifier=2426621B')).toBe(1)
})

test.each([
  [
    'ADT^A01',
    lines(header('ADT^A01^ADT_A01', { 10: 'B1' }), pid, 'PV1|1|I|WARD3^12^B|||||||||||||||||V-77^^^WATTLE^VN'),
  ],
  [
    'ADT^A08',
    lines(header('ADT^A08^ADT_A01', { 10: 'B2' }), pid, 'PV1|1|I|WARD3^12^B|||||||||||||||||V-77^^^WATTLE^VN'),
  ],
  ['ADT^A40', lines(header('ADT^A40^ADT_A39', { 10: 'B3' }), pid, 'MRG|7^^^WATTLE^MR')],
  [
    'MDM^T02',
    lines(
      header('MDM^T02^MDM_T02', { 10: 'B4' }),
      pid,
      `TXA|1|CN|AP${'|'.repeat(9)}D-1^W^1.2.36.1^ISO`,
      'OBX|1|TX|A^Reason^L||text',
    ),
  ],
  [
    'REF^I12',
    lines(
      header('REF^I12^REF_I12', { 10: 'B5' }),
      'RF1|P||||| R-1^W^1.2.36.1^ISO',
      'PRD|AP|Author^Alex||||| 2426621B^AUSHICPR^UPIN',
      pid,
      'OBR|1||D-2^W^1.2.36.1^ISO|57133-1^Referral^LN',
      'OBX|1|FT|TXT^Text^AUSPDI||text',
    ),
  ],
])('D203: the transaction of %s is taken', async (_event, text) => {
  expect(await send(text)).toBe(200)
  expect(await send(text)).toBe(200)
})
