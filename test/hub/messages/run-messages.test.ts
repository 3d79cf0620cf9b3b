/** A person runs a received message again: it enters the record, or keeps waiting with its reason. docs/inbound.md#run-again; D56, D220. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { createColleague, giveConsent, must, practitionerRoleId } from '../../consultation.ts'
import { admissionOf } from '../../intake/receive/mllp-sender.ts'
import { waitFor } from '../../patience.ts'
import { useRunning } from '../../use-running.ts'
import { makeSignedSender, type SignedSender, sendSigned } from './signed-sender.ts'

const server = useRunning()
const { call } = server
const operator = { role: 'operator' } as const
const other = { role: 'clinician', tenant: developmentTenants[1] } as const

type Message = { readonly id: string; readonly state: string; readonly reason?: string; readonly resources: string[] }

/** The message, as it was kept. */
async function receive(sender: SignedSender, message: string | Uint8Array): Promise<Message> {
  expect(await sendSigned(server, sender, Buffer.from(message))).toBe(200)
  const path = `/v1/messages?senderId=${sender.id}&limit=1`
  return (await must(200, call('GET', path, { as: operator }))).body.items[0]
}

const run = (id: string, body: object = {}, as: object = {}) => call('POST', `/v1/messages/${id}:run`, { body, as })

const patientOf = ({ resources }: Message): string =>
  resources.find((name) => name.startsWith('Patient/'))?.slice('Patient/'.length) ?? ''

/** A patient who is here, and a message with the same number and another birth date. */
async function receiveDiffering(number: string): Promise<{ readonly patientId: string; readonly held: Message }> {
  const sender = await makeSignedSender(server)
  const first = await receive(sender, admissionOf({ controlId: 'F1', number }))
  const text = admissionOf({ controlId: 'F2', number }).replace('19700203', '19710203')
  return {
    patientId: patientOf(first),
    held: await receive(sender, text.replace('1 Some St', '2 Other St').replace('ADT^A28', 'ADT^A31')),
  }
}

const countOf = async (number: string): Promise<number> =>
  ((await must(200, call('GET', `/fhir/R4/Patient?identifier=${number}`))).body.entry ?? []).length

test('docs/inbound.md#run-again: a clinician says whose record a held message belongs to, and it enters that', async () => {
  const { patientId, held } = await receiveDiffering('R-4711')

  const asItIs = await must(200, run(held.id, {}, operator))
  const byOperator = await run(held.id, { patientId }, operator)
  const nobodys = await run(held.id, { patientId: newId() })
  const both = await run(held.id, { patientId, isNew: true })
  const decided = await must(200, run(held.id, { patientId }))
  const again = await run(held.id, { patientId })

  expect([held.state, asItIs.body.state, asItIs.body.reason]).toEqual(['held', 'held', 'birth-date-differs PID-7'])
  expect(byOperator).toMatchObject({ status: 403, problem: 'role-required' })
  expect(nobodys).toMatchObject({ status: 400, fields: ['patientId'] })
  expect(both.status).toBe(400)
  expect(decided.body).toMatchObject({ id: held.id, state: 'stored', direction: 'received' })
  expect(decided.body.reason).toBeUndefined()
  expect(decided.body).toEqual((await must(200, call('GET', `/v1/messages/${held.id}`))).body)
  expect(patientOf(decided.body)).toBe(patientId)
  expect((await must(200, call('GET', `/fhir/R4/Patient/${patientId}`))).body.address[0].line).toEqual(['2 Other St'])
  expect(await countOf('R-4711')).toBe(1)
  expect(again).toMatchObject({ status: 409, problem: 'invalid-transition' })
})

test('docs/inbound.md#run-again: a held message without a number is of a new patient, as a clinician says', async () => {
  const held = await receive(
    await makeSignedSender(server),
    admissionOf({ controlId: 'N1', number: '', family: 'Numberless' }),
  )

  const byOperator = await run(held.id, { isNew: true }, operator)
  const key = newId()
  const path = `/v1/messages/${held.id}:run`
  const stored = await must(200, call('POST', path, { body: { isNew: true }, key }))
  const repeated = await must(200, call('POST', path, { body: { isNew: true }, key }))

  expect(held).toMatchObject({ state: 'held', reason: 'no-number PID-3' })
  expect(byOperator.status).toBe(403)
  expect(stored.body).toMatchObject({ state: 'stored' })
  expect(repeated.body).toEqual(stored.body)
  expect((await must(200, call('GET', `/fhir/R4/Patient/${patientOf(stored.body)}`))).body.name[0].family).toBe(
    'Numberless',
  )
  expect((await must(200, call('GET', '/fhir/R4/Patient?family=Numberless'))).body.entry).toHaveLength(1)
})

