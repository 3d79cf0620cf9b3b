/** Which senders there are, of every tenant: a message comes in before its tenant is known. docs/inbound.md#senders. */
import type pg from 'pg'
import type { Tx } from '../transaction.ts'

export type SenderRow = {
  readonly id: string
  readonly state: 'active' | 'disabled'
  /** Of its resource. */
  readonly version: number
}

export type ListedSender = SenderRow & {
  /** UUID of the tenant. */
  readonly tenant: string
}

/** With the write of its resource, in the same transaction. */
export async function putSenderRow(tx: Tx, { id, state, version }: SenderRow): Promise<void> {
  await tx.client.query(
    `insert into sender (tenant, id, state, version) values ($1, $2, $3, $4)
     on conflict (tenant, id) do update set state = excluded.state, version = excluded.version`,
    [tx.tenant.number, id, state, version],
  )
}

/** Of all tenants that are served. */
export async function listSenderRows(system: pg.Pool): Promise<readonly ListedSender[]> {
  const { rows } = await system.query<ListedSender>({
    name: 'senders',
    text: `select s.id, s.state, s.version, t.id as tenant from sender s join tenant t on t.number = s.tenant
           where t.state = 'active' order by s.tenant, s.id`,
  })
  return rows
}

/** As it is now; undefined if there is none. */
export async function findSenderRow(tx: Tx, id: string): Promise<SenderRow | undefined> {
  const { rows } = await tx.client.query<SenderRow>({
    name: 'sender',
    text: 'select id, state, version from sender where tenant = $1 and id = $2',
    values: [tx.tenant.number, id],
  })
  return rows[0]
}
