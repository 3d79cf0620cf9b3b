/** Figures of the messages of one sender, read from an index in the order of arrival, so that they are fast whatever has been stored. */
import { present, utc } from '../columns.ts'
import { type Durations, durations } from '../operations/delivery-statistics.ts'
import type { Tx } from '../transaction.ts'
import type { ReceivedOutcome } from './received-messages.ts'

type Outcome = ReceivedOutcome['outcome']

/** The most messages that the figures of the recent hours cover. */
const mostReceived = 1_000
/** Messages that wait are counted up to this number. */
const mostWaiting = 100_000

/** Counts the messages of any age that wait for a person. */
export async function countWaiting(tx: Tx, senderId: string): Promise<Readonly<Record<'held' | 'apart', number>>> {
  const { rows } = await tx.client.query<{ held: number; apart: number }>(
    `select count(*) filter (where outcome = 'held')::int as held, count(*) filter (where outcome = 'apart')::int as apart
     from (select outcome from received_message where tenant = $1 and sender_id = $2 and outcome in ('held', 'apart') limit $3) w`,
    [tx.tenant.number, senderId, mostWaiting],
  )
  return rows[0] ?? { held: 0, apart: 0 }
}

export type ReceivedFigures = {
  /** The time of the oldest arrival that counts. */
  readonly from: string
  readonly messages: number
  readonly bytes: number
  /** The time from the arrival until the outcome was settled. */
  readonly settling?: Durations
  /** The most frequent first. `other` is any type that Banksia does not read: its name may be any text. */
  readonly counts: readonly { readonly type: string; readonly outcome: Outcome; readonly count: number }[]
  /** The time of the last message, of any age. */
  readonly lastAt?: string
}

const recentText = `with latest as materialized (
    select type, outcome, bytes, took_ms, received_at from received_message
    where tenant = $1 and sender_id = $2 and outcome is not null order by id desc limit $4),
  recent as materialized (select * from latest where received_at >= now() - make_interval(hours => $3)),
  counts as (
    select case when type = any ($5::text[]) then type else 'other' end as type, outcome, count(*)::int as count
    from recent group by 1, 2 order by 3 desc, 1, 2)
  select ${utc('case when count(*) = $4 then min(received_at) else now() - make_interval(hours => $3) end')} as "from",
    count(*)::int as messages, coalesce(sum(bytes), 0)::float8 as bytes, ${durations('took_ms', 'took_ms is not null')} as settling,
    coalesce((select json_agg(counts) from counts), '[]') as counts,
    (select ${utc('max(received_at)')} from latest) as "lastAt"
  from recent`

type Asked = { readonly hours: number; readonly knownTypes: readonly string[] }

/** Figures of the messages that came within these hours, or of the latest `mostReceived` of them. */
export async function readReceivedFigures(
  tx: Tx,
  senderId: string,
  { hours, knownTypes }: Asked,
): Promise<ReceivedFigures> {
  const { rows } = await tx.client.query<Record<string, unknown>>(recentText, [
    ...[tx.tenant.number, senderId, hours],
    mostReceived,
    knownTypes,
  ])
  const { settling, ...figures } = present<ReceivedFigures>(rows[0] ?? {})
  return settling === undefined || settling.count === 0 ? figures : { ...figures, settling }
}
