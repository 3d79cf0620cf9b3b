/** Processes over one PostgreSQL and one Redis. Each of them can be killed at any moment and starts again. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDataDirectory } from '../../../src/postgres-embedded/data-directory.ts'
import { startEmbedded } from '../../../src/postgres-embedded/embedded.ts'
import { waitUntil } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { hasRedis, startRedis } from '../../queues/receivers.ts'
import { urlOf } from '../../running-server.ts'
import {
  makeFolder,
  readPostmaster,
  type Server,
  spawnServer,
  startMs,
  startServer,
  waitUntilReady,
} from '../processes.ts'

export type Part = 'web' | 'first worker' | 'second worker' | 'database' | 'redis'

export type Stage = {
  readonly folder: string
  readonly base: string
  /** Ports of MLLP, one of each worker. */
  readonly mllp: readonly [number, number]
  /** The settings of a subcommand beside the processes. */
  readonly env: Readonly<Record<string, string>>
  readonly pool: pg.Pool
  /** Kills them at the same moment, and starts them again. */
  readonly strike: (parts: readonly Part[]) => Promise<void>
  readonly strikes: () => number
  readonly close: () => Promise<void>
}

/** The database starts again by itself; Redis comes back with nothing in it. */
export async function openStage(): Promise<Stage> {
  const folder = makeFolder()
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${Buffer.alloc(32, 9).toString('base64')}\n`, { mode: 0o600 })
  const directory = await openDataDirectory(join(folder, 'database'), 'development')
  const database = await startEmbedded({ directory })
  const redis = hasRedis ? await startRedis() : undefined
  const env = {
    DATABASE_URL: urlOf(database.connection),
    BANKSIA_KEY_FILE: keyFile,
    BANKSIA_LOG_LEVEL: 'error',
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  }
  const pool = new pg.Pool({ ...database.connection, max: 2 })
  pool.on('error', () => undefined)
  const [port, ...mllp] = [await findPort(), await findPort(), await findPort()]
  const web = await openServer((old) =>
    startServer(join(folder, 'web'), { env: { ...env, BANKSIA_ROLE: 'web' }, port: old?.port ?? port }),
  )
  const openWorker = (name: string, mllpPort: number) =>
    openServer(async (old) => {
      const own = { ...env, BANKSIA_ROLE: 'worker', BANKSIA_MLLP_PORT: String(mllpPort) }
      const server = await spawnServer(join(folder, name), {
        env: own,
        ...(old === undefined ? {} : { port: old.port }),
      })
      await waitUntil(() => server.output() !== '' || server.hasEnded(), startMs)
      return server
    })
  const [first, second] = [await openWorker('first', mllp[0] ?? 0), await openWorker('second', mllp[1] ?? 0)]
  const killDatabase = async (): Promise<void> => {
    process.kill(readPostmaster(join(folder, 'database')), 'SIGKILL')
    await waitUntil(() => pool.query('select 1').then(Boolean, () => false), startMs)
  }
  const killers: Readonly<Record<Part, () => Promise<unknown>>> = {
    web: web.strike,
    'first worker': first.strike,
    'second worker': second.strike,
    database: killDatabase,
    redis: async () => redis?.restart(),
  }
  let count = 0
  return {
    ...{ folder, base: `http://127.0.0.1:${port}`, env, pool },
    mllp: [mllp[0] ?? 0, mllp[1] ?? 0],
    async strike(parts) {
      count += 1
      await Promise.all(parts.map((part) => killers[part]()))
      await waitUntilReady(web.now())
    },
    strikes: () => count,
    async close() {
      for (const server of [web, first, second]) await server.end()
      await pool.end()
      await redis?.stop()
      await database.stop()
      directory.close()
    },
  }
}

type Kept = {
  readonly now: () => Server
  readonly strike: () => Promise<void>
  readonly end: () => Promise<unknown>
}

/** A server that is started again after each kill, also if it ends at its start because its database is away. */
async function openServer(start: (old: Server | undefined) => Promise<Server>): Promise<Kept> {
  let server = await start(undefined)
  const kill = async (): Promise<void> => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  return {
    now: () => server,
    async strike() {
      await kill()
      const deadline = Date.now() + startMs
      for (;;) {
        const next = await start(server).catch(() => undefined)
        if (next !== undefined && !next.hasEnded()) {
          server = next
          return
        }
        if (Date.now() > deadline) throw new Error('a process does not start again')
        await sleep(200)
      }
    },
    end: kill,
  }
}

/** Repeats requests that a dead process has left unanswered. `isOver` says whether an error is a refusal instead. */
export async function persist<T>(work: () => Promise<T>, isOver: (error: unknown) => boolean): Promise<T> {
  const deadline = Date.now() + startMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (isOver(error) || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

export type Along<T> = {
  readonly what: string
  readonly items: readonly T[]
  /** The number of items that are worked on at a time. */
  readonly width: number
  readonly work: (item: T, lane: number) => Promise<void>
  readonly moments: readonly ((stage: Stage) => Promise<void>)[]
}

/** Does the work for each item, and calls each of the moments meanwhile. While one runs, the work goes on until the next one is due. */
export async function strikeAlong<T>(stage: Stage, { what, items, width, work, moments }: Along<T>): Promise<void> {
  const { length: total } = items
  const dueOf = (moment: number): number =>
    moment >= moments.length ? total : Math.floor(((moment + 0.5) * total) / moments.length)
  let [begun, done, limit] = [0, 0, dueOf(1)]
  const lanes = Array.from({ length: width }, async (_, lane) => {
    while (begun < total) {
      const item = items[begun] as T
      begun += 1
      await waitUntil(() => done < limit, seriesMs)
      await work(item, lane)
      done += 1
    }
  })
  const working = Promise.all(lanes)
  for (const [at, moment] of moments.entries()) {
    await Promise.race([waitUntil(() => done >= dueOf(at), seriesMs), working])
    await moment(stage)
    limit = dueOf(at + 2)
    process.stderr.write(`fault series: ${done} of ${total} ${what}, ${stage.strikes()} strikes\n`)
  }
  await working
}

/** Longer than any machine needs for the series. */
export const seriesMs = 1_800_000
