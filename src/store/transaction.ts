/** One transaction of one caller: the only way to read or change state. STORE.md "Writes". */
import type pg from 'pg'
import type { Caller } from '../core/caller.ts'
import type { JsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { buildMove, type Movable, refuseArtifact } from './artifact-moves.ts'
import type { AuditFields } from './audit/audit.ts'
import { CommitLog, type WrittenVersion } from './commit-log.ts'
import type { EventKind } from './events.ts'
import type { Tenant } from './keys/tenants.ts'
import { followMove, touchesReview } from './operations/reviews.ts'
import type { OutboxTopic } from './outbox.ts'
import type { Statement } from './postgres/pipeline.ts'
import type { StatementNames } from './postgres/statement-names.ts'
import {
  type Conditional,
  checkMatches,
  findWhere,
  type Lookup,
  lockStatement,
  type PutWhere,
  putWhere,
  toSearch,
} from './resources/conditional.ts'
import type { Stored } from './resources/content.ts'
import type { HashedIndex, Index, Indexed } from './resources/index-rows.ts'
import { ReadAhead } from './resources/read/read-ahead.ts'
import { StatementBatch, searchTogether } from './resources/read/statement-batch.ts'
import {
  findAllCurrent,
  findCurrent,
  findVersion,
  type Lock,
  listVersions,
  type VersionPage,
  type VersionSearch,
} from './resources/read/versions.ts'
import type { ResourceAddress } from './resources/reader.ts'
import { type Page, type Search, searchRows } from './resources/search/search.ts'
import { findIncluded, type Include, type Included } from './resources/search/search-includes.ts'
import type { Restriction } from './resources/search/search-tests.ts'
import { type Check, type CheckFinding, isError } from './resources/write/check-rows.ts'
import { listFindings } from './resources/write/dry-checks.ts'
import type { PendingReference } from './resources/write/missing-references.ts'
import { ReferenceChecks } from './resources/write/reference-checks.ts'
import { readRemoved, removeStatement } from './resources/write/tombstone.ts'
import { putBatches, type Within } from './resources/write/write-batches.ts'
import { hookOf, type WriteHooks } from './resources/write/write-hooks.ts'
import {
  hashIndex,
  type Prepared,
  type Preparing,
  putVersion,
  type Recorded,
  versionFields,
  type Write,
  type Writing,
} from './resources/write/write-rows.ts'
import { readOutcome, type Written, writeStatement } from './resources/write/writes.ts'
import type { ArtifactOperation } from './transitions.ts'

export type { Write } from './resources/write/write-rows.ts'

const nameLock = (name: string, { number }: Tenant): Statement => ({
  name: 'name-lock',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, $2))',
  values: [name, number],
})

export type TxContext = {
  readonly client: pg.PoolClient
  readonly tenant: Tenant
  readonly caller: Caller
  /** The database's clock at the start, RFC 3339 UTC. */
  readonly at: string
  readonly index: Index
  readonly check: Check
  readonly hooks: WriteHooks
  readonly names: StatementNames
}

export class Tx implements Writing {
  readonly client: pg.PoolClient
  readonly tenant: Tenant
  readonly caller: Caller
  readonly at: string
  readonly names: StatementNames
  readonly #context: TxContext
  readonly #log = new CommitLog()
  readonly #references = new ReferenceChecks()
  readonly #ahead = new ReadAhead()
  readonly #last: Statement[] = []
  #hasVersions = false
  /** It has counted a change of what is kept of the tenant. keys/generation.ts. */
  hasChangedTenant = false

  constructor(context: TxContext) {
    this.#context = context
    this.client = context.client
    this.names = context.names
    this.tenant = context.tenant
    this.caller = context.caller
    this.at = context.at
  }

  async find(place: ResourceAddress, lock?: Lock): Promise<Stored | undefined> {
    const current = await this.findCurrent(place, lock)
    return current?.deleted ? undefined : current
  }

  /** As `find`; what was deleted is its tombstone. */
  async findCurrent(place: ResourceAddress, lock?: Lock): Promise<Stored | undefined> {
    if (lock !== undefined) this.#ahead.clear()
    return this.#ahead.has(place) ? this.#ahead.get(place) : findCurrent(this, place, lock)
  }

