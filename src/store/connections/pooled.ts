/** Pools, and one statement of a tenant on a connection of one, in a transaction of its own. STORE.md "Connections". */
import pg from 'pg'
import { DataDirectoryError } from '../embedded/data-directory-error.ts'
import type { Runner } from '../reader.ts'
import { type Statement, sendTogether } from '../writes/trip.ts'
import { setTenant } from './lane.ts'
import { failToConnect, isConnectionLost } from './lost-connection.ts'

export function openPool(config: pg.PoolConfig, most: number): pg.Pool {
  const pool = new pg.Pool({ idleTimeoutMillis: 300_000, ...config, max: most })
  // A lost connection is replaced at the next use; a query in flight reports it itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A session whose role was not taken over would pass by the policies. */
export async function checkRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ own: boolean }>(`select current_user = 'banksia_app' as own`)
  if (rows[0]?.own !== true) throw new DataDirectoryError('no-session-role')
}

/** Each statement in one trip; what may take its time holds up nobody. */
export const pooledRunner = (pool: pg.Pool, tenant: number): Runner => ({
  async query<R extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    const client = await pool.connect().catch(failToConnect)
    const own = typeof statement === 'string' ? { text: statement, values } : statement
    let isLost = false
    try {
      const [, result] = await sendTogether(client, [setTenant(tenant, true), own as Statement])
      return result as pg.QueryResult<R>
    } catch (error) {
      isLost = isConnectionLost(error)
      throw error
    } finally {
      client.release(isLost)
    }
  },
})
