/**
 * The connections of all queues and workers of a process to PostgreSQL, which starts a process for each connection: a small pool for
 * queries, and one connection on which all workers listen. BullMQ by itself opens a pool and a listening connection for each of them. D319
 */
import type { PostgresConnectionOptions } from 'bullmq'
import type pg from 'pg'
import { openPool } from '../src/store/postgres/pooled.ts'

export type QueueConnections = {
  /** For each queue and worker. */
  readonly connection: PostgresConnectionOptions
  readonly close: () => Promise<void>
}

const queryingConnections = 6

/** `schema` holds the tables of BullMQ. */
export function openQueueConnections(database: pg.PoolConfig, schema: string): QueueConnections {
  const options = [database.options, `-c search_path=${schema}`].filter(Boolean).join(' ')
  const pool = openPool({ ...database, options, keepAlive: true }, queryingConnections + 1)
  const listening = shareClient(pool)
  const connection = {
    query: pool.query.bind(pool),
    connect: listening.borrow,
    end: async () => undefined,
    // The pool handles its errors: each of its users would report them as its own.
    on: () => connection,
    removeAllListeners: () => connection,
    options: { keepAlive: true },
  }
  return {
    // Its types know fewer forms of a query than those of pg.
    connection: connection as PostgresConnectionOptions,
    close: async () => {
      await listening.close()
      await pool.end()
    },
  }
}

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>
type Shared = { readonly client: pg.PoolClient; readonly query: Query; readonly end: () => void }

/** One client of the pool for many borrowers. A lost one is replaced for the next borrower. */
function shareClient(pool: pg.Pool) {
  let shared: Promise<Shared> | undefined
  const open = (): Promise<Shared> => {
    const opening = pool.connect().then((client) => {
      let isEnded = false
      // An error may come after the end.
      const end = (): void => {
        if (!isEnded) client.release(true)
        isEnded = true
      }
      client.setMaxListeners(0)
      client.on('error', () => {
        forget()
        end()
      })
      return { client, query: oneByOne(client), end }
    })
    const forget = (): void => {
      if (shared === opening) shared = undefined
    }
    opening.catch(forget)
    return opening
  }
  return {
    borrow: async () => {
      shared ??= open()
      return lend(await shared)
    },
    close: async () => {
      // If it could not be opened there is nothing to close.
      const closed = await shared?.catch(() => undefined)
      shared = undefined
      closed?.end()
    },
  }
}

/** A client runs one query at a time. */
function oneByOne(client: pg.PoolClient): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const next = last.then(() => client.query(text, values))
    // Its caller gets the error.
    last = next.catch(() => undefined)
    return next
  }
}

type Listener = (...given: unknown[]) => void

/** Looks to a borrower like a client of its own: it removes only its own listeners, and the client stays open for the others. */
function lend({ client, query }: Shared) {
  let own: { readonly event: string; readonly listener: Listener }[] = []
  const drop = (isDropped: (row: (typeof own)[number]) => boolean): void => {
    for (const { event, listener } of own.filter(isDropped)) client.removeListener(event, listener)
    own = own.filter((row) => !isDropped(row))
  }
  const lent = {
    query,
    on(event: string, listener: Listener) {
      own.push({ event, listener })
      client.on(event as 'error', listener)
      return lent
    },
    removeListener(event: string, listener: Listener) {
      drop((row) => row.event === event && row.listener === listener)
      return lent
    },
    removeAllListeners(event?: string) {
      drop((row) => event === undefined || row.event === event)
      return lent
    },
    release: () => drop(() => true),
  }
  return lent
}
