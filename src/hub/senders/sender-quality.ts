/** The quality report of a sender: what was tolerated in its messages, by rule and place, without values. docs/inbound.md#quality-of-a-sender. */
import { z } from 'zod'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type QualityRule, qualityRules } from '../../inbound/message/quality.ts'
import { hubAddress } from '../../store/hub-resources.ts'
import { listQuality } from '../../store/senders/sender-quality.ts'
import type { Hub } from '../hub.ts'

export const senderQuality = named(
  'SenderQuality',
  z.strictObject({
    senderId: identifier,
    notes: z.array(
      z.strictObject({
        code: z.string(),
        place: z.string(),
        means: z.string(),
        count: z.int().min(1),
        messages: z.int().min(1),
        firstAt: timestamp,
        lastAt: timestamp,
      }),
    ),
  }),
  {
    senderId: '0198f2a0-0000-7000-8000-0000000000e1',
    notes: [
      {
        ...{ code: 'unmapped', place: 'PID-31', means: 'is not carried', count: 40, messages: 40 },
        ...{ firstAt: '2026-03-14T02:45:00.000Z', lastAt: '2026-03-14T08:45:00.000Z' },
      },
    ],
  },
)

const meaningOf = (rule: string): string =>
  Object.hasOwn(qualityRules, rule) ? qualityRules[rule as QualityRule] : 'is why a message was refused'

export async function readSenderQuality({ caller, params }: HandlerRequest<'senderId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const { id } = await tx.read(hubAddress('Sender', params.senderId))
    const rows = await listQuality(tx, id)
    return ok({ senderId: id, notes: rows.map(({ rule, ...row }) => ({ code: rule, means: meaningOf(rule), ...row })) })
  })
}
