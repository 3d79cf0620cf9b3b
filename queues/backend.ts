/** BullMQ on Redis where REDIS_URL names one, else on the store's PostgreSQL: the same queues either way. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, type PostgresConnectionOptions, Queue, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { ThreadPoolClosed } from '../src/threads/thread-pool.ts'
import { type QueueName, queueTable, type WakeUp } from './queues.ts'

export type BackendOptions = {
  readonly redisUrl?: string
  readonly database: pg.PoolConfig
  readonly log: Log
  /** Keeps apart several installations on one Redis. */
  readonly prefix?: string
}

export type Backend = {
  readonly add: (name: QueueName, id: string, wakeUp: WakeUp) => Promise<void>
  /** From when its queue has answered. Throws where it cannot be reached. */
  readonly work: (name: QueueName, processor: Work) => Promise<void>
  /** Calls back after each wake-up that this process has worked on: it may have left something that is due later. */
  readonly onWorked: (listener: () => void) => void
  readonly isReady: () => Promise<boolean>
  /** Waits for what is under way. May be called again. */
  readonly close: () => Promise<void>
}

const schema = 'bullmq'
/** A wake-up that failed is not kept: the sweep finds what is due again. */
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const

/** A worker whose first connection fails asks in vain ever after, without a pause in which anything else could happen. */
const autorun = false

/**
 * An idle worker is woken; it asks by itself only so often (`drainDelay` in seconds), and looks as often for jobs of workers that died
 * (`stalledInterval` in milliseconds). What is lost meanwhile is due, and gets another wake-up. Redis ends a reading that has been
 * silent for longer; PostgreSQL makes a process for each connection, so that one that has been closed meanwhile costs most of all.
 */
const pauses = {
  redis: { drainDelay: 10, stalledInterval: 300_000 },
  postgres: { drainDelay: 300, stalledInterval: 300_000 },
} as const

/** A queue that has not answered by then is taken for gone. */
const goneMs = 2_000

type QueueError = (error: Error) => void
type Work = (wakeUp: WakeUp) => Promise<void>

/** What is used of BullMQ's classes, whose types name their backend. */
type WakingQueue = {
  readonly add: (name: string, data: WakeUp, options: { jobId: string }) => Promise<unknown>
  readonly on: (event: 'error', listener: QueueError) => unknown
  readonly waitUntilReady: () => Promise<unknown>
  readonly getJobCounts: (state: 'waiting') => Promise<unknown>
  readonly close: () => Promise<void>
}
type WakingWorker = {
  readonly on: (event: 'error', listener: QueueError) => unknown
  readonly waitUntilReady: () => Promise<unknown>
  /** Returns when it is closed. */
  readonly run: () => Promise<void>
  readonly close: (isForced: boolean) => Promise<void>
}

type Parts = {
  readonly openQueue: (name: QueueName) => WakingQueue
  readonly openWorker: (name: QueueName, work: Work, concurrency: number) => WakingWorker
  readonly end: () => Promise<void>
}

function redisParts(url: string, prefix: string): Parts {
  const connections: Redis[] = []
  const keep = (connection: Redis): Redis => {
    const duplicate = connection.duplicate.bind(connection)
    // A worker reads by a connection of its own, which has to end with the others.
    connection.duplicate = (options) => keep(duplicate(options))
    connections.push(connection)
    return connection
  }
  // Who adds is told at once that Redis is gone; a worker's blocking reads forbid a limit of retries.
  const connect = (maxRetriesPerRequest: number | null): Redis =>
    keep(new Redis(url, { maxRetriesPerRequest, disconnectTimeout: 100 }))
  return {
    openQueue: (name) => new Queue<WakeUp>(name, { connection: connect(1), prefix }),
    openWorker: (name, work, concurrency) =>
      new Worker<WakeUp>(name, (job) => work(job.data), {
        connection: connect(null),
        prefix,
        concurrency,
        autorun,
        ...pauses.redis,
      }),
    end: async () => {
      for (const connection of connections) connection.disconnect()
    },
  }
}

function postgresParts(database: pg.PoolConfig): Parts {
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend)
  const connection = { ...database, schema, migrate: true, max: 2 } as PostgresConnectionOptions
  return {
    openQueue: (name) => new PostgresQueue<WakeUp>(name, { connection }),
    openWorker: (name, work, concurrency) =>
      new PostgresWorker<WakeUp>(name, (job) => work(job.data), {
        connection,
        concurrency,
        autorun,
        ...pauses.postgres,
      }),
    end: async () => undefined,
  }
}

/** A client that works asks again for ever; one that starts has to know. Throws where no Redis answers. */
async function checkRedis(url: string): Promise<void> {
  const options = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, connectTimeout: goneMs }
  const redis = new Redis(url, options)
  // The command that fails says it too.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}

/** Throws where no Redis answers at the address. */
export async function openBackend({ redisUrl, database, log, prefix = 'banksia' }: BackendOptions): Promise<Backend> {
  if (redisUrl !== undefined) await checkRedis(redisUrl)
  const parts = redisUrl === undefined ? postgresParts(database) : redisParts(redisUrl, prefix)
  const queues = new Map<QueueName, WakingQueue>()
  let closing: Promise<void> | undefined
  /** A worker that is closed while it starts leaves a connection behind, which ends with the database. */
  const report = (event: string) => (error: Error) => {
    if (closing === undefined) log.warn(event, errorFields(error))
  }
  for (const { name } of queueTable) {
    const queue = parts.openQueue(name)
    queue.on('error', report('queue.error'))
    // One after the other: the first one makes the queue's tables.
    await queue.waitUntilReady()
    queues.set(name, queue)
  }
  const workers: WakingWorker[] = []
  const underway = new Set<Promise<void>>()
  const listeners = new Set<() => void>()
  const isReady = (): Promise<boolean> => {
    const counts = queueOf('deliver').getJobCounts('waiting')
    const answer = counts.then(
      () => true,
      () => false,
    )
    return Promise.race([answer, sleep(goneMs, false, { ref: false })])
  }
  const closeQueues = async (isGone: boolean): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.close(isGone)))
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
  const closeAll = async (): Promise<void> => {
    // By force where nobody answers: only bookkeeping is lost, and a queue that is gone keeps none.
    const closed = closeQueues(!(await isReady())).catch(() => undefined)
    await Promise.allSettled(underway)
    await Promise.race([closed, sleep(goneMs, undefined, { ref: false })])
    await parts.end()
  }
  const queueOf = (name: QueueName): WakingQueue => {
    const queue = queues.get(name)
    if (queue === undefined) throw new TypeError('unknown queue')
    return queue
  }
  return {
    async add(name, id, wakeUp) {
      await queueOf(name).add(name, wakeUp, { ...jobOptions, jobId: id })
    },
    async work(name, processor) {
      const concurrency = queueTable.find((row) => row.name === name)?.concurrency ?? 1
      const reporting: Work = (wakeUp) => {
        const work = processor(wakeUp).catch((error: unknown) => {
          if (error instanceof Problem) log.warn('worker.refused', { reason: error.slug })
          else if (error instanceof ThreadPoolClosed) log.info('worker.stopped')
          else log.error('worker.failed', errorFields(error), error)
          throw error
        })
        underway.add(work)
        return work.finally(() => {
          underway.delete(work)
          for (const listener of listeners) listener()
        })
      }
      const worker = parts.openWorker(name, reporting, concurrency)
      worker.on('error', report('worker.error'))
      workers.push(worker)
      await worker.waitUntilReady()
      void worker.run().catch(report('worker.error'))
    },
    onWorked: (listener) => void listeners.add(listener),
    isReady,
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
