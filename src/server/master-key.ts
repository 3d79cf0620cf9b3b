/** Reads the key-encryption key from the file in a setting: checks its owner, its permissions, and whether it is a key. D79. */
import type { KeyObject } from 'node:crypto'
import { type FileHandle, open, realpath, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { type Config, ConfigError } from '../core/config.ts'
import { newMasterKey, parseMasterKey } from '../store/keys/keys.ts'
import { findWeakness } from '../store/keys/weak-key.ts'

const variable = 'BANKSIA_KEY_FILE'
const recipe = 'Make one: (umask 077; head -c 32 /dev/urandom | base64 > FILE)'

/** From BANKSIA_KEY_FILE; development mode alone otherwise makes one beside the data. Throws ConfigError. */
export async function readMasterKey(config: Config): Promise<KeyObject> {
  const { mode, keyFile, dataDir } = config
  if (keyFile === undefined) return parseKey(await readOrMake(join(resolve(dataDir), 'development.key')))
  const file = await open(keyFile, 'r').catch(refuseFile)
  try {
    const key = parseKey(await file.readFile('utf8').catch(refuseFile))
    if (mode === 'production') await checkFile(file, config)
    if (mode === 'production') checkStrength(key, variable)
    return key
  } finally {
    await file.close()
  }
}

/** Throws ConfigError if production must not begin with the key. `named`: the setting or option with its file. */
export function checkStrength(key: KeyObject, named: string): void {
  const weakness = findWeakness(key.export())
  if (weakness !== undefined) throw new ConfigError(named, `holds a key that is not random: ${weakness}. ${recipe}`)
}

async function readOrMake(path: string): Promise<string> {
  await writeFile(path, `${newMasterKey()}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const file = await open(path, 'r').catch(refuseFile)
  return file.readFile('utf8').finally(() => file.close())
}

function parseKey(text: string): KeyObject {
  try {
    return parseMasterKey(text)
  } catch (cause) {
    throw new ConfigError(variable, `names a file that does not hold 32 bytes in base64. ${recipe}`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: `names a file that is not there. ${recipe}`,
  EACCES: 'names a file that this user may not read. Let it belong to the user that runs Banksia',
  EISDIR: 'names a directory. Name the file in it',
}

function refuseFile(cause: NodeJS.ErrnoException): never {
  throw new ConfigError(variable, reasons[cause.code ?? ''] ?? 'names a file that cannot be read', { cause })
}

const othersBits = 0o077
const rootId = 0

/** Checks the opened file, not another that may be there by now. */
async function checkFile(file: FileHandle, { keyFile = '', dataDir }: Config): Promise<void> {
  const { uid, mode } = await file.stat()
  if ((mode & othersBits) !== 0)
    throw new ConfigError(variable, 'names a file that other users may read or write. Take that away: chmod 600 FILE')
  if (uid !== rootId && uid !== process.getuid?.())
    throw new ConfigError(
      variable,
      'names a file of another user. Let it belong to the user that runs Banksia, or to root',
    )
  const data = await realpath(dataDir).catch(() => resolve(dataDir))
  if (isWithin(data, await realpath(keyFile))) throw new ConfigError(variable, 'must lie outside the data directory')
}

const isWithin = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path))
