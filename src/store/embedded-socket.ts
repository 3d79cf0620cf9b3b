/** A short, private folder for the database's socket. unix(7) bounds its path. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { type Account, canReachFolder, giveTo } from './embedded-account.ts'

/** Names the socket's file; nothing listens on TCP. */
export const socketPort = 5432

/** sun_path of unix(7), without its closing NUL. */
const maxSocketPathBytes = 107

/** The data directory may lie too deep, and where the account cannot enter. */
export async function makeSocketDirectory(account: Account | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp', '/run', '/dev/shm'])) {
    const prefix = join(parent, 'banksia-')
    const pathBytes = Buffer.byteLength(join(`${prefix}XXXXXX`, `.s.PGSQL.${socketPort}`))
    if (pathBytes > maxSocketPathBytes || !(await canReachFolder(parent, account))) continue
    const folder = await mkdtemp(prefix).catch(() => undefined)
    if (folder === undefined) continue
    await giveTo(folder, account)
    return folder
  }
  throw new DataDirectoryError('no-socket-directory')
}
