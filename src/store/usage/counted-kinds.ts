/** The events that usage counts, and the groups of their audit records. One table decides: events.ts. */
import { countedSpoke } from '../audit/audit.ts'
import { type EventKind, events } from '../events.ts'

export const countedKinds: readonly EventKind[] = events.filter((row) => 'usage' in row).map((row) => row.kind)

/** A position in the order in which followers read the audit. */
export type Reached = { readonly tx: string; readonly seq: string }

export const startOfAudit: Reached = { tx: '0', seq: '0' }

/** Keeps processes that roll up or rebuild a tenant's usage apart, together with the tenant's number. */
export const usageLock = 7_214_004

/**
 * Counts of the records after one position ($2, $3) and up to another ($4, $5), by hour and by day. The parameters before and
 * after them are the tenant ($1) and the kinds ($6).
 */
export const countedText = `hourly as (
    select date_trunc('hour', at, 'UTC') as starts_at, kind, ${countedSpoke} as spoke, coalesce(artifact_type, '') as artifact_type,
      coalesce(to_state, '') as state, count(*) as count
    from audit where tenant = $1 and (tx, seq) > ($2::xid8, $3::bigint) and (tx, seq) <= ($4::xid8, $5::bigint) and kind = any ($6::text[])
    group by 1, 2, 3, 4, 5
  ), counted as (
    select 'hour' as unit, * from hourly
    union all
    select 'day', date_trunc('day', starts_at, 'UTC'), kind, spoke, artifact_type, state, sum(count) from hourly group by 2, 3, 4, 5, 6
  )`

export const countedValues = (tenant: number, from: Reached, through: Reached): unknown[] => [
  tenant,
  ...[from.tx, from.seq, through.tx, through.seq],
  countedKinds,
]
