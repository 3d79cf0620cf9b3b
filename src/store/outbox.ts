/** The outbox: the work that a committed transaction asks for. Followers read below the oldest running transaction. docs/design/store.md#writes. */
import type pg from 'pg'
import { inTransaction } from './postgres/in-transaction.ts'
import type { Statement } from './postgres/pipeline.ts'

export const outboxTopics = [
  'job.queued',
  'transcription.queued',
  'channel-test.queued',
  'many-deliveries.queued',
  'artifact.released',
  'delivery.queued',
  'export.queued',
  'artifact-export.queued',
  'subscription.due',
  'reindex.queued',
] as const
export type OutboxTopic = (typeof outboxTopics)[number]

export type OutboxRow = { readonly topic: OutboxTopic; readonly subject: string }

export const outboxStatements = (tenant: string, rows: readonly OutboxRow[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        {
          name: 'outbox-insert',
          text: 'insert into outbox (tenant, topic, subject) select $1, * from unnest($2::text[], $3::text[])',
          values: [tenant, rows.map((row) => row.topic), rows.map((row) => row.subject)],
        },
      ]

export type OutboxItem = {
  readonly seq: string
  readonly tenant: string
  readonly topic: OutboxTopic
  readonly subject: string
}

/**
 * Passes the oldest rows of all tenants that no other relay holds to `send`, and deletes them after `send`. After a crash between
 * the two it sends them again. Answers how many there were, and whether others wait for a transaction that still runs.
 */
export async function relayOutbox(
  pool: pg.Pool,
  limit: number,
  send: (item: OutboxItem) => Promise<void>,
): Promise<{ readonly count: number; readonly isLeft: boolean }> {
  return inTransaction(pool, async (client) => {
    const items = await claimOutbox(client, limit)
    for (const item of items) await send(item)
    const isLeft = items.length > 0 ? await deleteOutbox(client, items) : await hasOutbox(client)
    return { count: items.length, isLeft }
  })
}

/** Whether a row waits for a relay. */
export async function hasOutbox(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>({
    name: 'outbox-look',
    text: 'select exists (select from outbox) as has',
  })
  return rows[0]?.has === true
}

/** The rows stay locked until the transaction ends. */
async function claimOutbox(client: pg.ClientBase, limit: number): Promise<OutboxItem[]> {
  const { rows } = await client.query<OutboxItem>({
    name: 'outbox-claim',
    text: `select seq, tenant, topic, subject from outbox where tx < pg_snapshot_xmin(pg_current_snapshot())
           order by tx, seq limit $1 for update skip locked`,
    values: [limit],
  })
  return rows
}

/** Answers whether others are left. */
async function deleteOutbox(client: pg.ClientBase, items: readonly OutboxItem[]): Promise<boolean> {
  const { rows } = await client.query<{ isLeft: boolean }>({
    name: 'outbox-delete',
    text: `with gone as (delete from outbox where seq = any ($1::bigint[]))
           select exists (select from outbox where seq <> all ($1::bigint[])) as "isLeft"`,
    values: [items.map((item) => item.seq)],
  })
  return rows[0]?.isLeft === true
}
