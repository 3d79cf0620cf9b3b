/** What servers of tests begin with. The compacted definitions are shared by all, a migrated database is copied: to make either takes seconds. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Definitions, openDefinitions } from '../src/profiles/definitions/definitions.ts'
import { findTestServer } from './database.ts'

const runFile = promisify(execFile)

const cacheDirectory = join(import.meta.dirname, '../node_modules/.cache/banksia')

/** Makes the data directory where it is new. */
export async function shareCache(dataDirectory: string): Promise<void> {
  await mkdir(cacheDirectory, { recursive: true })
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  await symlink(cacheDirectory, join(dataDirectory, 'cache')).catch((error: NodeJS.ErrnoException) => {
    // It is not its first start.
    if (error.code !== 'EEXIST') throw error
  })
}

/** Jest loads the modules of `test` once for each test file; the process has one global object. */
const shared = globalThis as { banksiaDefinitions?: Promise<Definitions> }

/** The published definitions, which all servers of this process read. D109 */
export function lendDefinitions(): Promise<Definitions> {
  shared.banksiaDefinitions ??= openDefinitions(cacheDirectory)
  return shared.banksiaDefinitions
}

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
