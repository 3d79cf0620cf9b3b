/** What happens to clients, users and tokens of the authorisation server, in the audit of the tenants that it concerns. D178. */
import type pg from 'pg'
import { type Caller, systemCaller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { type AuditFields, auditStatement } from '../audit/audit.ts'
import type { EventKind } from '../events.ts'
import { findTables } from '../postgres/parts.ts'

export type IssuerEventKind = Extract<
  EventKind,
  `${'client' | 'user' | 'sign-in' | 'session' | 'launch' | 'token'}.${string}`
>

export type IssuerEvent = {
  readonly kind: IssuerEventKind
  /** Those whom it concerns. Absent: each one that is or will be served, because the client or user may act in any of them. */
  readonly tenants?: readonly string[] | undefined
  /** Absent: Banksia itself, or its operator by a command. */
  readonly by?: Partial<Omit<Caller, 'tenant' | 'requestId'>> | undefined
  /** A patient has been looked up: the id of anything else does not reach the audit. */
  readonly fields?: AuditFields
}

/** Within the transaction of what it records. Answers in how many tenants. */
export async function recordIssuerEvent(
  client: pg.ClientBase,
  { kind, tenants, by, fields }: IssuerEvent,
): Promise<number> {
  const { rows } = await client.query<{ id: string; number: number }>(
    `select id, number from tenant where state in ('active', 'disabled') and ($1::uuid[] is null or id = any ($1::uuid[])) order by number`,
    [tenants ?? null],
  )
  const requestId = newId()
  for (const { id, number } of rows) {
    const caller = { ...systemCaller(id, requestId), ...by }
    const record = { id: newId(), kind, ...fields }
    // The patient is looked up among those of the tenant.
    await client.query(`select set_config('banksia.tenant', $1, true)`, [String(number)])
    await client.query(auditStatement({ number, tables: await findTables(client, number) }, [{ caller, record }]))
  }
  return rows.length
}
