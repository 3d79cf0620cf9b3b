/** Numbered migrations, run forward only, one transaction each, one runner at a time. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { sha256Of } from '../core/sha256.ts'
import { DataDirectoryError } from '../postgres-embedded/data-directory-error.ts'

/** Files by number, thirty numbers a folder. */
const directory = join(import.meta.dirname, 'migrations')
const runnerLock = 7_214_001

const insufficientPrivilege = '42501'

type Migration = { readonly number: number; readonly name: string; readonly sql: string; readonly sha256: string }

/** A migration that ran here, with the hash of its text. */
type Done = { readonly number: number; readonly sha256: string | null }

/** Brings the database to the newest schema. Refuses one that is newer than this release, or that other migrations made. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    checkServerVersion(await readServerVersion(client))
    await client.query('select pg_advisory_lock($1)', [runnerLock])
    await client.query(
      'create table if not exists migration (number int primary key, name text not null, sha256 text, at timestamptz not null default now())',
    )
    // The table of the first development releases lacks this column.
    await client.query('alter table migration add column if not exists sha256 text')
    const { rows: done } = await client.query<Done>('select number, sha256 from migration')
    const migrations = await readMigrations()
    checkDone(done, migrations)
    for (const migration of migrations) {
      if (!done.some(({ number }) => number === migration.number)) await run(client, migration)
    }
  } finally {
    // The lock ends with the connection at the latest.
    await client.query('select pg_advisory_unlock($1)', [runnerLock]).catch(() => undefined)
    client.release()
  }
}

async function readServerVersion(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]?.version ?? 0
}

const oldestVersion = 150_000

/** As PostgreSQL numbers itself: 180001 is 18.1. Throws DataDirectoryError. */
export function checkServerVersion(version: number): void {
  if (version < oldestVersion) throw new DataDirectoryError('old-postgres')
}

async function readMigrations(): Promise<readonly Migration[]> {
  const paths = (await readdir(directory, { recursive: true })).filter((path) => path.endsWith('.sql'))
  const migrations = await Promise.all(
    paths.map(async (path) => {
      const name = basename(path)
      const sql = await readFile(join(directory, path), 'utf8')
      return { number: Number.parseInt(name, 10), name, sql, sha256: sha256Of(sql) }
    }),
  )
  return migrations.sort((one, other) => one.number - other.number)
}

function checkDone(done: readonly Done[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ number, sha256 }) => [number, sha256]))
  if (done.some(({ number }) => !known.has(number))) throw new DataDirectoryError('newer-schema')
  if (done.some(({ number, sha256 }) => known.get(number) !== sha256)) throw new DataDirectoryError('other-schema')
}

async function run(client: pg.PoolClient, { number, name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (number, name, sha256) values ($1, $2, $3)', [number, name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const isRefused = (error as { code?: unknown }).code === insufficientPrivilege
    throw name.endsWith('-roles.sql') && isRefused ? new DataDirectoryError('no-roles', { cause: error }) : error
  }
}
