/** Whose record a message enters, and what it may change there. D214, D215; docs/inbound.md#into-the-record. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { AllergyIntolerance, Encounter, Patient, Provenance } from '@medplum/fhirtypes'
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

const wattle = '^^^Wattle Clinic&1.2.36.1.2001.1003.0.8003621566684455&ISO^MR'
const recordSystem = 'http://ns.electronichealth.net.au/id/hpio-scoped/medicalrecord/1.0/8003621566684455'

type Person = {
  readonly number: string
  readonly family?: string
  readonly born?: string
  readonly sex?: string
  readonly more?: string
}

const pid = ({ number, family = 'Testpatient', born = '19640229', sex = 'F', more = '' }: Person): string =>
  `PID|1||${number}${more}||${family}^Robin^^^^^L||${born}|${sex}`

let control = 0
const adt = (event: string, at: string, ...segments: readonly string[]): string => {
  control += 1
  const structure = event === 'A31' ? 'ADT_A05' : 'ADT_A01'
  return lines(header(`ADT^${event}^${structure}`, { 7: at, 10: `P${control}` }), ...segments)
}

const mr = (number: string): string => `${number}${wattle}`
const byNumber = (number: string): string => `/Patient?identifier=${encodeURIComponent(`${recordSystem}|${number}`)}`

test('D214: an unknown record number makes a new patient, and the next message finds it', async () => {
  const first = await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('100') })))
  const again = await apply(app, adt('A04', '20261118080100+1000', pid({ number: mr('100') }), 'PV1|1|O'))

  expect(first.outcome).toBe('stored')
  expect(again.outcome).toBe('stored')
  const patient = await one<Patient>(app, byNumber('100'))
  expect(first.resources).toContain(`Patient/${patient.id}`)
  expect(await search(app, `/Encounter?patient=${patient.id}`)).toHaveLength(1)
  const told = await search<Provenance>(app, `/Provenance?target=Patient/${patient.id}`)
  expect(told).toHaveLength(1)
})

test('D214: audit names the sender, and the patient of each write', async () => {
  const { resources } = await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('110') })))
  const id = resources.find((name) => name.startsWith('Patient/'))?.slice(8)

  const { rows } = await app.owner.query(`select kind, subject from audit where patient_id = $1 order by kind`, [id])
  expect(rows).toContainEqual({ kind: 'fhir.create', subject: '01990000-0000-7000-8000-00000000c11c' })
})

test.each([
  ['birth date', { born: '19640301' }, 'birth-date-differs PID-7'],
  ['sex', { sex: 'M' }, 'sex-differs PID-8'],
  ['family name', { family: 'Otherperson' }, 'family-name-differs PID-5'],
  [
    'all',
    { born: '19700101', sex: 'M', family: 'Otherperson' },
    'family-name-differs PID-5, birth-date-differs PID-7, sex-differs PID-8',
  ],
])(
  'D214: a message whose %s differs from the record waits for a person and writes nothing',
  async (what, other, reason) => {
    const number = mr(`200-${what.replace(' ', '')}`)
    await apply(app, adt('A28', '20261118080000+1000', pid({ number })))
    const held = await apply(
      app,
      adt('A08', '20261118090000+1000', pid({ number, ...other }), 'AL1|1|DA|PEN^Penicillin^L'),
    )

    expect(held).toEqual({ outcome: 'held', reason, resources: [] })
    const patient = await one<Patient>(app, byNumber(`200-${what.replace(' ', '')}`))
    expect(patient.meta?.versionId).toBe('1')
    expect(await search(app, `/AllergyIntolerance?patient=${patient.id}`)).toHaveLength(0)
  },
)

test('D214: what one of both does not know differs from nothing, nor does case, accent, or a less precise date', async () => {
  await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('210'), family: "O'Néill" })))
  const again = await apply(
    app,
    adt('A08', '20261118090000+1000', pid({ number: mr('210'), family: 'ONEILL', born: '1964', sex: 'U' })),
  )

  expect(again.outcome).toBe('stored')
  const patient = await one<Patient>(app, byNumber('210'))
  expect(patient).toMatchObject({ gender: 'female', birthDate: '1964-02-29' })
})

test('D214: a patient without a number that tells whose record it is, and numbers of two records, wait for a person', async () => {
  const none = await apply(app, adt('A28', '20261118080000+1000', pid({ number: '2296510481^^^AUSHIC^MC' })))
  await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('220') })))
  await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('221') })))
  const both = await apply(app, adt('A08', '20261118090000+1000', pid({ number: `${mr('220')}~${mr('221')}` })))

  expect(none).toEqual({ outcome: 'held', reason: 'no-number PID-3', resources: [] })
  expect(both).toEqual({ outcome: 'held', reason: 'numbers-disagree PID-3', resources: [] })
})

test('D214: the record number of one hospital finds nobody of another one', async () => {
  await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('230') })))
  await apply(
    app,
    adt('A28', '20261118080000+1000', pid({ number: '230^^^Elsewhere&1.2.3.4.5&ISO^MR', family: 'Otherperson' })),
  )

  expect(await search(app, '/Patient?identifier=230')).toHaveLength(2)
})

test('D215: an update changes what it carries, and keeps what it does not mention', async () => {
  await apply(
    app,
    adt('A28', '20261118080000+1000', `${pid({ number: mr('300') })}|||1 Old St^^Perth^WA^6000^^H||0890000000^PRN^PH`),
  )
  const before = await one<Patient>(app, byNumber('300'))
  const local = { system: 'https://practice.example/number', value: 'L-1' }
  const edited = { ...before, identifier: [...(before.identifier ?? []), local], photo: [{ title: 'kept' }] }
  const put = await app.send('PUT', `/Patient/${before.id}`, { body: edited, as: { tenant: 2 } })
  const updated = await apply(
    app,
    adt('A08', '20261118090000+1000', `${pid({ number: mr('300') })}|||2 New St^^Perth^WA^6000^^H`),
  )

  expect(put.status).toBe(200)
  expect(updated.outcome).toBe('stored')
  const after = await one<Patient>(app, byNumber('300'))
  expect(after.identifier).toContainEqual(local)
  expect(after.photo).toEqual([{ title: 'kept' }])
  expect(after.address?.map(({ line }) => line)).toEqual([['2 New St']])
  expect(after.telecom).toHaveLength(1)
})

test('D215: only A08 and A31 change demographics; the numbers of an admission are added', async () => {
  await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('310') })))
  await apply(
    app,
    adt(
      'A01',
      '20261118090000+1000',
      `${pid({ number: `${mr('310')}~8003608000000570^^^AUSHIC^NI` })}|||2 New St^^Perth^WA^6000^^H`,
    ),
  )

  const patient = await one<Patient>(app, byNumber('310'))
  expect(patient.address).toBeUndefined()
  expect(patient.identifier?.map(({ value }) => value)).toEqual(['310', '8003608000000570'])
})

test('D216: a message that was made earlier changes nothing, and a repetition changes nothing', async () => {
  const number = mr('320')
  const home = (street: string): string => `${pid({ number })}|||${street}^^Perth^WA^6000^^H`
  await apply(app, adt('A08', '20261118100000+1000', home('2 New St')))
  const same = await apply(app, adt('A08', '20261118100000+1000', home('2 New St')))
  const old = await apply(app, adt('A08', '20261118090000+1000', home('1 Old St')))

  expect(same.outcome).toBe('unchanged')
  expect(old.outcome).toBe('older')
  expect((await one<Patient>(app, byNumber('320'))).address?.[0]?.line).toEqual(['2 New St'])
})

test('D215: an allergy of each message is one; the state that the record has stays', async () => {
  const al1 = (severity: string): string => `AL1|1|DA|PEN^Penicillin^L|${severity}|rash`
  await apply(app, adt('A08', '20261118100000+1000', pid({ number: mr('330') }), al1('MI')))
  const [allergy] = await search<AllergyIntolerance>(app, `/AllergyIntolerance?patient.identifier=330`)
  const resolved = {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'resolved' }],
  }
  await app.send('PUT', `/AllergyIntolerance/${allergy?.id}`, {
    body: { ...allergy, clinicalStatus: resolved },
    as: { tenant: 2 },
  })
  await apply(app, adt('A08', '20261118110000+1000', pid({ number: mr('330') }), al1('SV')))

  const after = await one<AllergyIntolerance>(app, '/AllergyIntolerance?patient.identifier=330')
  expect(after.clinicalStatus).toEqual(resolved)
  expect(after.reaction?.[0]?.severity).toBe('severe')
})

const visit = (number: string, more = ''): string => `PV1|1|I|WARD3^12^B${'|'.repeat(16)}${number}^^^WATTLE^VN${more}`

test('D215: a visit is found by its number, its discharge can be cancelled, and an earlier message does not open it again', async () => {
  const number = mr('340')
  const [admitted, left] = [
    `${'|'.repeat(25)}20261118080000+1000`,
    `${'|'.repeat(25)}20261118080000+1000|20261119080000+1000`,
  ]
  await apply(app, adt('A01', '20261118080000+1000', pid({ number }), visit('V-340', admitted)))
  await apply(app, adt('A03', '20261119080000+1000', pid({ number }), visit('V-340', left)))
  const old = await apply(app, adt('A02', '20261118120000+1000', pid({ number }), visit('V-340', admitted)))
  const finished = await one<Encounter>(app, '/Encounter?identifier=V-340')
  await apply(app, adt('A13', '20261119090000+1000', pid({ number }), visit('V-340', left)))
  const open = await one<Encounter>(app, '/Encounter?identifier=V-340')

  expect(old.outcome).toBe('older')
  expect(finished).toMatchObject({ status: 'finished', period: { end: '2026-11-19T08:00:00+10:00' } })
  expect(open).toMatchObject({ status: 'in-progress', period: { start: '2026-11-18T08:00:00+10:00' } })
  expect(open.period?.end).toBeUndefined()
})

test('D214: a visit number of another patient holds the message', async () => {
  await apply(app, adt('A01', '20261118080000+1000', pid({ number: mr('350') }), visit('V-350')))
  const held = await apply(app, adt('A01', '20261118080000+1000', pid({ number: mr('351') }), visit('V-350')))

  expect(held).toEqual({ outcome: 'held', reason: 'other-patients-visit PV1-19', resources: [] })
  expect(await search(app, byNumber('351'))).toHaveLength(0)
})

test('D214: a person decides whose record a held message belongs to', async () => {
  const first = await apply(app, adt('A28', '20261118080000+1000', pid({ number: mr('360') })))
  const married = adt('A08', '20261118090000+1000', pid({ number: mr('360'), family: 'Newname' }))
  const id = first.resources.find((name) => name.startsWith('Patient/'))?.slice(8) ?? ''
  const held = await apply(app, married)
  const decided = await apply(app, married, { decision: { patient: id } })
  const other = await apply(app, adt('A28', '20261118090000+1000', pid({ number: mr('360'), family: 'Stranger' })), {
    decision: { isNew: true },
  })

  expect(held.outcome).toBe('held')
  expect(decided.outcome).toBe('stored')
  expect((await one<Patient>(app, byNumber('360'))).name?.[0]?.family).toBe('Newname')
  expect(other.outcome).toBe('stored')
  expect(await search(app, '/Patient?family=Stranger')).toHaveLength(1)
})

test('D214: a training message is not for the record', async () => {
  const text = lines(header('ADT^A28^ADT_A05', { 10: 'T1', 11: 'T' }), pid({ number: mr('370') }))

  await expect(apply(app, text)).rejects.toThrow('MSH-11')
  expect(await search(app, byNumber('370'))).toHaveLength(0)
})
