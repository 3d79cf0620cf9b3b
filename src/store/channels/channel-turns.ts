/** The turns of a channel with a rate: one message may start in each, whichever process and lane it is in. A turn is a row of `lease`. D249 */
import type { Store } from '../store.ts'

export type RatedChannel = { readonly tenant: string; readonly channelId: string }

/** `waitMs`: the turn is taken, and begins in this many milliseconds. `retryMs`: no turn is taken, since the next one begins too late, in this many milliseconds. */
export type Turn = { readonly waitMs: number } | { readonly retryMs: number }

export type TurnRequest = {
  /** Milliseconds from the beginning of one turn to the beginning of the next. */
  readonly everyMs: number
  /** A turn that begins in more milliseconds than these is not taken. */
  readonly withinMs: number
}

/** Longer than any wait for a turn. If the next turn is further away than this and than the interval, the clock was set back or the rate was raised: the turn begins now. */
const farMs = 1_000

const nextTurn = `case when lease.until > clock_timestamp() + ($4::float8 + greatest($5::float8, ${farMs})) * interval '1 ms'
  then clock_timestamp() else lease.until end`

/** The lease ends when the next turn begins. */
const takeText = `with taken as (
    insert into lease (tenant, name, holder, until) values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
    on conflict (tenant, name) do update set until = greatest(${nextTurn}, clock_timestamp()) + $4 * interval '1 ms'
      where ${nextTurn} <= clock_timestamp() + $5 * interval '1 ms'
    returning until)
  select (extract(epoch from (select until from taken) - clock_timestamp()) * 1000 - $4)::float8 as "waitMs",
    (extract(epoch from (select until from lease where tenant = $1 and name = $2) - clock_timestamp()) * 1000)::float8 as "retryMs"`

type Row = { readonly waitMs: number | null; readonly retryMs: number | null }

export async function takeTurn(
  store: Store,
  { tenant, channelId }: RatedChannel,
  { everyMs, withinMs }: TurnRequest,
): Promise<Turn> {
  const { number } = await store.readTenant(tenant)
  const { rows } = await store.system.query<Row>(takeText, [number, `turn_${channelId}`, channelId, everyMs, withinMs])
  const { waitMs = null, retryMs = null } = rows[0] ?? {}
  return waitMs === null ? { retryMs: Math.max(0, retryMs ?? 0) } : { waitMs: Math.max(0, waitMs) }
}
