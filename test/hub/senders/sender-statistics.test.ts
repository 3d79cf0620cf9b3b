/** Figures of a sender, and of all messages of a process. docs/inbound.md#statistics-of-a-sender; docs/platform.md#figures-of-a-process. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { admissionOf } from '../../intake/receive/mllp-sender.ts'
import { findPort } from '../../ports.ts'
import { useRunning } from '../../use-running.ts'
import { makeSignedSender, sendSigned } from '../messages/signed-sender.ts'

const statusPort = await findPort()
const server = useRunning({ BANKSIA_STATUS_PORT: String(statusPort) })
const operator = { role: 'operator' } as const

const statisticsOf = async (id: string, query = '') =>
  (await must(200, server.call('GET', `/v1/senders/${id}/statistics${query}`, { as: operator }))).body

const metricOf = async (line: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${statusPort}/metrics`)).text()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? 0 : Number(found.split(' ').at(-1))
}

test('docs/inbound.md#statistics-of-a-sender: messages are counted by type and outcome, with their time and their bytes', async () => {
  const sender = await makeSignedSender(server)
  const before = await statisticsOf(sender.id)
  const send = (text: string) => sendSigned(server, sender, Buffer.from(text))
  const counted = async () => ({
    stored: await metricOf('banksia_inbound_messages_total{type="ADT^A28",outcome="stored"}'),
    repeated: await metricOf('banksia_inbound_messages_total{type="ADT^A28",outcome="repeated"}'),
    other: await metricOf('banksia_inbound_messages_total{type="other",outcome="refused"}'),
    timed: await metricOf('banksia_inbound_acknowledgement_seconds_count'),
    bytes: await metricOf('banksia_inbound_bytes_total'),
  })
  const earlier = await counted()
  const messages = [
    admissionOf({ controlId: 'S1', number: '6001' }),
    admissionOf({ controlId: 'S2', number: '6002' }),
    admissionOf({ controlId: 'S2', number: '6002' }),
    admissionOf({ controlId: 'S3', number: '' }),
    // A type that is not read may be any text, also a name.
    admissionOf({ controlId: 'S4', number: '6004', type: 'LEE^A01' }),
  ]
  for (const message of messages) await send(message)

  const after = await statisticsOf(sender.id)
  const now = await counted()

  const { recent, waiting } = after
  const probes = before.recent.messages
  expect(recent.messages - probes).toBe(4)
  const countOf = (type: string, outcome: string): number =>
    recent.counts.find((row: { type: string; outcome: string }) => row.type === type && row.outcome === outcome)
      ?.count ?? 0
  expect([countOf('ADT^A28', 'stored'), countOf('ADT^A28', 'held'), countOf('other', 'refused')]).toEqual([2, 1, 1])
  expect(JSON.stringify(after)).not.toContain('LEE')
  expect(waiting).toEqual({ held: 1, apart: 0 })
  expect(recent.settling.count).toBe(recent.messages)
  expect(recent.settling.p95Ms).toBeGreaterThanOrEqual(recent.settling.p50Ms)
  const sent = messages.map((message) => Buffer.byteLength(message))
  // The repetition does not count as a message.
  expect(recent.bytes - before.recent.bytes).toBe(sent.reduce((sum, one) => sum + one, 0) - (sent[2] ?? 0))
  expect(after.lastAt > (before.lastAt ?? '')).toBe(true)
  expect({
    ...{ stored: now.stored - earlier.stored, repeated: now.repeated - earlier.repeated },
    ...{ other: now.other - earlier.other, timed: now.timed - earlier.timed, bytes: now.bytes - earlier.bytes },
  }).toEqual({ stored: 2, repeated: 1, other: 1, timed: 5, bytes: sent.reduce((sum, one) => sum + one, 0) })
})

test('docs/inbound.md#statistics-of-a-sender: old messages count only for the last time and for the messages that wait; a sender without messages has no figures', async () => {
  const sender = await makeSignedSender(server)
  await sendSigned(server, sender, Buffer.from(admissionOf({ controlId: 'O1', number: '' })))
  await server.site.pool.query(
    `update received_message set received_at = now() - interval '30 hours' where sender_id = $1`,
    [sender.id],
  )

  const day = await statisticsOf(sender.id)
  const week = await statisticsOf(sender.id, '?hours=168')

  expect(day.recent).toMatchObject({ messages: 0, bytes: 0, counts: [] })
  expect(day.recent.settling).toBeUndefined()
  expect([day.waiting.held, day.lastAt]).toEqual([1, expect.any(String)])
  expect(week.recent.messages).toBeGreaterThan(0)
})

test('docs/inbound.md#statistics-of-a-sender: only operators of the tenant read the figures', async () => {
  const { id } = await makeSignedSender(server)
  const path = `/v1/senders/${id}/statistics`

  const statuses = await Promise.all([
    server.call('GET', path),
    server.call('GET', path, { as: { ...operator, tenant: developmentTenants[1] } }),
  ])

  expect(statuses.map(({ status }) => status)).toEqual([403, 404])
})
