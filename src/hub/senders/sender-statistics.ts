/** Figures of a sender: its messages by type and outcome, and the time until they were settled. docs/inbound.md#statistics-of-a-sender. */
import { z } from 'zod'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { knownTypes } from '../../inbound/events.ts'
import { hubAddress } from '../../store/hub-resources.ts'
import { receivedOutcomes } from '../../store/messages/received-messages.ts'
import { countWaiting, readReceivedFigures } from '../../store/messages/received-statistics.ts'
import { statisticsQuery } from '../channels/statistics.ts'
import type { Hub } from '../hub.ts'

export const senderStatisticsQuery = statisticsQuery

const count = z.int().min(0)

export const senderStatistics = named(
  'SenderStatistics',
  z.strictObject({
    senderId: identifier,
    lastAt: timestamp.optional(),
    waiting: z.strictObject({ held: count, apart: count }),
    recent: z.strictObject({
      from: timestamp,
      messages: count,
      bytes: count,
      settling: z.strictObject({ count, p50Ms: count, p95Ms: count }).optional(),
      counts: z.array(z.strictObject({ type: z.string(), outcome: z.enum(receivedOutcomes), count })),
    }),
  }),
  {
    senderId: '0198f2a0-0000-7000-8000-0000000000e1',
    lastAt: '2026-03-14T03:19:58.000Z',
    waiting: { held: 2, apart: 0 },
    recent: {
      from: '2026-03-13T03:20:00.000Z',
      messages: 412,
      bytes: 310_000,
      settling: { count: 412, p50Ms: 12, p95Ms: 45 },
      counts: [
        { type: 'ADT^A08', outcome: 'stored', count: 401 },
        { type: 'ADT^A08', outcome: 'held', count: 2 },
        { type: 'ORU^R01', outcome: 'stored', count: 9 },
      ],
    },
  },
)

export async function readSenderStatistics(
  { caller, params, query }: HandlerRequest<'senderId', undefined, z.output<typeof senderStatisticsQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { id } = await tx.read(hubAddress('Sender', params.senderId))
    const { lastAt, ...recent } = await readReceivedFigures(tx, id, { hours: query.hours, knownTypes })
    const last = lastAt === undefined ? {} : { lastAt }
    return ok({ senderId: id, ...last, waiting: await countWaiting(tx, id), recent })
  })
}