  /** Looks in one trip at what the work is going to read; it stays as it was seen until it is written, or a lock is waited for. */
  async readAhead(places: readonly ResourceAddress[]): Promise<void> {
    const unseen = places.filter((place) => !this.#ahead.has(place))
    this.#ahead.add(unseen, await findAllCurrent(this, unseen))
  }

  /** The current versions in the order of the places, in one statement. */
  async findAllCurrent(places: readonly ResourceAddress[], lock?: Lock): Promise<readonly (Stored | undefined)[]> {
    return findAllCurrent(this, places, lock)
  }

  async read(place: ResourceAddress, lock?: Lock): Promise<Stored> {
    const stored = await this.find(place, lock)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  /** One version, current or superseded; it may be a tombstone. */
  async readVersion(place: ResourceAddress, version: number): Promise<Stored> {
    const stored = await findVersion(this, place, version)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  /** A page of versions, newest first. */
  async listVersions(search: VersionSearch): Promise<VersionPage> {
    return listVersions(this, search)
  }

  async search(search: Search): Promise<Page> {
    return searchRows({ searches: this.client, pooled: this.client, tenant: this.tenant, names: this.names }, search)
  }

  /** What these resources bring along. */
  async findIncluded(
    of: readonly Stored[],
    include: readonly Include[],
    restriction: Restriction | undefined,
  ): Promise<Included> {
    return findIncluded(this, { of, include, restriction })
  }

  async put(write: Write): Promise<Stored> {
    refuseArtifact(write)
    const version = write.expected ?? (await this.findCurrent(write))?.version ?? 0
    return this.#write(await hookOf(this.#context.hooks, write).put(this, write), version)
  }

  /** Of types without hooks, in the order of what builds them; each write says which version it expects. */
  async putAll(builders: readonly (() => Write)[], within: Within): Promise<readonly Stored[]> {
    const putAlone = ({ record: _, ...write }: Write) => this.put(write)
    const addPending = (pending: readonly PendingReference[]) => this.#references.add(pending)
    const own = { client: this.client, within, putAlone, addPending }
    const puts = await putBatches({ ...this.#preparing, ...own }, builders)
    for (const { stored, write } of puts) {
      this.#ahead.drop(write)
      this.#record(stored, write.record)
    }
    return puts.map(({ stored }) => stored)
  }

  /** As `put` for each, of types without hooks, in few trips. */
  async putTogether<const Writes extends readonly Write[]>(
    writes: Writes,
  ): Promise<{ readonly [At in keyof Writes]: Stored }> {
    const open = writes.filter(({ expected }) => expected === undefined)
    await this.readAhead(open)
    const builders = writes.map((write) => () => ({
      ...write,
      expected: write.expected ?? this.#ahead.get(write)?.version ?? 0,
    }))
    // One for each.
    return (await this.putAll(builders, (_at, work) => work())) as { readonly [At in keyof Writes]: Stored }
  }

  /** Of a resource that an earlier release has stored. */
  async renewHook(stored: Stored): Promise<void> {
    await hookOf(this.#context.hooks, stored).renew?.(this, stored)
  }

  async remove(stored: Stored, record?: Recorded): Promise<Stored> {
    this.#ahead.drop(stored)
    this.#references.addRemoved([stored])
    await hookOf(this.#context.hooks, stored).remove(this, stored)
    const { rows } = await this.client.query(removeStatement(this, [{ stored, entries: [] }]))
    const tombstone = readRemoved(this, rows)[0]?.tombstone
    if (tombstone === undefined) throw new Problem('conflict')
    this.#record(tombstone, record)
    return tombstone
  }

  /** What a resource is found by, as it is kept. */
  hashIndex(resource: Indexed): HashedIndex {
    return hashIndex({ tenant: this.tenant, index: this.#context.index }, resource)
  }

  async #write(write: Write, version: number): Promise<Stored> {
    const send = (prepared: Prepared) => this.#send(prepared)
    const find = (place: ResourceAddress) => findCurrent(this, place)
    const stored = await putVersion({ ...this.#preparing, send, findCurrent: find }, write, version)
    this.#ahead.drop(write)
    this.#record(stored, write.record)
    return stored
  }

  async #send({ row, pending }: Prepared): Promise<Written | undefined> {
    const { rows } = await this.client.query(writeStatement(this, [row]))
    const written = readOutcome(rows, [row])[0]?.written
    if (written !== undefined) this.#references.add(pending)
    return written
  }

  get #preparing(): Preparing {
    const { tenant, index, check } = this.#context
    return { tenant, index, check }
  }

  #record(version: Stored, record: Recorded | undefined): void {
    if (version.space === 'fhir') this.#hasVersions = true
    if (record !== undefined) this.record(record.kind, { ...versionFields(version), ...record.fields })
  }

  /** What would keep these FHIR resources from being written together, were they put now. */
  async listErrors(resources: readonly JsonObject[]): Promise<readonly CheckFinding[]> {
    return (await this.listFindings(resources)).filter(isError)
  }

  async listFindings(resources: readonly JsonObject[]): Promise<readonly CheckFinding[]> {
    return listFindings({ client: this.client, tenant: this.tenant, check: this.#context.check }, resources)
  }

  /** Answers what the checks left open, now that all is put. */
  async checkReferences(): Promise<void> {
    await this.#references.run(this)
  }

  /** What the criteria find; no other transaction writes by the same criteria until this one ends. STORE.md "Writes". */
  async findWhere(where: Conditional, lock?: Lock): Promise<Stored | undefined> {
    return findWhere(this, where, lock)
  }

  /** All that the criteria find, under the lock of `findWhere`. Throws where they are more than `limit`. */
  async listWhere(where: Conditional, limit: number): Promise<readonly Stored[]> {
    const [found = []] = await this.listAllWhere([{ where, limit }])
    return checkMatches(found, limit)
  }

  /** As `listWhere` for each, in one trip; of those who find too much, one more than the limit. */
  async listAllWhere(asked: readonly Lookup[]): Promise<readonly (readonly Stored[])[]> {
    const pages = await searchTogether(this, asked.map(toSearch), lockStatement(this.tenant, asked))
    return pages.map(({ items }) => items)
  }

  /** In one trip. */
  async searchAll(searches: readonly Search[]): Promise<readonly Page[]> {
    return searchTogether(this, searches)
  }

  /** The one conditional write: two at once on the same criteria make one resource. */
  async putWhere(where: Conditional, build: (existing: Stored | undefined) => Write | undefined): Promise<PutWhere> {
    return putWhere(this, where, build)
  }

  /** Waits until no other transaction of this tenant holds the lock of that name; held until the end. */
  async lock(name: string): Promise<void> {
    this.#ahead.clear()
    await this.client.query(nameLock(name, this.tenant))
  }

  /** As `lock`, and then reads the resource that is to be changed, in the same trip. */
  async lockAndRead(name: string, place: ResourceAddress): Promise<Stored> {
    this.#ahead.clear()
    const gathering = new StatementBatch()
    const found = findCurrent({ client: gathering, tenant: this.tenant }, place, 'update')
    const [stored] = await Promise.all([found, gathering.send(this.client, [nameLock(name, this.tenant)])])
    if (stored === undefined || stored.deleted) throw new Problem('not-found')
    return stored
  }

  /** The one writer of an artifact: checks state and role, writes the version, records the event. */
  async move(
    artifact: Movable,
    operation: ArtifactOperation,
    change: JsonObject = {},
    fields: AuditFields = {},
  ): Promise<Stored> {
    const write = buildMove(this.caller, artifact, { operation, change, fields })
    const moved = await this.#write(write, artifact.version ?? 0)
    if (touchesReview(write.record?.fields)) this.endWith(followMove(this, moved))
    return moved
  }

  /** Adds an audit record to this transaction. */
  record(kind: EventKind, fields: AuditFields = {}): string {
    return this.#log.record(kind, fields)
  }

  /** The versions that this transaction has written and recorded. */
  listWritten(): readonly WrittenVersion[] {
    return this.#log.listWritten()
  }

  /** Adds an outbox row: what has to happen after the commit. `subject` is an identifier. */
  enqueue(topic: OutboxTopic, subject: string): void {
    this.#log.enqueue(topic, subject)
  }

  get hasOutbox(): boolean {
    return this.#log.hasOutbox
  }

  /** It has written FHIR versions, which somebody may follow. */
  get hasVersions(): boolean {
    return this.#hasVersions
  }

  /** Goes with the commit: nothing of the work looks for it. */
  endWith(statement: Statement): void {
    this.#last.push(statement)
  }

  /** Last step before the commit: references. Answers what goes with the commit: audit, outbox, what was left for the end. */
  async finish(): Promise<readonly Statement[]> {
    await this.checkReferences()
    return [...this.#last, ...this.#log.statements(this.tenant, this.caller)]
  }
}
