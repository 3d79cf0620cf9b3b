/** The data directory: private, one server at a time, one mode for life. docs/design/house.md#foundations, docs/security.md#development-mode. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { takeLock } from './data-lock.ts'
import { findProcessStart } from './data-process.ts'

export type DataMode = 'development' | 'production'

/** How others on this machine reach the server that holds the directory. */
export type RunningServer = {
  readonly pid: number
  /** Tells the process from a later one with the same pid. */
  readonly startTime: string
  /** Absent before the embedded database is up, and with an external one. */
  readonly socketDirectory?: string
  readonly database?: string
  /** Absent before the server listens. */
  readonly port?: number
}

export type DataDirectory = {
  readonly path: string
  readonly mode: DataMode
  /** Adds to what others find about this server. */
  readonly record: (fields: Partial<Pick<RunningServer, 'socketDirectory' | 'database' | 'port'>>) => void
  /** Lets go of it: the next server may open it. */
  readonly close: () => void
}

/** Names that an interrupted first start, a mount point or a loader of definitions may leave in a directory without a mode. */
const harmlessNames = new Set(['lock', 'mode.new', 'cache', 'lost+found'])

/** Opens the directory for one server, and makes it where it is new. Throws a DataDirectoryError. */
export async function openDataDirectory(path: string, mode: DataMode): Promise<DataDirectory> {
  const root = resolve(path)
  await prepareDirectory(root)
  const release = lockDirectory(root)
  try {
    rmSync(recordPath(root), { force: true })
    await checkMode(root, mode)
  } catch (error) {
    release()
    throw error
  }
  return holdDirectory(root, mode, release)
}

/** The server that holds the directory, where one lives. */
export async function findRunning(path: string): Promise<RunningServer | undefined> {
  const text = await findFile(recordPath(resolve(path)))
  if (text === undefined) return undefined
  // Our own file, replaced as a whole, in a directory that no one else may write.
  const server = JSON.parse(text) as RunningServer
  return findProcessStart(server.pid) === server.startTime ? server : undefined
}

const recordPath = (root: string): string => join(root, 'server.json')

async function prepareDirectory(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    const names = await readdir(root)
    const ours = names.includes('mode') || names.every((name) => harmlessNames.has(name))
    // Before anything is changed: the path may be a mistake, such as a home directory.
    if (!ours) throw new DataDirectoryError('foreign-files')
    await closeToOthers(root)
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError('not-accessible', { cause: error })
  }
}

async function closeToOthers(root: string): Promise<void> {
  try {
    await chmod(root, 0o700)
  } catch (error) {
    // A volume that an orchestrator mounted belongs to another user, and is open to this one by its group.
    if (((await stat(root)).mode & 0o007) !== 0) throw new DataDirectoryError('not-private', { cause: error })
  }
}

function lockDirectory(root: string): () => void {
  let release: (() => void) | undefined
  try {
    release = takeLock(join(root, 'lock'))
  } catch (error) {
    throw new DataDirectoryError('not-accessible', { cause: error })
  }
  if (release === undefined) throw new DataDirectoryError('in-use')
  return release
}

async function checkMode(root: string, mode: DataMode): Promise<void> {
  const path = join(root, 'mode')
  const made = (await findFile(path))?.trim()
  if (made === undefined) replaceFile(path, `${mode}\n`)
  else if (made !== mode)
    throw new DataDirectoryError(made === 'production' ? 'made-in-production' : 'made-in-development')
}

function holdDirectory(root: string, mode: DataMode, release: () => void): DataDirectory {
  let server: RunningServer = { pid: process.pid, startTime: findProcessStart(process.pid) ?? '' }
  let closed = false
  return {
    path: root,
    mode,
    record: (fields) => {
      server = { ...server, ...fields }
      replaceFile(recordPath(root), JSON.stringify(server))
    },
    close: () => {
      if (closed) return
      closed = true
      rmSync(recordPath(root), { force: true })
      release()
    },
  }
}

/** Readers see the old text or the new one, never a part. */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

async function findFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
