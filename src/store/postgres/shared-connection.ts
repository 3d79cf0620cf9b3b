/** One connection that many short statements share: each is sent without waiting for those before it. docs/design/store.md#connections. */
import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Statement } from './pipeline.ts'
import type { Queryable } from './queryable.ts'
import { failToConnect, isConnectionLost } from './unavailable.ts'

export type TenantStatement = { readonly tenant: number; readonly statement: pg.QueryConfig }

type Open = {
  readonly client: pg.Client
  /** The tenant of the last statements. */
  tenant: number | undefined
}

/** `isLocal`: until the transaction ends. */
export const setTenant = (tenant: number, isLocal: boolean): Statement => ({
  name: isLocal ? 'tenant-local' : 'tenant-session',
  text: `select set_config('banksia.tenant', $1, ${isLocal})`,
  values: [String(tenant)],
})

export class SharedConnection {
  readonly #config: pg.ClientConfig
  /** Clients whose statements of this turn of the event loop are held back and sent together. */
  readonly #corked = new Set<pg.Client>()
  #open: Promise<Open> | undefined
  #isClosed = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** A read: if the connection is lost, it is sent again on a new one. */
  async query<R extends pg.QueryResultRow>(tenant: number, statement: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const work = (open: Open) => this.#send<R>(open, tenant, statement)
    try {
      return await this.#once(work)
    } catch (error) {
      if (this.#isClosed || !isConnectionLost(error)) throw error
      return this.#once(work)
    }
  }

  runnerOf(tenant: number): Queryable {
    return {
      query: (statement, values) =>
        this.query(tenant, typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement),
    }
  }

  /** All or none, in one round trip. */
  async commit(statements: readonly TenantStatement[]): Promise<void> {
    const [only, ...others] = statements
    await this.#once<unknown>((open) => {
      if (only !== undefined && others.length === 0) return this.#send(open, only.tenant, only.statement)
      const { client } = open
      this.#cork(client)
      const sent: Promise<unknown>[] = [client.query('begin')]
      for (const { tenant, statement } of statements)
        sent.push(client.query(setTenant(tenant, true)), client.query(statement))
      sent.push(client.query('commit'))
      // Nothing after a failed statement has an effect, not even the commit.
      return Promise.all(sent)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // Its callers have the error; there is nothing to close.
    const open = await this.#open?.catch(() => undefined)
    await open?.client.end()
  }

  async #once<T>(work: (open: Open) => Promise<T>): Promise<T> {
    this.#open ??= this.#connect()
    const opening = this.#open
    try {
      return await work(await opening)
    } catch (error) {
      if (isConnectionLost(error)) this.#forget(opening)
      throw error
    }
  }

  /** Requests of the same moment go to the database in one system call. */
  #cork(client: pg.Client): void {
    if (this.#corked.has(client)) return
    // The types of pg do not name the stream of a connection.
    const { stream } = client.connection as unknown as { readonly stream: Pick<Writable, 'cork' | 'uncork'> }
    this.#corked.add(client)
    stream.cork()
    setImmediate(() => {
      this.#corked.delete(client)
      stream.uncork()
    })
  }

  #forget(opening: Promise<Open>): void {
    if (this.#open === opening && !this.#isClosed) this.#open = undefined
  }

  /** The next statement finds the connection gone and makes another. */
  #connect(): Promise<Open> {
    const client = new pg.Client({ ...this.#config, pipeline: true })
    const opening = client.connect().then(() => ({ client, tenant: undefined }), failToConnect)
    const forget = (): void => this.#forget(opening)
    client.on('error', forget).on('end', forget)
    opening.catch(forget)
    return opening
  }

  /** The tenant and the statement go back to back; the tenant only if it changes. */
  async #send<R extends pg.QueryResultRow>(
    open: Open,
    tenant: number,
    statement: pg.QueryConfig,
  ): Promise<pg.QueryResult<R>> {
    const { client } = open
    this.#cork(client)
    if (open.tenant === tenant) return client.query<R>(statement)
    open.tenant = tenant
    const named = client.query(setTenant(tenant, false)).catch((error: unknown) => {
      // Nobody knows any more which tenant the next statements belong to.
      client.connection.stream.destroy()
      throw error
    })
    const [, result] = await Promise.all([named, client.query<R>(statement)])
    return result
  }
}
