/** The connections of a store: its pools, and those that many requests share. docs/design/store.md#connections. */
import type pg from 'pg'
import { pooledRunner } from './postgres/pooled.ts'
import type { Queryable } from './postgres/queryable.ts'
import { sessionAs } from './postgres/sessions.ts'
import { SharedConnection } from './postgres/shared-connection.ts'
import { StatementNames } from './postgres/statement-names.ts'
import { ReadBatches } from './resources/read/read-batches.ts'
import type { Runners } from './resources/read/statement-view.ts'
import { Totals } from './resources/search/search-totals.ts'
import type { Tenant } from './tenants/tenant.ts'

/** `app` works for one tenant at a time; `system` looks for work of all tenants. */
export type Pools = { readonly app: pg.Pool; readonly system: pg.Pool }

type Addresses = { readonly connection: pg.PoolConfig; readonly replica?: pg.PoolConfig }

export class Connections {
  readonly app: pg.Pool
  readonly system: pg.Pool
  readonly names = new StatementNames()
  readonly audits: SharedConnection
  readonly requests: SharedConnection
  readonly #totals = new Totals()
  readonly #reads: SharedConnection
  readonly #current: ReadBatches
  readonly #searches: SharedConnection
  /** A connection of their own, so that no request waits behind a long read. */
  readonly #longReads: SharedConnection
  readonly #runners = new WeakMap<Tenant, Runners>()

  constructor({ app, system }: Pools, { connection, replica = connection }: Addresses) {
    this.app = app
    this.system = system
    const session = sessionAs('banksia_app', connection)
    this.#reads = new SharedConnection(session)
    this.#current = new ReadBatches(this.#reads)
    this.#searches = new SharedConnection(session)
    this.audits = new SharedConnection(session)
    this.#longReads = new SharedConnection(sessionAs('banksia_app', replica))
    this.requests = new SharedConnection(hasty(session))
  }

  /** For the reads of a tenant's callers. */
  runnersOf(tenant: Tenant): Runners {
    const known = this.#runners.get(tenant)
    if (known !== undefined) return known
    const made = {
      tenant,
      reads: this.#reads.runnerOf(tenant.number),
      current: this.#current,
      searches: this.#searches.runnerOf(tenant.number),
      pooled: pooledRunner(this.app, tenant.number),
      names: this.names,
      totals: this.#totals,
    }
    this.#runners.set(tenant, made)
    return made
  }

  /** To the replica if there is one. */
  longReadsOf(tenant: number): Queryable {
    return this.#longReads.runnerOf(tenant)
  }

  async close(): Promise<void> {
    const shared = [this.#reads, this.#searches, this.audits, this.#longReads, this.requests]
    await Promise.all([this.app.end(), this.system.end(), ...shared.map((one) => one.close())])
  }
}

/** For records that a crash may lose: the commit does not wait for the disk. */
const hasty = (session: pg.ClientConfig): pg.ClientConfig => ({
  ...session,
  options: `${session.options ?? ''} -c synchronous_commit=off`,
})
