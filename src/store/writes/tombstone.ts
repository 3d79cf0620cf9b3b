/** The statement that deletes resources: versions without content, which no search finds. STORE.md "Writes". */
import { type AuditEntry, auditText, auditValue } from '../audit/audit.ts'
import { perPart } from '../connections/parts.ts'
import type { Stored } from '../content.ts'
import type { Reader } from '../reader.ts'
import { openRow, type ResourceRow, resourceColumns } from '../rows.ts'
import { referredText } from './missing-references.ts'
import { dropRangesText, dropTokensText, keepText } from './superseded.ts'
import type { Statement } from './trip.ts'

export type Removal = {
  /** Hashes of what refers to them: where there is any, nothing is deleted. */
  readonly referred: readonly string[]
  /** They are added where all are deleted. */
  readonly entries: readonly AuditEntry[]
}

/** The row keeps its last tokens, so that who could see the resource can see that it is gone. */
const remove = perPart((tables) => ({
  name: `resource-delete-${tables.part}`,
  text: `with input as materialized (
  select n::int, key, version from unnest($2::bigint[], $3::int[]) with ordinality as i (key, version, n)
), refused as materialized (select ${referredText(tables, ['$4', '$2'])} as referred), old as materialized (
  select i.n, r.* from input i cross join lateral (
    select r.ctid as place, r.* from ${tables.resource} r where r.tenant = $1 and r.key = i.key and r.version = i.version and not r.deleted offset 0
  ) r where not (select referred from refused)
), written as (
  update ${tables.resource} r set version = old.version + 1, deleted = true, content = null,
    range_hashes = '{}', range_lows = '{}', range_highs = '{}',
    updated_at = greatest(clock_timestamp(), old.updated_at), tx = pg_current_xact_id()
  from old where r.ctid = old.place and r.version = old.version
  returning old.n, r.*, old.d as old_d, old.tokens[1:old.drivers] as old_tokens
), kept as (
  ${keepText(tables)}
), ${dropTokensText(tables, 'true')}, ${dropRangesText(tables, 'select w.key, hash, lo, hi from written w join old using (n), unnest(old.range_hashes, old.range_lows, old.range_highs) as entry (hash, lo, hi)')}, recorded as (
  ${auditText(tables, '$5')} where (select count(*) from written) = (select count(*) from input)
)
select w.n, (select referred from refused) as referred, ${resourceColumns('w')} from (select 1) as one left join written w on true`,
}))

export const removeStatement = ({ tenant }: Reader, versions: readonly Stored[], removal: Removal): Statement => ({
  ...remove(tenant),
  values: [
    tenant.number,
    `{${versions.map(({ key }) => key)}}`,
    `{${versions.map(({ version }) => version)}}`,
    `{${removal.referred}}`,
    auditValue(removal.entries),
  ],
})

export type Removed = {
  /** In the order of the versions; undefined for one that was no longer current. */
  readonly tombstones: readonly (Stored | undefined)[]
  readonly isReferred: boolean
}

type RemovedRow = ResourceRow & { readonly n: number | null; readonly referred: boolean }

export function readRemoved({ tenant }: Reader, found: readonly unknown[], versions: readonly Stored[]): Removed {
  // Rows of the statement above.
  const rows = found as readonly RemovedRow[]
  const tombstones: (Stored | undefined)[] = versions.map(() => undefined)
  for (const { n, referred: _, ...row } of rows) if (n !== null) tombstones[n - 1] = openRow(tenant, row)
  return { tombstones, isReferred: rows[0]?.referred === true }
}
