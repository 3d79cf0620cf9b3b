/** Pools, and one statement of a tenant on a connection of one, in a transaction of its own. docs/design/store.md#connections. */
import pg from 'pg'
import { DataDirectoryError } from '../../postgres-embedded/data-directory-error.ts'
import { type Statement, sendPipelined } from './pipeline.ts'
import type { Queryable } from './queryable.ts'
import { setTenant } from './shared-connection.ts'
import { failToConnect, isConnectionLost, lookAgain } from './unavailable.ts'

export function openPool(config: pg.PoolConfig, most: number): pg.Pool {
  const pool = new pg.Pool({ idleTimeoutMillis: 300_000, ...config, max: most })
  // The next use replaces a lost connection; a running query reports the loss itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A session that did not take the role would bypass the policies. */
export async function checkRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ own: boolean }>(`select current_user = 'banksia_app' as own`)
  if (rows[0]?.own !== true) throw new DataDirectoryError('no-session-role')
}

/** Each statement in one round trip; a slow one delays nobody. The statements only read, or do no more when they are repeated. */
export const pooledRunner = (pool: pg.Pool, tenant: number): Queryable => ({
  query: <R extends pg.QueryResultRow>(asked: string | pg.QueryConfig, values: unknown[] = []) => {
    const statement = (typeof asked === 'string' ? { text: asked, values } : asked) as Statement
    return lookAgain(() => queryOnce<R>(pool, tenant, statement))
  },
})

async function queryOnce<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  tenant: number,
  statement: Statement,
): Promise<pg.QueryResult<R>> {
  const client = await pool.connect().catch(failToConnect)
  let isLost = false
  try {
    const [, result] = await sendPipelined(client, [setTenant(tenant, true), statement])
    return result as pg.QueryResult<R>
  } catch (error) {
    isLost = isConnectionLost(error)
    throw error
  } finally {
    client.release(isLost)
  }
}
