/** Rows that the bench puts into its own database by itself: a gate's queue, and an audit of years. */
import pg from 'pg'
import { queryDatabase, type Site } from '../fhir/site.ts'

async function withClient<T>(site: Site, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(site.database)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const auditStep = 500_000

/** SQL of the same UUID for the same number (RFC 9562 5.8). */
const uuidOf = (name: string, number: string): string =>
  `overlay(overlay(md5('${name}' || ${number}) placing '8' from 13) placing '8' from 17)::uuid`

/** The partition of the bench's tenant. */
const findPart = `select tableoid::regclass::text as part from audit where tenant = 1 limit 1`

/** An index made at once takes a fraction of the time of its entries one by one: the partition is filled without indexes, and gets them when it is attached again. */
async function withoutIndexes(client: pg.Client, work: (part: string) => Promise<void>): Promise<void> {
  const { rows: parts } = await client.query<{ part: string }>(findPart)
  const { part = '' } = parts[0] ?? {}
  const { rows } = await client.query<{ bound: string }>(
    'select pg_get_expr(relpartbound, oid) as bound from pg_class where oid = $1::regclass',
    [part],
  )
  await client.query(`alter table audit detach partition ${part}`)
  await client.query(`do $$ declare name text; begin
      for name in select conname from pg_constraint where conrelid = '${part}'::regclass and contype in ('p', 'u') loop
        execute format('alter table ${part} drop constraint %I', name);
      end loop;
      for name in select indexrelid::regclass::text from pg_index where indrelid = '${part}'::regclass loop
        execute 'drop index ' || name;
      end loop;
    end $$`)
  await work(part)
  process.stderr.write('\nits indexes\n')
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query(`alter table audit attach partition ${part} ${rows[0]?.bound}`)
}

/** Evenly over a year: nine tenths are reads, a tenth is counted as usage. Kinds, requests and artifacts repeat as they do in life. */
export async function fillAudit(site: Site, records: number): Promise<void> {
  await withClient(site, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from audit where tenant = 1')
    const there = Number(rows[0]?.count ?? 0)
    if (there >= records) return
    await withoutIndexes(client, async (part) => {
      for (let done = there; done < records; done += auditStep)
        await insertRecords(client, { part, done, count: Math.min(auditStep, records - done), records })
    })
    await client.query('vacuum analyze audit')
  })
}

type Step = { readonly part: string; readonly done: number; readonly count: number; readonly records: number }

async function insertRecords(client: pg.Client, { part, done, count, records }: Step): Promise<void> {
  await client.query(
    `insert into ${part} (tenant, id, at, kind, subject, client, spoke, roles, request_id, resource_type, resource_id, encounter_id, artifact_id, artifact_type, to_state)
     select 1, gen_random_uuid(), now() - interval '365 days' * (1 - n::float8 / $2),
       (array['fhir.read', 'fhir.read', 'fhir.search', 'fhir.read', 'encounter.read', 'artifact.read', 'fhir.search', 'queue.read', 'fhir.update',
         case n / 10 % 4 when 0 then 'encounter.created' when 1 then 'artifact.generated' when 2 then 'artifact.verified' else 'artifact.approved' end])[n % 10 + 1],
       'clinician-' || n % 200, 'client-' || n % 20, 'connect', array['clinician'], ${uuidOf('request', 'n / 4')}, 'Artifact',
       md5('artifact' || n / 40), case when n % 2 = 0 then ${uuidOf('encounter', 'n / 60')} end, case when n % 2 = 0 then ${uuidOf('artifact', 'n / 40')} end,
       case when n % 10 = 9 then 'note' end, case when n % 10 = 9 then 'in_review' end
     from generate_series($1::bigint, $1::bigint + $3::bigint - 1) as n`,
    [done, records, count],
  )
  process.stderr.write(`\r${done + count} audit records  `)
}

/** Rows of the audit that filters ask for. */
export async function readAuditSamples(site: Site): Promise<Record<'request' | 'artifact' | 'encounter', string[]>> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<Record<'request' | 'artifact' | 'encounter', string>>(
      `select request_id as request, artifact_id as artifact, encounter_id as encounter from audit tablesample system (0.01)
       where tenant = 1 and artifact_id is not null and encounter_id is not null limit 50`,
    )
    const listOf = (name: 'request' | 'artifact' | 'encounter') => rows.map((row) => row[name])
    return { request: listOf('request'), artifact: listOf('artifact'), encounter: listOf('encounter') }
  })
}

/** Until no record is left that is in no count. */
export async function waitForUsage(site: Site): Promise<void> {
  await withClient(site, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ left: boolean }>(
        `select exists (select from audit a where tenant = 1 and tx < pg_snapshot_xmin(pg_current_snapshot())
           and (tx, seq) > (select tx, seq from usage_cursor where tenant = 1)) or not exists (select from usage_cursor) as left`,
      )
      if (rows[0]?.left !== true) return
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  })
}

/** Approved documents are not rendered: a worker does that beside the approval, and its time would be counted with it. */
export const holdRenderings = (site: Site): Promise<void> =>
  queryDatabase(site, [
    {
      text: `create or replace function bench_hold() returns trigger language plpgsql as
        $$ begin if new.topic = 'artifact.released' then return null; end if; return new; end $$`,
    },
    { text: 'create or replace trigger bench_hold before insert on outbox for each row execute function bench_hold()' },
    { text: `alter table document alter column due_at set default now() + interval '1 day'` },
  ])
