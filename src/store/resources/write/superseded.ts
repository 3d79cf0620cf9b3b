/**
 * Parts of the statements that supersede versions: they move the old version and remove its index rows. Rows are found one by one and
 * dropped by their place: a plan made while the tables are still small would read them whole ever after. docs/design/store.md#writes.
 */
import type { Tables } from '../../postgres/parts.ts'

/** `old`: rows of `resource`; `written`: the superseded ones. */
export const keepText = ({ history }: Tables): string =>
  `insert into ${history} (key, version, tenant, space, type, id, deleted, owner, created_at, updated_at, tokens, content, tx)
  select o.key, o.version, o.tenant, o.space, o.type, o.id, o.deleted, o.owner, o.created_at, o.updated_at, o.tokens, o.content, o.tx
  from old o join written using (n)`

/** Deletes the entries of `written` under `old_tokens` at `old_d`; `condition` is on `w` and `gone.hash`. Without such rows it reads nothing. */
export const dropTokensText = ({ token }: Tables, condition: string): string =>
  `gone_tokens as materialized (
  select w.key, w.old_d, gone.hash from written w cross join unnest(w.old_tokens) as gone (hash) where ${condition}
), removed as (
  delete from ${token} where (select exists (select from gone_tokens)) and ctid = any (array(
    select t.place from gone_tokens w cross join lateral (
      select t.ctid as place from ${token} t where t.tenant = $1 and t.hash = w.hash and t.d = w.old_d and t.key = w.key offset 0
    ) t))
)`

/** `entries` yields key, hash, lo and hi. */
export const dropRangesText = ({ range }: Tables, entries: string): string =>
  `gone_ranges as materialized (
  ${entries}
), removed_ranges as (
  delete from ${range} where (select exists (select from gone_ranges)) and ctid = any (array(
    select g.place from gone_ranges e cross join lateral (
      select g.ctid as place from ${range} g
      where g.tenant = $1 and g.hash = e.hash and g.lo = e.lo and g.hi = e.hi and g.key = e.key offset 0
    ) g))
)`
