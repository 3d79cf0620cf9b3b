/**
 * The postgres child process. It ends with this process however that ends: a shell between them watches its own standard input,
 * whose other end closes with us, and then asks for a fast shutdown. https://www.postgresql.org/docs/18/server-shutdown.html
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { DataDirectoryError } from './data-directory-error.ts'
import type { Account } from './embedded-account.ts'

/**
 * Relative to the child: Linux resolves it without a look at the folders above, which the account may not be able to enter
 * (a data directory is private, and so is /root).
 */
const workingFolder = '/proc/self/cwd'

/**
 * SIGTERM ends a postgres that has no handlers yet, SIGINT makes the shutdown of one that has a fast one. The watcher is ended
 * by the main shell, the socket folder goes last, and no core dump is written: it would hold what the memory held.
 */
const watchScript = `
sockets=$1; shift
ulimit -c 0
exec 3<&0
"$0" "$@" </dev/null 3<&- &
server=$!
{ read -r _ <&3; kill -TERM $server; kill -INT $server; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server
status=$?
kill $watcher 2>/dev/null
rm -f "$sockets"/.s.PGSQL.*
rmdir "$sockets"
exit $status
`

export type ServerRequest = {
  readonly postgres: string
  readonly databaseFolder: string
  readonly socketDirectory: string
  readonly account: Account | undefined
  readonly arguments: readonly string[]
  readonly logFile: string
}

export type ServerProcess = {
  readonly hasExited: () => boolean
  /** Settles when the server has ended, for any reason. */
  readonly exited: Promise<void>
  /** Asks for a fast shutdown. */
  readonly end: () => void
}

export function spawnServer(request: ServerRequest): ServerProcess {
  const child = spawnAs(
    [
      '/bin/sh',
      '-c',
      watchScript,
      request.postgres,
      request.socketDirectory,
      '-D',
      workingFolder,
      ...request.arguments,
    ],
    { ...request, folder: request.databaseFolder, stdin: 'pipe' },
  )
  // A write end whose reader has gone: the exit tells it already.
  child.stdin?.on('error', nothing)
  return {
    hasExited: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    exited: exitOf(child).then(nothing, nothing),
    end: () => void child.stdin?.end(),
  }
}

const nothing = (): void => undefined

/** Initialises an empty folder that belongs to the account. https://www.postgresql.org/docs/18/app-initdb.html */
export async function runInitdb(
  request: Omit<ServerRequest, 'postgres' | 'socketDirectory'> & { readonly initdb: string },
): Promise<void> {
  const child = spawnAs([request.initdb, '-D', workingFolder, ...request.arguments], {
    ...request,
    folder: request.databaseFolder,
    stdin: 'ignore',
  })
  const ended = await exitOf(child)
  if (ended !== 0) throw new DataDirectoryError('not-initialised')
}

/** The reply to the statement goes nowhere; errors go to the log, in words without the statement. */
const aloneScript = `
"$0" --single -D "$1" -c log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse postgres >/dev/null || exit 1
printf '%s\\n' "$2" >pg_hba.conf.new && mv pg_hba.conf.new pg_hba.conf
`

type AloneRequest = Pick<ServerRequest, 'postgres' | 'databaseFolder' | 'account' | 'logFile'> & {
  /** One line. */
  readonly statement: string
  readonly hostBasedAuthentication: string
}

/** Runs one statement on a server without connections, then writes the lines of pg_hba.conf. https://www.postgresql.org/docs/18/app-postgres.html */
export async function runAlone(request: AloneRequest): Promise<void> {
  const { postgres, hostBasedAuthentication } = request
  const child = spawnAs(['/bin/sh', '-c', aloneScript, postgres, workingFolder, hostBasedAuthentication], {
    ...request,
    folder: request.databaseFolder,
    stdin: 'pipe',
  })
  child.stdin?.on('error', nothing).end(request.statement)
  const ended = await exitOf(child)
  if (ended !== 0) throw new DataDirectoryError('not-started')
}

type SpawnRequest = {
  readonly folder: string
  readonly account: Account | undefined
  readonly logFile: string
  readonly stdin: 'pipe' | 'ignore'
}

function spawnAs([command = '', ...rest]: readonly string[], request: SpawnRequest): ChildProcess {
  const log = openLogFile(request.logFile)
  const options: SpawnOptions = {
    cwd: request.folder,
    // Out of our process group: an interrupt typed at the terminal is for us, and we end the child in our order.
    detached: true,
    // Nothing else of our environment: it may hold secrets, and PG* variables would be obeyed.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: [request.stdin, log, log],
    ...request.account,
  }
  try {
    return spawn(command, rest, options)
  } finally {
    closeSync(log)
  }
}

const maxLogBytes = 1_048_576

function openLogFile(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new DataDirectoryError(code === 'EPERM' ? 'no-account' : 'not-started', { cause: error })
  }
}
