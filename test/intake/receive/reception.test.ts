/** Messages of known senders by MLLP, as a sender meets them. docs/inbound.md#reception; D210, D211, D212. */
import { afterEach, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { useRunning } from '../../use-running.ts'
import { admissionOf, connectSender, errorsOf, msaOf } from './mllp-sender.ts'

const port = await findPort()
const server = useRunning({ BANKSIA_MLLP_PORT: String(port) })

const operator = { role: 'operator' } as const
const other = { role: 'operator', tenant: developmentTenants[1] } as const

const opened: { readonly path: string; readonly as: object }[] = []
afterEach(async () => {
  for (const { path, as } of opened.splice(0)) await must(200, server.call('POST', `${path}:disable`, { as }))
})

/** It is known at once, or the first message waits a second for it. */
async function openSender(application: string, more: object = {}, as: object = operator): Promise<string> {
  const body = { name: application, addresses: ['127.0.0.1'], applications: [{ application }], ...more }
  const made = await must(201, server.call('POST', '/v1/senders', { body, as }))
  const path = `/v1/senders/${made.body.id}`
  opened.push({ path, as })
  const socket = await connectSender(port)
  const probe = admissionOf({ controlId: 'PROBE', number: '', application, processing: 'T' })
  await waitFor(
    async () => msaOf((await socket.send(probe))[0])[0],
    (code) => code !== 'AR',
  )
  socket.socket.destroy()
  return made.body.id
}

const countOf = async (sender: string): Promise<unknown> => {
  const { rows } = await server.site.pool.query(
    `select outcome, reason, answer, count(*)::int as count from received_message where sender_id = $1 and coalesce(reason, '') not like 'for-training%'
     group by outcome, reason, answer order by 1, 2`,
    [sender],
  )
  return rows
}
const patients = async (number: string): Promise<readonly { readonly id: string }[]> => {
  const found = await must(200, server.call('GET', `/fhir/R4/Patient?identifier=${number}`))
  return (found.body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource)
}

test('D211: a message is stored and then acknowledged; the same MSH-10 is answered alike and stored once', async () => {
  const id = await openSender('PAS')
  const sender = await connectSender(port)
  const message = admissionOf({ controlId: 'A1', number: '4711' })

  const first = await sender.send(message)
  const again = await (await connectSender(port)).send(message)

  expect([msaOf(first[0]), msaOf(again[0])]).toEqual([
    ['AA', 'A1'],
    ['AA', 'A1'],
  ])
  expect(await patients('4711')).toHaveLength(1)
  expect(await countOf(id)).toEqual([{ outcome: 'stored', reason: null, answer: 'AA', count: 1 }])
  sender.socket.destroy()
})

test('D211: eight copies of one message at once are stored once, and all are acknowledged', async () => {
  const id = await openSender('MANY')
  const message = admissionOf({ controlId: 'B1', number: '4712', application: 'MANY' })

  const senders = await Promise.all(Array.from({ length: 8 }, () => connectSender(port)))
  const answers = await Promise.all(senders.map((sender) => sender.send(message)))

  expect(answers.map(([one]) => msaOf(one)[0])).toEqual(Array.from({ length: 8 }, () => 'AA'))
  expect(await patients('4712')).toHaveLength(1)
  expect(await countOf(id)).toEqual([{ outcome: 'stored', reason: null, answer: 'AA', count: 1 }])
  for (const { socket } of senders) socket.destroy()
})

test('D212: another message with an MSH-10 that was used is refused and kept apart, and neither replaces the other', async () => {
  const id = await openSender('TWICE')
  const sender = await connectSender(port)

  await sender.send(admissionOf({ controlId: 'C1', number: '4713', application: 'TWICE' }))
  const [other] = await sender.send(admissionOf({ controlId: 'C1', number: '4714', application: 'TWICE' }))

  expect(msaOf(other)).toEqual(['AR', 'C1', 'MSH-10 is that of another message'])
  expect(errorsOf(other)).toEqual(['ERR|MSH^1^10^205&is that of another message&HL70357'])
  expect([(await patients('4713')).length, (await patients('4714')).length]).toEqual([1, 0])
  expect(await countOf(id)).toEqual([
    { outcome: 'apart', reason: 'repeated-id MSH-10', answer: 'AR', count: 1 },
    { outcome: 'stored', reason: null, answer: 'AA', count: 1 },
  ])
  sender.socket.destroy()
})

test('D211: what cannot be taken is answered AR with MSA-3 and ERR, and kept', async () => {
  const id = await openSender('BAD')
  const sender = await connectSender(port)
  const of = (given: Partial<Parameters<typeof admissionOf>[0]>) =>
    admissionOf({ controlId: 'D1', number: '4715', application: 'BAD', ...given })

  const [unknown] = await sender.send(of({ controlId: 'D1', type: 'SIU^S12' }))
  const [later] = await sender.send(of({ controlId: 'D2', type: 'SIU^S12', version: '2.5.1' }))
  const [nameless] = await sender.send(of({ controlId: '' }))
  const [again] = await sender.send(of({ controlId: '' }))
  const [noPatient] = await sender.send(of({ controlId: 'D3' }).replace(/\rPID[^\r]*/, ''))

  expect(msaOf(unknown)).toEqual(['AR', 'D1', 'MSH-9 names a message that is not read'])
  expect(errorsOf(unknown)).toEqual(['ERR|MSH^1^9^200&names a message that is not read&HL70357'])
  expect(errorsOf(later)).toEqual(['ERR||MSH^1^9|200^names a message that is not read^HL70357|E'])
  expect([msaOf(nameless), msaOf(again)]).toEqual([
    ['AR', '', 'MSH-10 is missing'],
    ['AR', '', 'MSH-10 is missing'],
  ])
  expect(msaOf(noPatient)[0]).toBe('AR')
  expect(await countOf(id)).toEqual([
    { outcome: 'apart', reason: 'no-control-id MSH-10', answer: 'AR', count: 2 },
    { outcome: 'apart', reason: 'not-readable PID', answer: 'AR', count: 1 },
    { outcome: 'refused', reason: 'not-read MSH-9', answer: 'AR', count: 2 },
  ])
  sender.socket.destroy()
})

test('D210: a message of nobody, of two, and of a disabled sender is stored nowhere; one of another tenant is the other tenant’s', async () => {
  const id = await openSender('OURS')
  const theirs = await openSender('THEIRS', {}, other)
  await openSender('BOTH', { addresses: ['127.0.0.0/8'] })
  const sender = await connectSender(port)
  const of = (application: string, controlId: string) => admissionOf({ controlId, number: '4716', application })
  const body = { name: 'BOTH', addresses: ['127.0.0.1'], applications: [{ application: 'BOTH' }] }
  const twin = await must(201, server.call('POST', '/v1/senders', { body, as: other }))

  const [stranger] = await sender.send(of('STRANGER', 'E1'))
  const [ambiguous] = await waitFor(
    () => sender.send(of('BOTH', 'E2')),
    ([answer]) => msaOf(answer)[0] === 'AR',
  )
  const [ofOther] = await sender.send(of('THEIRS', 'E3'))
  await must(200, server.call('POST', `/v1/senders/${id}:disable`, { as: operator }))
  const [disabled] = await sender.send(of('OURS', 'E4'))

  for (const answer of [stranger, ambiguous, disabled])
    expect(msaOf(answer).slice(2)).toEqual(['MSH is of no sender that is known'])
  expect(msaOf(ofOther)[0]).toBe('AA')
  const { rows } = await server.site.pool.query(
    `select t.id as tenant, count(*)::int as count from received_message m join tenant t on t.number = m.tenant
     where m.sender_id = any ($1) and coalesce(m.reason, '') not like 'for-training%' group by t.id`,
    [[id, theirs, twin.body.id]],
  )
  expect(rows).toEqual([{ tenant: developmentTenants[1], count: 1 }])
  sender.socket.destroy()
})

test('D253: a tenant that takes messages from every address takes none of another tenant’s sender, and stops none', async () => {
  const everywhere = { name: 'Everywhere', addresses: ['0.0.0.0/0', '::/0'] }
  const theirs = await must(201, server.call('POST', '/v1/senders', { body: everywhere, as: other }))
  opened.push({ path: `/v1/senders/${theirs.body.id}`, as: other })
  const id = await openSender('FIRST')
  const sender = await connectSender(port)
  const [answer] = await sender.send(admissionOf({ controlId: 'F1', number: '4720', application: 'FIRST' }))

  expect(msaOf(answer)).toEqual(['AA', 'F1'])
  expect(await countOf(id)).toEqual([{ outcome: 'stored', reason: null, answer: 'AA', count: 1 }])
  expect(await countOf(theirs.body.id)).toEqual([])
  sender.socket.destroy()
})

// biome-ignore format: one row a line
test.each([
  ['nothing: original mode',              ['', ''],     ['AA'],       ['AR']],
  ['both',                                ['AL', 'AL'], ['CA', 'AA'], ['CR']],
  ['the commit alone',                    ['AL', 'NE'], ['CA'],       ['CR']],
  ['the application alone',               ['NE', 'AL'], ['AA'],       ['AR']],
  ['the commit on failure alone',         ['ER', 'NE'], [],           ['CR']],
  ['the application on failure alone',    ['NE', 'ER'], [],           ['AR']],
  ['the application on success alone',    ['NE', 'SU'], ['AA'],       []],
  ['nothing at all',                      ['NE', 'NE'], [],           []],
] as const)('D211: MSH-15 and MSH-16 ask for %s', async (title, asked, good, bad) => {
  await openSender('MODES')
  const sender = await connectSender(port)
  const key = Buffer.from(title).toString('hex').slice(-12)
  const of = (controlId: string, type?: string) =>
    admissionOf({ controlId, number: `M${key}`, application: 'MODES', asked, ...(type === undefined ? {} : { type }) })

  await sender.send(of(`G${key}`), good.length)
  const atGood = sender.answers.map((answer) => msaOf(answer)[0])
  await sender.send(of(`B${key}`, 'SIU^S12'), bad.length)
  const end = await sender.send(admissionOf({ controlId: `Z${key}`, number: `M${key}`, application: 'MODES' }))

  expect([atGood, msaOf(end.at(-1)).slice(0, 2)]).toEqual([good, ['AA', `Z${key}`]])
  expect(sender.answers.map((answer) => msaOf(answer)[0])).toEqual([...good, ...bad, 'AA'])
  sender.socket.destroy()
})

test('D211: a message for training is kept and acknowledged, and changes nothing', async () => {
  await openSender('TRAIN')
  const sender = await connectSender(port)

  const [answer] = await sender.send(
    admissionOf({ controlId: 'T1', number: '4717', application: 'TRAIN', processing: 'T' }),
  )

  expect(msaOf(answer)).toEqual(['AA', 'T1'])
  expect(await patients('4717')).toEqual([])
  sender.socket.destroy()
})

test('D213: a message that is larger than its sender may send is refused, and the connection goes on', async () => {
  await openSender('LARGE', { maxBytes: 700_000 })
  await openSender('SMALL', { maxBytes: 2048 })
  const sender = await connectSender(port)
  const of = (application: string, controlId: string, bytes: number) =>
    `${admissionOf({ controlId, number: '4718', application })}ZZZ|${'x'.repeat(bytes)}\r`

  const codes = [
    await sender.send(of('LARGE', 'L1', 500_000)),
    await sender.send(of('LARGE', 'L2', 3_000_000)),
    await sender.send(of('SMALL', 'L3', 3000)),
    await sender.send(of('SMALL', 'L4', 600_000)),
    await sender.send(of('NOBODY', 'L5', 2_000_000)),
    await sender.send(of('LARGE', 'L6', 10)),
  ].map(([answer]) => msaOf(answer).slice(0, 2))

  expect(codes).toEqual([
    ['AA', 'L1'],
    ['AR', 'L2'],
    ['AR', 'L3'],
    ['AR', 'L4'],
    ['AR', 'L5'],
    ['AA', 'L6'],
  ])
  sender.socket.destroy()
})

test('docs/inbound.md#quality-of-a-sender: it counts what was tolerated, by place, without values', async () => {
  const id = await openSender('DIRTY')
  const sender = await connectSender(port)
  const of = (controlId: string) =>
    `${admissionOf({ controlId, number: '4719', application: 'DIRTY' })}ZPI|1|Zebulon\r`.replaceAll('\r', '\n')

  await sender.send(of('Q1'))
  await sender.send(of('Q2'))
  await sender.send(of('Q2'))
  const report = await waitFor(
    async () => (await must(200, server.call('GET', `/v1/senders/${id}/quality`, { as: operator }))).body.notes,
    (notes) => notes.some(({ code, messages }: Record<string, unknown>) => code === 'line-ends' && messages === 2),
  )

  expect(JSON.stringify(report)).not.toContain('Zebulon')
  expect(report.find(({ place }: { place: string }) => place === 'ZPI-2')).toMatchObject({ code: 'unmapped', count: 2 })
  sender.socket.destroy()
})
