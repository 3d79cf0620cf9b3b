/** Writes documents into a folder that another system watches: whole files only, and never over another. */
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { acknowledgementFiles, awaitingFile } from './pick-up/acknowledgement-files.ts'
import {
  failedReceipt,
  type Receipt,
  rejectedReceipt,
  sentReceipt,
  type Transmission,
  type Transport,
  unstartedReceipt,
} from './transport.ts'

const folder = z.string().refine(isAbsolute, 'must be an absolute path')

export const fileDestination = z.strictObject({
  /** Must exist: a share that is not mounted must not be filled up locally. */
  directory: folder,
  acknowledgements: acknowledgementFiles(folder).exactOptional(),
})
export type FileDestination = z.output<typeof fileDestination>

/** No separators, no hidden files, nothing that a shell or Windows would read otherwise. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/
export const isPlainName = (text: string): boolean => plainName.test(text)

const partialName = /^\.banksia-[0-9a-f-]{36}\.part$/

/** True if the folder, after links, is one of these or below one. A missing folder is not. */
export async function isWithinFolders(directory: string, folders: readonly string[]): Promise<boolean> {
  // A folder that is not there lies within none.
  const real = await realpath(directory).catch(() => undefined)
  if (real === undefined) return false
  // A folder that is not there holds none.
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)))
  return roots.some((root) => root !== undefined && isBelow(real, root))
}

/** By its name only, before it has to exist. */
export const isNamedWithin = (directory: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isBelow(resolve(directory), resolve(folder)))

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

export function openFile(folders: readonly string[] = ['/']): Transport<FileDestination> {
  const swept = new Set<string>()
  return {
    async send({ directory, acknowledgements }, transmission, signal) {
      if (transmission.kind === 'recall') return rejectedReceipt('told-by-hand')
      if (!isPlainName(transmission.fileName)) return rejectedReceipt('name-refused')
      if (signal.aborted) return failedReceipt('cancelled', false)
      if (!isNamedWithin(directory, folders)) return rejectedReceipt('bad-destination')
      try {
        // It is missing, or a link leads elsewhere now.
        if (!(await isWithinFolders(directory, folders))) return failedReceipt('directory-unavailable', false)
        if (!swept.has(directory)) await sweep(directory)
        swept.add(directory)
        if ((await transmission.mayStart?.()) === false) return unstartedReceipt
        return awaitingFile(await place(directory, transmission), acknowledgements)
      } catch {
        // Missing, not writable or full; also if another program removed a partial file.
        return failedReceipt('directory-unavailable', false)
      }
    },
    close: async () => {},
  }
}

/** Removes the rest of a killed process. */
async function sweep(directory: string): Promise<void> {
  const leftovers = (await readdir(directory)).filter((name) => partialName.test(name))
  await Promise.all(leftovers.map((name) => rm(join(directory, name), { force: true })))
}

async function place(directory: string, { fileName, bytes }: Transmission): Promise<Receipt> {
  const path = join(directory, fileName)
  const present = await findFile(path)
  if (present !== undefined) {
    if (Buffer.compare(present, bytes) !== 0) return rejectedReceipt('name-taken')
    // Who wrote it may have died before the name was on disk.
    await syncDirectory(directory)
    return sentReceipt('present')
  }
  const partial = join(directory, `.banksia-${randomUUID()}.part`)
  try {
    await write(partial, bytes)
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
  await syncDirectory(directory)
  return sentReceipt('written')
}

async function findFile(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Owner and group: another program reads the folder, not everybody. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is durable only when the directory is on disk. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
