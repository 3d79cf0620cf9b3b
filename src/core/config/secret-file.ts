/** A secret in a file: who may read it, and its text without the newline at its end. D79, D157. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { ConfigError } from './config-error.ts'

export type SecretFile = {
  /** The setting that names it. */
  readonly variable: string
  readonly path: string
  /** Production refuses a file that others may read. */
  readonly isProduction: boolean
  /** A sentence about how to make one. */
  readonly recipe?: string
  readonly maxBytes?: number
}

/** Far more than a secret needs. */
const mostBytes = 64 * 1024

/** The text of the file. Throws ConfigError. */
export function readSecretFile(file: SecretFile): string {
  return readSecretBytes(file)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

/** As `readSecretFile`, for a secret that is no text. */
export function readSecretBytes(file: SecretFile): Buffer {
  const { variable, isProduction, maxBytes = mostBytes } = file
  const descriptor = attempt(file, () => openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK))
  try {
    const stats = fstatSync(descriptor)
    if (stats.isDirectory()) throw new ConfigError(variable, 'names a directory. Name the file in it')
    if (!stats.isFile()) throw new ConfigError(variable, 'names something that is no plain file')
    if (stats.size > maxBytes) throw new ConfigError(variable, 'names a file that is too large')
    // The opened file is checked, not another that may be there by now.
    if (isProduction) checkReaders(variable, stats)
    return attempt(file, () => readFileSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

function attempt<T>({ variable, recipe }: SecretFile, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    // The file system throws nothing else.
    const { code = '' } = cause as NodeJS.ErrnoException
    const more = code === 'ENOENT' && recipe !== undefined ? `. ${recipe}` : ''
    throw new ConfigError(variable, `${reasons[code] ?? 'names a file that cannot be read'}${more}`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'names a file that is not there',
  EACCES: 'names a file that this user may not read. Let it belong to the user that runs Banksia',
}

const othersBits = 0o077
const rootId = 0

function checkReaders(variable: string, { uid, mode }: Stats): void {
  if ((mode & othersBits) !== 0)
    throw new ConfigError(variable, 'names a file that other users may read or write. Take that away: chmod 600 FILE')
  if (uid !== rootId && uid !== process.getuid?.())
    throw new ConfigError(
      variable,
      'names a file of another user. Let it belong to the user that runs Banksia, or to root',
    )
}
