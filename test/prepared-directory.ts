/** A data directory whose database is migrated. Servers of tests begin with a copy: a new one takes seconds of processor time. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findTestServer } from './database.ts'
import { shareCache } from './shared-cache.ts'

const runFile = promisify(execFile)

/** With its owners: the database belongs to another account than the directory. */
export const copyDirectory = (from: string, to: string): Promise<unknown> => runFile('cp', ['-a', from, to])

/** Gives a new data directory the definitions and the database; leaves the database of one that has its own. */
export async function prepareDirectory(dataDirectory: string, mode = 'development'): Promise<void> {
  await shareCache(dataDirectory)
  const prepared = findTestServer()?.prepared
  if (prepared === undefined || existsSync(join(dataDirectory, 'mode'))) return
  for (const name of ['postgres', 'postgres.password']) await copyDirectory(join(prepared, name), dataDirectory)
  await writeFile(join(dataDirectory, 'mode'), `${mode}\n`, { mode: 0o600 })
}
