/** Packages that were downloaded, as they came, one file each, in the cache folder of the user. XDG Base Directory Specification. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type PackageName, textOfName } from './package-name.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A relative path in the variable is ignored, as the specification wants. */
export function cacheFolder(env: Environment): string {
  const named = env['XDG_CACHE_HOME'] ?? ''
  return join(isAbsolute(named) ? named : join(homedir(), '.cache'), 'banksia', 'packages')
}

export const cachedFile = (folder: string, name: PackageName): string =>
  join(folder, `${encodeURIComponent(textOfName(name))}.tgz`)

export const isCached = (folder: string, name: PackageName): boolean => existsSync(cachedFile(folder, name))

/** Whole or not at all: `check` throws for what must not be kept. */
export async function keepPackage<T>(
  folder: string,
  name: PackageName,
  { bytes, check }: { readonly bytes: Uint8Array; readonly check: (file: string) => Promise<T> },
): Promise<T> {
  mkdirSync(folder, { recursive: true })
  const draft = `${cachedFile(folder, name)}.${process.pid}`
  try {
    writeFileSync(draft, bytes)
    const checked = await check(draft)
    renameSync(draft, cachedFile(folder, name))
    return checked
  } finally {
    rmSync(draft, { force: true })
  }
}
