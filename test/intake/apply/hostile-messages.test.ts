/** Whatever a sender writes, nothing of another patient's record changes. docs/inbound.md#into-the-record; D214. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Patient } from '@medplum/fhirtypes'
import { type FhirApp, startFhir } from '../../fhir-server/fhir-app.ts'
import { header, lines } from '../../inbound/reading-messages.ts'
import { apply, one, search } from './applying-messages.ts'

let app: FhirApp
let victim: Patient
beforeAll(async () => {
  app = await startFhir()
  await apply(
    app,
    lines(header('ADT^A01^ADT_A01', { 10: 'V1' }), pid('VICTIM'), visit('V-1'), 'AL1|1|DA|PEN^Penicillin^L'),
  )
  await apply(app, oru('V2', 'VICTIM', 'R-1', ['OBX|1|NM|HB^Hb^L||120|g/L|||||F']))
  await apply(app, mdm('V3', 'T02', 'VICTIM', 'D-1'))
  await apply(app, lines(header('ADT^A28^ADT_A05', { 10: 'V4' }), pid('OTHER')))
  victim = await one<Patient>(app, '/Patient?identifier=VICTIM')
})
afterAll(async () => {
  await app?.close()
  expect(app?.errors).toEqual([])
})

const pid = (number: string, family = 'Testpatient'): string =>
  `PID|1||${number}^^^Lab&1.2.36.7&ISO^MR||${family}^Robin||19640229|F`

const visit = (number: string): string => `PV1|1|I|WARD^1^A${'|'.repeat(16)}${number}^^^WATTLE^VN`

const oru = (control: string, patient: string, number: string, obx: readonly string[]): string =>
  lines(
    header('ORU^R01^ORU_R01', { 10: control }),
    pid(patient),
    `OBR|1||${number}^Lab^1.2.36.2^ISO|HB^Hb^L|||20261117080000+1000|||||||||||||||20261119090000+1000||HM|F`,
    ...obx,
  )

const mdm = (control: string, event: string, patient: string, number: string, parent = ''): string =>
  lines(
    header(`MDM^${event}^MDM_T02`, { 10: control, 7: '20261119090000+1000' }),
    `EVN|${event}|20261119090000+1000`,
    pid(patient),
    `TXA|1|CN|AP${'|'.repeat(9)}${number}^W^1.2.36.1^ISO|${parent === '' ? '' : `${parent}^W^1.2.36.1^ISO`}`,
    'OBX|1|TX|A^Reason^L||text',
  )

/** Every resource of the record with its version. */
const recordOf = async (patient: Patient): Promise<readonly string[]> =>
  (await search(app, `/Patient/${patient.id}/$everything?_count=1000`))
    .map(({ resourceType, id, meta }) => `${resourceType}/${id} ${meta?.versionId}`)
    .toSorted()

const link = (at: 'url' | 'relative'): string =>
  `${at === 'url' ? app.base : ''}/Patient/${victim.id}`.replace(/^\//, '')

const attacks: readonly (readonly [what: string, becomes: string, text: () => string])[] = [
  [
    'a visit number',
    'other-patients-visit PV1-19',
    () => lines(header('ADT^A08^ADT_A01', { 10: 'X1' }), pid('OTHER'), visit('V-1')),
  ],
  [
    'a report number',
    'other-patients-document OBR-3',
    () => oru('X2', 'OTHER', 'R-1', ['OBX|1|NM|HB^Hb^L||1|g/L|||||W']),
  ],
  ['a document number', 'other-patients-document TXA-12', () => mdm('X3', 'T11', 'OTHER', 'D-1')],
  [
    'the number of a replaced document',
    'other-patients-document TXA-13',
    () => mdm('X4', 'T10', 'OTHER', 'D-2', 'D-1'),
  ],
  [
    'both record numbers',
    'numbers-disagree PID-3',
    () =>
      lines(
        header('ADT^A08^ADT_A01', { 10: 'X5' }),
        `PID|1||OTHER^^^Lab&1.2.36.7&ISO^MR~VICTIM^^^Lab&1.2.36.7&ISO^MR||Testpatient^Robin||19640229|F`,
      ),
  ],
  [
    'an address of the record',
    'address-of-this-server OBX-5',
    () => oru('X6', 'OTHER', 'R-2', [`OBX|1|RP|A^A^L||${link('url')}^^TEXT^HTML|||||F`]),
  ],
  ['the control id of the victim', 'stored', () => oru('V2', 'OTHER', 'R-3', ['OBX|1|NM|HB^Hb^L||1|g/L|||||F'])],
  [
    'addresses as texts',
    'stored',
    () =>
      oru('X7', 'OTHER', 'R-4', [
        `OBX|1|ST|A^A^L||${link('relative')}|||||F`,
        `OBX|2|CE|B^B^L||Patient/${victim.id}^Patient/${victim.id}^L|||||F`,
      ]),
  ],
  [
    'the victim as a relative',
    'stored',
    () =>
      lines(
        header('ADT^A08^ADT_A01', { 10: 'X8' }),
        pid('OTHER'),
        `NK1|1|Testpatient^Robin|MTH^Mother^HL70063${'|'.repeat(30)}VICTIM^^^Lab&1.2.36.7&ISO^MR`,
      ),
  ],
  ['a giant name', 'stored', () => lines(header('ADT^A28^ADT_A05', { 10: 'X9' }), pid('GIANT', 'A'.repeat(200_000)))],
  [
    'separators in a number',
    'stored',
    () => lines(header('ADT^A28^ADT_A05', { 10: 'X10' }), pid('x\\F\\VICTIM,\\T\\$')),
  ],
]

test.each(attacks)('D214: %s of another patient changes nothing there', async (_what, becomes, text) => {
  const before = await recordOf(victim)
  const { outcome, reason } = await apply(app, text())

  expect(reason ?? outcome).toBe(becomes)
  expect(await recordOf(victim)).toEqual(before)
  expect((await one<Patient>(app, '/Patient?identifier=VICTIM')).id).toBe(victim.id)
})

test('D214: 2,000 results enter the record of their patient, all or none', async () => {
  const before = await recordOf(victim)
  const obx = Array.from({ length: 2_000 }, (_, at) => `OBX|${at + 1}|NM|C${at % 50}^C^L||${at}|g/L|||||F`)
  const applied = await apply(app, oru('X11', 'OTHER', 'R-5', obx))

  expect(applied.outcome).toBe('stored')
  expect(applied.resources.filter((name) => name.startsWith('Observation/'))).toHaveLength(2_000)
  expect(await recordOf(victim)).toEqual(before)
})

test('D214: a patient with more than fifty numbers waits for a person', async () => {
  const many = Array.from({ length: 51 }, (_, at) => `M${at}^^^Lab&1.2.36.7&ISO^MR`).join('~')
  const held = await apply(
    app,
    lines(header('ADT^A28^ADT_A05', { 10: 'X12' }), `PID|1||${many}||Testpatient^Robin||19640229|F`),
  )

  expect(held.reason).toBe('several-records PID-3')
})
