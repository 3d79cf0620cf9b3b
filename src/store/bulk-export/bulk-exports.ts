/** Bulk exports: operational rows, with the request sealed; the queue only wakes a worker. Bulk Data Access 2.0 export.html; docs/design/store.md#tables. */
import { newId } from '../../core/ids.ts'
import { present, utc } from '../columns.ts'
import { openSealed } from '../keys/keys.ts'
import { seal } from '../keys/seal.ts'
import { findSettledAt } from '../resources/read/versions.ts'
import type { Reader } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'
import { type ExportOperation, type ExportState, exportTransitions } from '../transitions/work-transitions.ts'
import { transitionOf } from '../transitions.ts'

export type BulkLevel = 'system' | 'patient' | 'group'

export type BulkExport = {
  readonly id: string
  readonly state: ExportState
  readonly reason?: string
  readonly level: BulkLevel
  readonly types: readonly string[]
  readonly since?: string
  readonly snapshot: string
  readonly settledAt: string
  readonly lsn: string
  /** The text that was stored. */
  readonly asked: string
  readonly atType?: string
  readonly atTime?: string
  readonly atKey?: string
  readonly atVersion?: number
  readonly resources: string
  /** Absent in exports of releases that did not keep it. */
  readonly issuer?: string
  readonly subject: string
  readonly client: string
  readonly spoke: string
  readonly requestId: string
  /** Number of the worker's turn: a worker writes only during its turn. */
  readonly turn: number
  readonly failures: number
  readonly createdAt: string
  readonly dueAt: string
  readonly isDue: boolean
}

type Row = Record<string, unknown> & { readonly id: string; readonly asked: Buffer }

const columns = `id, state, reason, level, types, ${utc('since')} as since, snapshot::text as snapshot, ${utc('settled_at')} as "settledAt",
  lsn::text as lsn, asked, at_type as "atType", at_time::text as "atTime", at_key as "atKey", at_version as "atVersion", resources,
  issuer, subject, client, spoke, request_id as "requestId", turn, failures, ${utc('created_at')} as "createdAt", ${utc('due_at')} as "dueAt",
  due_at <= now() as "isDue"`

const context = ({ tenant }: Reader, id: string): string => `bulk-export|${tenant.number}|${id}`

const open = (reader: Reader, row: Row): BulkExport =>
  present<BulkExport>({
    ...row,
    asked: openSealed(reader.tenant.keys, row.asked, context(reader, row.id)).toString('utf8'),
  })

export type NewExport = Pick<BulkExport, 'level' | 'types' | 'since' | 'asked'>

/** Queues an export of everything that is committed now. */
export async function putExport(tx: Tx, { level, types, since, asked }: NewExport): Promise<string> {
  const id = newId()
  const { caller, tenant, client } = tx
  const settledAt = await findSettledAt(client)
  await client.query(
    `insert into bulk_export (tenant, id, state, level, types, since, snapshot, settled_at, lsn, asked, issuer, subject, client, spoke, request_id, trace)
     values ($1, $2, 'queued', $3, $4, $5, pg_current_snapshot(), $6, pg_current_wal_flush_lsn(), $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenant.number,
      id,
      level,
      types,
      since ?? null,
      settledAt,
      seal(Buffer.from(asked), tenant.keys.current, context(tx, id)),
      caller.issuer,
      caller.subject,
      caller.client,
      caller.spoke,
      caller.requestId,
      caller.trace ?? null,
    ],
  )
  tx.enqueue('export.queued', id)
  return id
}

export async function findExport(reader: Reader, id: string): Promise<BulkExport | undefined> {
  const { rows } = await reader.client.query<Row>(`select ${columns} from bulk_export where tenant = $1 and id = $2`, [
    reader.tenant.number,
    id,
  ])
  return rows[0] && open(reader, rows[0])
}

/** Number of unfinished exports of the caller's client. */
export async function countOpenExports(tx: Tx): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from bulk_export where tenant = $1 and issuer = $2 and client = $3 and state in ('queued', 'running')`,
    [tx.tenant.number, tx.caller.issuer, tx.caller.client],
  )
  return rows[0]?.count ?? 0
}

export type ExportChange = {
  readonly reason?: string
  /** Time until it is due again. */
  readonly delayMs?: number
  /** The turn that the export must be in. */
  readonly turn?: number
  readonly isFailure?: boolean
}

/** Undefined if the state, or another worker's turn, does not allow it. A started export is due again when its lease ends. */
export async function moveExport(
  tx: Tx,
  id: string,
  operation: ExportOperation,
  change: ExportChange = {},
): Promise<BulkExport | undefined> {
  const { from, to } = transitionOf(exportTransitions, operation)
  const { rows } = await tx.client.query<Row>(
    `update bulk_export set state = $3, reason = $4, due_at = now() + make_interval(secs => $5),
       turn = turn + case when $6 = 'start' then 1 else 0 end,
       failures = failures + case when $7 or ($6 = 'start' and state = 'running') then 1 else 0 end,
       finished_at = case when $6 in ('succeed', 'fail') then now() else finished_at end
     where tenant = $1 and id = $2 and state = any ($8::text[]) and ($9::int is null or turn = $9)
       and ($6 <> 'start' or state = 'queued' or due_at <= now()) and ($6 <> 'expire' or due_at <= now()) returning ${columns}`,
    [
      tx.tenant.number,
      id,
      to,
      change.reason ?? null,
      (change.delayMs ?? 0) / 1000,
      operation,
      change.isFailure ?? false,
      [...from],
      change.turn ?? null,
    ],
  )
  return rows[0] && open(tx, rows[0])
}

export type Turn = { readonly id: string; readonly turn: number }

/** Keeps the turn for longer. False if the turn is another worker's, or the export was cancelled. Locks the row until the transaction ends. */
export async function keepTurn(tx: Tx, { id, turn }: Turn, leaseMs: number, written = 0): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update bulk_export set due_at = now() + make_interval(secs => $4), resources = resources + $5
     where tenant = $1 and id = $2 and turn = $3 and state = 'running'`,
    [tx.tenant.number, id, turn, leaseMs / 1000, written],
  )
  return rowCount === 1
}

export type BulkPosition = Pick<BulkExport, 'atType' | 'atTime' | 'atKey' | 'atVersion'>

/** Stores where the next part begins, after the part before is stored. */
export async function putPosition(tx: Tx, id: string, position: BulkPosition): Promise<void> {
  await tx.client.query(
    `update bulk_export set at_type = $3, at_time = $4, at_key = $5, at_version = $6, failures = 0 where tenant = $1 and id = $2`,
    [
      tx.tenant.number,
      id,
      position.atType ?? null,
      position.atTime ?? null,
      position.atKey ?? null,
      position.atVersion ?? null,
    ],
  )
}

/** Exports of all tenants that are due and that nobody works on. */
export const dueExports = `select 'export.queued', tenant.id, e.id::text, e.due_at from bulk_export e join tenant on tenant.number = e.tenant
  where tenant.state = 'active' and e.state in ('queued', 'running', 'succeeded', 'failed') and e.due_at <= now() + make_interval(secs => $2) order by e.due_at`
