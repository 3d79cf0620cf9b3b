/** Billable workflow events: references to approved Hub events, never clinical text. Spec 4.4. */
import { z } from 'zod'
import { identifier, listOf, named, timestamp } from '../http/answers.ts'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { type AuditEvent, listAudit } from '../store/audit/audit.ts'
import { eventRows } from '../store/events.ts'
import { listBillableEvents } from '../store/usage/usage-summary.ts'
import { instant, uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from './paging.ts'
import { between } from './period.ts'
import { checkSpoke } from './usage.ts'

export const billableEventAnswer = named(
  'BillableEvent',
  z.strictObject({
    id: identifier,
    kind: z.string(),
    at: timestamp,
    spokeId: z.string(),
    artifactId: identifier.optional(),
    artifactType: z.string().optional(),
    encounterId: identifier.optional(),
    evidenceHash: z.string().optional(),
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000f1',
    kind: 'artifact.approved',
    at: '2026-03-14T03:20:00.000Z',
    spokeId: 'triage',
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    artifactType: 'note',
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    evidenceHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  },
)
export const billableEventList = listOf(billableEventAnswer)

const presentBillable = ({ id, kind, at, spoke, artifactId, artifactType, encounterId, hash }: AuditEvent) => ({
  id,
  kind,
  at,
  spokeId: spoke,
  artifactId,
  artifactType,
  encounterId,
  evidenceHash: hash,
})

export const billingQuery = pageQuery.extend({
  from: instant.optional(),
  to: instant.optional(),
  spokeId: z.string().max(40).optional(),
  encounterId: uuid.optional(),
})

export async function listBillingEvents(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof billingQuery>>,
  hub: Hub,
) {
  const { limit, spokeId, encounterId } = query
  checkSpoke(spokeId, hub)
  return hub.transact(caller, async (tx) => {
    const where = [
      ...between(query),
      ...(spokeId === undefined ? [] : [{ by: 'spoke', any: [spokeId] } as const]),
      ...(encounterId === undefined ? [] : [{ by: 'encounterId', any: [encounterId] } as const]),
    ]
    const after = readCursor(tx, 'billing', query)?.key
    const { items, next } = cutPage(await listBillableEvents(tx, { where, limit: limit + 1, after }), limit)
    return ok({ items: items.map(presentBillable), nextCursor: writeCursor(tx, 'billing', next) })
  })
}

export async function readBillingEvent({ caller, params }: HandlerRequest<'eventId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const [event] = await listAudit(tx.client, tx.tenant, {
      where: [{ by: 'id', any: [params.eventId] }],
      limit: 1,
    })
    if (event === undefined || eventRows.get(event.kind)?.billable !== true) throw new Problem('not-found')
    return ok(presentBillable(event))
  })
}
