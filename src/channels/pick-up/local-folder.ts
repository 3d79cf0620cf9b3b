/** Acknowledgements in a folder of this machine, where others write what they like. */
import { constants } from 'node:fs'
import { lstat, open, opendir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileDestination, isWithinFolders } from '../file.ts'
import { folderEndpoint } from './acknowledgement-files.ts'
import { type AnswerFile, type AnswerFolder, mostEntries, mostFiles } from './answer-folder.ts'

const folderOf = ({ directory, acknowledgements }: FileDestination): string => acknowledgements?.directory ?? directory

export const localEndpoint = (destination: FileDestination): string | undefined =>
  destination.acknowledgements && folderEndpoint('file', folderOf(destination))

/** Undefined without acknowledgements, and while the folder is not there or lies outside of those that are configured. */
export async function openLocalFolder(
  destination: FileDestination,
  folders: readonly string[],
): Promise<AnswerFolder | undefined> {
  const { acknowledgements: rule } = destination
  const endpoint = localEndpoint(destination)
  if (rule === undefined || endpoint === undefined) return undefined
  const directory = folderOf(destination)
  const used = [directory, ...(rule.keepIn === undefined ? [] : [rule.keepIn])]
  if ((await Promise.all(used.map((one) => isWithinFolders(one, folders)))).includes(false)) return undefined
  return {
    ...{ rule, endpoint },
    list: (isNew) => listFiles(directory, isNew),
    read: (name, most) => readPlain(join(directory, name), most),
    clear: (name) =>
      rule.keepIn === undefined ? rm(join(directory, name)) : rename(join(directory, name), join(rule.keepIn, name)),
    close: () => {},
  }
}

async function listFiles(directory: string, isNew: (file: AnswerFile) => boolean): Promise<readonly AnswerFile[]> {
  const files: AnswerFile[] = []
  let entries = 0
  for await (const entry of await opendir(directory)) {
    entries += 1
    if (files.length >= mostFiles || entries > mostEntries) break
    if (!entry.isFile()) continue
    // It may have gone meanwhile.
    const found = await lstat(join(directory, entry.name)).catch(() => undefined)
    if (found?.isFile() !== true) continue
    const file = { name: entry.name, size: found.size, modifiedAt: found.mtimeMs }
    if (isNew(file)) files.push(file)
  }
  return files
}

/** Follows no link and waits for no pipe, also when the file was replaced since it was listed. */
async function readPlain(path: string, most: number): Promise<Uint8Array | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > most) return undefined
    const { size } = found
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
