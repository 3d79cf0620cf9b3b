/** Editions of documents that messages bring. D203, D216; docs/inbound.md#into-the-record. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { DiagnosticReport, DocumentReference, Observation, ServiceRequest } from '@medplum/fhirtypes'
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
const next = (): string => {
  control += 1
  return `D${control}`
}

const pid = (number: string): string => `PID|1||${number}^^^Lab&1.2.36.7&ISO^MR||Testpatient^Robin||19640229|F`

type Obx = readonly [code: string, value: string, status?: string]

const group = (number: string, made: string, results: readonly Obx[]): readonly string[] => [
  `OBR|1||${number}^Lab^1.2.36.2^ISO|CBC^Blood count^L|||20261117080000+1000|||||||||||||||${made}||HM|F`,
  ...results.map(([code, value, status = 'F'], at) => `OBX|${at + 1}|NM|${code}^${code}^L||${value}|g/L|||||${status}`),
]

const oru = (patient: string, ...groups: readonly (readonly string[])[]): string =>
  lines(header('ORU^R01^ORU_R01', { 10: next() }), pid(patient), ...groups.flat())

const valuesOf = async (patient: string): Promise<readonly string[]> =>
  (await search<Observation>(app, `/Observation?patient.identifier=${patient}`))
    .map(
      ({ code, valueQuantity, status }) => `${code?.text ?? code?.coding?.[0]?.code} ${valueQuantity?.value} ${status}`,
    )
    .toSorted()

const at = (hour: string): string => `202611180${hour}0000+1000`

test('D216: a report that is sent again is stored once; a corrected one changes the results in place', async () => {
  const first = await apply(
    app,
    oru(
      'P1',
      group('R-1', at('1'), [
        ['HB', '120'],
        ['WCC', '7'],
      ]),
    ),
  )
  const again = await apply(
    app,
    oru(
      'P1',
      group('R-1', at('1'), [
        ['HB', '120'],
        ['WCC', '7'],
      ]),
    ),
  )
  const corrected = await apply(app, oru('P1', group('R-1', at('2'), [['HB', '121', 'C']])))
  const old = await apply(
    app,
    oru(
      'P1',
      group('R-1', at('1'), [
        ['HB', '120'],
        ['WCC', '7'],
      ]),
    ),
  )

  expect([first, again, corrected, old].map(({ outcome }) => outcome)).toEqual([
    'stored',
    'unchanged',
    'stored',
    'older',
  ])
  expect(again.resources).toEqual([])
  const report = await one<DiagnosticReport>(app, '/DiagnosticReport?identifier=R-1')
  expect(report.meta?.versionId).toBe('2')
  expect(report.result).toHaveLength(1)
  expect(await valuesOf('P1')).toEqual(['HB 121 corrected', 'WCC 7 entered-in-error'])
})

test('D216: a withdrawn report and its results are in error, and a repetition of the first edition does not bring them back', async () => {
  await apply(app, oru('P2', group('R-2', at('1'), [['HB', '120']])))
  const withdrawn = await apply(app, oru('P2', group('R-2', at('1'), [['HB', '120', 'W']])))
  const repeated = await apply(app, oru('P2', group('R-2', at('1'), [['HB', '120']])))

  expect([withdrawn.outcome, repeated.outcome]).toEqual(['stored', 'older'])
  expect((await one<DiagnosticReport>(app, '/DiagnosticReport?identifier=R-2')).status).toBe('entered-in-error')
  expect(await valuesOf('P2')).toEqual(['HB 120 entered-in-error'])
  const later = await apply(app, oru('P2', group('R-2', at('3'), [['HB', '122']])))
  expect(later.outcome).toBe('stored')
  expect(await valuesOf('P2')).toEqual(['HB 122 final'])
})

test('D245: a report that was deleted here comes back by a later edition only', async () => {
  await apply(app, oru('P10', group('R-10', at('2'), [['HB', '120']])))
  const { id } = await one<DiagnosticReport>(app, '/DiagnosticReport?identifier=R-10')
  const { status } = await app.send('DELETE', `/DiagnosticReport/${id}`, { as: { tenant: 2 } })
  const repeated = await apply(app, oru('P10', group('R-10', at('2'), [['HB', '120']])))
  const earlier = await apply(app, oru('P10', group('R-10', at('1'), [['HB', '119']])))

  expect([status, repeated.outcome, earlier.outcome]).toEqual([204, 'older', 'older'])
  expect(await search(app, '/DiagnosticReport?identifier=R-10')).toEqual([])
  const later = await apply(app, oru('P10', group('R-10', at('3'), [['HB', '122']])))
  expect(later.outcome).toBe('stored')
  expect(await search(app, '/DiagnosticReport?identifier=R-10')).toHaveLength(1)
})

test('D216: a withdrawal that comes before its document stays', async () => {
  await apply(app, oru('P3', group('R-3', at('2'), [['HB', '120', 'W']])))
  const late = await apply(app, oru('P3', group('R-3', at('1'), [['HB', '120']])))

  expect(late.outcome).toBe('older')
  expect((await one<DiagnosticReport>(app, '/DiagnosticReport?identifier=R-3')).status).toBe('entered-in-error')
})

test('D216: one message with an earlier and a later report writes the later one alone', async () => {
  await apply(app, oru('P4', group('R-4', at('5'), [['HB', '120']])))
  const mixed = await apply(
    app,
    oru('P4', group('R-4', at('1'), [['HB', '99']]), group('R-5', at('1'), [['NA', '140']])),
  )

  expect(mixed.outcome).toBe('stored')
  expect(await valuesOf('P4')).toEqual(['HB 120 final', 'NA 140 final'])
})

test('D216: a number that stands in one message twice names two reports, in each edition the same two', async () => {
  const two = (made: string, value: string): string =>
    oru('P5', group('R-6', made, [['HB', value]]), group('R-6', made, [['NA', value]]))
  await apply(app, two(at('1'), '1'))
  await apply(app, two(at('2'), '2'))

  expect(await search(app, '/DiagnosticReport?identifier=R-6')).toHaveLength(2)
  expect(await valuesOf('P5')).toEqual(['HB 2 final', 'NA 2 final'])
})

test('D214: a document number of another patient holds the message, and changes neither record', async () => {
  await apply(app, oru('P6', group('R-7', at('1'), [['HB', '120']])))
  const held = await apply(app, oru('P7', group('R-7', at('2'), [['HB', '121']])))

  expect(held).toEqual({ outcome: 'held', reason: 'other-patients-document OBR-3', resources: [] })
  expect(await valuesOf('P6')).toEqual(['HB 120 final'])
  expect(await search(app, '/Patient?identifier=P7')).toHaveLength(0)
})

const mdm = (event: string, number: string, made: string, { parent = '', text = 'text' } = {}): string =>
  lines(
    header(`MDM^${event}^MDM_T02`, { 10: next(), 7: made }),
    `EVN|${event}|${made}`,
    pid('P8'),
    `TXA|1|CN|AP${'|'.repeat(9)}${number}^W^1.2.36.1^ISO|${parent === '' ? '' : `${parent}^W^1.2.36.1^ISO`}`,
    `OBX|1|TX|A^Reason^L||${text}`,
  )

test('D216: a document that replaces another one is linked with it, and the other one is superseded', async () => {
  await apply(app, mdm('T02', 'D-1', at('1')))
  await apply(app, mdm('T10', 'D-2', at('2'), { parent: 'D-1' }))
  await apply(app, mdm('T06', 'D-3', at('3'), { parent: 'D-2' }))

  const [first, second, third] = await Promise.all(
    ['D-1', 'D-2', 'D-3'].map((number) => one<DocumentReference>(app, `/DocumentReference?identifier=${number}`)),
  )
  expect([first?.status, second?.status, third?.status]).toEqual(['superseded', 'current', 'current'])
  expect(second?.relatesTo?.[0]).toMatchObject({
    code: 'replaces',
    target: { reference: `DocumentReference/${first?.id}` },
  })
  expect(third?.relatesTo?.[0]).toMatchObject({
    code: 'appends',
    target: { reference: `DocumentReference/${second?.id}` },
  })
})

test('D251: a document that comes after the one that replaces it does not count beside it; nor does a later edition of it', async () => {
  const statusOf = async (number: string) =>
    (await one<DocumentReference>(app, `/DocumentReference?identifier=${number}`))?.status
  await apply(app, mdm('T10', 'D-12', at('2'), { parent: 'D-11' }))
  const first = await statusOf('D-12')
  const late = await apply(app, mdm('T02', 'D-11', at('1')))
  const both = [await statusOf('D-11'), await statusOf('D-12')]
  const edited = await apply(app, mdm('T08', 'D-11', at('3'), { text: 'mended' }))

  expect([first, late.outcome, ...both]).toEqual(['current', 'stored', 'superseded', 'current'])
  expect([edited.outcome, await statusOf('D-11')]).toEqual(['stored', 'superseded'])
  // In the usual order too: an edit of the replaced document does not bring it back.
  await apply(app, mdm('T02', 'D-13', at('1')))
  await apply(app, mdm('T10', 'D-14', at('2'), { parent: 'D-13' }))
  await apply(app, mdm('T08', 'D-13', at('3'), { text: 'mended' }))
  expect([await statusOf('D-13'), await statusOf('D-14')]).toEqual(['superseded', 'current'])
})

test('D275: the cancellation of a replacement does not bring back what it replaced; a new document does', async () => {
  const statusOf = async (number: string) =>
    (await one<DocumentReference>(app, `/DocumentReference?identifier=${number}`))?.status
  await apply(app, mdm('T02', 'D-21', at('1')))
  await apply(app, mdm('T10', 'D-22', at('2'), { parent: 'D-21' }))

  const cancelled = await apply(app, mdm('T11', 'D-22', at('3'), { text: '' }))
  const between = [await statusOf('D-21'), await statusOf('D-22')]
  await apply(app, mdm('T10', 'D-23', at('4'), { parent: 'D-22' }))

  expect([cancelled.outcome, ...between]).toEqual(['stored', 'superseded', 'entered-in-error'])
  expect(await Promise.all(['D-21', 'D-22', 'D-23'].map(statusOf))).toEqual([
    'superseded',
    'entered-in-error',
    'current',
  ])
})

test('D251: an addendum that comes before its document is stored, and the document counts when it comes', async () => {
  await apply(app, mdm('T06', 'D-16', at('2'), { parent: 'D-15' }))
  const late = await apply(app, mdm('T02', 'D-15', at('1')))

  const addendum = await one<DocumentReference>(app, '/DocumentReference?identifier=D-16')
  const document = await one<DocumentReference>(app, '/DocumentReference?identifier=D-15')
  expect([late.outcome, document?.status, addendum?.status]).toEqual(['stored', 'current', 'current'])
  expect(addendum?.relatesTo?.[0]).toMatchObject({ code: 'appends', target: { identifier: { value: 'D-15' } } })
})

test('D251: a replacement in the record of one patient says nothing about a document of another', async () => {
  const of = (patient: string, text: string) => text.replace('P8^^^Lab', `${patient}^^^Lab`)
  await apply(app, of('P81', mdm('T10', 'D-18', at('2'), { parent: 'D-17' })))
  const other = await apply(app, of('P82', mdm('T02', 'D-17', at('1'))))

  expect(other.outcome).toBe('stored')
  expect((await one<DocumentReference>(app, '/DocumentReference?identifier=D-17'))?.status).toBe('current')
})

test('D216: a cancelled document keeps its content and is in error', async () => {
  await apply(app, mdm('T02', 'D-4', at('1'), { text: 'words' }))
  const cancelled = await apply(app, mdm('T11', 'D-4', at('2'), { text: '' }))

  expect(cancelled.outcome).toBe('stored')
  const document = await one<DocumentReference>(app, '/DocumentReference?identifier=D-4')
  expect(document).toMatchObject({ status: 'entered-in-error', docStatus: 'entered-in-error' })
  expect(document.content[0]?.attachment.data).toBe(Buffer.from('words').toString('base64'))
})

const ref = (made: string, text: string): string =>
  lines(
    header('REF^I12^REF_I12', { 10: next() }),
    'RF1|P|||||REF-1^W^1.2.36.1^ISO',
    'PRD|AP|Author^Alex|||||2426621B^AUSHICPR^UPIN',
    pid('P9'),
    `OBR|1||L-1^W^1.2.36.1^ISO|57133-1^Referral^LN||||||||||||||||||${made}|||F`,
    `OBX|1|FT|TXT^Text^AUSPDI||${text}`,
  )

test('D216: a referral and its letter have editions, and the writer is one person in all of them', async () => {
  await apply(app, ref(at('1'), 'first'))
  await apply(app, ref(at('2'), 'second'))
  const old = await apply(app, ref(at('1'), 'first'))

  expect(old.outcome).toBe('older')
  const letter = await one<DocumentReference>(app, '/DocumentReference?identifier=L-1')
  const request = await one<ServiceRequest>(app, '/ServiceRequest?identifier=REF-1')
  expect(letter.content[0]?.attachment.data).toBe(Buffer.from('second').toString('base64'))
  expect(request.supportingInfo?.[0]?.reference).toBe(`DocumentReference/${letter.id}`)
  expect(await search(app, '/PractitionerRole?identifier=2426621B')).toHaveLength(1)
  expect(await search(app, '/Practitioner?family=Author')).toHaveLength(1)
})
