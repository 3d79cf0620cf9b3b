/** The space of each resource on disk: rows and bytes of each table and of its indexes, all partitions together. */
import pg from 'pg'
import type { Site } from './site.ts'

type Size = { readonly name: string; readonly rows: number; readonly heap: number; readonly indexes: number }

/** A partition counts for the table that it is part of; TOAST counts as heap. */
const sizesText = `
select coalesce(parent.relname, c.relname) as name, sum(greatest(c.reltuples, 0))::float8 as rows,
  sum(pg_table_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as indexes
from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
group by 1 having sum(greatest(c.reltuples, 0)) > 100 order by 3 + 4 desc`

export async function readSizes(site: Site): Promise<readonly string[]> {
  const client = new pg.Client(site.database)
  await client.connect()
  try {
    const { rows } = await client.query<Size>(sizesText)
    const resources = rows.find(({ name }) => name === 'resource')?.rows ?? 1
    const each = (bytes: number): string => Math.round(bytes / resources).toString()
    const line = ({ name, rows: count, heap, indexes }: Size): string =>
      `| ${name} | ${Math.round(count)} | ${(count / resources).toFixed(2)} | ${each(heap)} | ${each(indexes)} |`
    const all = rows.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0)
    return [
      '| table | rows | rows a resource | bytes a resource | index bytes a resource |',
      '|---|---|---|---|---|',
      ...rows.map(line),
      '',
      `Together ${each(all)} bytes a resource, ${(all / 1e6).toFixed(0)} MB.`,
    ]
  } finally {
    await client.end()
  }
}
