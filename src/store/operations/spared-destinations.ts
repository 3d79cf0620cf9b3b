/** Destinations that processes spare because they cannot be reached, so that every process can see it. D228 */

import { utc } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Tx } from '../transaction.ts'

/** A process that spares a destination tries it every 15 seconds, and waits ten for a connection. */
export const sparedForSeconds = 60

type Spared = { readonly tenant: string; readonly channelId: string; readonly holder: string }

/** Notes that this process spares the destination, or still does. */
export const putSpared = (store: Store, { tenant, channelId, holder }: Spared): Promise<unknown> =>
  store.transactAsSystem(tenant, (tx) =>
    tx.client.query(
      `insert into spared_destination (tenant, channel_id, holder) values ($1, $2, $3)
       on conflict (tenant, channel_id, holder) do update set seen_at = now()`,
      [tx.tenant.number, channelId, holder],
    ),
  )

/** The process has reached it, for all of them. */
export const removeSpared = (store: Store, { tenant, channelId }: Omit<Spared, 'holder'>): Promise<unknown> =>
  store.transactAsSystem(tenant, (tx) =>
    tx.client.query('delete from spared_destination where tenant = $1 and channel_id = $2', [
      tx.tenant.number,
      channelId,
    ]),
  )

/** Since when a process spares it. Undefined: none does. */
export async function findSparedSince(tx: Tx, channelId: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ since: string | null }>(
    `select ${utc('min(since)')} as since from spared_destination
     where tenant = $1 and channel_id = $2 and seen_at > now() - make_interval(secs => $3)`,
    [tx.tenant.number, channelId, sparedForSeconds],
  )
  return rows[0]?.since ?? undefined
}
