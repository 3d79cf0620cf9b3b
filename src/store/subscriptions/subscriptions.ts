/** Subscriptions as the workers see them: operational rows beside the sealed resources. docs/design/store.md#tables. */
import type pg from 'pg'
import { type Caller, namedBy, type Role, readNamed } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { present, utc } from '../columns.ts'
import { openSealed } from '../keys/keys.ts'
import { seal } from '../keys/seal.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { Tx } from '../transaction.ts'

export type SubscriptionState = 'requested' | 'active' | 'error' | 'off'

export type Subscription = {
  readonly id: string
  readonly generation: number
  readonly state: SubscriptionState
  readonly types: readonly string[]
  /** Absent in exports of releases that did not keep it. */
  readonly issuer?: string
  readonly subject: string
  readonly client: string
  readonly spoke: string
  readonly roles: readonly Role[]
  readonly scopes: readonly string[]
  readonly practitioner?: string
  readonly patientId?: string
  readonly headers?: Buffer
  readonly endsAt?: string
  /** A pg_snapshot: changes that it shows are no events. */
  readonly since?: string
  readonly events: number
  readonly sent: number
  readonly failures: number
  readonly reason?: string
  readonly dueAt?: string
  readonly isDue: boolean
  readonly isEnded: boolean
}

const columns = `id, generation, state, types, issuer, subject, client, spoke, roles, scopes, practitioner, patient_id as "patientId", headers,
  ${utc('ends_at')} as "endsAt", since::text as since, events::int8::float8 as events, sent::int8::float8 as sent, failures, reason,
  ${utc('due_at')} as "dueAt", coalesce(due_at <= clock_timestamp(), false) as "isDue", coalesce(ends_at <= clock_timestamp(), false) as "isEnded"`

type Row = Record<string, unknown>
const first = (rows: readonly Row[]): Subscription | undefined => rows[0] && present<Subscription>(rows[0])

const sealContext = (tenant: Tenant, id: string): string => `subscription|${tenant.number}|${id}`

/** The values of `channel.header`, as they are sent. */
export const openHeaders = (tenant: Tenant, { id, headers }: Subscription): readonly string[] =>
  headers === undefined
    ? []
    : // Written by `putSubscription` alone.
      (JSON.parse(openSealed(tenant.keys, headers, sealContext(tenant, id)).toString('utf8')) as string[])

/** The subscriber as a caller: everything that is read for it is read as this caller. */
export const subscriber = (tenant: string, row: Subscription): Caller => ({
  tenant,
  spoke: row.spoke,
  // An empty issuer belongs to nobody.
  issuer: row.issuer ?? '',
  subject: row.subject,
  client: row.client,
  roles: row.roles,
  scopes: row.scopes,
  ...readNamed(row.practitioner),
  ...(row.patientId === undefined ? {} : { patient: row.patientId }),
  requestId: newId(),
  proof: 'internal',
})

export async function findSubscription(tx: Tx, id: string, lock?: 'update'): Promise<Subscription | undefined> {
  const { rows } = await tx.client.query<Row>(
    `select ${columns} from subscription where tenant = $1 and id = $2 ${lock === undefined ? '' : 'for update'}`,
    [tx.tenant.number, id],
  )
  return first(rows)
}

export async function listSubscriptions(tx: Tx, ids: readonly string[]): Promise<Subscription[]> {
  const { rows } = await tx.client.query<Row>(
    `select ${columns} from subscription where tenant = $1 and id = any ($2::text[])`,
    [tx.tenant.number, [...ids]],
  )
  return rows.map((row) => present<Subscription>(row))
}

/** Subscriptions for which changes are collected. */
export async function listCollecting(tx: Tx): Promise<Subscription[]> {
  const { rows } = await tx.client.query<Row>(
    `select ${columns} from subscription where tenant = $1 and since is not null order by id`,
    [tx.tenant.number],
  )
  return rows.map((row) => present<Subscription>(row))
}

/** How many of the tenant are not off. */
export async function countSubscriptions(tx: Tx): Promise<number> {
  const { rows } = await tx.client.query<{ n: number }>(
    `select count(*)::int as n from subscription where tenant = $1 and state <> 'off'`,
    [tx.tenant.number],
  )
  return rows[0]?.n ?? 0
}

type NewSubscription = {
  readonly id: string
  readonly state: 'requested' | 'off'
  readonly types: readonly string[]
  readonly headers: readonly string[]
  readonly endsAt: string | undefined
}

/** A client wrote it: from now on the client's grant applies. A subscription that was off starts again. */
export async function putSubscription(tx: Tx, { id, state, types, headers, endsAt }: NewSubscription): Promise<void> {
  const { caller, tenant } = tx
  const sealed =
    headers.length === 0
      ? null
      : seal(Buffer.from(JSON.stringify(headers)), tenant.keys.current, sealContext(tenant, id))
  await tx.client.query(
    `insert into subscription as s (tenant, id, state, types, issuer, subject, client, spoke, roles, scopes, practitioner, patient_id, headers, ends_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, case when $3 = 'requested' then now() end)
     on conflict (tenant, id) do update set state = excluded.state, types = excluded.types, issuer = excluded.issuer, subject = excluded.subject, client = excluded.client,
       spoke = excluded.spoke, roles = excluded.roles, scopes = excluded.scopes, practitioner = excluded.practitioner,
       patient_id = excluded.patient_id, headers = excluded.headers, ends_at = excluded.ends_at, due_at = excluded.due_at,
       since = case when $3 = 'requested' then s.since end, generation = s.generation + 1, failures = 0, reason = null, updated_at = now()`,
    [
      tenant.number,
      id,
      state,
      [...types],
      caller.issuer,
      caller.subject,
      caller.client,
      caller.spoke,
      [...caller.roles],
      [...caller.scopes],
      namedBy(caller) ?? null,
      caller.patient ?? null,
      sealed,
      endsAt ?? null,
    ],
  )
  if (state === 'requested') tx.enqueue('subscription.due', id)
  else await dropEvents(tx, id)
}

