/** The password of the embedded database: in a file that only the user of this process may read. RFC 5802, RFC 7677. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import type { Account } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import { databaseUser } from './embedded-cluster.ts'
import { runAlone } from './embedded-process.ts'

const passwordFileOf = (directory: string): string => join(directory, 'postgres.password')

/** Finds the password of a running server's database. Absent before its first start. */
export async function findPassword(directory: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFileOf(directory), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DataDirectoryError('not-accessible', { cause: error })
  }
}

export type PasswordRequest = {
  /** The data directory. */
  readonly directory: string
  readonly databaseFolder: string
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly logFile: string
}

/** Every connection of every user to every database. Host and replication have no line, so they are refused. */
const hostBasedAuthentication = 'local all all scram-sha-256'

/**
 * Has the stopped database ask for the password, and makes one where there is none: in a new database, one that asked for none, or one
 * whose file is lost. The file comes last, so that an interrupted change is made again. Returns the password.
 */
export async function preparePassword(request: PasswordRequest): Promise<string> {
  const known = await findPassword(request.directory)
  if (known !== undefined && (await asksForPassword(request.databaseFolder))) return known
  const password = known ?? randomBytes(32).toString('base64url')
  await runAlone({
    ...request,
    postgres: request.binaries.postgres,
    // The stand-alone server ends a statement at the end of its line.
    statement: `alter role ${databaseUser} password '${verifierOf(password)}'\n`,
    hostBasedAuthentication,
  })
  await keepPassword(request.directory, password)
  return password
}

/** For the directory's owner, whom root may have started the database for. */
async function keepPassword(directory: string, password: string): Promise<void> {
  const path = passwordFileOf(directory)
  await rm(`${path}.new`, { force: true })
  await writeFile(`${path}.new`, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true })
  const { uid, gid } = await stat(directory)
  if (process.getuid?.() === 0) await chown(`${path}.new`, uid, gid)
  await rename(`${path}.new`, path)
}

async function asksForPassword(databaseFolder: string): Promise<boolean> {
  const text = await readFile(join(databaseFolder, 'pg_hba.conf'), 'utf8').catch(() => '')
  return text.trim() === hostBasedAuthentication
}

/** Iterations slow down whoever guesses a weak password. This one has 256 bits at random, and each connection would pay for them. D318 */
const iterations = 1

/** Returns the form in which the database stores a password. https://www.postgresql.org/docs/18/catalog-pg-authid.html */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`
}
