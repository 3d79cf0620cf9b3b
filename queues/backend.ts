/** BullMQ on Redis if REDIS_URL names one, else on the store's PostgreSQL: the same queues either way. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresBackend,
  PostgresConnection,
  type PostgresConnectionOptions,
  Queue,
  Worker,
  withBackend,
} from 'bullmq'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { ThreadPoolClosed } from '../src/threads/thread-pool.ts'
import { openQueueConnections } from './queue-connections.ts'
import { type QueueName, queueTable, type WakeUp } from './queues.ts'

export type BackendOptions = {
  readonly redisUrl?: string
  readonly database: pg.PoolConfig
  readonly log: Log
  /** Separates several installations on one Redis. */
  readonly prefix?: string
}

export type Backend = {
  readonly add: (name: QueueName, id: string, wakeUp: WakeUp) => Promise<void>
  /** Starts a worker after its queue has answered. Throws if the queue cannot be reached. */
  readonly work: (name: QueueName, processor: Work) => Promise<void>
  /** Calls back after each wake-up that this process has handled: it may have left later work. */
  readonly onWorked: (listener: () => void) => void
  readonly isReady: () => Promise<boolean>
  /** Waits for running work. May be called again. */
  readonly close: () => Promise<void>
}

const schema = 'bullmq'
/** A failed wake-up is not kept: the sweep finds its work again. */
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const

/** A worker whose first connection fails asks for ever, without a pause in which anything else could run. */
const autorun = false

/**
 * An idle worker is woken. By itself it asks only so often (`drainDelay`, in seconds), and as often looks for jobs of dead workers
 * (`stalledInterval`, in milliseconds). Lost work is due and gets another wake-up. Redis ends a read that was silent for longer;
 * PostgreSQL starts a process for each connection, so a new connection costs most.
 */
const pauses = {
  redis: { drainDelay: 10, stalledInterval: 300_000 },
  postgres: { drainDelay: 300, stalledInterval: 300_000 },
} as const

/** A queue that has not answered by then counts as gone. */
const goneMs = 2_000

type QueueError = (error: Error) => void
type Work = (wakeUp: WakeUp) => Promise<void>

/** The used part of BullMQ's classes, whose types name their backend. */
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
    // A worker reads by its own connection, which has to end with the others.
    connection.duplicate = (options) => keep(duplicate(options))
    connections.push(connection)
    return connection
  }
  // A producer learns at once that Redis is gone; a worker's blocking reads allow no limit of retries.
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

/** Throws if the database cannot be reached. */
async function postgresParts(database: pg.PoolConfig): Promise<Parts> {
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend)
  await makeTables(database)
  const { connection, close } = openQueueConnections(database, schema)
  return {
    openQueue: (name) => new PostgresQueue<WakeUp>(name, { connection }),
    openWorker: (name, work, concurrency) =>
      new PostgresWorker<WakeUp>(name, (job) => work(job.data), {
        connection,
        concurrency,
        autorun,
        ...pauses.postgres,
      }),
    end: close,
  }
}

/** The tables of BullMQ on PostgreSQL; it changes them only through a connection that it opens itself. */
export async function makeTables(database: pg.PoolConfig): Promise<void> {
  const connection = new PostgresConnection({
    ...database,
    schema,
    migrate: true,
    max: 1,
  } as PostgresConnectionOptions)
  await connection.waitUntilReady().finally(() => connection.close())
}

/** A running client asks again for ever; a starting one must know. Throws if no Redis answers. */
async function checkRedis(url: string): Promise<void> {
  const options = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, connectTimeout: goneMs }
  const redis = new Redis(url, options)
  // The command that fails reports it too.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}

/** Throws if no Redis answers at the address. */
export async function openBackend({ redisUrl, database, log, prefix = 'banksia' }: BackendOptions): Promise<Backend> {
  if (redisUrl !== undefined) await checkRedis(redisUrl)
  const parts = redisUrl === undefined ? await postgresParts(database) : redisParts(redisUrl, prefix)
  let closing: Promise<void> | undefined
  /** A worker that is closed while it starts leaves a connection, which ends with the database. */
  const report = (event: string) => (error: Error) => {
    if (closing === undefined) log.warn(event, errorFields(error))
  }
  const queues = await openQueues(parts, report('queue.error'))
  const opened: Opened = { parts, queues, workers: [], underway: new Set() }
  const listeners = new Set<() => void>()
  const { workers, underway } = opened
  return {
    async add(name, id, wakeUp) {
      await queueOf(queues, name).add(name, wakeUp, { ...jobOptions, jobId: id })
    },
    async work(name, processor) {
      const concurrency = queueTable.find((row) => row.name === name)?.concurrency ?? 1
      const tracked: Work = (wakeUp) => {
        const work = processor(wakeUp).catch(reportFailure(log))
        underway.add(work)
        return work.finally(() => {
          underway.delete(work)
          for (const listener of listeners) listener()
        })
      }
      const worker = parts.openWorker(name, tracked, concurrency)
      worker.on('error', report('worker.error'))
      workers.push(worker)
      await worker.waitUntilReady()
      void worker.run().catch(report('worker.error'))
    },
    onWorked: (listener) => void listeners.add(listener),
    isReady: () => isReady(queues),
    close() {
      closing ??= closeAll(opened)
      return closing
    },
  }
}

type Queues = ReadonlyMap<QueueName, WakingQueue>

type Opened = {
  readonly parts: Parts
  readonly queues: Queues
  readonly workers: WakingWorker[]
  readonly underway: Set<Promise<void>>
}

async function openQueues(parts: Parts, report: QueueError): Promise<Queues> {
  const queues = new Map<QueueName, WakingQueue>()
  for (const { name } of queueTable) {
    const queue = parts.openQueue(name)
    queue.on('error', report)
    // One after the other: the first one makes the queue's tables.
    await queue.waitUntilReady()
    queues.set(name, queue)
  }
  return queues
}

function queueOf(queues: Queues, name: QueueName): WakingQueue {
  const queue = queues.get(name)
  if (queue === undefined) throw new TypeError('unknown queue')
  return queue
}

const reportFailure =
  (log: Log) =>
  (error: unknown): never => {
    if (error instanceof Problem) log.warn('worker.refused', { reason: error.slug })
    else if (error instanceof ThreadPoolClosed) log.info('worker.stopped')
    else log.error('worker.failed', errorFields(error), error)
    throw error
  }

function isReady(queues: Queues): Promise<boolean> {
  const counts = queueOf(queues, 'deliver').getJobCounts('waiting')
  const answer = counts.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, sleep(goneMs, false, { ref: false })])
}

async function closeAll({ parts, queues, workers, underway }: Opened): Promise<void> {
  // By force if nobody answers: only bookkeeping is lost, and a queue that is gone has none.
  const isGone = !(await isReady(queues))
  const closeQueues = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.close(isGone)))
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
  // The parts end whether or not the queues close.
  const closed = closeQueues().catch(() => undefined)
  await Promise.allSettled(underway)
  await Promise.race([closed, sleep(goneMs, undefined, { ref: false })])
  await Promise.race([parts.end(), sleep(goneMs, undefined, { ref: false })])
}
