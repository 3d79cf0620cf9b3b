/** Usage and billing events: counts and references, never clinical text. Spec 4.3, 4.4. */
import { z } from 'zod'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { invalidField, Problem } from '../problems.ts'
import { spokes } from '../spokes.ts'
import { type AuditEvent, listAudit } from '../store/audit/audit.ts'
import { eventRows } from '../store/events.ts'
import { listBillableEvents, readUsage } from '../store/usage.ts'
import type { Hub } from './hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from './paging.ts'

export const usageQuery = z.strictObject({
  periodDays: z.coerce.number().int().min(1).max(366).default(30),
  spokeId: z.string().max(40).optional(),
})

export async function readUsageSummary(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof usageQuery>>,
  hub: Hub,
) {
  const { periodDays, spokeId } = query
  if (spokeId !== undefined && !spokes(hub.config.iosSpoke).some((spoke) => spoke.id === spokeId)) {
    throw invalidField('spokeId', 'names no spoke')
  }
  return hub.transact(caller, async (tx) =>
    ok({ periodDays, spokeId, usage: await readUsage(tx, periodDays, spokeId) }),
  )
}

const presentBillable = ({ id, kind, at, spoke, artifactId, encounterId, hash }: AuditEvent) => ({
  id,
  kind,
  at,
  spokeId: spoke,
  artifactId,
  encounterId,
  evidenceHash: hash,
})

export const billingQuery = pageQuery

export async function listBillingEvents(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof billingQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const found = await listBillableEvents(tx, query.limit + 1, readCursor(tx, 'billing', query)?.key)
    const { items, next } = cutPage(found, query.limit)
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
