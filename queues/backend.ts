/** BullMQ on Redis where REDIS_URL names one, else on the store's PostgreSQL: the same queues either way. */
import { createPostgresBackend, type PostgresConnectionOptions, Queue, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { errorFields, type Log } from '../src/log.ts'
import { Problem } from '../src/problems.ts'
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
  readonly work: (name: QueueName, processor: Work) => void
  readonly isReady: () => Promise<boolean>
  /** Waits for what is under way. May be called again. */
  readonly close: () => Promise<void>
}

const schema = 'bullmq'
/** A wake-up that failed is not kept: the sweep finds what is due again. */
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const

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
  readonly close: () => Promise<void>
}

type Parts = {
  readonly openQueue: (name: QueueName) => WakingQueue
  readonly openWorker: (name: QueueName, work: Work, concurrency: number) => WakingWorker
  readonly end: () => Promise<void>
}

function redisParts(url: string, prefix: string): Parts {
  const connections: Redis[] = []
  const connect = (): Redis => {
    // BullMQ's blocking reads forbid a limit of retries.
    const connection = new Redis(url, { maxRetriesPerRequest: null })
    connections.push(connection)
    return connection
  }
  return {
    openQueue: (name) => new Queue<WakeUp>(name, { connection: connect(), prefix }),
    openWorker: (name, work, concurrency) =>
      new Worker<WakeUp>(name, (job) => work(job.data), { connection: connect(), prefix, concurrency }),
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
      new PostgresWorker<WakeUp>(name, (job) => work(job.data), { connection, concurrency }),
    end: async () => undefined,
  }
}

export async function openBackend({ redisUrl, database, log, prefix = 'banksia' }: BackendOptions): Promise<Backend> {
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
  const closeAll = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.close()))
    await Promise.all([...queues.values()].map((queue) => queue.close()))
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
    work(name, processor) {
      const concurrency = queueTable.find((row) => row.name === name)?.concurrency ?? 1
      const reporting: Work = (wakeUp) =>
        processor(wakeUp).catch((error: unknown) => {
          if (error instanceof Problem) log.warn('worker.refused', { reason: error.slug })
          else log.error('worker.failed', errorFields(error))
          throw error
        })
      const worker = parts.openWorker(name, reporting, concurrency)
      worker.on('error', report('worker.error'))
      workers.push(worker)
    },
    async isReady() {
      return queueOf('deliver')
        .getJobCounts('waiting')
        .then(
          () => true,
          () => false,
        )
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
