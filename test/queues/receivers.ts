/** The other end of a channel: an MLLP receiver with settable answers, and the Redis of the queues. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenMllp } from '../../src/channels/mllp-listener.ts'
import { type Received, readReceived } from '../../src/commands/mllp-listen.ts'
import { findPort } from '../ports.ts'

export type Manner = 'AA' | 'AE' | 'AR' | 'hang'

export type Receiver = {
  readonly port: number
  /** In the order of their arrival, with any answer. */
  readonly received: readonly Received[]
  /** Most messages that were under way at once. */
  readonly most: () => number
  /** Sets the answers from now on; messages that still wait get them too. */
  readonly behave: (manner: Manner) => void
  readonly close: () => Promise<void>
}

type Options = { readonly port?: number; readonly manner?: Manner; readonly takesMs?: number }

export async function openReceiver({ port = 0, manner: first = 'AA', takesMs = 0 }: Options = {}): Promise<Receiver> {
  const received: Received[] = []
  const hanging = new Set<() => void>()
  let manner = first
  let underway = 0
  let most = 0
  const behave = (next: Manner): void => {
    manner = next
    for (const release of hanging) release()
    hanging.clear()
  }
  const listener = await listenMllp({
    port,
    host: '127.0.0.1',
    onMessage: async (message) => {
      const one = readReceived(message)
      if (one !== undefined) received.push(one)
      underway += 1
      most = Math.max(most, underway)
      if (takesMs > 0) await sleep(takesMs)
      if (manner === 'hang') await new Promise<void>((resolve) => hanging.add(resolve))
      underway -= 1
      return manner === 'hang' ? 'AE' : manner
    },
  })
  return {
    port: listener.port,
    received,
    most: () => most,
    behave,
    async close() {
      behave('AA')
      await listener.close()
    },
  }
}

export type RedisServer = {
  readonly url: string
  /** Holds every command, where it is kept. */
  readonly folder: string
  readonly wipe: () => Promise<void>
  /** As if its machine had gone. */
  readonly kill: () => Promise<void>
  /** On the same port, with nothing in it. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export async function startRedis({ isKept = false } = {}): Promise<RedisServer> {
  const port = await findPort()
  const folder = await mkdtemp(join(tmpdir(), 'banksia-test-redis-'))
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  if (isKept) settings.push('--appendonly', 'yes', '--appendfsync', 'always', '--auto-aof-rewrite-percentage', '0')
  const start = async () => {
    const child = spawn('redis-server', settings, { stdio: 'ignore' })
    while (!(await tell(port, 'PING').catch(() => '')).startsWith('+PONG')) await sleep(10)
    return child
  }
  let child = await start()
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    folder,
    wipe: async () => {
      await tell(port, 'FLUSHALL')
    },
    kill: end,
    stop: async () => {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
    restart: async () => {
      await end()
      child = await start()
    },
  }
}

/** One inline command. */
async function tell(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(`${command}\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString()
  } finally {
    socket.destroy()
  }
}
