/** Billable workflow events: references to approved Hub events, never clinical text. */
import { z } from 'zod'
import { Problem } from '../../core/problems.ts'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type AuditEvent, listAudit } from '../../store/audit/audit.ts'
import { eventRows } from '../../store/events.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { listBillableEvents } from '../../store/usage/usage-summary.ts'
import { instant, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from '../paging.ts'
import { between } from '../period.ts'
import { checkSpoke } from './usage.ts'

/** A service is billed once, however often its document is amended; a recall reverses it. */
const billingTypes = ['service', 'amendment', 'reversal'] as const

export const billableEventAnswer = named(
  'BillableEvent',
  z.strictObject({
    id: identifier,
    kind: z.string(),
    type: z.enum(billingTypes),
    /** For an amendment or a reversal: the event of the service. */
    serviceEventId: identifier.optional(),
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
    type: 'service',
    at: '2026-03-14T03:20:00.000Z',
    spokeId: 'triage',
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    artifactType: 'note',
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    evidenceHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  },
)
export const billableEventList = listOf(billableEventAnswer)

type Service = { readonly type: (typeof billingTypes)[number]; readonly serviceEventId?: string }

const presentBillable = (event: AuditEvent, service: Service) => ({
  id: event.id,
  kind: event.kind,
  ...service,
  at: event.at,
  spokeId: event.artifactSpoke ?? event.spoke,
  artifactId: event.artifactId,
  artifactType: event.artifactType,
  encounterId: event.encounterId,
  evidenceHash: event.hash,
})

/** The service is the approval of the first edition; amendments and recalls of later editions refer to it. */
async function presentAll(tx: Tx, events: readonly AuditEvent[]) {
  const ids = [...new Set(events.flatMap(({ artifactId }) => artifactId ?? []))]
  const artifacts = await tx.findAllCurrent(ids.map((id) => hubAddress('Artifact', id)))
  const firstOf = new Map<string, string>(
    artifacts.flatMap((stored) =>
      stored === undefined || stored.deleted
        ? []
        : [[stored.id, hubContent('Artifact', stored).replaces?.at(-1)?.artifactId ?? stored.id]],
    ),
  )
  const approvals = await listServices(tx, [...new Set(firstOf.values())])
  return events.map((event) => {
    const first = firstOf.get(event.artifactId ?? '') ?? event.artifactId ?? ''
    const isReversal = eventRows.get(event.kind)?.billing === 'reversal'
    if (!isReversal && first === event.artifactId) return presentBillable(event, { type: 'service' })
    const serviceEventId = approvals.get(first)
    const type = isReversal ? 'reversal' : 'amendment'
    return presentBillable(event, { type, ...(serviceEventId === undefined ? {} : { serviceEventId }) })
  })
}

/** The event of the approval, by artifact. */
async function listServices(tx: Tx, artifactIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const where = [
    { by: 'artifactId', any: artifactIds },
    { by: 'kind', any: ['artifact.approved'] },
  ] as const
  const found = await listAudit(tx.client, tx.tenant, { where, limit: artifactIds.length })
  return new Map(found.flatMap(({ id, artifactId }) => (artifactId === undefined ? [] : [[artifactId, id]])))
}

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
      ...(spokeId === undefined ? [] : [{ by: 'countedSpoke', any: [spokeId] } as const]),
      ...(encounterId === undefined ? [] : [{ by: 'encounterId', any: [encounterId] } as const]),
    ]
    const after = readCursor(tx, 'billing', query)?.key
    const { items, next } = cutPage(await listBillableEvents(tx, { where, limit: limit + 1, after }), limit)
    return ok({ items: await presentAll(tx, items), nextCursor: writeCursor(tx, 'billing', next) })
  })
}

export async function readBillingEvent({ caller, params }: HandlerRequest<'eventId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const [event] = await listAudit(tx.client, tx.tenant, {
      where: [{ by: 'id', any: [params.eventId] }],
      limit: 1,
    })
    if (event === undefined || eventRows.get(event.kind)?.billing === undefined) throw new Problem('not-found')
    return ok((await presentAll(tx, [event]))[0])
  })
}
