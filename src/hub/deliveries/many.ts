/** Replays, cancels or releases many deliveries of a channel: a count first, then a job that does it to each. D230 */
import { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import { accepted, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { countSelected, type DeliverySelection } from '../../store/operations/delivery-selection.ts'
import { mostCounted } from '../../store/operations/delivery-statistics.ts'
import { type ManyDeliveries, putJob } from '../../store/operations/jobs.ts'
import { type DeliveryOperation, deliveryStates, deliveryTransitions, transitionOf } from '../../store/transitions.ts'
import { instant, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'

export type ManyOperation = ManyDeliveries['operation']

/** The states that an operation on many is open from. */
export const statesOf = (operation: ManyOperation): DeliverySelection['states'] => {
  if (operation === 'release') return ['held']
  const single: DeliveryOperation = operation
  return transitionOf(deliveryTransitions, single).from
}

export const manyRequest = named(
  'ManyDeliveries',
  z.strictObject({
    channelId: uuid,
    state: z.enum(deliveryStates).optional(),
    reason: z
      .string()
      .regex(/^[a-z_-]{1,60}$/)
      .optional(),
    from: instant.optional(),
    to: instant.optional(),
    dryRun: z.boolean().default(false),
    confirm: z.int().min(1).optional(),
  }),
  { channelId: '0198f2a0-0000-7000-8000-0000000000c1', reason: 'timeout', confirm: 12 },
)

export const manyAnswer = named(
  'ManyDeliveriesAnswer',
  z.strictObject({
    operation: z.enum(['replay', 'cancel', 'release']),
    count: z.int().min(0),
    jobId: identifier.optional(),
  }),
  { operation: 'replay', count: 12, jobId: '0198f2a0-0000-7000-8000-0000000000b1' },
)

type Asked = HandlerRequest<never, z.output<typeof manyRequest>>

async function operateOnMany(operation: ManyOperation, { caller, body }: Asked, hub: Hub) {
  checkWhole(caller)
  const { dryRun, confirm, ...filter } = body
  const given = selectionOf(operation, filter)
  return hub.transact(caller, async (tx) => {
    const { count, last } = await countSelected(tx, given)
    if (dryRun || confirm === undefined) return ok({ operation, count })
    checkConfirmed(count, confirm)
    // The job leaves out deliveries that are released after this count. It includes waiting ones that a worker postpones meanwhile.
    const request = { operation, selection: { ...given, upTo: last }, count }
    const job = await putJob(tx, { kind: 'many-deliveries', targetId: given.channelId, request })
    return accepted({ operation, count, jobId: job.id }, `/v1/jobs/${job.id}`)
  })
}

/** A count would tell of deliveries that the caller may not see. */
function checkWhole({ deniedPatients = [] }: Caller): void {
  if (deniedPatients.length > 0)
    throw new Problem('business-rule', { detail: 'A consent denies you a record: act on single deliveries' })
}

function selectionOf(operation: ManyOperation, { state, ...filter }: Omit<Asked['body'], 'dryRun' | 'confirm'>) {
  const open = statesOf(operation)
  if (state !== undefined && !open.includes(state))
    throw new Problem('invalid-transition', {
      detail: `The operation ${operation} is not open from the state ${state}`,
    })
  return { ...filter, states: state === undefined ? open : [state] }
}

function checkConfirmed(count: number, confirm: number): void {
  if (count >= mostCounted)
    throw new Problem('business-rule', { detail: `The filter finds ${mostCounted} deliveries or more: narrow it` })
  if (count !== confirm)
    throw new Problem('business-rule', { detail: `The filter finds ${count} deliveries, and not ${confirm}` })
}

export const replayMany = (asked: Asked, hub: Hub) => operateOnMany('replay', asked, hub)
export const cancelMany = (asked: Asked, hub: Hub) => operateOnMany('cancel', asked, hub)
export const releaseMany = (asked: Asked, hub: Hub) => operateOnMany('release', asked, hub)
