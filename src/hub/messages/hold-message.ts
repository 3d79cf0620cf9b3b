/** `POST /v1/messages/{messageId}:hold` and `:lift-hold`, which set and lift the legal hold of a message. D250; docs/channels.md#how-long-messages-are-kept. */
import { z } from 'zod'
import { named } from '../../http/reply/answers.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { putMessageHold } from '../../store/messages/message-holds.ts'
import type { Hub } from '../hub.ts'
import { presentMessage } from './messages.ts'

const holdReasons = ['legal_claim', 'court_order', 'complaint', 'investigation', 'other'] as const
const liftReasons = ['matter_closed', 'set_in_error', 'other'] as const

export const messageHold = named('MessageHold', z.strictObject({ reason: z.enum(holdReasons) }), {
  reason: 'legal_claim',
})

export const messageHoldEnd = named('MessageHoldEnd', z.strictObject({ reason: z.enum(liftReasons) }), {
  reason: 'matter_closed',
})

export const holdMessage = (
  { caller, params, body }: HandlerRequest<'messageId', z.output<typeof messageHold>>,
  hub: Hub,
) =>
  hub.transact(caller, async (tx) => {
    await putMessageHold(tx, params.messageId, { isHeld: true, reason: body.reason })
    return presentMessage(tx, params.messageId)
  })

export const liftMessageHold = (
  { caller, params, body }: HandlerRequest<'messageId', z.output<typeof messageHoldEnd>>,
  hub: Hub,
) =>
  hub.transact(caller, async (tx) => {
    await putMessageHold(tx, params.messageId, { isHeld: false, reason: body.reason })
    return presentMessage(tx, params.messageId)
  })
