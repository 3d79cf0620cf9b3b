/** The folder of the embedded database: made once as a whole or not at all, and bound to one major version of PostgreSQL. */
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { type Account, giveTo } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import { runInitdb } from './embedded-process.ts'

export const databaseUser = 'banksia'

export type ClusterRequest = {
  /** The data directory. */
  readonly directory: string
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly logFile: string
  /** False leaves the writing to disk to the operating system: for tests. */
  readonly isSynced: boolean
}

export const databaseFolderOf = (directory: string): string => join(directory, 'postgres')

/** A draft is renamed when it is whole, so an interrupted one is only rubbish. */
const draftPrefix = 'postgres.new-'

/** Makes the database's folder if there is none. Redoes a half-made one. */
export async function prepareCluster(request: ClusterRequest): Promise<void> {
  const folder = databaseFolderOf(request.directory)
  for (const name of await readdir(request.directory)) {
    if (name.startsWith(draftPrefix))
      await rm(join(request.directory, name), { recursive: true, force: true, maxRetries: 3 })
  }
  if (existsSync(folder)) {
    await checkMajor(folder, request.binaries.major)
    return
  }
  const draft = await mkdtemp(join(request.directory, draftPrefix))
  await giveTo(draft, request.account)
  await runInitdb({
    ...request,
    initdb: request.binaries.initdb,
    databaseFolder: draft,
    arguments: initdbArguments(request.isSynced),
  })
  await rename(draft, folder)
  await syncFolder(request.directory)
}

/** Nobody is let in until it has its password. */
const initdbArguments = (isSynced: boolean): readonly string[] => [
  `--username=${databaseUser}`,
  '--encoding=UTF8',
  '--locale=C',
  '--auth-local=reject',
  '--auth-host=reject',
  '--no-instructions',
  ...(isSynced ? [] : ['--no-sync']),
]

async function checkMajor(folder: string, major: number): Promise<void> {
  const made = await readFile(join(folder, 'PG_VERSION'), 'utf8')
  if (made.trim() !== String(major)) throw new DataDirectoryError('other-major')
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
