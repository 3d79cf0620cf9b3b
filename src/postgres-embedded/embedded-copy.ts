/** A copy of the bundled PostgreSQL in a cache folder that its account can read, made once a version. */
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { type Account, canReachFolder } from './embedded-account.ts'

export type CopyRequest = {
  readonly root: string
  readonly caches: readonly string[]
  readonly version: string
  readonly account: Account | undefined
  /** Makes the files that the package's install script would have made. */
  readonly complete: (root: string) => Promise<boolean>
}

/** Returns the copy's folder: that of an earlier start where it is whole. */
export async function copyPackage(request: CopyRequest): Promise<string> {
  for (const cache of request.caches) {
    // The next line sees whether the folder can be used.
    await mkdir(cache, { recursive: true }).catch(() => undefined)
    if (!(await canReachFolder(cache, request.account))) continue
    // The next cache is tried.
    const copy = await findOrMakeCopy(cache, request).catch(() => undefined)
    if (copy !== undefined) return copy
  }
  throw new DataDirectoryError('no-copy')
}

async function findOrMakeCopy(cache: string, request: CopyRequest): Promise<string | undefined> {
  const copy = join(cache, `banksia-postgres-${request.version}-${process.arch}-${process.getuid?.()}`)
  if (await isWhole(copy, request.root)) return copy
  const draft = await mkdtemp(`${copy}.`)
  try {
    await cp(join(request.root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    if (!(await request.complete(draft))) return undefined
    await openToReaders(draft)
    // A whole copy that another start made meanwhile is as good; a broken one gives way.
    if (!(await isWhole(copy, request.root))) await replaceFolder(draft, copy)
    return copy
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function replaceFolder(draft: string, copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  await rename(draft, copy)
}

/** Ours alone to write (the name is known to all, the folder may be), with every program and library at its full size. */
async function isWhole(copy: string, root: string): Promise<boolean> {
  // A copy that is not there is not whole.
  const folder = await lstat(copy).catch(() => undefined)
  if (folder === undefined || !folder.isDirectory() || folder.uid !== process.getuid?.()) return false
  if ((folder.mode & 0o022) !== 0) return false
  for (const part of ['native/bin', 'native/lib']) {
    for (const name of await readdir(join(root, part))) {
      const [original, copied] = await Promise.all([
        lstat(join(root, part, name)),
        // A file that is not there makes the copy incomplete.
        lstat(join(copy, part, name)).catch(() => undefined),
      ])
      if (original.isFile() && original.size !== copied?.size) return false
    }
  }
  return true
}

async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const runs = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644)
  }
}
