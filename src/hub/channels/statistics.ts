/** Figures of a channel: what waits, how fast it is acknowledged, what fails. docs/channels.md#statistics. */
import { z } from 'zod'
import { classOfReason, reasonClasses } from '../../domain/delivery/reason-classes.ts'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { countStates, findOldestQueued, readRecent } from '../../store/operations/delivery-statistics.ts'
import { findSparedSince } from '../../store/operations/spared-destinations.ts'
import { type DeliveryState, deliveryStates } from '../../store/transitions.ts'
import type { Hub } from '../hub.ts'

export const statisticsQuery = z.strictObject({ hours: z.coerce.number().int().min(1).max(168).default(24) })

const count = z.int().min(0)
const durations = z.strictObject({ count, p50Ms: count, p95Ms: count })

export const reasonClassName = z.enum(reasonClasses.map(({ name }) => name))

export const statisticsAnswer = named(
  'ChannelStatistics',
  z.strictObject({
    channelId: identifier,
    transport: z.string(),
    states: z.strictObject(
      Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<DeliveryState, typeof count>,
    ),
    oldestQueuedAt: timestamp.optional(),
    breaker: z.strictObject({ state: z.enum(['closed', 'open']), since: timestamp.optional() }),
    recent: z.strictObject({
      from: timestamp,
      deliveries: count,
      bytes: count,
      acknowledgement: durations.optional(),
      arrival: durations.optional(),
      errors: z.array(z.strictObject({ reason: z.string(), class: reasonClassName, count })),
    }),
  }),
  {
    channelId: '0198f2a0-0000-7000-8000-0000000000c1',
    transport: 'mllp',
    states: {
      held: 1,
      queued: 12,
      sending: 1,
      sent: 0,
      committed: 0,
      accepted: 4180,
      rejected: 2,
      dead: 0,
      expired: 0,
      cancelled: 3,
    },
    oldestQueuedAt: '2026-03-14T03:19:00.000Z',
    breaker: { state: 'closed' },
    recent: {
      from: '2026-03-13T03:20:00.000Z',
      deliveries: 310,
      bytes: 1_240_000,
      acknowledgement: { count: 309, p50Ms: 41, p95Ms: 180 },
      arrival: { count: 307, p50Ms: 95, p95Ms: 420 },
      errors: [{ reason: 'timeout', class: 'unreachable', count: 3 }],
    },
  },
)

export async function readChannelStatistics(
  { caller, params, query }: HandlerRequest<'channelId', undefined, z.output<typeof statisticsQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { id, ...stored } = await tx.read(hubAddress('Channel', params.channelId))
    const { transport } = hubContent('Channel', { id, ...stored })
    const oldestQueuedAt = await findOldestQueued(tx, id)
    const since = await findSparedSince(tx, id)
    const { reasons, ...recent } = await readRecent(tx, id, query.hours)
    return ok({
      channelId: id,
      transport,
      states: await countStates(tx, id),
      ...(oldestQueuedAt === undefined ? {} : { oldestQueuedAt }),
      breaker: since === undefined ? { state: 'closed' } : { state: 'open', since },
      recent: { ...recent, errors: reasons.map((row) => ({ ...row, class: classOfReason(row.reason) })) },
    })
  })
}
