/** The record of a move of a delivery. docs/design/exports-and-delivery.md#deliveries. */
import type { AuditFields } from '../../src/store/audit/audit.ts'
import type { EventKind } from '../../src/store/events.ts'
import type { ArtifactContent } from '../../src/store/hub-resources.ts'
import type { Delivery } from '../../src/store/operations/deliveries.ts'
import { arrivals } from '../../src/store/operations/delivery-moves.ts'
import type { DeliveryOperation } from '../../src/store/transitions.ts'

/** For the audit: usage is counted by it. */
export type About = Required<Pick<AuditFields, 'encounterId' | 'artifactType' | 'artifactSpoke'>>

export const aboutOf = ({ encounterId, artifactType, spoke }: ArtifactContent): About => ({
  ...{ encounterId, artifactType },
  artifactSpoke: spoke,
})

const outcomeEvents: Readonly<Partial<Record<DeliveryOperation, EventKind>>> = {
  send: 'delivery.sent',
  commit: 'delivery.committed',
  accept: 'delivery.accepted',
  confirm: 'delivery.accepted',
  reject: 'delivery.rejected',
  refuse: 'delivery.rejected',
  'give-up': 'delivery.dead',
  abandon: 'delivery.dead',
}

/** By the delivery before its move. A recall that arrives is an event of its own and no share; neither is a repeated arrival. */
export function eventOf({ kind, arrivedAt }: Delivery, operation: DeliveryOperation): EventKind {
  const event = outcomeEvents[operation] ?? 'delivery.failed'
  if (!arrivals.has(operation)) return event
  if (operation === 'confirm' && arrivedAt !== undefined) return 'delivery.confirmed'
  if (kind === 'recall') return 'delivery.recall-told'
  return arrivedAt === undefined ? event : 'delivery.repeated'
}

export const auditOf = (delivery: Pick<Delivery, 'id' | 'artifactId' | 'state'>, reason: string | undefined) => ({
  resourceType: 'Delivery',
  resourceId: delivery.id,
  artifactId: delivery.artifactId,
  toState: delivery.state,
  ...(reason === undefined ? {} : { reason }),
})
