/** Figures of one channel, each from a bounded part of an index. docs/channels.md#statistics. */
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { type DeliveryState, deliveryStates } from '../transitions.ts'

/** Deliveries of a state are counted up to this number. */
export const mostCounted = 100_000
/** So many deliveries, the latest changed, make the figures of the recent time. */
export const mostRecent = 1_000

export async function countStates(tx: Tx, channelId: string): Promise<Readonly<Record<DeliveryState, number>>> {
  const { rows } = await tx.client.query<{ state: DeliveryState; count: number }>(
    `select s.state, c.count from unnest($3::text[]) s (state) cross join lateral (
       select count(*)::int as count from (
         select from delivery where tenant = $1 and channel_id = $2 and state = s.state limit $4) d) c`,
    [tx.tenant.number, channelId, deliveryStates, mostCounted],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Record<DeliveryState, number>
}

/** The time of the oldest delivery that is queued: the first of each lane, and its first recall, whatever their number. */
export async function findOldestQueued(tx: Tx, channelId: string): Promise<string | undefined> {
  const open = `from delivery where tenant = $1 and channel_id = $2 and state in ('queued', 'sending')`
  const { rows } = await tx.client.query<{ at: string | null }>(
    `with recursive lanes (lane) as (
       (select lane ${open} order by lane limit 1)
       union all
       select (select d.lane ${open.replace('delivery', 'delivery d')} and d.lane > lanes.lane order by d.lane limit 1)
       from lanes where lanes.lane is not null)
     select ${utc('min(first.created_at)')} as at from lanes cross join (values (false), (true)) k (recall) cross join lateral (
       select created_at ${open} and lane = lanes.lane and (kind = 'recall') = k.recall and state = 'queued' order by seq limit 1) first`,
    [tx.tenant.number, channelId],
  )
  return rows[0]?.at ?? undefined
}

/** Milliseconds, of so many. */
export type Durations = { readonly count: number; readonly p50Ms: number; readonly p95Ms: number }

export type RecentFigures = {
  /** From the oldest change that counts. */
  readonly from: string
  readonly deliveries: number
  /** Bytes of the last attempts. */
  readonly bytes: number
  /** From the begin of an attempt to its acknowledgement. */
  readonly acknowledgement?: Durations
  /** From the release to the first arrival. */
  readonly arrival?: Durations
  readonly reasons: readonly { readonly reason: string; readonly count: number }[]
}

/** SQL: `Durations` of a column of milliseconds. */
export const durations = (ms: string, where: string): string =>
  `json_build_object('count', count(*) filter (where ${where}),
     'p50Ms', round(percentile_cont(0.5) within group (order by ${ms}) filter (where ${where})),
     'p95Ms', round(percentile_cont(0.95) within group (order by ${ms}) filter (where ${where})))`

const msBetween = (from: string, to: string): string => `(extract(epoch from ${to} - ${from}) * 1000)::float8`

const recentText = `with recent as materialized (
    select d.* from unnest($3::text[]) s (state) cross join lateral (
      select id, state, reason, bytes, created_at, arrived_at, updated_at from delivery
      where tenant = $1 and channel_id = $2 and state = s.state and updated_at >= now() - make_interval(hours => $4)
      order by updated_at desc limit $5) d
    order by updated_at desc limit $5),
  tried as materialized (
    select a.* from recent join attempt a on a.tenant = $1 and a.delivery_id = recent.id where a.finished_at is not null),
  reasons as (
    select reason, count(*)::int as count from (
      select reason from tried where reason is not null
      union all select reason from recent where state = 'held' and reason is not null) r group by reason)
  select r.*, t.acknowledgement, coalesce((select json_agg(reasons order by count desc, reason) from reasons), '[]') as reasons
  from (select ${utc('case when count(*) = $5 then min(updated_at) else now() - make_interval(hours => $4) end')} as "from",
      count(*)::int as deliveries, coalesce(sum(bytes), 0)::float8 as bytes,
      ${durations(msBetween('created_at', 'arrived_at'), 'arrived_at is not null')} as arrival from recent) r,
    (select ${durations(msBetween('started_at', 'finished_at'), 'acknowledgement is not null')} as acknowledgement from tried) t`

/** Of the deliveries that have changed within these hours, or of the latest `mostRecent`. */
export async function readRecent(tx: Tx, channelId: string, hours: number): Promise<RecentFigures> {
  const values = [tx.tenant.number, channelId, deliveryStates, hours, mostRecent]
  const { rows } = await tx.client.query<Record<string, unknown>>(recentText, values)
  const { acknowledgement, arrival, ...figures } = present<RecentFigures>(rows[0] ?? {})
  return { ...figures, ...unlessNone('acknowledgement', acknowledgement), ...unlessNone('arrival', arrival) }
}

const unlessNone = (name: string, found: Durations | undefined) =>
  found === undefined || found.count === 0 ? {} : { [name]: found }
