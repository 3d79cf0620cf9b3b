/** The events of each subscription, numbered without a gap. Rows hold identifiers; the versions are read when they are sent. */
import { utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'

export type SubscriptionEvent = {
  readonly number: number
  readonly at: string
  readonly type: string
  readonly resourceId: string
  readonly version: number
  readonly interaction: 'create' | 'update' | 'delete'
}

/** In the order of their future numbers. */
export type NewEvents = { readonly subscription: string; readonly events: readonly Omit<SubscriptionEvent, 'number'>[] }

/** Numbers them after the existing ones, and wakes the sender. */
export async function putEvents(tx: Tx, all: readonly NewEvents[]): Promise<void> {
  const some = all.filter(({ events }) => events.length > 0)
  if (some.length === 0) return
  const flat = some.flatMap(({ subscription, events }) =>
    events.map((event, index) => ({ ...event, subscription, place: index + 1 })),
  )
  await tx.client.query(
    `with counted as (
       update subscription s set events = s.events + c.count, due_at = case when s.state = 'active' and s.failures = 0 then now() else s.due_at end
       from unnest($2::text[], $3::bigint[]) as c (id, count) where s.tenant = $1 and s.id = c.id
       returning s.id, s.events - c.count as before
     )
     insert into subscription_event (tenant, subscription_id, number, at, type, resource_id, version, interaction)
     select $1, e.id, counted.before + e.place, e.at, e.type, e.resource_id, e.version, e.interaction
     from unnest($4::text[], $5::int[], $6::timestamptz[], $7::text[], $8::text[], $9::int[], $10::text[])
       as e (id, place, at, type, resource_id, version, interaction) join counted using (id)`,
    [
      tx.tenant.number,
      some.map(({ subscription }) => subscription),
      some.map(({ events }) => events.length),
      flat.map(({ subscription }) => subscription),
      flat.map(({ place }) => place),
      flat.map(({ at }) => at),
      flat.map(({ type }) => type),
      flat.map(({ resourceId }) => resourceId),
      flat.map(({ version }) => version),
      flat.map(({ interaction }) => interaction),
    ],
  )
  for (const { subscription } of some) tx.enqueue('subscription.due', subscription)
}

type Span = { readonly first: number; readonly last: number; readonly limit: number }

/** Both ends included. */
export async function listEvents(tx: Tx, id: string, { first, last, limit }: Span): Promise<SubscriptionEvent[]> {
  const { rows } = await tx.client.query<SubscriptionEvent>(
    `select number::float8 as number, ${utc('at')} as at, type, resource_id as "resourceId", version, interaction from subscription_event
     where tenant = $1 and subscription_id = $2 and number between $3::bigint and $4::bigint order by number limit $5`,
    [tx.tenant.number, id, first, last, limit],
  )
  return rows
}

/** D26: sent events are kept for a day, unsent ones for a week. */
export async function dropOldEvents(tx: Tx): Promise<void> {
  await tx.client.query(
    `delete from subscription_event e using subscription s
     where s.tenant = $1 and e.tenant = $1 and e.subscription_id = s.id
       and e.at < now() - case when e.number <= s.sent then interval '1 day' else interval '7 days' end`,
    [tx.tenant.number],
  )
}
