/**
 * A lock on a file that the kernel drops with the process, however it ends. Node has no call for one, so it is taken by SQLite's
 * exclusive transaction on an empty database: fcntl locks, which also hold between containers that share a volume.
 */
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY. https://sqlite.org/rescode.html#busy */
const busy = 5

/** Takes the lock and returns its release, or `undefined` where someone holds it. Nothing else may open the file. */
export function takeLock(path: string): (() => void) | undefined {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const release = (): void => {
    process.removeListener('exit', release)
    if (database.isOpen) database.close()
  }
  // The listener also keeps the connection reachable: collected as garbage, it would drop the lock.
  process.once('exit', release)
  return release
}

const isBusy = (error: unknown): boolean => (error as { readonly errcode?: unknown }).errcode === busy
