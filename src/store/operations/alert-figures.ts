/** What the rules of alerts look at, channel by channel, along indexes. docs/channels.md#alerts */
import type { Tx } from '../transaction.ts'
import { deliveryStates } from '../transitions.ts'
import { sparedForSeconds } from './spared-destinations.ts'

/** A channel, a sender or the tenant, and the figure that breaks the rule. */
export type Finding = { readonly subject: string; readonly figure: number }

/** `$3`: the threshold. A figure in minutes or hours is a whole number. */
const texts = {
  'dead-letter': `select channel_id as subject, count(*)::int as figure from delivery
    where tenant = $1 and channel_id = any ($2) and state = 'dead' group by channel_id having count(*) >= $3`,
  'oldest-queued': `select c.id as subject, floor(extract(epoch from now() - first.created_at) / 60)::int as figure
    from unnest($2::uuid[]) c (id) cross join lateral (
      select min(created_at) as created_at from generate_series(0, 7) l (lane) cross join (values (false), (true)) k (recall) cross join lateral (
        select created_at from delivery where tenant = $1 and channel_id = c.id and lane = l.lane and state in ('queued', 'sending')
          and (kind = 'recall') = k.recall and reason is distinct from 'channel_paused' order by seq limit 1) d) first
    where first.created_at <= now() - make_interval(mins => $3)`,
  'no-acknowledgement': `select channel_id as subject, floor(extract(epoch from now() - min(updated_at)) / 60)::int as figure from delivery
    where tenant = $1 and channel_id = any ($2) and state = 'committed' and answer_due_at is not null
      and updated_at <= now() - make_interval(mins => $3) group by channel_id`,
  'breaker-open': `select channel_id as subject, floor(extract(epoch from now() - min(since)) / 60)::int as figure from spared_destination
    where tenant = $1 and channel_id = any ($2) and seen_at > now() - make_interval(secs => ${sparedForSeconds})
    group by channel_id having min(since) <= now() - make_interval(mins => $3)`,
} as const

export type FigureRule = keyof typeof texts

export async function findBroken(
  tx: Tx,
  rule: FigureRule,
  { channelIds, threshold }: { readonly channelIds: readonly string[]; readonly threshold: number },
): Promise<readonly Finding[]> {
  const { rows } = await tx.client.query<Finding>(texts[rule], [tx.tenant.number, channelIds, threshold])
  return rows
}

export type Feeds = {
  readonly channelIds: readonly string[]
  readonly senderIds: readonly string[]
  readonly hours: number
}

/** Channels whose last release, and senders whose last message, was longer ago than so many hours. One that had none is not silent. */
export async function findSilent(tx: Tx, { channelIds, senderIds, hours }: Feeds): Promise<readonly Finding[]> {
  const { rows } = await tx.client.query<Finding>(
    `select subject, floor(extract(epoch from now() - last) / 3600)::int as figure from (
       select c.id as subject, (select max(d.created_at) from unnest($5::text[]) s (state) cross join lateral (
           select created_at from delivery where tenant = $1 and channel_id = c.id and state = s.state order by updated_at desc limit 20) d) as last
       from unnest($2::uuid[]) c (id)
       union all
       select s.id, (select received_at from received_message where tenant = $1 and sender_id = s.id order by id desc limit 1)
       from unnest($3::uuid[]) s (id)) feed
     where last <= now() - make_interval(hours => $4)`,
    [tx.tenant.number, channelIds, senderIds, hours, deliveryStates],
  )
  return rows
}
