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
  /** The place of the last one that is meant, in the order of release: what is released later is not. */
  readonly upTo?: string | undefined
}

const selected = `tenant = $1 and channel_id = $2 and state = any ($3) and ($4::text is null or reason = $4)
  and ($5::timestamptz is null or updated_at >= $5) and ($6::timestamptz is null or updated_at <= $6)
  and ($7::bigint is null or seq <= $7)`

const valuesOf = (tx: Tx, { channelId, states, reason, from, to, upTo }: DeliverySelection) => [
  tx.tenant.number,
  channelId,
  states,
  reason ?? null,
  from ?? null,
  to ?? null,
  upTo ?? null,
]

/** Counts up to `mostCounted`; `last`: the place of the last of them. */
export async function countSelected(
  tx: Tx,
  selection: DeliverySelection,
): Promise<{ readonly count: number; readonly last: string }> {
  const { rows } = await tx.client.query<{ count: number; last: string }>(
    `select count(*)::int as count, coalesce(max(seq), 0)::text as last
     from (select seq from delivery where ${selected} limit $8) d`,
    [...valuesOf(tx, selection), mostCounted],
  )
  return rows[0] ?? { count: 0, last: '0' }
}

export type Selected = { readonly id: string; readonly seq: string }

/** The next of them in the order of their release, after that place in it. */
export async function listSelected(
  tx: Tx,
  selection: DeliverySelection,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Selected[]> {
  const { rows } = await tx.client.query<Selected>(
    `select id, seq from delivery where ${selected} and seq > $8::bigint order by seq limit $9`,
    [...valuesOf(tx, selection), after, limit],
  )
  return rows
}
