/** The shared resource store: the only place that knows SQL or keys. STORE.md. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { type Caller, systemCaller } from '../core/caller.ts'
import { newId } from '../core/ids.ts'
import { after, attempt, type MaybePromise } from '../core/maybe-promise.ts'
import type { Platform } from '../core/platform.ts'
import { Problem } from '../core/problems.ts'
import type { OwnAddresses } from '../fhir/own-addresses.ts'
import { AuditCommits } from './audit/audit-commits.ts'
import { readSigningKey } from './audit/audit-keys.ts'
import { sealOlder } from './audit/audit-sealer.ts'
import { checkRoom, readReplicaLagMs } from './health.ts'
import { findReplay, type IdempotentRequest, replayOrRun } from './idempotency.ts'
import { checkMasterKey } from './keys/check-master-key.ts'
import { checkServed } from './keys/check-served.ts'
import { checkUnchanged, findGeneration, listGone } from './keys/generation.ts'
import { MasterKeyError } from './keys/keys.ts'
import { countSeals } from './keys/rotation.ts'
import { TenantCache } from './keys/tenant-cache.ts'
import { createTenant, findTenant, type Tenant, type TenantSettings } from './keys/tenants.ts'
import { migrate } from './migrate.ts'
import type { Opening } from './opening.ts'
import { platformOf } from './platforms.ts'
import { type Statement, sendPipelined } from './postgres/pipeline.ts'
import { checkRole, openPool, pooledRunner } from './postgres/pooled.ts'
import { sessionAs } from './postgres/sessions.ts'
import { SharedConnection, setTenant } from './postgres/shared-connection.ts'
import { StatementNames } from './postgres/statement-names.ts'
import {
  failToConnect,
  findUnavailable,
  isConnectionLost,
  lookAgain,
  toUnavailable,
  type UnavailableReason,
} from './postgres/unavailable.ts'
import { type RequestRecord, RequestRecords } from './requests/request-records.ts'
import { HashCache } from './resources/hash-cache.ts'
import type { Index } from './resources/index-rows.ts'
import { ReadBatches } from './resources/read/read-batches.ts'
import { type Runners, View } from './resources/read/view.ts'
import type { Reader } from './resources/reader.ts'
import { Totals } from './resources/search/search-totals.ts'
import type { Check } from './resources/write/check-rows.ts'
import { type Beside, type Commits, SingleWrite } from './resources/write/single-write.ts'
import { WriteCommits } from './resources/write/write-commits.ts'
import type { WriteHooks } from './resources/write/write-hooks.ts'
import type { Writing } from './resources/write/write-rows.ts'
import { Statistics } from './statistics.ts'
import { Tx } from './transaction.ts'
import { WakeUps } from './wake/wake-ups.ts'

export type StoreOptions = {
  readonly connection: pg.PoolConfig
  readonly masterKey: KeyObject
  /** Absent where no reference by an address of ours is met. */
  readonly addresses?: OwnAddresses
  /** Reads it again, where another may take its place while this runs. */
  readonly readMasterKey?: () => Promise<KeyObject>
  readonly index: Index
  readonly check: Check
  readonly hooks?: WriteHooks
  readonly tenants?: readonly TenantSettings[]
  /** A replica of the same database, for what reads long. */
  readonly replica?: pg.PoolConfig
}

/** What a handler is given: it cannot tell whether its transaction also holds an idempotency key. */
export type StoreView = { readonly transact: <T>(caller: Caller, work: (tx: Tx) => Promise<T>) => Promise<T> }

/** What a reader of FHIR is given beside it. */
export type ReadableStore = StoreView & Pick<Store, 'view' | 'write' | 'hasHook'>

