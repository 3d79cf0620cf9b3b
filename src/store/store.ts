/** The shared resource store: the only place that knows SQL or keys. docs/design/store.md. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { type Caller, systemCaller } from '../core/caller.ts'
import { newId } from '../core/ids.ts'
import { after, attempt, type MaybePromise } from '../core/maybe-promise.ts'
import type { Platform } from '../core/platform.ts'
import { AuditCommits } from './audit/audit-commits.ts'
import { readSigningKey } from './audit/audit-keys.ts'
import { sealOlder } from './audit/audit-sealer.ts'
import { CommitWatch } from './commit-watch.ts'
import { Connections, type Pools } from './connections.ts'
import { readReplicaLagMs } from './health.ts'
import { findReplay, type IdempotentRequest, replayOrRun, type StoredReply } from './idempotency.ts'
import { IssuerStore } from './issuer/issuer-store.ts'
import { checkMasterKey } from './keys/check-master-key.ts'
import { artifactHook } from './operations/artifact-moves.ts'
import type { StoreOptions } from './options.ts'
import { platformOf } from './platforms.ts'
import { sessionAs } from './postgres/sessions.ts'
import { type RequestRecord, RequestRecords } from './requests/request-records.ts'
import { StatementView } from './resources/read/statement-view.ts'
import type { Reader } from './resources/types.ts'
import type { Beside } from './resources/write/single-write.ts'
import type { WriteHooks } from './resources/write/write-hooks.ts'
import type { Writing } from './resources/write/write-rows.ts'
import { RoomWatch } from './room-watch.ts'
import { SingleWrites } from './single-writes.ts'
import { checkServed } from './tenants/check-served.ts'
import { OpenTenants } from './tenants/open-tenants.ts'
import type { Tenant } from './tenants/tenant.ts'
import { listServed } from './tenants/tenants.ts'
import type { Tx } from './transaction.ts'
import { Transactions } from './transactions.ts'
import { WakeUps } from './wake/wake-ups.ts'

export class Store {
  /** As banksia_system: looks for work of any tenant. */
  readonly system: pg.Pool
  /** For workers that follow commits. */
  readonly wakeUps: WakeUps
  /** For the authorisation server. */
  readonly issuer: IssuerStore
  readonly #connections: Connections
  readonly #hooks: WriteHooks<Tx>
  readonly #readMasterKey: () => Promise<KeyObject>
  readonly #tenants: OpenTenants
  readonly #transactions: Transactions
  readonly #writes: SingleWrites
  readonly #room: RoomWatch
  readonly #auditCommits: AuditCommits
  readonly #requests: RequestRecords

  constructor(pools: Pools, options: StoreOptions) {
    const { index, check, addresses, masterKey, readMasterKey = async () => masterKey } = options
    const { app, system } = pools
    this.system = system
    this.issuer = new IssuerStore(system, readMasterKey, options.clientSources)
    this.wakeUps = new WakeUps(sessionAs('banksia_system', options.connection))
    this.#readMasterKey = readMasterKey
    const connections = new Connections(pools, options)
    this.#connections = connections
    this.#tenants = new OpenTenants({ app, system, readMasterKey, addresses })
    const tenants = this.#tenants.cache
    const commits = new CommitWatch(system, this.wakeUps)
    const room = new RoomWatch(system)
    this.#room = room
    const hooks = { fhir: options.hooks, hub: { Artifact: artifactHook } }
    this.#hooks = hooks
    this.#transactions = new Transactions({ connections, tenants, index, check, hooks, room, commits })
    this.#writes = new SingleWrites({ app, tenants, index, check, commits })
    this.#auditCommits = new AuditCommits(connections.audits)
    this.#requests = new RequestRecords({ lane: connections.requests, readTenant: (id) => this.readTenant(id) })
  }

  /** Runs `work` in one transaction: everything it did commits, or nothing. */
  transact<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transactions.run(caller, () => ({ first: [], work }))
  }

  /** A transaction of Banksia itself for a tenant, not of a person. */
  async transactAsSystem<T>(tenant: string, work: (tx: Tx) => Promise<T>, requestId: string = newId()): Promise<T> {
    return this.transact(systemCaller(tenant, requestId), work)
  }

  /** Resources of such a type are written in a transaction. */
  hasHook(type: string): boolean {
    return this.#hooks.fhir?.[type] !== undefined
  }

  /** Runs `work`, which looks, and then writes once, with the resources `beside` it. A lost race is a conflict. */
  async write<T>(caller: Caller, work: (writing: Writing) => Promise<T>, beside?: Beside): Promise<T> {
    return this.view(caller, (view) => work(this.#writes.open(view, beside)))
  }

  /** Runs `work`, each read as its own statement. Returns when the audit records of its reads are on disk. */
  async view<T>(caller: Caller, work: (view: StatementView) => Promise<T>): Promise<T> {
    const tenants = this.#tenants.cache
    let tenant: Tenant | undefined
    try {
      const known = tenants.read(caller.tenant)
      tenant = known instanceof Promise ? await known : known
      return await this.#look(caller, tenant, work)
    } catch (error) {
      if (tenant !== undefined && (await tenants.hasNewKey(error, tenant))) return this.view(caller, work)
      throw this.#room.refusal(error)
    }
  }

  async #look<T>(caller: Caller, tenant: Tenant, work: (view: StatementView) => Promise<T>): Promise<T> {
    const view = new StatementView(this.#connections.runnersOf(tenant), caller)
    const result = await work(view)
    if (view.entries.length > 0) await this.#auditCommits.add(tenant, view.entries)
    return result
  }

  /** Throws while the database has no room for a write. */
  async checkRoom(): Promise<void> {
    return this.#room.check()
  }

  /** For statements that read much: a connection of its own, to the replica if there is one. */
  async openLongReads(tenant: string): Promise<Reader> {
    const known = await this.readTenant(tenant)
    return { tenant: known, client: this.#connections.longReadsOf(known.number) }
  }

  /** Runs a mutation under its idempotency key: the key, the change, its audit and its outbox commit together. */
  async idempotent(
    caller: Caller,
    request: IdempotentRequest,
    run: (store: Pick<Store, 'transact'>) => Promise<StoredReply>,
  ): Promise<StoredReply> {
    const within = (tx: Tx) => run(boundTo(tx))
    return this.#transactions.run(caller, replayOrRun(caller, request, within))
  }

  /** The stored reply of an idempotency key. */
  async findReplay(caller: Caller, request: IdempotentRequest): Promise<StoredReply | undefined> {
    return this.#transactions.run(caller, findReplay(caller, request))
  }

  readTenant(id: string): MaybePromise<Tenant> {
    return this.#tenants.cache.read(id)
  }

  /** For code that keeps something of a tenant in memory: calls back when the tenant is erased. */
  onForgotten(forget: (tenant: string) => void): () => void {
    return this.#tenants.onForgotten(forget)
  }

  /** The platform config of the caller's spoke, at most two seconds old. Throws if the tenant is not served. */
  readPlatform({ tenant, spoke }: Pick<Caller, 'tenant' | 'spoke'>): MaybePromise<Platform> {
    const read = () => after(this.readTenant(tenant), (known) => platformOf(checkServed(known), spoke))
    return attempt(read, (error) => {
      throw this.#room.refusal(error)
    })
  }

  /** Stored for a while beside the work, so that a request can be followed. */
  recordRequest(record: RequestRecord): void {
    this.#requests.add(record)
  }

  /** Tenants that are served, or will be again. */
  async listTenantIds(): Promise<string[]> {
    return listServed(this.#connections.app)
  }

  /** Seals the audit records older than `ageMs` of every tenant; answers how many. */
  async sealAudit(ageMs: number): Promise<number> {
    return sealOlder(this.system, ageMs, async () => readSigningKey(this.system, await this.#readMasterKey()))
  }

  /** Throws if the key-encryption key cannot be read, or is not the one of this database. */
  async checkKeys(): Promise<void> {
    await checkMasterKey(this.system, await this.#readMasterKey())
  }

  /** How far the replica is behind; 0 without one. */
  async readReplicaLagMs(): Promise<number> {
    return readReplicaLagMs(this.#connections.longReadsOf(0))
  }

  async close(): Promise<void> {
    await this.#tenants.close()
    await this.#requests.flush()
    await this.wakeUps.close()
    await this.#connections.close()
  }
}

/** The store inside a transaction that has begun: it is its caller's, and nobody else's. */
const boundTo = (tx: Tx): Pick<Store, 'transact'> => ({
  transact: async (caller, work) => {
    if (caller !== tx.caller) throw new Error('a transaction has one caller')
    return work(tx)
  },
})
