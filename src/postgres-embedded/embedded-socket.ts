/** A short, private folder for the database's socket. unix(7) bounds its path. */
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { type Account, canReachFolder, giveTo } from './embedded-account.ts'

/** Names the socket's file; nothing listens on TCP. */
export const socketPort = 5432

const socketFile = `.s.PGSQL.${socketPort}`
const folderPrefix = 'banksia-db-'

/** sun_path of unix(7), without its closing NUL. */
const maxSocketPathBytes = 107

/** The data directory may lie too deep, and where the account cannot enter. */
export async function makeSocketDirectory(account: Account | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp', '/run', '/dev/shm'])) {
    const prefix = join(parent, folderPrefix)
    const pathBytes = Buffer.byteLength(join(`${prefix}XXXXXX`, socketFile))
    if (pathBytes > maxSocketPathBytes || !(await canReachFolder(parent, account))) continue
    // The next parent is tried.
    const folder = await mkdtemp(prefix).catch(() => undefined)
    if (folder === undefined) continue
    await giveTo(folder, account)
    return folder
  }
  throw new DataDirectoryError('no-socket-directory')
}

/** Makes the folder again for a restarted server whose end removed it. It does not use a folder that another program has made there. */
export async function makeSocketDirectoryAgain(folder: string, account: Account | undefined): Promise<void> {
  await removeSocketDirectory(folder)
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    throw new DataDirectoryError('no-socket-directory', { cause: error })
  })
  await giveTo(folder, account)
}

/** Takes away a folder of ours and the files of its socket, and nothing else that may lie there. */
export async function removeSocketDirectory(folder: string): Promise<void> {
  if (!basename(folder).startsWith(folderPrefix)) return
  for (const name of [socketFile, `${socketFile}.lock`]) await rm(join(folder, name), { force: true })
  // A folder that holds something else stays.
  await rmdir(folder).catch(() => undefined)
}
