/**
 * Erases a tenant: first its keys, so that nobody can read its content any more, then its rows, a few at a time. After an interruption
 * it starts again and continues with the rows that are left. D78.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from '../postgres/in-transaction.ts'
import { findTables, type Tables } from '../postgres/parts.ts'
import { erasedTables } from './erased-tables.ts'
import { findListedTenant, type ListedTenant } from './listed-tenants.ts'
import { moveLocked } from './tenant-moves.ts'

export type Erasure =
  | { readonly kind: 'erased'; readonly rows: number }
  | { readonly kind: 'was-erased' | 'missing' }
  | { readonly kind: 'held'; readonly recordings: number; readonly messages: number }
  | { readonly kind: 'waiting'; readonly deliveries: number }

export type Erasing = {
  /** Gives up waiting deliveries. */
  readonly isForced: boolean
  /** Called after each statement that deleted rows. */
  readonly onRows: (count: number) => void
}

/** Runs as the owner of the tables: the roles that serve cannot delete a superseded version. */
export async function eraseTenant(pool: pg.Pool, id: string, { isForced, onRows }: Erasing): Promise<Erasure> {
  const begun = await destroyKeys(pool, id, isForced)
  if (begun.kind !== 'erasing') return begun
  await clearKeyFile(pool)
  await sleep(forgottenMs)
  const rows = await deleteRows(pool, begun.tenant, onRows)
  await inTransaction(pool, async (client) => {
    const tenant = await findListedTenant(client, id, 'lock')
    if (tenant === undefined) return
    await client.query(`update tenant set name = '' where number = $1`, [tenant.number])
    await moveLocked(client, tenant, { operation: 'clear' })
  })
  return { kind: 'erased', rows }
}

/** By then no process writes with its former knowledge of the tenant. */
const forgottenMs = 4_000

type Begun = { readonly kind: 'erasing'; readonly tenant: ListedTenant }

const waitingText = `select
  (select count(*)::int from delivery where tenant = $1 and state in ('queued', 'sending')) as deliveries,
  (select count(*)::int from audio_session where tenant = $1 and legal_hold and cleared_at is null) as recordings,
  (select count(*)::int from received_message where tenant = $1 and legal_hold)
    + (select count(*)::int from delivery where tenant = $1 and legal_hold) as messages`

/** Obstacles are checked only before the keys are gone: after that there is no way back. */
async function destroyKeys(
  pool: pg.Pool,
  id: string,
  isForced: boolean,
): Promise<Begun | Exclude<Erasure, { kind: 'erased' }>> {
  return inTransaction(pool, async (client) => {
    const tenant = await findListedTenant(client, id, 'lock')
    if (tenant === undefined) return { kind: 'missing' }
    if (tenant.state === 'erased') return { kind: 'was-erased' }
    if (tenant.state === 'erasing') return { kind: 'erasing', tenant }
    const { rows } = await client.query<{ deliveries: number; recordings: number; messages: number }>(waitingText, [
      tenant.number,
    ])
    const { deliveries = 0, recordings = 0, messages = 0 } = rows[0] ?? {}
    if (recordings > 0 || messages > 0) return { kind: 'held', recordings, messages }
    if (deliveries > 0 && !isForced) return { kind: 'waiting', deliveries }
    await moveLocked(client, tenant, { operation: 'erase', fields: { count: deliveries } })
    await client.query('delete from data_key where tenant = $1', [tenant.number])
    return { kind: 'erasing', tenant }
  })
}

/** A deleted row stays in its file until the file is rewritten, which is quick for a table this small. */
const clearKeyFile = (pool: pg.Pool): Promise<unknown> => pool.query('vacuum full data_key')

/** Rows in one statement: few enough that nobody waits. */
const batch = 5_000

async function deleteRows(pool: pg.Pool, { id, number }: ListedTenant, onRows: Erasing['onRows']): Promise<number> {
  const tables = await findTables(pool, number)
  let [all, found] = [0, 0]
  do {
    found = 0
    for (const row of erasedTables) {
      const table = 'isParted' in row ? tables[row.table as keyof Omit<Tables, 'part'>] : row.table
      const tenant = 'isById' in row ? id : number
      found += await deleteAll(pool, { table, tenant, onRows })
    }
    all += found
    // Rows that were written while it deleted others.
  } while (found > 0)
  return all
}

type Deleting = { readonly table: string; readonly tenant: string | number; readonly onRows: Erasing['onRows'] }

async function deleteAll(pool: pg.Pool, { table, tenant, onRows }: Deleting): Promise<number> {
  let all = 0
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from "${table}" where ctid = any (array(select ctid from "${table}" where tenant = $1 limit ${batch}))`,
      [tenant],
    )
    const count = rowCount ?? 0
    if (count > 0) onRows(count)
    all += count
    if (count < batch) return all
  }
}
