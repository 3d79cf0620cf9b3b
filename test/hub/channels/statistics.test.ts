/** The figures of a channel, and of the process that sends for it. docs/channels.md#statistics. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { approveOne, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { openReceiver } from '../../queues/receivers.ts'
import { startRunning } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const operator = { role: 'operator' } as const

const server = useRunning({ BANKSIA_OUTBOUND_HOSTS: '127.0.0.1', BANKSIA_OUTBOUND_PRIVATE: 'allow' })
const { call } = server

const openChannel = async (port: number, templateIds: readonly string[] = []): Promise<string> => {
  const body = {
    name: 'Hospital',
    templateIds,
    recipient: { name: 'Heath Specialists' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'hl7v2',
    transport: 'mllp',
    destination: { host: '127.0.0.1', port },
    retry: { attempts: 100, baseMs: 10, maxMs: 10 },
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
}

const readStatistics = async (id: string, query = '') =>
  (await must(200, call('GET', `/v1/channels/${id}/statistics${query}`, { as: operator }))).body

type Put = {
  readonly state: string
  readonly reason?: string
  readonly ageHours?: number
  /** Milliseconds from its begin to its acknowledgement. */
  readonly ackMs?: number
  readonly kind?: 'original' | 'recall'
}

/** A delivery as a worker leaves it, with one attempt if it was acknowledged. */
async function putDelivery(channelId: string, put: Put): Promise<void> {
  const { state, reason, ageHours = 1, ackMs, kind = 'original' } = put
  const id = newId()
  const { pool } = server.site
  await pool.query(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, reason, request_id, transport, bytes, created_at, updated_at, arrived_at, due_at)
     values (1, $1, $1, $2, $1, $7, 'hl7v2', 'default', 3, $3, $4, $1, 'mllp', 1000, now() - make_interval(hours => $5), now() - make_interval(hours => $5),
       case when $6::int is not null then now() - make_interval(hours => $5) + make_interval(secs => 2) end, now() + interval '1 day')`,
    [id, channelId, state, reason ?? null, ageHours, ackMs ?? null, kind],
  )
  if (ackMs === undefined) return
  await pool.query(
    `insert into attempt (tenant, delivery_id, number, started_at, finished_at, outcome, acknowledgement, control_id)
     values (1, $1, 1, now() - interval '1 hour', now() - interval '1 hour' + make_interval(secs => $2), 'accepted', 'AA', $3)`,
    [id, ackMs / 1000, id.replaceAll('-', '').slice(0, 20)],
  )
}

test('D229: a channel has what waits by state, the oldest, the times to acknowledgement and arrival, and the errors', async () => {
  const channelId = await openChannel(await findPort())
  await must(200, call('POST', `/v1/channels/${channelId}:pause`, { as: operator }))
  for (let ackMs = 10; ackMs <= 210; ackMs += 10) await putDelivery(channelId, { state: 'accepted', ackMs })
  await putDelivery(channelId, { state: 'queued', ageHours: 3 })
  // It goes out first, and is not the oldest.
  await putDelivery(channelId, { state: 'queued', ageHours: 2, kind: 'recall' })
  await putDelivery(channelId, { state: 'held', reason: 'consent_required' })
  await putDelivery(channelId, { state: 'dead', reason: 'timeout', ageHours: 30 })

  const found = await readStatistics(channelId, '?hours=12')
  const { rows } = await server.site.pool.query<{ at: Date }>(
    `select min(created_at) as at from delivery where channel_id = $1 and state = 'queued'`,
    [channelId],
  )

  expect(found).toMatchObject({
    channelId,
    transport: 'mllp',
    states: { held: 1, queued: 2, sending: 0, accepted: 21, dead: 1, rejected: 0 },
    oldestQueuedAt: rows[0]?.at.toISOString(),
    breaker: { state: 'closed' },
    recent: {
      deliveries: 24,
      bytes: 24_000,
      acknowledgement: { count: 21, p50Ms: 110, p95Ms: 200 },
      arrival: { count: 21, p50Ms: 2000, p95Ms: 2000 },
      errors: [{ reason: 'consent_required', class: 'consent', count: 1 }],
    },
  })
})

test('docs/channels.md#statistics: a channel without deliveries has figures too; nobody else reads them, nor another tenant', async () => {
  const channelId = await openChannel(await findPort())
  const path = `/v1/channels/${channelId}/statistics`

  const found = await readStatistics(channelId)
  const byClinician = await call('GET', path)
  const elsewhere = await call('GET', path, { as: { ...operator, tenant: developmentTenants[1] } })
  const tooLong = await call('GET', `${path}?hours=1000`, { as: operator })

  expect(found).toMatchObject({ breaker: { state: 'closed' }, recent: { deliveries: 0, bytes: 0, errors: [] } })
  expect(found).not.toHaveProperty('oldestQueuedAt')
  expect(found.recent).not.toHaveProperty('acknowledgement')
  expect([byClinician.status, elsewhere.status, tooLong.status]).toEqual([403, 404, 400])
  expect(tooLong.fields).toEqual(['hours'])
})

test('D228: a destination that cannot be reached shows as an open breaker in every process, and as closed when it is back', async () => {
  const port = await findPort()
  const channelId = await openChannel(port, [templateId])
  await approveOne(call)

  const open = await waitFor(
    () => readStatistics(channelId),
    ({ breaker }) => breaker.state === 'open',
  )
  const other = await startRunning({ site: server.site, env: { BANKSIA_ROLE: 'web' } })
  const seen = (await other.call('GET', `/v1/channels/${channelId}/statistics`, { as: operator })).body
  await other.stop()
  const receiver = await openReceiver({ port })
  const closed = await waitFor(
    () => readStatistics(channelId),
    ({ breaker, states }) => breaker.state === 'closed' && states.accepted === 1,
  )
  await receiver.close()
  const metrics = await (await fetch(`${server.base}/metrics`)).text()

  expect(Date.parse(open.breaker.since)).toBeLessThanOrEqual(Date.now())
  expect(seen.breaker).toEqual(open.breaker)
  expect(closed.recent.errors).toEqual([{ reason: 'connect', class: 'unreachable', count: expect.any(Number) }])
  expect(metrics).toMatch(
    /^banksia_delivery_attempts_total\{transport="mllp",outcome="failed",class="unreachable"\} \d+$/m,
  )
  expect(metrics).toMatch(/^banksia_delivery_attempts_total\{transport="mllp",outcome="accepted",class="none"\} 1$/m)
  expect(metrics).toMatch(/^banksia_delivery_acknowledgement_seconds_count\{transport="mllp"\} 1$/m)
  expect(metrics).toMatch(/^banksia_delivery_bytes_total\{transport="mllp"\} [1-9]\d*$/m)
})
