/** Measurements of clients, summed up by the hour; and sums over the rows of requests, jobs and deliveries. */
import type { Tx } from '../transaction.ts'

type Own = Pick<Tx, 'client' | 'tenant'>

export type Measured = { readonly name: string; readonly labels: string; readonly value: number }

export async function addMeasured(
  tx: Pick<Tx, 'client' | 'tenant' | 'caller'>,
  measured: readonly Measured[],
): Promise<void> {
  await tx.client.query({
    name: 'telemetry-add',
    text: `insert into telemetry as t (tenant, hour, spoke, name, labels, count, total, lowest, highest)
      select $1, date_trunc('hour', now()), $2, name, labels, count(*), sum(value), min(value), max(value)
      from unnest($3::text[], $4::text[], $5::float8[]) as m (name, labels, value) group by name, labels
      on conflict (tenant, hour, spoke, name, labels) do update set count = t.count + excluded.count, total = t.total + excluded.total,
        lowest = least(t.lowest, excluded.lowest), highest = greatest(t.highest, excluded.highest)`,
    values: [
      tx.tenant.number,
      tx.caller.spoke,
      measured.map(({ name }) => name),
      measured.map(({ labels }) => labels),
      measured.map(({ value }) => value),
    ],
  })
}

/** With more requests than this, the newest represent all. */
const maxRequests = 100_000

const texts = {
  requests: `with recent as (
      select method, route, status, duration_ms from request
      where tenant = $1 and at > now() - make_interval(mins => $2) and ($3::text is null or spoke = $3) order by at desc limit ${maxRequests})
    select method, route, (status / 100)::text || 'xx' as "statusClass", count(*)::int as count,
      round(percentile_disc(0.5) within group (order by duration_ms)::numeric, 3)::float8 as "p50Ms",
      round(percentile_disc(0.95) within group (order by duration_ms)::numeric, 3)::float8 as "p95Ms", round(max(duration_ms)::numeric, 3)::float8 as "maxMs"
    from recent group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 200`,
  problems: `select problem as category, count(*)::int as count from (
      select problem from request where tenant = $1 and at > now() - make_interval(mins => $2) and ($3::text is null or spoke = $3)
      order by at desc limit ${maxRequests}) r where problem is not null group by 1 order by 2 desc, 1`,
  jobs: `select kind || '/' || coalesce(reason, 'none') as category, count(*)::int as count from job
    where tenant = $1 and state = 'failed' and updated_at > now() - make_interval(mins => $2) and ($3::text is null or spoke = $3) group by 1 order by 2 desc, 1`,
  deliveries: `select coalesce(a.reason, 'none') as category, count(*)::int as count from attempt a
    where a.tenant = $1 and a.finished_at > now() - make_interval(mins => $2) and a.outcome in ('failed', 'rejected') and $3::text is not distinct from $3
    group by 1 order by 2 desc, 1`,
  queues: `select queue, state, count(*)::int as count, coalesce(round(extract(epoch from now() - min(created_at)) * 1000), 0)::float8 as "oldestMs" from (
      select kind as queue, state, created_at from job where tenant = $1 and state in ('queued', 'running') and ($3::text is null or spoke = $3)
      union all select 'deliver', state, created_at from delivery where tenant = $1 and state in ('queued', 'sending', 'held', 'dead')
      union all select 'export', state, created_at from bulk_export where tenant = $1 and state in ('queued', 'running') and ($3::text is null or spoke = $3)
    ) w where $2::int > 0 group by 1, 2 order by 1, 2`,
  measured: `select name, labels, sum(count)::int as count, sum(total) as total, min(lowest) as lowest, max(highest) as highest from telemetry
    where tenant = $1 and hour > now() - make_interval(mins => $2) - interval '1 hour' and ($3::text is null or spoke = $3) group by 1, 2 order by 1, 2`,
} as const

export type RequestCount = {
  readonly method: string
  readonly route: string
  readonly statusClass: string
  readonly count: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
}
export type CategoryCount = { readonly category: string; readonly count: number }
export type QueueDepth = {
  readonly queue: string
  readonly state: string
  readonly count: number
  readonly oldestMs: number
}
export type MeasuredSum = {
  readonly name: string
  readonly labels: string
  readonly count: number
  readonly total: number
  readonly lowest: number
  readonly highest: number
}

export type Asked = { readonly minutes: number; readonly spoke: string | undefined }

export async function readTelemetry({ client, tenant }: Own, { minutes, spoke }: Asked) {
  const read = async <T extends object>(name: keyof typeof texts): Promise<readonly T[]> => {
    const values = [tenant.number, minutes, spoke ?? null]
    return (await client.query<T>({ name: `telemetry-${name}`, text: texts[name], values })).rows
  }
  return {
    requests: await read<RequestCount>('requests'),
    failures: {
      problems: await read<CategoryCount>('problems'),
      jobs: await read<CategoryCount>('jobs'),
      deliveries: await read<CategoryCount>('deliveries'),
    },
    queues: await read<QueueDepth>('queues'),
    measured: await read<MeasuredSum>('measured'),
  }
}
