/** The statement that deletes a resource: a version without content, which no search finds. STORE.md "Writes". */
import { Problem } from '../problems.ts'
import type { Stored } from './content.ts'
import { perPart } from './parts.ts'
import type { Reader } from './reader.ts'
import { openRow, type ResourceRow, resourceColumns } from './rows.ts'

/** The row keeps its last tokens, so that who could see the resource can see that it is gone. */
const remove = perPart(({ part, resource, history, token, range }) => ({
  name: `resource-delete-${part}`,
  text: `
with old as (
  select * from ${resource} where tenant = $1 and key = $2 and version = $3 and not deleted
), written as (
  update ${resource} r set version = old.version + 1, deleted = true, content = null,
    range_hashes = '{}', range_lows = '{}', range_highs = '{}',
    updated_at = greatest(clock_timestamp(), old.updated_at), tx = pg_current_xact_id()
  from old where r.tenant = $1 and r.key = old.key and r.version = old.version
  returning r.*, old.d as old_d
), kept as (
  insert into ${history} (key, version, tenant, space, type, id, deleted, owner, created_at, updated_at, tokens, content, tx)
  select o.key, o.version, o.tenant, o.space, o.type, o.id, o.deleted, o.owner, o.created_at, o.updated_at, o.tokens, o.content, o.tx
  from old o join written using (key)
), removed as (
  delete from ${token} t using written w where t.tenant = $1 and t.key = w.key and t.d = w.old_d and t.hash = any (w.tokens)
), unranged as (
  delete from ${range} g using written w, old, unnest(old.range_hashes, old.range_lows, old.range_highs) as entry (hash, lo, hi)
  where g.tenant = $1 and g.hash = entry.hash and g.lo = entry.lo and g.hi = entry.hi and g.key = w.key
)
select ${resourceColumns('w')} from written w`,
}))

/** Refused as a conflict where the version is no longer current. */
export async function deleteResource({ client, tenant }: Reader, stored: Stored): Promise<Stored> {
  const { rows } = await client.query<ResourceRow>({
    ...remove(tenant),
    values: [tenant.number, stored.key, stored.version],
  })
  if (rows[0] === undefined) throw new Problem('conflict')
  return openRow(tenant, rows[0])
}
