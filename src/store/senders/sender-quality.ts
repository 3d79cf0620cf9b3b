/** What was tolerated in the messages of a sender, counted by rule and place. docs/inbound.md#quality-of-a-sender. */
import { utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'

export type QualityCount = {
  readonly rule: string
  readonly place: string
  /** How often. */
  readonly count: number
  /** In how many messages. */
  readonly messages: number
}

export type QualityRow = QualityCount & { readonly firstAt: string; readonly lastAt: string }

/** More places help nobody, and a hostile sender would find millions. */
export const maxQualityRows = 2000

/** Adds to what is there; new places only while there is room for them. */
export async function addQuality(tx: Tx, senderId: string, counts: readonly QualityCount[]): Promise<void> {
  await tx.client.query(
    `with given as (
       select q.rule, q.place, q.count, q.messages from jsonb_to_recordset($3::jsonb) as q (rule text, place text, count bigint, messages bigint)
     ), room as (
       select $4::int - count(*) as rows from sender_quality where tenant = $1 and sender_id = $2
     ), ranked as (
       select g.*, known.rule is not null as is_known,
         row_number() over (partition by known.rule is null order by g.rule, g.place) as rank
       from given g left join sender_quality known
         on known.tenant = $1 and known.sender_id = $2 and known.rule = g.rule and known.place = g.place
     )
     insert into sender_quality as q (tenant, sender_id, rule, place, count, messages, first_at, last_at)
     select $1, $2, r.rule, r.place, r.count, r.messages, clock_timestamp(), clock_timestamp() from ranked r, room
     where r.is_known or r.rank <= room.rows
     order by r.rule, r.place
     on conflict (tenant, sender_id, rule, place) do update
       set count = q.count + excluded.count, messages = q.messages + excluded.messages, last_at = excluded.last_at`,
    [tx.tenant.number, senderId, JSON.stringify(counts), maxQualityRows],
  )
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
