/** What was tolerated in the messages of a sender, counted by rule and place. docs/inbound.md#quality-of-a-sender. */
import { utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'

export type QualityRow = {
  readonly rule: string
  readonly place: string
  /** How often. */
  readonly count: number
  /** In how many messages. */
  readonly messages: number
  readonly firstAt: string
  readonly lastAt: string
}

/** The most frequent first. */
export async function listQuality(tx: Tx, senderId: string): Promise<readonly QualityRow[]> {
  const { rows } = await tx.client.query<QualityRow>(
    `select rule, place, count::float8 as count, messages::float8 as messages, ${utc('first_at')} as "firstAt", ${utc('last_at')} as "lastAt"
     from sender_quality where tenant = $1 and sender_id = $2 order by messages desc, rule, place`,
    [tx.tenant.number, senderId],
  )
  return rows
}
