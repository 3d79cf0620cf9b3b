/** Resources that somebody here has deleted, or marked as entered in error, when a message brings them again. D215, D216, D245, D254. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { DiagnosticReport, Encounter, Observation, Resource } from '@medplum/fhirtypes'
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

const as = { tenant: 2 } as const
const remove = async ({ resourceType, id }: Resource): Promise<void> => {
  const { status } = await app.send('DELETE', `/${resourceType}/${id}`, { as })
  expect(status).toBe(204)
}
const change = async (resource: Resource, more: object): Promise<void> => {
  const { status } = await app.send('PUT', `/${resource.resourceType}/${resource.id}`, {
    body: { ...resource, ...more },
    as,
  })
  expect(status).toBe(200)
}
const inError = { status: 'entered-in-error' } as const

let control = 0
const next = (): string => {
  control += 1
  return `H${control}`
}
const pid = (number: string): string => `PID|1||${number}^^^Lab&1.2.36.7&ISO^MR||Testpatient^Robin||19640229|F`
const visit = (number: string): string => `PV1|1|I|WARD^1^A${'|'.repeat(16)}${number}^^^WATTLE^VN`
const adt = (event: string, hour: number, ...segments: readonly string[]): string =>
  lines(header(`ADT^${event}^ADT_A01`, { 7: `202611180${hour}0000+1000`, 10: next() }), ...segments)

type Obx = readonly [code: string, value: string, status?: string]
const oru = (patient: string, hour: number, results: readonly Obx[], ...more: readonly string[]): string =>
  lines(
    header('ORU^R01^ORU_R01', { 10: next() }),
    pid(patient),
    ...more,
    `OBR|1||R-${patient}^Lab^1.2.36.2^ISO|CBC^Blood count^L|||20261117080000+1000|||||||||||||||202611180${hour}0000+1000||HM|F`,
    ...results.map(
      ([code, value, status = 'F'], at) => `OBX|${at + 1}|NM|${code}^${code}^L||${value}|g/L|||||${status}`,
    ),
  )

const resultOf = async (patient: string, code: string): Promise<Observation> => {
  const all = await search<Observation>(app, `/Observation?patient.identifier=${patient}`)
  const found = all.find((each) => each.code.coding?.[0]?.code === code)
  if (found === undefined) throw new Error(`no ${code}`)
  return found
}
const valuesOf = async (patient: string): Promise<readonly string[]> =>
  (await search<Observation>(app, `/Observation?patient.identifier=${patient}`))
    .map(({ code, valueQuantity, status }) => `${code.coding?.[0]?.code} ${valueQuantity?.value} ${status}`)
    .toSorted()
const reportOf = (patient: string): Promise<DiagnosticReport> =>
  one<DiagnosticReport>(app, `/DiagnosticReport?identifier=R-${patient}`)

test('D254: no message brings back a visit that somebody deleted here, and a report of that visit comes without it', async () => {
  await apply(app, adt('A01', 1, pid('H1'), visit('V-H1')))
  await remove(await one<Encounter>(app, '/Encounter?identifier=V-H1'))

  const later = await apply(app, adt('A02', 2, pid('H1'), visit('V-H1')))
  const report = await apply(app, oru('H1', 3, [['HB', '120']], visit('V-H1')))

  expect([later.outcome, report.outcome]).toEqual(['older', 'stored'])
  expect(await search(app, '/Encounter?identifier=V-H1')).toEqual([])
  expect((await reportOf('H1')).encounter).toBeUndefined()
  expect((await resultOf('H1', 'HB')).encounter).toBeUndefined()
})

test('D254: a visit that somebody marked as entered in error stays so', async () => {
  await apply(app, adt('A01', 1, pid('H2'), visit('V-H2')))
  await change(await one<Encounter>(app, '/Encounter?identifier=V-H2'), inError)

  const later = await apply(app, adt('A02', 2, pid('H2'), visit('V-H2')))

  expect(later.outcome).toBe('older')
  expect(await one<Encounter>(app, '/Encounter?identifier=V-H2')).toMatchObject({
    ...inError,
    meta: { versionId: '2' },
  })
})

test('D254: a result that somebody marked as entered in error stays so, until an edition states another value', async () => {
  await apply(
    app,
    oru('H3', 1, [
      ['HB', '120'],
      ['WCC', '7'],
    ]),
  )
  await change(await resultOf('H3', 'HB'), { ...inError, note: [{ text: 'another person’s blood' }] })

  await apply(
    app,
    oru('H3', 2, [
      ['HB', '120', 'C'],
      ['WCC', '8', 'C'],
    ]),
  )
  const same = await valuesOf('H3')
  await apply(
    app,
    oru('H3', 3, [
      ['HB', '131', 'C'],
      ['WCC', '8', 'C'],
    ]),
  )

  expect(same).toEqual(['HB 120 entered-in-error', 'WCC 8 corrected'])
  expect(await valuesOf('H3')).toEqual(['HB 131 corrected', 'WCC 8 corrected'])
})

test('D254: a result that somebody deleted stays deleted, until an edition states another value', async () => {
  await apply(
    app,
    oru('H4', 1, [
      ['HB', '120'],
      ['WCC', '7'],
    ]),
  )
  await change(await reportOf('H4'), { result: [{ reference: `Observation/${(await resultOf('H4', 'WCC')).id}` }] })
  await remove(await resultOf('H4', 'HB'))

  await apply(
    app,
    oru('H4', 2, [
      ['HB', '120', 'C'],
      ['WCC', '8', 'C'],
    ]),
  )
  const [same, report] = [await valuesOf('H4'), await reportOf('H4')]
  await apply(
    app,
    oru('H4', 3, [
      ['HB', '131', 'C'],
      ['WCC', '8', 'C'],
    ]),
  )

  expect(same).toEqual(['WCC 8 corrected'])
  expect(report.result).toHaveLength(1)
  expect(await valuesOf('H4')).toEqual(['HB 131 corrected', 'WCC 8 corrected'])
  expect((await reportOf('H4')).result).toHaveLength(2)
})

// biome-ignore format: one row a line
test.each<[string, string, Obx[]]>([
  ['withdrawn',             'H5', [['HB', '120', 'D'], ['WCC', '7']]],
  ['withdrawn as a whole',  'H6', [['HB', '120', 'W'], ['WCC', '7', 'W']]],
  ['left out',              'H7', [['WCC', '7']]],
])('D216: a result that its sender has %s comes back when the sender states it again', async (_, patient, without) => {
  await apply(app, oru(patient, 1, [['HB', '120'], ['WCC', '7']]))
  await apply(app, oru(patient, 2, without))
  const gone = (await resultOf(patient, 'HB')).status
  await apply(app, oru(patient, 3, [['HB', '120'], ['WCC', '7']]))
  const again = await valuesOf(patient)
  await change(await resultOf(patient, 'HB'), inError)
  await apply(app, oru(patient, 4, [['HB', '120'], ['WCC', '9']]))

  expect([gone, again]).toEqual(['entered-in-error', ['HB 120 final', 'WCC 7 final']])
  expect(await valuesOf(patient)).toEqual(['HB 120 entered-in-error', 'WCC 9 final'])
})

test('D215: a resource without a number that an admission brings stays as somebody here has marked it, or deleted it', async () => {
  const a08 = (hour: number, more = ''): string =>
    adt(
      'A08',
      hour,
      pid('H8'),
      'NK1|1|Testpatient^Kim|SPO',
      `AL1|1|DA|PEN^Penicillin^L|MI|rash${more}`,
      `AL1|2|DA|ASA^Aspirin^L|MI|rash${more}`,
    )
  await apply(app, a08(1))
  const of = <R extends Resource>(type: string): Promise<readonly R[]> =>
    search<R>(app, `/${type}?patient.identifier=H8`)
  const verificationStatus = {
    coding: [
      {
        system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
        ...{ code: 'entered-in-error' },
      },
    ],
  }
  const [marked, removed] = await of('AllergyIntolerance')
  const [relative] = await of('RelatedPerson')
  if (marked === undefined || removed === undefined || relative === undefined) throw new Error('not there')
  await change(marked, { clinicalStatus: undefined, verificationStatus })
  await remove(removed)
  await change(relative, { active: false })
  await change(await one(app, '/Patient?identifier=H8'), { active: false })

  await apply(app, a08(2, '~itch'))

  expect(await of('AllergyIntolerance')).toMatchObject([{ id: marked.id, verificationStatus }])
  expect(await of('RelatedPerson')).toMatchObject([{ active: false }])
  expect(await one(app, '/Patient?identifier=H8')).toMatchObject({ active: false })
})
