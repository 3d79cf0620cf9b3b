/** The compacted definitions, which all tests share: to make them takes a process of its own, and seconds. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const cacheDirectory = join(import.meta.dirname, '../node_modules/.cache/banksia')

/** Makes the data directory where it is new. */
export async function shareCache(dataDirectory: string): Promise<void> {
  await mkdir(cacheDirectory, { recursive: true })
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  await symlink(cacheDirectory, join(dataDirectory, 'cache')).catch((error: NodeJS.ErrnoException) => {
    // It is not its first start.
    if (error.code !== 'EEXIST') throw error
  })
}
