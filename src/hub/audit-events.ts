/** Audit events: append-only, identifiers and states only. Spec 6. */
import type { z } from 'zod'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { type AuditEvent, listAudit } from '../store/audit/audit.ts'
import { uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from './paging.ts'

export const auditQuery = pageQuery.extend({
  artifactId: uuid.optional(),
  encounterId: uuid.optional(),
  requestId: uuid.optional(),
})

const filters = ['artifactId', 'encounterId', 'requestId'] as const

export const presentEvent = ({ seq: _seq, ...event }: AuditEvent) => event

export async function listAuditEvents(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof auditQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { limit, ...asked } = query
    const where = filters.flatMap((by) => (asked[by] === undefined ? [] : [{ by, any: [asked[by]] }]))
    const after = readCursor(tx, 'audit', query)?.key
    const found = await listAudit(tx.client, tx.tenant, { where, limit: limit + 1, after })
    const { items, next } = cutPage(found, limit)
    return ok({ items: items.map(presentEvent), nextCursor: writeCursor(tx, 'audit', next) })
  })
}

export async function readAuditEvent({ caller, params }: HandlerRequest<'eventId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const [event] = await listAudit(tx.client, tx.tenant, {
      where: [{ by: 'id', any: [params.eventId] }],
      limit: 1,
    })
    if (event === undefined) throw new Problem('not-found')
    return ok(presentEvent(event))
  })
}
