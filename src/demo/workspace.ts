/** The place of the demo's server data, and the leftovers of an interrupted run. */
import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Ports = { readonly sender: number; readonly receiver: number; readonly mllp: number }

/** Its id is part of every idempotency key: a run that goes on under it repeats nothing that was done. */
export type Run = { readonly id: string; readonly startedAt: string; readonly input: string }

export type Workspace = {
  readonly directory: string
  readonly ports: Ports
  readonly run: Run
  /** The processes that a next run has to wait for, should this one be killed. */
  readonly recordPids: (pids: readonly number[]) => Promise<void>
  /** The run is over: the next one starts afresh. */
  readonly finish: () => Promise<void>
  /** Removes the files of this run alone. The servers have stopped. */
  readonly close: () => Promise<void>
}

type State = { readonly ports?: Ports; readonly run?: Run; readonly pids?: readonly number[] }

const stateFile = 'demo.json'

/** `kept` survives and is used again; without it everything lies in a temporary directory. */
export async function openWorkspace(kept: string | undefined, input: readonly string[]): Promise<Workspace> {
  const directory = kept === undefined ? await makeTemporary() : resolve(kept)
  await mkdir(directory, { recursive: true })
  const state = await readState(directory)
  await waitUntilGone(state.pids ?? [])
  const ports = await findPorts(state.ports)
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const run =
    state.run?.input === fingerprint
      ? state.run
      : { id: randomUUID(), startedAt: new Date().toISOString(), input: fingerprint }
  await writeState(directory, { ports, run })
  return {
    directory,
    ports,
    run,
    recordPids: (pids) => writeState(directory, { ports, run, pids }),
    finish: () => writeState(directory, { ports }),
    close: async () => {
      if (kept === undefined) await rm(directory, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** The database's own account passes through; each server closes its folder below. */
async function makeTemporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'banksia-demo-'))
  await chmod(directory, 0o711)
  return directory
}

async function readState(directory: string): Promise<State> {
  try {
    return JSON.parse(await readFile(join(directory, stateFile), 'utf8')) as State
  } catch {
    return {} // none, or of a run that was cut off while writing
  }
}

async function writeState(directory: string, state: State): Promise<void> {
  const path = join(directory, stateFile)
  await writeFile(`${path}.part`, JSON.stringify(state))
  await rename(`${path}.part`, path)
}

const patienceMs = 30_000

/** Programs of a run that was killed end by themselves, which takes a moment. */
async function waitUntilGone(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && (await Promise.all(pids.map(isProgramOfOurs))).includes(true)) await wait(100)
}

/** Compares the sources that the process runs: the system reuses process ids. */
async function isProgramOfOurs(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(dirname(import.meta.dirname))
}

/** The ports of the last run, as far as they are free, so that its channels still fit. */
async function findPorts(last: Ports | undefined): Promise<Ports> {
  const names = ['sender', 'receiver', 'mllp'] as const
  const held = []
  try {
    for (const name of names) held.push({ name, ...(await holdPort(last?.[name])) })
    return Object.fromEntries(held.map(({ name, port }) => [name, port])) as Ports // one for each name
  } finally {
    for (const { release } of held) await release()
  }
}

type Held = { readonly port: number; readonly release: () => Promise<void> }

async function holdPort(wanted: number | undefined): Promise<Held> {
  const server = createServer()
  const port = await new Promise<number | undefined>((done) => {
    server.once('error', () => done(undefined))
    server.listen(wanted ?? 0, '127.0.0.1', () => {
      const address = server.address()
      done(typeof address === 'object' && address !== null ? address.port : undefined)
    })
  })
  if (port !== undefined) return { port, release: () => new Promise((done) => server.close(() => done())) }
  if (wanted === undefined) throw new Error('no port is free')
  return holdPort(undefined)
}
