/** Reads the key-encryption key as the settings say: from the environment, a file or a token, and checks whether it is a key. D79, D157. */
import type { KeyObject } from 'node:crypto'
import { open, realpath, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { readSecretBytes } from '../core/config/secret-file.ts'
import { type Config, ConfigError } from '../core/config.ts'
import { newMasterKey, parseMasterKey } from '../store/keys/keys.ts'
import { findWeakness } from '../store/keys/weak-key.ts'
import { decryptByToken } from './pkcs11.ts'

const fileVariable = 'BANKSIA_KEY_FILE'
const recipe = 'Make one: (umask 077; head -c 32 /dev/urandom | base64 > FILE)'

/** Development mode alone otherwise makes one beside the data. Throws ConfigError. */
export async function readMasterKey(config: Config): Promise<KeyObject> {
  const { mode, key: given, keyFile, dataDir } = config
  if (given !== undefined) return checked(parseKey('BANKSIA_KEY', given), config, 'BANKSIA_KEY')
  if (keyFile === undefined) return parseKey(fileVariable, await readOrMake(join(resolve(dataDir), 'development.key')))
  const bytes = readSecretBytes({ variable: fileVariable, path: keyFile, isProduction: mode === 'production', recipe })
  if (mode === 'production') await checkPlace(keyFile, dataDir)
  const text = config.pkcs11Module === undefined ? bytes.toString('utf8') : await decryptByToken(config, bytes)
  return checked(parseKey(fileVariable, text), config, fileVariable)
}

/** Checks a key that the settings name before a database starts, since nobody could use the database without it. Throws ConfigError. */
export async function checkGivenKey(config: Config): Promise<void> {
  if (config.keyFile !== undefined || config.key !== undefined) await readMasterKey(config)
}

/** The key in a file that an option names: as it is, or as the token decrypts it. Throws if there is none. */
export async function readKeyOfOption(config: Config, path: string, option: string): Promise<KeyObject> {
  const bytes = readSecretBytes({ variable: option, path, isProduction: config.mode === 'production' })
  try {
    return parseMasterKey(bytes.toString('utf8'))
  } catch (error) {
    if (config.pkcs11Module === undefined) throw error
    return parseMasterKey(await decryptByToken(config, bytes))
  }
}

function checked(key: KeyObject, { mode }: Config, variable: string): KeyObject {
  if (mode === 'production') checkStrength(key, variable)
  return key
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
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new ConfigError(fileVariable, 'is not set, and development.key in BANKSIA_DATA_DIR cannot be read', { cause })
  })
  return file.readFile('utf8').finally(() => file.close())
}

function parseKey(variable: string, text: string): KeyObject {
  try {
    return parseMasterKey(text)
  } catch (cause) {
    const place = variable === fileVariable ? 'names a file that does not hold' : 'does not hold'
    throw new ConfigError(variable, `${place} 32 bytes in base64. ${recipe}`, { cause })
  }
}

async function checkPlace(keyFile: string, dataDir: string): Promise<void> {
  const data = await realpath(dataDir).catch(() => resolve(dataDir))
  if (isWithin(data, await realpath(keyFile)))
    throw new ConfigError(fileVariable, 'must lie outside the data directory')
}

const isWithin = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path))
