/** The files of a load: named ones, those of a folder, or those of a zip archive; each a stream, none unpacked to disk. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SourceFile } from './source-file.ts'
import { listZipEntries } from './zip-entries.ts'

export async function listSourceFiles(path: string): Promise<readonly SourceFile[]> {
  const { size, isFolder } = await stat(path).then((found) => ({ size: found.size, isFolder: found.isDirectory() }))
  if (isFolder) {
    const entries = await readdir(path, { withFileTypes: true, recursive: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return (await Promise.all(files.sort().map(listSourceFiles))).flat()
  }
  if (path.toLowerCase().endsWith('.zip')) return listZipEntries(path)
  return [{ name: basename(path), bytes: size, open: () => createReadStream(path, { highWaterMark: 1 << 18 }) }]
}
