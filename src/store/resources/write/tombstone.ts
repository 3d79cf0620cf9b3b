/** The statement that deletes resources: versions without content, which no search finds. docs/design/store.md#writes. */
import { type AuditEntry, auditText, auditValues } from '../../audit/audit.ts'
import { perPart } from '../../postgres/parts.ts'
import type { Statement } from '../../postgres/pipeline.ts'
import { openRow, type ResourceRow, resourceColumns } from '../read/rows.ts'
import type { Reader, Stored } from '../types.ts'
import { referredText } from './missing-references.ts'
import { dropRangesText, dropTokensText, keepText } from './superseded.ts'

export type Removal = {
  readonly stored: Stored
  /** The hash of resources that refer to it. If there is one, it is not deleted. */
  readonly referred?: string | undefined
  /** Added if it is deleted. */
  readonly entries: readonly AuditEntry[]
}

/** The row keeps its last tokens, so that a caller who could see the resource can see that it is gone. */
const remove = perPart((tables) => ({
  name: `resource-delete-${tables.part}`,
  text: `with input as materialized (
  select n::int, key, version, hash from unnest($2::bigint[], $3::int[], $4::bigint[]) with ordinality as i (key, version, hash, n)
), refused as materialized (
  select n from input i where hash is not null and ${referredText(tables, { hash: 'i.hash', key: 'i.key' })}
), old as materialized (
  select i.n, r.* from input i cross join lateral (
    select r.ctid as place, r.* from ${tables.resource} r where r.tenant = $1 and r.key = i.key and r.version = i.version and not r.deleted offset 0
  ) r where i.n not in (select n from refused)
), written as (
  update ${tables.resource} r set version = old.version + 1, deleted = true, content = null,
    range_hashes = '{}', range_lows = '{}', range_highs = '{}',
    updated_at = greatest(clock_timestamp(), old.updated_at), tx = pg_current_xact_id()
  from old where r.ctid = old.place and r.version = old.version
  returning old.n, r.*, old.d as old_d, old.tokens[1:old.drivers] as old_tokens
), kept as (
  ${keepText(tables)}
), ${dropTokensText(tables, 'true')}, ${dropRangesText(tables, 'select w.key, hash, lo, hi from written w join old using (n), unnest(old.range_hashes, old.range_lows, old.range_highs) as entry (hash, lo, hi)')}, recorded as (
  ${auditText(tables, 5)} where r.n in (select n from written)
)
select i.n, i.n in (select n from refused) as referred, w.n is not null as deleted_now, ${resourceColumns('w')}
from input i left join written w using (n) order by i.n`,
}))

export const removeStatement = ({ tenant }: Pick<Reader, 'tenant'>, removals: readonly Removal[]): Statement => ({
  ...remove(tenant),
  values: [
    tenant.number,
    `{${removals.map(({ stored }) => stored.key)}}`,
    `{${removals.map(({ stored }) => stored.version)}}`,
    `{${removals.map(({ referred }) => referred ?? 'null')}}`,
    ...auditValues(
      tenant,
      removals.map(({ entries }) => entries),
    ),
  ],
})

export type Removed = {
  /** Undefined if the version was no longer current. */
  readonly tombstone?: Stored
  readonly isReferred: boolean
}

type RemovedRow = ResourceRow & { readonly n: number; readonly referred: boolean; readonly deleted_now: boolean }

/** In the order of the removals. */
export const readRemoved = ({ tenant }: Pick<Reader, 'tenant'>, found: readonly unknown[]): readonly Removed[] =>
  // Rows of the statement above.
  (found as readonly RemovedRow[]).map(({ n: _, referred, deleted_now: isDeleted, ...row }) => ({
    isReferred: referred,
    ...(isDeleted ? { tombstone: openRow(tenant, row) } : {}),
  }))
