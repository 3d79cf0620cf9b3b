/** The account that PostgreSQL runs under, since it refuses root; and what that account can reach. */
import type { Stats } from 'node:fs'
import { access, chown, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'

/** Absent wherever it is optional: the account of this process. */
export type Account = { readonly uid: number; readonly gid: number }

const nobody: Account = { uid: 65_534, gid: 65_534 }

/** For root: returns the owner of the existing database, else the account nobody. */
export async function findAccount(databaseFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  // There is no folder before the first start.
  const owner = await stat(databaseFolder).catch(() => undefined)
  return owner === undefined || owner.uid === 0 ? nobody : { uid: owner.uid, gid: owner.gid }
}

/** Hands a new folder to the account. */
export async function giveTo(folder: string, account: Account | undefined): Promise<void> {
  try {
    if (account !== undefined) await chown(folder, account.uid, account.gid)
  } catch (error) {
    throw new DataDirectoryError('no-account', { cause: error })
  }
}

const read = constants.R_OK
const enter = constants.X_OK

/** Whether the account may list and enter a folder, and enter all folders above it. */
export async function canReachFolder(path: string, account: Account | undefined): Promise<boolean> {
  if (!(await isPermitted(path, read | enter, account))) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await isPermitted(folder, enter, account))) return false
    if (folder === dirname(folder)) return true
  }
}

/** Whether the file's own mode lets the account do `bits`: constants of access(2). */
export async function isPermitted(path: string, bits: number, account: Account | undefined): Promise<boolean> {
  try {
    if (account === undefined) await access(path, bits)
    return account === undefined || (modeFor(await stat(path), account) & bits) === bits
  } catch {
    return false
  }
}

function modeFor(stats: Stats, account: Account): number {
  if (stats.uid === account.uid) return stats.mode >> 6
  return stats.gid === account.gid ? stats.mode >> 3 : stats.mode
}
