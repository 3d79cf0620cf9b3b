/** Writes that came at the same time are committed together: each commit waits for the disk. STORE.md "Writes". */
import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { Batches } from '../connections/batches.ts'
import { setTenant } from '../connections/lane.ts'
import { failToConnect, isConnectionLost } from '../connections/lost-connection.ts'
import { type Statement, sendTogether } from './trip.ts'

/** The statements of one write: all of them or none. */
type Trip = { readonly tenant: number; readonly statements: readonly Statement[] }

type Waiting = Trip & {
  readonly resolve: (rows: readonly unknown[]) => void
  readonly reject: (error: unknown) => void
}

const maxTogether = 64
/** What is larger holds nobody else up. */
const maxSharedBytes = 262_144

/** Who has to wait for a lock longer than this goes on alone, so that nobody waits with it. */
const setHastily = (tenant: number): Statement => ({
  name: 'tenant-hastily',
  text: `select set_config('banksia.tenant', $1, true), set_config('lock_timeout', '20ms', true)`,
  values: [String(tenant)],
})

const setPatiently = (tenant: number): Statement => setTenant(tenant, true)

export class WriteCommits {
  readonly #pool: pg.Pool
  /** The database and this process share the machine, or each has one like it. */
  readonly #batches = new Batches<Waiting>({
    run: (batch) => this.#commitAll(batch),
    maxItems: maxTogether,
    lanes: Math.max(1, Math.min(4, availableParallelism() >> 1)),
  })

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Answers the rows of the last statement. */
  add(trip: Trip): Promise<readonly unknown[]> {
    if (isLarge(trip)) return this.#send([trip], setPatiently).then(([rows = []]) => rows)
    return new Promise((resolve, reject) => this.#batches.add({ ...trip, resolve, reject }))
  }

  async #commitAll(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#send(batch, setHastily)
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] ?? [])
    } catch (error) {
      // Whether it was committed is not known. Otherwise nothing of it was, and the one at fault fails alone.
      if (isConnectionLost(error)) for (const { reject } of batch) reject(error)
      else if (batch.length > 1 || isLocked(error)) for (const one of batch) void this.#alone(one)
      else for (const { reject } of batch) reject(error)
    }
  }

  async #alone(waiting: Waiting): Promise<void> {
    await this.#send([waiting], setPatiently).then(([rows = []]) => waiting.resolve(rows), waiting.reject)
  }

  /** In one transaction, one after the other; answers the rows of the last statement of each. */
  async #send(trips: readonly Trip[], set: (tenant: number) => Statement): Promise<readonly (readonly unknown[])[]> {
    const statements: Statement[] = []
    const ends = trips.map((trip, at) => {
      if (trip.tenant !== trips[at - 1]?.tenant) statements.push(set(trip.tenant))
      return statements.push(...trip.statements) - 1
    })
    const client = await this.#pool.connect().catch(failToConnect)
    let broken: Error | undefined
    try {
      const results = await sendTogether(client, statements)
      return ends.map((end) => results[end]?.rows ?? [])
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

const lockNotAvailable = '55P03'
const isLocked = (error: unknown): boolean => (error as { readonly code?: unknown }).code === lockNotAvailable

const isLarge = ({ statements }: Trip): boolean =>
  statements.some(({ values = [] }) => values.some((one) => Buffer.isBuffer(one) && one.length > maxSharedBytes))