export type StoredReply = {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const poolSize = 8
const systemPoolSize = 3
const attempts = 8
/** What a crash forgets of the count is far from the room that the limit leaves. */
const countEveryMs = 30_000
/** What is known of an erased tenant is forgotten by then, even where nobody asks for it. D93 */
const dropEveryMs = 1_000
/** What a transaction knew of its tenant when it began counts that long. */
const heldMs = 2_500
/** Deadlock, serialization failure: the same work again goes through. */
const transientCodes: ReadonlySet<unknown> = new Set(['40P01', '40001'])

const beginning: Statement = { name: 'begin', text: 'begin' }
const clockReading: Statement = {
  name: 'clock',
  text: `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
}
const ending: Statement = { name: 'commit', text: 'commit' }

/** What passes only when somebody has seen to it. */
const isInDoubt = (reason: UnavailableReason | undefined): boolean =>
  reason !== undefined && reason !== 'no_connection' && reason !== 'too_many_connections'

type Pools = { readonly app: pg.Pool; readonly system: pg.Pool }

export class Store implements StoreView {
  /** As banksia_system: what looks for work, of whatever tenant. */
  readonly system: pg.Pool
  /** For who works on what others commit. */
  readonly wakeUps: WakeUps
  readonly #app: pg.Pool
  readonly #options: StoreOptions
  readonly #readMasterKey: () => Promise<KeyObject>
  readonly #tenants: TenantCache
  readonly #counting: NodeJS.Timeout
  readonly #dropping: NodeJS.Timeout
  readonly #forgetting = new Set<(tenant: string) => void>()
  readonly #names = new StatementNames()
  readonly #totals = new Totals()
  readonly #reads: SharedConnection
  readonly #current: ReadBatches
  readonly #searches: SharedConnection
  readonly #audits: SharedConnection
  /** So that no request waits behind what reads long. */
  readonly #longReads: SharedConnection
  readonly #auditCommits: AuditCommits
  readonly #requestLane: SharedConnection
  readonly #requests: RequestRecords
  readonly #writes: WriteCommits
  readonly #statistics: Statistics
  readonly #runners = new WeakMap<Tenant, Runners>()
  /** A write has found no room. */
  #isInDoubt = false

  constructor({ app, system }: Pools, options: StoreOptions) {
    this.system = system
    this.#app = app
    this.#options = options
    this.wakeUps = new WakeUps(sessionAs('banksia_system', options.connection))
    this.#readMasterKey = options.readMasterKey ?? (async () => options.masterKey)
    const session = sessionAs('banksia_app', options.connection)
    this.#reads = new SharedConnection(session)
    this.#current = new ReadBatches(this.#reads)
    this.#searches = new SharedConnection(session)
    this.#audits = new SharedConnection(session)
    this.#longReads = new SharedConnection(sessionAs('banksia_app', options.replica ?? options.connection))
    this.#auditCommits = new AuditCommits(this.#audits)
    this.#writes = new WriteCommits(app)
    this.#statistics = new Statistics(system)
    this.#requestLane = new SharedConnection(hasty(session))
    this.#requests = new RequestRecords({ lane: this.#requestLane, readTenant: (id) => this.readTenant(id) })
    const hashes = new HashCache()
    this.#tenants = new TenantCache({
      find: async (id) =>
        findTenant(app, id, {
          master: await this.#readMasterKey().catch(toMasterKeyError),
          hashes,
          addresses: options.addresses,
          runnerOf: (number) => pooledRunner(app, number),
        }),
      readGeneration: (id) => lookAgain(() => findGeneration(app, id)),
      listGone: (ids) => lookAgain(() => listGone(system, ids)),
      forget: (id) => {
        hashes.clear()
        for (const forget of this.#forgetting) forget(id)
      },
    })
    this.#dropping = setInterval(() => void this.#tenants.dropGone().catch(() => undefined), dropEveryMs).unref()
    this.#counting = setInterval(() => void this.#countSeals().catch(() => undefined), countEveryMs).unref()
  }

  /** Runs `work` in one transaction: everything it did commits, or nothing. A transient failure runs it again, with jitter. */
  transact<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transact(caller, () => ({ first: [], work }))
  }

  async #transact<T>(caller: Caller, opening: Opening<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let tenant: Tenant | undefined
      try {
        tenant = await this.#tenants.read(caller.tenant)
        return await this.#once(caller, tenant, opening)
      } catch (error) {
        if (tenant !== undefined && (await this.#tenants.hasNewKey(error, tenant))) continue
        if (!isWorthAgain(error, attempt)) throw this.#refusal(error)
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
      }
    }
  }

  async #once<T>(caller: Caller, tenant: Tenant, opening: Opening<T>): Promise<T> {
    const client = await this.#app.connect().catch(failToConnect)
    let broken: Error | undefined
    let isCommitting = false
    try {
      const { first, work } = opening(tenant)
      const begun = [beginning, setTenant(tenant.number, true), clockReading, ...first]
      const [, , clock, ...found] = await sendPipelined(client, begun)
      const { index, check, hooks = {} } = this.#options
      const at = String(clock?.rows[0]?.at ?? '')
      const tx = new Tx({ client, tenant, caller, at, index, check, hooks, names: this.#names })
      const result = await work(tx, found)
      const last = await tx.finish()
      if (!this.#tenants.isCurrent(tenant, heldMs)) await checkUnchanged(client, tx)
      isCommitting = true
      await sendPipelined(client, [...last, ending])
      if (tx.hasChangedTenant) this.#tenants.markChanged(tenant.id)
      if (tx.hasOutbox) this.wakeUps.announce('outbox')
      if (tx.hasVersions) this.wakeUps.announce('versions')
      this.#statistics.count()
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      // Whether it did commit is not known, so it is not run again.
      throw isCommitting ? this.#refusal(error) : error
    } finally {
      client.release(broken)
    }
  }

  /** Resources of such a type are written in a transaction. */
  hasHook(type: string): boolean {
    return this.#options.hooks?.[type] !== undefined
  }

  /** Runs `work`, which looks, and then writes once and for all, with what belongs `beside` it; a lost race is a conflict. */
  async write<T>(caller: Caller, work: (writing: Writing) => Promise<T>, beside?: Beside): Promise<T> {
    const { index, check } = this.#options
    return this.view(caller, (view) => {
      const { tenant } = view
      const commits: Commits = {
        write: (write) => this.#commit(tenant, () => this.#writes.write(tenant, write)),
        remove: (removal) => this.#commit(tenant, () => this.#writes.remove(tenant, removal)),
      }
      return work(new SingleWrite({ view, index, check, commits, beside }))
    })
  }

  async #commit<T>(tenant: Tenant, commit: () => Promise<T>): Promise<T> {
    if (!this.#tenants.isCurrent(tenant, heldMs)) throw new Problem('conflict')
    try {
      const result = await commit()
      this.wakeUps.announce('versions')
      this.#statistics.count()
      return result
    } catch (error) {
      throw transientCodes.has((error as { code?: unknown }).code) ? new Problem('conflict', { cause: error }) : error
    }
  }

  /** Runs `work`, each look on its own; returns when what it read is on record. */
  async view<T>(caller: Caller, work: (view: View) => Promise<T>): Promise<T> {
    let tenant: Tenant | undefined
    try {
      const known = this.#tenants.read(caller.tenant)
      tenant = known instanceof Promise ? await known : known
      return await this.#look(caller, tenant, work)
    } catch (error) {
      if (tenant !== undefined && (await this.#tenants.hasNewKey(error, tenant))) return this.view(caller, work)
      throw this.#refusal(error)
    }
  }

  /** Whether there is room is in doubt from now on. */
  #refusal(error: unknown): unknown {
    if (isInDoubt(findUnavailable(error))) this.#isInDoubt = true
    return toUnavailable(error)
  }

  /** Throws while the database has no room for what is written, which small writes may not notice. */
  async checkRoom(): Promise<void> {
    if (!this.#isInDoubt) return
    await checkRoom(this.system)
    this.#isInDoubt = false
  }

  async #look<T>(caller: Caller, tenant: Tenant, work: (view: View) => Promise<T>): Promise<T> {
    const view = new View(this.#runnersOf(tenant), caller)
    const result = await work(view)
    if (view.entries.length > 0) await this.#auditCommits.add(tenant, view.entries)
    return result
  }

  #runnersOf(tenant: Tenant): Runners {
    const known = this.#runners.get(tenant)
    if (known !== undefined) return known
    const made = {
      tenant,
      reads: this.#reads.runnerOf(tenant.number),
      current: this.#current,
      searches: this.#searches.runnerOf(tenant.number),
      pooled: pooledRunner(this.#app, tenant.number),
      names: this.#names,
      totals: this.#totals,
    }
    this.#runners.set(tenant, made)
    return made
  }

  /** For statements of a work that reads much: on a connection of its own, to the replica where there is one. */
  async openLongReads(tenant: string): Promise<Reader> {
    const known = await this.readTenant(tenant)
    return { tenant: known, client: this.#longReads.runnerOf(known.number) }
  }

  /** Runs a mutation under its idempotency key: the key, the change, its audit and its outbox commit together. */
  async idempotent(
    caller: Caller,
    request: IdempotentRequest,
    run: (store: StoreView) => Promise<StoredReply>,
  ): Promise<StoredReply> {
    const within = (tx: Tx) => run({ transact: (_caller, work) => work(tx) })
    return this.#transact(caller, replayOrRun(caller, request, within))
  }

  /** The stored answer of an idempotency key. */
  async findReplay(caller: Caller, request: IdempotentRequest): Promise<StoredReply | undefined> {
    return this.#transact(caller, findReplay(caller, request))
  }

  readTenant(id: string): MaybePromise<Tenant> {
    return this.#tenants.read(id)
  }

  /** For who keeps something of a tenant in memory: calls back when it is erased. */
  onForgotten(forget: (tenant: string) => void): () => void {
    this.#forgetting.add(forget)
    return () => this.#forgetting.delete(forget)
  }

  /** What holds for the caller's spoke, as every process knows within two seconds. Throws where the tenant is not served. */
  readPlatform({ tenant, spoke }: Pick<Caller, 'tenant' | 'spoke'>): MaybePromise<Platform> {
    const read = () => after(this.#tenants.read(tenant), (known) => platformOf(checkServed(known), spoke))
    return attempt(read, (error) => {
      throw this.#refusal(error)
    })
  }

  /** Kept for a while beside the work, so that a request can be followed. */
  recordRequest(record: RequestRecord): void {
    this.#requests.add(record)
  }

  /** Those that are served, or will be again. */
  async listTenantIds(): Promise<string[]> {
    const { rows } = await this.#app.query<{ id: string }>(
      `select id from tenant where state not in ('erasing', 'erased') order by number`,
    )
    return rows.map((row) => row.id)
  }

  /** Seals the audit records older than `ageMs` of every tenant; answers how many. */
  async sealAudit(ageMs: number): Promise<number> {
    return sealOlder(this.system, ageMs, async () => readSigningKey(this.system, await this.#readMasterKey()))
  }

  /** Banksia at work for a tenant, not a person. */
  async transactAsSystem<T>(tenant: string, work: (tx: Tx) => Promise<T>, requestId: string = newId()): Promise<T> {
    return this.transact(systemCaller(tenant, requestId), work)
  }

  /** Throws where the key-encryption key cannot be read, or is not that of this database. */
  async checkKeys(): Promise<void> {
    await checkMasterKey(this.system, await this.#readMasterKey())
  }

  /** How far the replica is behind; 0 where there is none. */
  async readReplicaLagMs(): Promise<number> {
    return readReplicaLagMs(this.#longReads.runnerOf(0))
  }

  async #countSeals(): Promise<void> {
    for (const tenant of this.#tenants.list()) await countSeals(this.system, tenant, this.#readMasterKey)
  }

  async close(): Promise<void> {
    clearInterval(this.#counting)
    clearInterval(this.#dropping)
    await this.#countSeals().catch(() => undefined)
    await this.#requests.flush()
    await this.wakeUps.close()
    const lanes = [this.#reads, this.#searches, this.#audits, this.#longReads, this.#requestLane]
    await Promise.all([this.#app.end(), this.system.end(), ...lanes.map((lane) => lane.close())])
  }
}

/** What a crash may lose of the last moment. */
const hasty = (session: pg.ClientConfig): pg.ClientConfig => ({
  ...session,
  options: `${session.options ?? ''} -c synchronous_commit=off`,
})

const isWorthAgain = (error: unknown, attempt: number): boolean =>
  isConnectionLost(error) ? attempt === 1 : attempt < attempts && transientCodes.has((error as { code?: unknown }).code)

/** A tenant that is known stays known. */
const toMasterKeyError = (cause: unknown): never => {
  throw new MasterKeyError('the key-encryption key cannot be read', { cause })
}

/** Migrates as the owner of the tables, creates the tenants that are missing, and goes on as roles that own nothing. Throws MasterKeyError where the key is another's. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { connection, tenants = [], masterKey } = options
  const owner = openPool(connection, 1)
  try {
    await migrate(owner)
    // Before anything is wrapped by a key that the rest is not.
    await checkMasterKey(owner, masterKey)
    for (const tenant of tenants) await createTenant(owner, tenant, { master: masterKey })
  } finally {
    await owner.end()
  }
  const app = openPool(sessionAs('banksia_app', connection), poolSize)
  const system = openPool(sessionAs('banksia_system', connection), systemPoolSize)
  const store = new Store({ app, system }, options)
  await checkRole(app).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  return store
}
