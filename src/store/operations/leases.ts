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

/** Lanes of all tenants with a due delivery and without a holder. */
export const dueLanes = `select 'delivery.queued', tenant.id, d.channel_id || '_' || d.lane, min(d.due_at)
  from delivery d join tenant on tenant.number = d.tenant
  where tenant.state = 'active' and d.state in ('queued', 'sending') and d.due_at <= now() + make_interval(secs => $2)
    and not exists (select from lease l where l.tenant = d.tenant and l.name = d.channel_id || '_' || d.lane and l.until > now())
  group by tenant.id, d.channel_id, d.lane order by min(d.due_at)`
