/** The things that go with the commit of a transaction: its audit records and the work after it. docs/design/store.md#audit, #writes. */
import type { Caller } from '../core/caller.ts'
import { newId } from '../core/ids.ts'
import { type AuditFields, type AuditRecord, auditStatement } from './audit/audit.ts'
import { type EventKind, eventRows } from './events.ts'
import { type OutboxRow, type OutboxTopic, outboxStatements } from './outbox.ts'
import type { Statement } from './postgres/pipeline.ts'
import type { Tenant } from './tenants/tenant.ts'

export type WrittenVersion = Required<Pick<AuditFields, 'resourceType' | 'resourceId' | 'version'>> & {
  readonly action: WriteAction
}

type WriteAction = 'C' | 'U' | 'D'

/** Undefined for an event that only reads or executes, or that names no version. */
export function findWritten(
  kind: EventKind | undefined,
  { resourceType, resourceId, version }: AuditFields,
): WrittenVersion | undefined {
  const action = kind === undefined ? undefined : eventRows.get(kind)?.action
  if (action !== 'C' && action !== 'U' && action !== 'D') return undefined
  if (resourceType === undefined || resourceId === undefined || version === undefined) return undefined
  return { resourceType, resourceId, version, action }
}

type Logged = { readonly by: Caller | undefined; readonly record: AuditRecord }

export class CommitLog {
  readonly #audit: Logged[] = []
  readonly #outbox: OutboxRow[] = []

  /** `by`: the caller of this record, where it is not that of the transaction. */
  record(kind: EventKind, fields: AuditFields, by?: Caller): string {
    const id = newId()
    this.#audit.push({ by, record: { id, kind, ...fields } })
    return id
  }

  enqueue(topic: OutboxTopic, subject: string): void {
    this.#outbox.push({ topic, subject })
  }

  get hasOutbox(): boolean {
    return this.#outbox.length > 0
  }

  listWritten(): readonly WrittenVersion[] {
    return this.#audit.flatMap(({ record }) => findWritten(record.kind, record) ?? [])
  }

  statements(tenant: Tenant, caller: Caller): readonly Statement[] {
    const entries = this.#audit.map(({ by, record }) => ({ caller: by ?? caller, record }))
    return [
      ...(entries.length === 0 ? [] : [auditStatement(tenant, entries)]),
      ...outboxStatements(tenant.id, this.#outbox),
    ]
  }
}
