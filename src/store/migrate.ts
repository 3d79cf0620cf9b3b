/** Numbered migrations, run forward only, one transaction each, one runner at a time. */
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const directory = new URL('./migrations/', import.meta.url)
const runnerLock = 7_214_001

/** Brings the database to the newest schema. Refuses a database that is newer than this release. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [runnerLock])
    await client.query(
      'create table if not exists migration (number int primary key, name text not null, at timestamptz not null default now())',
    )
    const done = await client.query<{ number: number }>('select number from migration')
    const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
    const known = new Set(names.map(numberOf))
    if (done.rows.some((row) => !known.has(row.number))) {
      throw new Error('the database was made by a newer release of Banksia: start that release instead')
    }
    const pending = names.filter((name) => !done.rows.some((row) => row.number === numberOf(name)))
    for (const name of pending) await run(client, name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [runnerLock]).catch(() => undefined)
    client.release()
  }
}

const numberOf = (name: string): number => Number.parseInt(name, 10)

async function run(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, directory), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (number, name) values ($1, $2)', [numberOf(name), name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
