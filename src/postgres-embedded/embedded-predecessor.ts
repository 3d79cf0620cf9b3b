/** A postgres that an earlier server left behind: one dying with a killed parent, or one that nothing watches any more. */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirectoryError } from './data-directory-error.ts'
import { findStat, isAlive } from './data-process.ts'
import { removeSocketDirectory } from './embedded-socket.ts'

const pollMs = 10
/** A fast shutdown writes all that is in memory to disk. */
const defaultPatienceMs = 30_000
const killPatienceMs = 5_000

/** Returns when no postgres works in the folder. The caller holds the directory's lock, so none is there by right. */
export async function endPredecessor(databaseFolder: string, patienceMs = defaultPatienceMs): Promise<void> {
  if (!existsSync(databaseFolder)) return
  const main = await findMain(databaseFolder)
  const processes = await listProcesses(databaseFolder)
  if (main !== undefined && processes.includes(main.pid)) signal(main.pid, 'SIGINT')
  if (!(await isDeserted(databaseFolder, patienceMs))) {
    // The write-ahead log holds every commit: the next start recovers it.
    for (const pid of await listProcesses(databaseFolder)) signal(pid, 'SIGKILL')
    if (!(await isDeserted(databaseFolder, killPatienceMs))) throw new DataDirectoryError('not-ended')
  }
  // After a restart of the machine the pid may be another program's, which postgres would take for a living server.
  if (main !== undefined && isAlive(main.pid)) await rm(pidFileOf(databaseFolder), { force: true })
  if (main !== undefined) await removeSocketDirectory(main.socketDirectory)
}

type Main = { readonly pid: number; readonly socketDirectory: string }

const pidFileOf = (databaseFolder: string): string => join(databaseFolder, 'postmaster.pid')

/** The first and the fifth line. https://www.postgresql.org/docs/18/storage-file-layout.html */
async function findMain(databaseFolder: string): Promise<Main | undefined> {
  const text = await readFile(pidFileOf(databaseFolder), 'utf8').catch(() => '')
  const [first = '', , , , socketDirectory = ''] = text.split('\n')
  const pid = Number(first)
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, socketDirectory } : undefined
}

async function isDeserted(databaseFolder: string, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while ((await listProcesses(databaseFolder)).length > 0) {
    if (performance.now() > deadline) return false
    await sleep(pollMs)
  }
  return true
}

/** Every process of a PostgreSQL server works in its data folder. Those of other accounts cannot be ours. */
async function listProcesses(databaseFolder: string): Promise<readonly number[]> {
  const folder = await stat(databaseFolder)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isSafeInteger(pid) || findStat(pid)?.name !== 'postgres') continue
    // The process has ended, or belongs to another account.
    const place = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
    if (place?.dev === folder.dev && place.ino === folder.ino) found.push(pid)
  }
  return found
}

function signal(pid: number, name: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
