/** The entries of a zip archive from its central directory, inflated while they are read. PKWARE APPNOTE 6.3.10. */
import { basename } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { LoadError, type SourceFile } from './source-file.ts'

const maxEntries = 50_000
const maxDirectoryBytes = 64 << 20
const fixedBytes = 46

/** Each entry opens the archive again when it is read, so that no file stays open. */
export async function listZipEntries(path: string): Promise<readonly SourceFile[]> {
  const entries = await withArchive(path, (archive) => listEntries(path, archive))
  return entries.map((entry) => ({
    name: basename(entry.fileName),
    bytes: entry.uncompressedSize,
    open: () => readEntry(path, entry),
  }))
}

async function listEntries(path: string, archive: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let directoryBytes = 0
  for await (const entry of archive.eachEntry()) {
    directoryBytes += fixedBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (entries.length === maxEntries || directoryBytes > maxDirectoryBytes) throw damaged(path)
    if (entry.fileName.endsWith('/')) continue
    checkEntry(path, entry)
    entries.push(entry)
  }
  return entries
}

function checkEntry(path: string, entry: Entry): void {
  if (entry.isEncrypted()) throw new LoadError(`${basename(path)} is encrypted`)
  if (!entry.canDecodeFileData()) throw new LoadError(`${basename(path)} is packed in a way that is not read`)
  if (isSymbolicLink(entry)) throw new LoadError(`${basename(path)} has a symbolic link`)
}

/** The upper half is the Unix mode, whatever system the entry names. APPNOTE 4.4.15. */
const isSymbolicLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Throws if the content is longer or shorter than the directory says. */
async function* readEntry(path: string, entry: Entry): AsyncGenerator<Buffer> {
  const archive = await open(path)
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) yield chunk as Buffer
  } catch (error) {
    throw asDamage(error, path)
  } finally {
    archive.close()
  }
}

async function withArchive<T>(path: string, work: (archive: ZipFile) => Promise<T>): Promise<T> {
  const archive = await open(path)
  try {
    return await work(archive)
  } catch (error) {
    throw asDamage(error, path)
  } finally {
    archive.close()
  }
}

const open = (path: string): Promise<ZipFile> =>
  openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw asDamage(error, path)
  })

/** Errors of the file system stay; others name the archive. */
function asDamage(error: unknown, path: string): unknown {
  if (error instanceof LoadError) return error
  return /^E[A-Z]/.test(String((error as NodeJS.ErrnoException).code ?? '')) ? error : damaged(path)
}

const damaged = (path: string): LoadError => new LoadError(`${basename(path)} is no zip archive, or a damaged one`)
