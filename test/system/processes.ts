/** Whole programs of ours as child processes, none of which outlives its test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { prepareDirectory, shareCache } from '../shared-cache.ts'
import { foreignSettings } from './foreign-settings.ts'

export const checkout = resolve(import.meta.dirname, '../..')
export const serverFile = join(checkout, 'src/main.ts')
export const commandFile = join(checkout, 'src/cli.ts')

export type Account = { readonly uid: number; readonly gid: number }

export type ProgramOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly account?: Account
  readonly directory?: string
  /** In a process group of its own, to be signalled as a whole. */
  readonly detached?: boolean
}

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type Program = {
  readonly child: ChildProcess
  readonly pid: number
  /** Its output so far. */
  readonly output: () => string
  readonly errors: () => string
  /** Settles when it has ended and all that it wrote has been read. */
  readonly ended: Promise<Exit>
  readonly hasEnded: () => boolean
}

const programs: Program[] = []
const folders: string[] = []

export function startProgram(command: readonly string[], options: ProgramOptions = {}): Program {
  const [file = '', ...rest] = command
  const inherited = Object.entries(process.env).filter(([name]) => !foreignSettings.test(name))
  const child = spawn(file, rest, {
    cwd: options.directory ?? checkout,
    env: { ...Object.fromEntries(inherited), ...options.env },
    // The channel ends a program of ours when this process has gone, however it went.
    stdio: ['ignore', 'pipe', 'pipe', file === process.execPath ? 'ipc' : 'ignore'],
    detached: options.detached ?? false,
    ...options.account,
  })
  const texts = { output: '', errors: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.output += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.errors += text))
  const program: Program = {
    child,
    pid: child.pid ?? 0,
    output: () => texts.output,
    errors: () => texts.errors,
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  }
  programs.push(program)
  return program
}

export const startNode = (file: string, given: readonly string[] = [], options: ProgramOptions = {}): Program =>
  startProgram([process.execPath, file, ...given], options)

export type Finished = Exit & { readonly output: string; readonly errors: string }

/** Runs a program to its end. */
export async function run(command: readonly string[], options: ProgramOptions = {}): Promise<Finished> {
  const program = startProgram(command, options)
  const exit = await program.ended
  return { ...exit, output: program.output(), errors: program.errors() }
}

export const runCommand = (given: readonly string[], options: ProgramOptions = {}): Promise<Finished> =>
  run([process.execPath, commandFile, ...given], options)

export type ServerOptions = ProgramOptions & {
  readonly port?: number
  /** As a newcomer's: without the definitions and the database that other tests have made. */
  readonly isFirst?: boolean
}

export type Server = Program & {
  readonly port: number
  readonly base: string
  readonly dataDirectory: string
}

/** A server on loopback that is ready. */
export async function startServer(dataDirectory: string, options: ServerOptions = {}): Promise<Server> {
  const server = await spawnServer(dataDirectory, options)
  await waitUntilReady(server)
  return server
}

export async function spawnServer(dataDirectory: string, options: ServerOptions = {}): Promise<Server> {
  const port = options.port ?? (await findPort())
  const env: Readonly<Record<string, string>> = { ...serverSettings(dataDirectory, port), ...options.env }
  const hasOwn = env['DATABASE_URL'] === undefined
  if (options.isFirst !== true && options.account === undefined)
    await (hasOwn ? prepareDirectory(dataDirectory, env['BANKSIA_MODE']) : shareCache(dataDirectory))
  const program = startNode(serverFile, [], { ...options, env })
  return { ...program, port, base: `http://127.0.0.1:${port}`, dataDirectory }
}

export const serverSettings = (dataDirectory: string, port: number): Readonly<Record<string, string>> => ({
  PORT: String(port),
  BANKSIA_DATA_DIR: dataDirectory,
  BANKSIA_LOG_LEVEL: 'warn',
  BANKSIA_OUTBOUND_HOSTS: '127.0.0.1',
  BANKSIA_REQUESTS_PER_MINUTE: '100000',
})

/** A start, or a stage of the demo, is seconds of processor time, of which a busy machine gives it a small part. */
export const startMs = 600_000

export async function waitUntilReady(server: Server): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    if (server.hasEnded()) throw new Error(`the server ended: ${server.errors()}`)
    const response = await fetch(`${server.base}/readyz`).catch(() => undefined)
    await response?.body?.cancel()
    return response?.status === 200
  }
  await waitUntil(isReady, startMs)
}

export async function stop(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
  if (!program.hasEnded()) program.child.kill(signal)
  return program.ended
}

/** A temporary folder that the database's account can pass through; removed by `endAll`. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-system-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

export type Found = { readonly pid: number; readonly name: string }

/** Living processes that were started with a place below `folder` in their settings, or work there, as those of a database do. */
export function listProcesses(folder: string): readonly Found[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && isOurs(pid, folder))
    .flatMap((pid) => {
      const stat = findText(`/proc/${pid}/stat`)
      const [, name = '', state = ''] = stat?.match(/^\d+ \((.*)\) (\S)/s) ?? []
      return stat === undefined || state === 'Z' ? [] : [{ pid, name }]
    })
}

function isOurs(pid: number, folder: string): boolean {
  if (findText(`/proc/${pid}/environ`)?.includes(`${folder}/`)) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)
  } catch {
    return false
  }
}

/** The main process of the database in a data directory: the first line of its pid file. */
export const readPostmaster = (dataDirectory: string): number =>
  Number(readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

function findText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Ends every process that still runs and removes the folders. */
export async function endAll(): Promise<void> {
  for (const program of programs.splice(0)) {
    if (!program.hasEnded()) program.child.kill('SIGKILL')
    await program.ended
  }
  for (const folder of folders.splice(0)) {
    await waitUntil(() => listProcesses(folder).length === 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
