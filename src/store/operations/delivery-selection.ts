/** The deliveries of a channel that an operation on many finds. docs/channels.md#many-deliveries-at-once. */
import type { Tx } from '../transaction.ts'
import type { DeliveryState } from '../transitions.ts'
import { mostCounted } from './delivery-statistics.ts'

export type DeliverySelection = {
  readonly channelId: string
  readonly states: readonly DeliveryState[]
  readonly reason?: string | undefined
  /** Of the last change, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const selected = `tenant = $1 and channel_id = $2 and state = any ($3) and ($4::text is null or reason = $4)
  and ($5::timestamptz is null or updated_at >= $5) and ($6::timestamptz is null or updated_at <= $6)`

const valuesOf = (tx: Tx, { channelId, states, reason, from, to }: DeliverySelection) => [
  tx.tenant.number,
  channelId,
  states,
  reason ?? null,
  from ?? null,
  to ?? null,
]

/** Counts up to `mostCounted`. */
export async function countSelected(tx: Tx, selection: DeliverySelection): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from (select from delivery where ${selected} limit $7) d`,
    [...valuesOf(tx, selection), mostCounted],
  )
  return rows[0]?.count ?? 0
}

export type Selected = { readonly id: string; readonly seq: string }

/** The next of them in the order of their release, after that place in it. */
export async function listSelected(
  tx: Tx,
  selection: DeliverySelection,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Selected[]> {
  const { rows } = await tx.client.query<Selected>(
    `select id, seq from delivery where ${selected} and seq > $7::bigint order by seq limit $8`,
    [...valuesOf(tx, selection), after, limit],
  )
  return rows
}
