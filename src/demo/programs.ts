/** The programs that the demo starts: the sending server, a second one that receives, and an MLLP listener. They end with the demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Workspace } from './workspace.ts'

export type Programs = {
  readonly start: (signal: AbortSignal) => Promise<void>
  readonly stop: () => Promise<void>
}

type Program = {
  readonly name: string
  readonly script: string
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly isReady: () => Promise<boolean>
}

/** A first start on a small machine that is busy. */
const startTimeoutMs = 180_000
const stopTimeoutMs = 15_000

export const addressOf = (port: number): string => `http://127.0.0.1:${port}`

export function openPrograms({ directory, ports, recordPids }: Workspace, out: string): Programs {
  const programs: readonly Program[] = [
    describeServer('sender', directory, ports.sender),
    describeServer('receiver', directory, ports.receiver),
    {
      name: 'listener',
      script: 'cli',
      arguments: ['listen', '--port', String(ports.mllp), '--dir', out],
      environment: {},
      isReady: () => answersAt(ports.mllp),
    },
  ]
  const running: ChildProcess[] = []
  return {
    start: async (signal) => {
      const started = programs.map((program) => ({ program, child: startProgram(program, directory) }))
      running.push(...started.map(({ child }) => child))
      await recordPids(running.flatMap(({ pid }) => pid ?? []))
      await Promise.all(started.map(({ program, child }) => waitUntilReady(program, { child, directory, signal })))
    },
    stop: async () => {
      await Promise.all(running.map(stopProgram))
    },
  }
}

const describeServer = (name: string, directory: string, port: number): Program => ({
  name,
  script: 'main',
  arguments: [],
  environment: {
    PORT: String(port),
    BANKSIA_DATA_DIR: join(directory, name),
    BANKSIA_MODE: 'development',
    BANKSIA_OUTBOUND_HOSTS: '127.0.0.1',
    // One client acts for many people here.
    BANKSIA_REQUESTS_PER_MINUTE: '100000',
  },
  isReady: async () => {
    // It does not listen yet.
    const response = await fetch(`${addressOf(port)}/readyz`).catch(() => undefined)
    await response?.body?.cancel()
    return response?.ok === true
  },
})

/** Only these settings of the caller reach the servers: the others belong to another server. */
const inherited: ReadonlySet<string> = new Set(['BANKSIA_LOG_LEVEL', 'BANKSIA_VERIFIER'])
const foreign = /^(BANKSIA_.*|DATABASE_URL|REDIS_URL|HOST|PORT)$/

const listInherited = () => Object.entries(process.env).filter(([name]) => inherited.has(name) || !foreign.test(name))

function startProgram({ name, script, arguments: given, environment }: Program, directory: string): ChildProcess {
  mkdirSync(directory, { recursive: true })
  const log = openSync(join(directory, `${name}.log`), 'a')
  const file = join(import.meta.dirname, '..', `${script}${extname(import.meta.filename)}`)
  try {
    return spawn(process.execPath, [file, ...given], {
      env: { ...Object.fromEntries(listInherited()), ...environment },
      // The channel tells the program when the demo is gone, however it went.
      stdio: ['ignore', log, log, 'ipc'],
    })
  } finally {
    closeSync(log)
  }
}

type Starting = { readonly child: ChildProcess; readonly directory: string; readonly signal: AbortSignal }

async function waitUntilReady({ name, isReady }: Program, { child, directory, signal }: Starting): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady())) {
    const reason = hasEnded(child) ? 'did not start' : 'is not ready in time'
    if (hasEnded(child) || Date.now() > deadline)
      throw new Error(`the ${name} ${reason}\n${readLastLines(directory, name)}`)
    await wait(50, undefined, { signal })
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const readLastLines = (directory: string, name: string): string =>
  readFileSync(join(directory, `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(-20)
    .join('\n')

async function answersAt(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function stopProgram(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(late)
}