test('docs/inbound.md#run-again: what was kept apart enters the record when it is run after a mend, of a disabled sender too', async () => {
  const sender = await makeSignedSender(server)
  const path = `/v1/senders/${sender.id}`
  const { pool } = server.site
  await pool.query(`create function refuse_edition() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger refuse_edition before insert on applied_edition for each row execute function refuse_edition()`)
  const apart = await receive(sender, admissionOf({ controlId: 'L1', number: 'R-4712' }))
  const before = await must(200, run(apart.id, {}, operator))
  await pool.query('drop trigger refuse_edition on applied_edition')
  await must(200, call('POST', `${path}:disable`, { as: operator }))

  const after = await must(200, run(apart.id, {}, operator))

  expect(apart).toMatchObject({ state: 'apart', reason: 'fault MSH' })
  expect(before.body).toMatchObject({ state: 'apart', reason: 'fault MSH', resources: [], acknowledgement: 'AE' })
  expect(after.body).toMatchObject({ state: 'stored', acknowledgement: 'AA' })
  expect(patientOf(after.body)).not.toBe('')
  expect(await countOf('R-4712')).toBe(1)
  const search = { identifier: 'R-4712' }
  const found = await must(200, call('POST', '/v1/messages:search', { body: search, as: operator }))
  expect(found.body.items.map(({ id }: Message) => id)).toEqual([apart.id])
})

test('D255: a message with the MSH-10 of another one enters the record when a person runs it, and replaces nothing', async () => {
  const sender = await makeSignedSender(server)
  await receive(sender, admissionOf({ controlId: 'AGAIN', number: 'R-4713' }))
  const apart = await receive(sender, admissionOf({ controlId: 'AGAIN', number: 'R-4714' }))

  const after = await must(200, run(apart.id, {}, operator))
  const repeated = await receive(sender, admissionOf({ controlId: 'AGAIN', number: 'R-4714' }))
  const twice = await must(200, run(repeated.id, {}, operator))

  expect(apart).toMatchObject({ state: 'apart', reason: 'repeated-id MSH-10', acknowledgement: 'AR' })
  expect(after.body).toMatchObject({ id: apart.id, state: 'stored' })
  expect(repeated).toMatchObject({ state: 'apart', reason: 'repeated-id MSH-10' })
  expect(repeated.id).not.toBe(apart.id)
  expect(twice.body.state).toBe('unchanged')
  expect([await countOf('R-4713'), await countOf('R-4714')]).toEqual([1, 1])
})

test('docs/inbound.md#run-again: of two runs at once one applies it, and the other is refused', async () => {
  const held = await receive(
    await makeSignedSender(server),
    admissionOf({ controlId: 'T1', number: '', family: 'Twice' }),
  )

  const answers = await Promise.all([0, 1, 2].map(() => run(held.id, { isNew: true })))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await must(200, call('GET', '/fhir/R4/Patient?family=Twice'))).body.entry).toHaveLength(1)
})

test('docs/inbound.md#run-again: another tenant and another role run none, and what we sent is none', async () => {
  const { patientId, held } = await receiveDiffering('R-4713')

  const answers = [
    await run(held.id, {}, other),
    await run(held.id, { patientId }, other),
    await run(held.id, {}, { role: 'billing' }),
    await run(newId()),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 404])
  expect((await must(200, call('GET', `/v1/messages/${held.id}`))).body.state).toBe('held')
})

test('D220: the run is on record with who ran it and what became of it', async () => {
  const held = await receive(
    await makeSignedSender(server),
    admissionOf({ controlId: 'A1', number: '', family: 'Audited' }),
  )
  await must(200, run(held.id, { isNew: true }))

  const { body } = await must(
    200,
    call('GET', '/v1/audit/events?kind=message.received&limit=200', { as: { role: 'auditor' } }),
  )

  const own = body.items.filter(({ resourceId }: { resourceId: string }) => resourceId === held.id)
  expect(own).toHaveLength(2)
  expect(own).toContainEqual(expect.objectContaining({ fromState: 'held', toState: 'stored' }))
})

test('D56: whom a patient denies runs no message that may be theirs, and names no such record', async () => {
  const { patientId, held } = await receiveDiffering('R-4714')
  await createColleague(call)
  await giveConsent(call, patientId, {
    ...{ decision: 'deny', permits: ['share'], recipients: [`PractitionerRole/${practitionerRoleId}`] },
  })
  await waitFor(
    () => call('GET', `/v1/messages/${held.id}`),
    ({ status }) => status === 404,
  )

  const answers = [await run(held.id), await run(held.id, { isNew: true }), await run(held.id, { patientId })]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await must(200, run(held.id, {}, operator))).body.state).toBe('held')
})
