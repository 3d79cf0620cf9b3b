/** What goes with the commit of a transaction: its audit records and what is to be done after it. STORE.md "Audit", "Writes". */
import type { Caller } from '../caller.ts'
import { newId } from '../ids.ts'
import { type AuditFields, type AuditRecord, auditStatement } from './audit/audit.ts'
import { type EventKind, eventRows } from './events.ts'
import type { Tenant } from './keys/tenants.ts'
import { type OutboxRow, type OutboxTopic, outboxStatements } from './outbox.ts'
import type { Statement } from './writes/trip.ts'

export type WrittenVersion = Required<Pick<AuditFields, 'resourceType' | 'resourceId' | 'version'>>

const isWrite = (kind: EventKind): boolean => ['C', 'U', 'D'].includes(eventRows.get(kind)?.action ?? '')

export class CommitLog {
  readonly #audit: AuditRecord[] = []
  readonly #outbox: OutboxRow[] = []

  record(kind: EventKind, fields: AuditFields): string {
    const id = newId()
    this.#audit.push({ id, kind, ...fields })
    return id
  }

  enqueue(topic: OutboxTopic, subject: string): void {
    this.#outbox.push({ topic, subject })
  }

  get hasOutbox(): boolean {
    return this.#outbox.length > 0
  }

  listWritten(): readonly WrittenVersion[] {
    return this.#audit.flatMap(({ kind, resourceType, resourceId, version }) =>
      resourceType === undefined || resourceId === undefined || version === undefined || !isWrite(kind)
        ? []
        : [{ resourceType, resourceId, version }],
    )
  }

  statements(tenant: Tenant, caller: Caller): readonly Statement[] {
    const entries = this.#audit.map((record) => ({ caller, record }))
    return [
      ...(entries.length === 0 ? [] : [auditStatement(tenant, entries)]),
      ...outboxStatements(tenant.id, this.#outbox),
    ]
  }
}
