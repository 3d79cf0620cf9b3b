/** Writes that came at the same time are committed together, those of one kind in one statement: each commit waits for the disk. docs/design/store.md#writes. */
import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { Batches } from '../../postgres/batches.ts'
import { type Statement, sendPipelined } from '../../postgres/pipeline.ts'
import { setTenant } from '../../postgres/shared-connection.ts'
import { failToConnect, isConnectionLost } from '../../postgres/unavailable.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { lockStatements, placesOf } from './reference-checks.ts'
import { type Removal, type Removed, readRemoved, removeStatement } from './tombstone.ts'
import { besideStatement, type Outcome, type RowWrite, readOutcome, writeStatement } from './writes.ts'

type Settling<T> = { readonly resolve: (result: T) => void; readonly reject: (error: unknown) => void }
type WaitingWrite = Settling<Outcome> & { readonly tenant: Tenant; readonly write: RowWrite }
type WaitingRemoval = Settling<Removed> & { readonly tenant: Tenant; readonly removal: Removal }
type Waiting = WaitingWrite | WaitingRemoval

const maxTogether = 64
/** A larger write goes alone and delays nobody. */
const maxSharedBytes = 262_144

/** A write that waits for a lock longer than this goes on alone, so that nobody waits with it. */
const setHastily = (tenant: number): Statement => ({
  name: 'tenant-hastily',
  text: `select set_config('banksia.tenant', $1, true), set_config('lock_timeout', '20ms', true)`,
  values: [String(tenant)],
})

const setPatiently = (tenant: number): Statement => setTenant(tenant, true)

export class WriteCommits {
  readonly #pool: pg.Pool
  /** The database and this process share the machine, or each has a similar one. */
  readonly #batches = new Batches<Waiting>({
    run: (batch) => this.#commitAll(batch),
    maxItems: maxTogether,
    lanes: Math.max(1, Math.min(4, availableParallelism() >> 1)),
  })

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  write(tenant: Tenant, write: RowWrite): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const waiting = { tenant, write, resolve, reject }
      if (write.row.content.length > maxSharedBytes) void this.#alone(waiting)
      else this.#batches.add(waiting)
    })
  }

  remove(tenant: Tenant, removal: Removal): Promise<Removed> {
    return new Promise((resolve, reject) => this.#batches.add({ tenant, removal, resolve, reject }))
  }

  async #commitAll(waiting: readonly Waiting[]): Promise<void> {
    const contested = findContested(waiting)
    for (const one of contested) void this.#alone(one)
    const batch = contested.size === 0 ? waiting : waiting.filter((one) => !contested.has(one))
    if (batch.length === 0) return
    try {
      await this.#send(batch, setHastily)
    } catch (error) {
      // Nobody knows whether it was committed. In any other case nothing was, and only the write at fault fails.
      if (isConnectionLost(error)) for (const { reject } of batch) reject(error)
      else if (batch.length > 1 || isLocked(error)) for (const one of batch) void this.#alone(one)
      else for (const { reject } of batch) reject(error)
    }
  }

  async #alone(waiting: Waiting): Promise<void> {
    await this.#send([waiting], setPatiently).catch(waiting.reject)
  }

  /** In one transaction. */
  async #send(batch: readonly Waiting[], set: (tenant: number) => Statement): Promise<void> {
    const steps = [...Map.groupBy(batch, ({ tenant }) => tenant)].flatMap(([tenant, own]) => [
      { statement: set(tenant.number) },
      ...stepsOf(tenant, own),
    ])
    const client = await this.#pool.connect().catch(failToConnect)
    let broken: Error | undefined
    try {
      const results = await sendPipelined(
        client,
        steps.map(({ statement }) => statement),
      )
      for (const [at, { settle }] of steps.entries()) settle?.(results[at]?.rows ?? [])
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** A statement, and what happens with its rows after the commit. */
type Step = { readonly statement: Statement; readonly settle?: (rows: readonly unknown[]) => void }

/** The statements of one tenant: first the locks, because the statements that look come after them. */
function stepsOf(tenant: Tenant, waiting: readonly Waiting[]): Step[] {
  const writes = waiting.filter((one) => 'write' in one)
  const removals = waiting.filter((one) => 'removal' in one)
  const pending = writes.flatMap(({ write }) => write.pending)
  const removed = removals.map(({ removal }) => removal.stored)
  return [...lockStatements(tenant, placesOf(pending), 'refer'), ...lockStatements(tenant, removed, 'delete')]
    .map((statement): Step => ({ statement }))
    .concat(
      writeStep(tenant, writes.filter(isNew)),
      writeStep(
        tenant,
        writes.filter((one) => !isNew(one)),
      ),
      writes.flatMap((one) => besideSteps(tenant, one)),
      removeStep(tenant, removals),
    )
}

const hasBeside = (one: Waiting): one is WaitingWrite => 'write' in one && (one.write.beside?.length ?? 0) > 0

const keyOf = (one: WaitingWrite): string => `${one.tenant.number}/${placeOf(one)}`

/** If a transaction wrote one version twice, the resources beside the two writes could not tell which one was written. */
function findContested(waiting: readonly Waiting[]): ReadonlySet<Waiting> {
  const beside = waiting.filter(hasBeside)
  if (beside.length === 0) return new Set()
  const writes = waiting.filter((one) => 'write' in one)
  const byPlace = Map.groupBy(writes, keyOf)
  return new Set(beside.filter((one) => (byPlace.get(keyOf(one))?.length ?? 0) > 1))
}

function besideSteps(tenant: Tenant, { write: { row, beside = [] } }: WaitingWrite): Step[] {
  const [first, ...others] = beside
  return first === undefined ? [] : [{ statement: besideStatement({ tenant }, row, [first, ...others]) }]
}

const isNew = ({ write }: WaitingWrite): boolean => write.row.version === 1

function writeStep(tenant: Tenant, waiting: readonly WaitingWrite[]): Step[] {
  // In one order, so that of two transactions one waits for the other.
  const sorted = waiting.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const writes = sorted.map(({ write }) => write)
  const [first, ...others] = writes.map(({ row }) => row)
  if (first === undefined) return []
  const rows = [first, ...others] as const
  const settle = (found: readonly unknown[]): void => settleAll(sorted, () => readOutcome(found, rows, writes))
  return [{ statement: writeStatement({ tenant }, rows, writes), settle }]
}

const placeOf = ({ write: { row } }: WaitingWrite): string => `${row.space}/${row.type}/${row.id}`

function removeStep(tenant: Tenant, waiting: readonly WaitingRemoval[]): Step[] {
  if (waiting.length === 0) return []
  const sorted = waiting.toSorted((a, b) => Number(BigInt(a.removal.stored.key) - BigInt(b.removal.stored.key)))
  const settle = (found: readonly unknown[]): void => settleAll(sorted, () => readRemoved({ tenant }, found))
  const removals = sorted.map(({ removal }) => removal)
  return [{ statement: removeStatement({ tenant }, removals), settle }]
}

/** It is committed: nothing is sent again, even if something fails here. */
function settleAll<T>(waiting: readonly Settling<T>[], read: () => readonly T[]): void {
  try {
    const outcomes = read()
    if (outcomes.length !== waiting.length) throw new TypeError('each write is answered')
    for (const [at, outcome] of outcomes.entries()) waiting[at]?.resolve(outcome)
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}

const lockNotAvailable = '55P03'
const isLocked = (error: unknown): boolean => (error as { readonly code?: unknown }).code === lockNotAvailable