/** Its events are deleted with it. */
export async function removeSubscription(tx: Tx, id: string): Promise<void> {
  await tx.client.query('delete from subscription where tenant = $1 and id = $2', [tx.tenant.number, id])
}

/** The endpoint answered the handshake. If nothing is collected yet, events begin after this transaction's snapshot, with number 1. */
export async function activateSubscription(tx: Tx, id: string, delayMs: number | undefined): Promise<void> {
  await tx.client.query(
    `update subscription set state = 'active', failures = 0, reason = null, updated_at = now(),
       events = case when since is null then 0 else events end, sent = case when since is null then 0 else sent end,
       since_at = case when since is null then clock_timestamp() else since_at end, since = coalesce(since, pg_current_snapshot()),
       due_at = case when since is not null and events > sent then now() else clock_timestamp() + make_interval(secs => $3) end
     where tenant = $1 and id = $2`,
    [tx.tenant.number, id, delayMs === undefined ? null : delayMs / 1000],
  )
}

/** The endpoint has everything up to that number. `delayMs`: time until the next heartbeat, if there is one. */
export async function recordSent(
  tx: Tx,
  id: string,
  { sent, delayMs }: { readonly sent: number; readonly delayMs: number | undefined },
): Promise<void> {
  await tx.client.query(
    `update subscription set sent = greatest(sent, $3::bigint), failures = 0, reason = null, updated_at = now(),
       due_at = case when events > $3::bigint then now() else clock_timestamp() + make_interval(secs => $4) end
     where tenant = $1 and id = $2`,
    [tx.tenant.number, id, sent, delayMs === undefined ? null : delayMs / 1000],
  )
}

/** It is tried again after the delay. Without a delay it is given up until a client asks for it again. */
export async function recordFailure(
  tx: Tx,
  id: string,
  { reason, delayMs }: { readonly reason: string; readonly delayMs: number | undefined },
): Promise<void> {
  await tx.client.query(
    `update subscription set failures = failures + 1, reason = $3, updated_at = now(), state = case when $4::float8 is null then 'error' else state end,
       due_at = clock_timestamp() + make_interval(secs => $4)
     where tenant = $1 and id = $2`,
    [tx.tenant.number, id, reason, delayMs === undefined ? null : delayMs / 1000],
  )
}

/** Sending is switched off: it is looked at again after the delay. */
export async function postponeSubscription(tx: Tx, id: string, delayMs: number): Promise<void> {
  await tx.client.query(
    `update subscription set due_at = clock_timestamp() + make_interval(secs => $3) where tenant = $1 and id = $2`,
    [tx.tenant.number, id, delayMs / 1000],
  )
}

export async function endSubscription(tx: Tx, id: string): Promise<void> {
  await tx.client.query(
    `update subscription set state = 'off', since = null, due_at = null, updated_at = now() where tenant = $1 and id = $2`,
    [tx.tenant.number, id],
  )
  await dropEvents(tx, id)
}

/** D26: a client that asks for it again begins with number 1. */
async function dropEvents(tx: Tx, id: string): Promise<void> {
  await tx.client.query('delete from subscription_event where tenant = $1 and subscription_id = $2', [
    tx.tenant.number,
    id,
  ])
}

/** Subscriptions of all tenants that are due or over, and that nobody works on. */
export const dueSubscriptions = `select 'subscription.due', tenant.id, s.id, least(s.due_at, s.ends_at) from subscription s join tenant on tenant.number = s.tenant
  where tenant.state = 'active' and (s.due_at <= now() + make_interval(secs => $2) or (s.ends_at <= now() + make_interval(secs => $2) and s.state <> 'off'))
    and not exists (select from lease l where l.tenant = s.tenant and l.name = 'subscription_' || s.id and l.until > now())
  order by s.due_at`

type CollectingTenant = {
  readonly tenant: string
  readonly until: string
  /** No running transaction can still write below the next position. */
  readonly isSettled: boolean
}

/** Tenants for which changes are collected, each with the transaction below which all have ended. */
export async function listCollectingTenants(pool: pg.Pool): Promise<CollectingTenant[]> {
  const { rows } = await pool.query<CollectingTenant>(
    `select id as tenant, pg_snapshot_xmin(seen)::text as until, pg_snapshot_xmin(seen) = pg_snapshot_xmax(seen) as "isSettled"
     from tenant cross join (select pg_current_snapshot() as seen) now
     where state = 'active' and exists (select from subscription s where s.tenant = tenant.number and s.since is not null) order by number`,
  )
  return rows
}
