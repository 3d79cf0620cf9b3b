/** A few connections for as long as a subcommand works. */
import pg from 'pg'
import { migrate } from '../migrate.ts'

export async function withPool<T>(connection: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  // The server may stop between two statements; the next one reports it.
  pool.on('error', () => undefined)
  try {
    await migrate(pool)
    return await work(pool)
  } finally {
    await pool.end()
  }
}
