/** Which senders there are, of every tenant: a message comes in before its tenant is known. docs/inbound.md#senders. */
import type { Tx } from '../transaction.ts'

export type SenderRow = {
  readonly id: string
  readonly state: 'active' | 'disabled'
  /** Of its resource. */
  readonly version: number
}

/** With the write of its resource, in the same transaction. */
export async function putSenderRow(tx: Tx, { id, state, version }: SenderRow): Promise<void> {
  await tx.client.query(
    `insert into sender (tenant, id, state, version) values ($1, $2, $3, $4)
     on conflict (tenant, id) do update set state = excluded.state, version = excluded.version`,
    [tx.tenant.number, id, state, version],
  )
}
