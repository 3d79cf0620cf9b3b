/** Leases: one holder at a time for a lane of deliveries; a dead holder's lease ends by itself. */
import type pg from 'pg'
import type { Store } from '../store.ts'

export type Lease = { readonly tenant: string; readonly name: string; readonly holder: string }

/** Takes or renews the lease. False if another holder has it. */
export async function takeLease(store: Store, lease: Lease, durationMs: number): Promise<boolean> {
  const { number } = await store.readTenant(lease.tenant)
  const { rowCount } = await store.system.query(
    `insert into lease (tenant, name, holder, until) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (tenant, name) do update set holder = excluded.holder, until = excluded.until
     where lease.holder = excluded.holder or lease.until < now()`,
    [number, lease.name, lease.holder, durationMs / 1000],
  )
  return rowCount === 1
}

export async function dropLease(store: Store, lease: Lease): Promise<void> {
  const { number } = await store.readTenant(lease.tenant)
  await store.system.query('delete from lease where tenant = $1 and name = $2 and holder = $3', [
    number,
    lease.name,
    lease.holder,
  ])
}

/** Called when the only server of a data directory starts: all former holders are gone. */
export async function dropAllLeases(pool: pg.Pool): Promise<void> {
  await pool.query('delete from lease')
  await pool.query(`update job set due_at = now() where state = 'running'`)
  await pool.query(`update bulk_export set due_at = now() where state = 'running'`)
  await pool.query('update document set due_at = now() where rendered_at is null')
}

/** Lanes of all tenants without a holder whose first delivery is due. It looks at the first of each lane alone, however many wait behind it. */
export const dueLanes = `with recursive lanes (tenant, channel_id, lane) as (
    (select tenant, channel_id, lane from delivery where state in ('queued', 'sending') order by tenant, channel_id, lane limit 1)
    union all
    select next.* from lanes cross join lateral (
      select d.tenant, d.channel_id, d.lane from delivery d
      where d.state in ('queued', 'sending') and (d.tenant, d.channel_id, d.lane) > (lanes.tenant, lanes.channel_id, lanes.lane)
      order by d.tenant, d.channel_id, d.lane limit 1) next)
  select 'delivery.queued', tenant.id, lanes.channel_id || '_' || lanes.lane, first.due_at
  from lanes join tenant on tenant.number = lanes.tenant cross join lateral (
    select due_at from delivery d
    where d.tenant = lanes.tenant and d.channel_id = lanes.channel_id and d.lane = lanes.lane and d.state in ('queued', 'sending')
    order by (d.kind = 'recall') desc, d.seq limit 1) first
  where tenant.state = 'active' and first.due_at <= now() + make_interval(secs => $2)
    and not exists (select from lease l
      where l.tenant = lanes.tenant and l.name = lanes.channel_id || '_' || lanes.lane and l.until > now())
  order by first.due_at`
