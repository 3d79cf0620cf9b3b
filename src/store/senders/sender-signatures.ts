/** Signatures of requests that have come: each counts once. docs/inbound.md#by-https. */
import type { Tx } from '../transaction.ts'

type Signed = { readonly senderId: string; readonly signature: Buffer; readonly keptMs: number }

/** False if it has come before. Forgets those that are older than `keptMs`, whose time is over. */
export async function takeSignature(tx: Tx, { senderId, signature, keptMs }: Signed): Promise<boolean> {
  const { number } = tx.tenant
  await tx.client.query(
    `delete from sender_signature where tenant = $1 and at < now() - $2 * interval '1 millisecond'`,
    [number, keptMs],
  )
  const { rowCount } = await tx.client.query(
    'insert into sender_signature (tenant, sender_id, signature) values ($1, $2, $3) on conflict do nothing',
    [number, senderId, signature],
  )
  return rowCount === 1
}
