/** A40: two records are linked until a person decides, and as they were after an undo. D217; docs/inbound.md#merges. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Observation, Patient } from '@medplum/fhirtypes'
import { confirmMerge, undoMerge } from '../../../src/intake/apply/merge.ts'
import { findMergeOf } from '../../../src/store/intake/patient-merges.ts'
import type { Tx } from '../../../src/store/transaction.ts'
import { type FhirApp, startFhir, testTenants } from '../../fhir-server/fhir-app.ts'
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

const number = (value: string): string => `${value}^^^Lab&1.2.36.7&ISO^MR`
const pid = (value: string, born = '19640229'): string => `PID|1||${number(value)}||Testpatient^Robin||${born}|F`

let control = 0
const message = (event: string, ...segments: readonly string[]): string => {
  control += 1
  return lines(header(event, { 10: `M${control}` }), ...segments)
}

const admit = (value: string, born?: string) => apply(app, message('ADT^A28^ADT_A05', pid(value, born)))
const merge = (survivor: string, merged: string): string =>
  message('ADT^A40^ADT_A39', pid(survivor), `MRG|${number(merged)}`)
const result = (value: string, report: string): string =>
  message(
    'ORU^R01^ORU_R01',
    pid(value),
    `OBR|1||${report}^Lab^1.2.36.2^ISO|HB^Hb^L|||20261117080000+1000`,
    'OBX|1|NM|HB^Hb^L||120|g/L|||||F',
  )

const find = (value: string): Promise<Patient> => one<Patient>(app, `/Patient?identifier=${value}`)
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => app.store.transactAsSystem(testTenants[1], work)

async function idOfMerge(merged: Patient): Promise<string> {
  const found = await within((tx) => findMergeOf(tx, merged.id ?? ''))
  return found?.id ?? 'none'
}

test('D217: a merge links both records and moves nothing; messages with the merged number wait until it is confirmed', async () => {
  await admit('A1')
  await admit('A2')
  await apply(app, result('A2', 'R-A2'))
  const merged = await apply(app, merge('A1', 'A2'))
  const repeated = await apply(app, merge('A1', 'A2'))
  const held = await apply(app, result('A2', 'R-A3'))
  const [survivor, other] = [await find('A1'), await find('A2')]

  expect([merged.outcome, repeated.outcome]).toEqual(['stored', 'unchanged'])
  expect(survivor.link).toEqual([{ other: { reference: `Patient/${other.id}` }, type: 'replaces' }])
  expect(other).toMatchObject({
    active: false,
    link: [{ other: { reference: `Patient/${survivor.id}` }, type: 'replaced-by' }],
  })
  expect(held).toEqual({ outcome: 'held', reason: 'merged-record PID-3', resources: [] })
  expect(await search(app, `/Observation?patient=${other.id}`)).toHaveLength(1)

  const id = await idOfMerge(other)
  await within((tx) => confirmMerge(tx, id))
  const followed = await apply(app, result('A2', 'R-A3'))

  expect(followed.outcome).toBe('stored')
  expect(await search<Observation>(app, `/Observation?patient=${survivor.id}`)).toHaveLength(1)
  expect((await find('A1')).identifier).toHaveLength(1)
})

test('D217: a document of the merged record goes on in the other one, once the merge is confirmed', async () => {
  await admit('B1')
  await admit('B2')
  await apply(app, result('B2', 'R-B'))
  await apply(app, merge('B1', 'B2'))
  const [survivor, other] = [await find('B1'), await find('B2')]
  const before = await apply(app, result('B1', 'R-B'))
  const id = await idOfMerge(other)
  await within((tx) => confirmMerge(tx, id))
  const after = await apply(app, result('B1', 'R-B'))

  expect(before).toMatchObject({ outcome: 'held', reason: 'other-patients-document OBR-3' })
  expect(after.outcome).toBe('stored')
  const report = await one(app, '/DiagnosticReport?identifier=R-B')
  expect(report).toMatchObject({ subject: { reference: `Patient/${survivor.id}` } })
  const states = (await search<Observation>(app, `/Observation?patient=${other.id}`)).map(({ status }) => status)
  expect(states).toEqual(['entered-in-error'])
})

test.each(['open', 'confirmed'])(
  'D217: a merge that is %s is undone: links go, and the state is as before',
  async (state) => {
    const [first, second] = [`C1-${state}`, `C2-${state}`]
    await admit(first)
    await admit(second)
    const before = await find(second)
    const put = await app.send('PUT', `/Patient/${before.id}`, { body: { ...before, active: true }, as: { tenant: 2 } })
    await apply(app, merge(first, second))
    const id = await idOfMerge(before)
    if (state === 'confirmed') await within((tx) => confirmMerge(tx, id))
    await within((tx) => undoMerge(tx, id))
    const again = await apply(app, result(second, `R-${second}`))

    expect(put.status).toBe(200)
    expect((await find(first)).link).toBeUndefined()
    const restored = await find(second)
    expect(restored.link).toBeUndefined()
    expect(restored.active).toBe(true)
    expect(again.outcome).toBe('stored')
    await expect(within((tx) => undoMerge(tx, id))).rejects.toThrow('invalid-transition')
    const { rows } = await app.owner.query(
      'select kind from audit where resource_id = $1 and patient_id = $2 order by seq',
      [id, restored.id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'patient.merged',
      ...(state === 'confirmed' ? ['patient.merge-confirmed'] : []),
      'patient.merge-undone',
    ])
  },
)

test('D217: records that tell of different people are not merged by a message', async () => {
  await admit('D1')
  await admit('D2', '19700101')
  const held = await apply(app, merge('D1', 'D2'))
  const decided = await apply(app, merge('D1', 'D2'), { decision: { patient: (await find('D1')).id ?? '' } })

  expect(held).toEqual({ outcome: 'held', reason: 'birth-date-differs MRG-1', resources: [] })
  expect(decided.outcome).toBe('stored')
  expect((await find('D2')).active).toBe(false)
})

test('D217: a record that is not here, or is the same one, is not merged', async () => {
  await admit('E1')
  const unknown = await apply(app, merge('E1', 'E9'))
  const same = await apply(app, merge('E1', 'E1'))
  const none = await apply(app, message('ADT^A40^ADT_A39', pid('E1'), 'MRG|123^^^AUSHIC^MC'))

  expect([unknown.outcome, same.outcome]).toEqual(['unchanged', 'unchanged'])
  expect(none.reason).toBe('no-number MRG-1')
})

test('D217: several pairs of one message are merged together, or not at all', async () => {
  for (const value of ['F1', 'F2', 'F3', 'F4', 'F5']) await admit(value)
  const two = message('ADT^A40^ADT_A39', pid('F1'), `MRG|${number('F2')}`, pid('F3'), `MRG|${number('F4')}`)
  const chain = message('ADT^A40^ADT_A39', pid('F1'), `MRG|${number('F5')}`, pid('F3'), `MRG|${number('F1')}`)

  expect((await apply(app, two)).outcome).toBe('stored')
  expect((await find('F4')).active).toBe(false)
  expect((await apply(app, chain)).reason).toBe('several-records MRG-1')
  expect((await find('F5')).active).toBeUndefined()
})

test('D217: two copies of a merge at once make one', async () => {
  await admit('G1')
  await admit('G2')
  const outcomes = await Promise.all([apply(app, merge('G1', 'G2')), apply(app, merge('G1', 'G2'))])

  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['stored', 'unchanged'])
  expect((await find('G1')).link).toHaveLength(1)
})
