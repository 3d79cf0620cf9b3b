/** One transaction of one caller: the only way to read or change state. STORE.md "Writes". */
import type pg from 'pg'
import { type Caller, hasRole } from '../caller.ts'
import { newId } from '../ids.ts'
import type { JsonObject } from '../json.ts'
import { Problem } from '../problems.ts'
import { type AuditFields, type AuditRecord, auditStatement } from './audit.ts'
import { type Check, type CheckFinding, checkErrors, isError } from './check-rows.ts'
import { type Companions, companionOf } from './companions.ts'
import { contentText, readContent, type Space, type Stored } from './content.ts'
import { type EventKind, eventRows } from './events.ts'
import { type HashedIndex, hashRows, type Index, type Indexed, selfHash, type Token, tokenHash } from './index-rows.ts'
import { findMissing, isReferred, listPending, missingFinding, type PendingReference } from './missing-references.ts'
import { insertOutbox, type OutboxRow, type OutboxTopic } from './outbox.ts'
import type { Place, Reading } from './reader.ts'
import { sealContext } from './rows.ts'
import { seal } from './seal.ts'
import { type Page, type Search, searchRows } from './search.ts'
import type { Condition } from './search-conditions.ts'
import { findIncluded, type Include, type Included } from './search-includes.ts'
import type { Restriction } from './search-tests.ts'
import type { StatementNames } from './statement-names.ts'
import type { Tenant } from './tenants.ts'
import { deleteResource } from './tombstone.ts'
import { type ArtifactOperation, checkOpen } from './transitions.ts'
import { findCurrent, findVersion, type Lock, listVersions, type VersionPage, type VersionSearch } from './versions.ts'
import { insertResource, updateResource } from './writes.ts'

export type Write = Place & {
  readonly content: JsonObject
  /** Version that must be current; 0: there must be none, or none but a tombstone. Absent: whatever is there. */
  readonly expected?: number
  readonly owner?: Stored['owner']
  /** A withdrawal is written even where what it refers to is gone. */
  readonly dangling?: true
}

/** `token` is what is locked; without `where` it is also what is looked for. */
export type Conditional = {
  readonly space: Space
  readonly type: string
  readonly token: Token
  readonly where?: readonly Condition[]
}

export type TxContext = {
  readonly client: pg.PoolClient
  readonly tenant: Tenant
  readonly caller: Caller
  /** The database's clock at the start, RFC 3339 UTC. */
  readonly at: string
  readonly index: Index
  readonly check: Check
  readonly companions: Companions
  readonly names: StatementNames
}

export type WrittenVersion = Required<Pick<AuditFields, 'resourceType' | 'resourceId' | 'version'>>

const isWrite = (kind: EventKind): boolean => ['C', 'U', 'D'].includes(eventRows.get(kind)?.action ?? '')

export class Tx implements Reading {
  readonly client: pg.PoolClient
  readonly tenant: Tenant
  readonly caller: Caller
  readonly at: string
  readonly #context: TxContext
  readonly #audit: AuditRecord[] = []
  readonly #outbox: OutboxRow[] = []
  readonly #pending: PendingReference[] = []
  readonly #removed: Place[] = []

  constructor(context: TxContext) {
    this.#context = context
    this.client = context.client
    this.tenant = context.tenant
    this.caller = context.caller
    this.at = context.at
  }

  async find(place: Place, lock?: Lock): Promise<Stored | undefined> {
    const current = await findCurrent(this, place, lock)
    return current?.deleted ? undefined : current
  }

  /** As `find`; what was deleted is its tombstone. */
  async findCurrent(place: Place, lock?: Lock): Promise<Stored | undefined> {
    return findCurrent(this, place, lock)
  }

  async read(place: Place, lock?: Lock): Promise<Stored> {
    const stored = await this.find(place, lock)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  /** One version, current or superseded; it may be a tombstone. */
  async readVersion(place: Place, version: number): Promise<Stored> {
    const stored = await findVersion(this, place, version)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  /** A page of versions, newest first. */
  async listVersions(search: VersionSearch): Promise<VersionPage> {
    return listVersions(this, search)
  }

  async search(search: Search): Promise<Page> {
    return searchRows(
      { searches: this.client, pooled: this.client, tenant: this.tenant, names: this.#context.names },
      search,
    )
  }

  /** What these resources bring along. */
  async findIncluded(
    of: readonly Stored[],
    include: readonly Include[],
    restriction: Restriction | undefined,
  ): Promise<Included> {
    return findIncluded(this, { of, include, restriction })
  }

  /** Creates or updates, checks the resource, and keeps the superseded version. */
  async put(write: Write): Promise<Stored> {
    const old = write.expected === 0 ? undefined : await this.findCurrent(write)
    if (write.expected !== undefined && (old?.version ?? 0) !== write.expected) throw new Problem('conflict')
    this.#refuseStateChange(write, old)
    return this.#write(await companionOf(this.#context.companions, write).put(this, write), old)
  }

  /** Leaves a tombstone; the versions before it can still be read. */
  async remove(stored: Stored): Promise<Stored> {
    this.#removed.push(stored)
    await companionOf(this.#context.companions, stored).remove(this, stored)
    return deleteResource(this, stored)
  }

  /** What a resource is found by, as it is kept. */
  hashIndex(resource: Indexed): HashedIndex {
    const rows = this.#context.index(this.tenant, resource)
    return { ...rows, ...hashRows(this.tenant, resource, rows) }
  }

  async #write(write: Write, old: Stored | undefined): Promise<Stored> {
    this.#check(write)
    const rows = this.hashIndex(write)
    const version = (old?.version ?? 0) + 1
    const text = contentText(write.content)
    const row = {
      ...write,
      self: selfHash(this.tenant, write),
      version,
      owner: write.owner ?? old?.owner ?? 'client',
      d: rows.d ?? null,
      dEnd: rows.dEnd ?? null,
      drivers: rows.drivers,
      tokens: rows.tokens,
      refs: rows.refs,
      ranges: rows.ranges,
      content: seal(Buffer.from(text), this.tenant.keys.current, sealContext(this.tenant, write, version)),
    }
    const written = await (old === undefined ? insertResource(this, row) : updateResource(this, row))
    if (written === undefined) return this.#revive(write, old)
    return {
      ...written,
      space: write.space,
      type: write.type,
      id: write.id,
      version,
      owner: row.owner,
      deleted: false,
      text,
    }
  }

  /** What could not be written is a conflict, unless it was to be created and what was there has been deleted. */
  async #revive(write: Write, old: Stored | undefined): Promise<Stored> {
    const tombstone = old === undefined ? await this.findCurrent(write) : undefined
    if (!tombstone?.deleted) throw new Problem('conflict')
    return this.#write(write, tombstone)
  }

  /** What would keep these FHIR resources from being written together, were they put now. */
  async listErrors(resources: readonly JsonObject[]): Promise<readonly CheckFinding[]> {
    return (await this.listFindings(resources)).filter(isError)
  }

  async listFindings(resources: readonly JsonObject[]): Promise<readonly CheckFinding[]> {
    const checked = resources.map((resource) => this.#context.check(this.tenant, resource))
    const own = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
    const pending = checked
      .flatMap((one) => listPending(this.tenant, one))
      .filter(({ type, id }) => !own.has(`${type}/${id}`))
    const missing = await findMissing(this.client, this.tenant, pending)
    return [...checked.flatMap(({ findings }) => findings), ...missing.map(missingFinding)]
  }

  #check(write: Write): void {
    if (write.space !== 'fhir') return
    const checked = this.#context.check(this.tenant, write.content)
    checkErrors(checked.findings)
    if (write.dangling !== true) this.#pending.push(...listPending(this.tenant, checked))
  }

  /** Answers what the checks left open, now that all is put. */
  async checkReferences(): Promise<void> {
    const missing = await findMissing(this.client, this.tenant, this.#pending.splice(0))
    checkErrors(missing.map(missingFinding))
    if (await isReferred(this.client, this.tenant, this.#removed.splice(0))) {
      throw new Problem('business-rule', { detail: 'Other resources refer to it: delete or change those first' })
    }
  }

  /** What the criteria find; no other transaction writes by the same criteria until this one ends. STORE.md "Writes". */
  async findWhere(where: Conditional, lock?: Lock): Promise<Stored | undefined> {
    const [found] = await this.listWhere(where, 1)
    if (found === undefined || lock === undefined) return found
    const locked = await this.find(found, lock)
    // Changed before it was locked: it may not meet the criteria any more.
    return locked?.version === found.version ? locked : this.findWhere(where, lock)
  }

  /** All that the criteria find, under the lock of `findWhere`. Throws where they are more than `limit`. */
  async listWhere(where: Conditional, limit: number): Promise<readonly Stored[]> {
    await this.client.query('select pg_advisory_xact_lock($1::bigint)', [tokenHash(this.tenant, where, where.token)])
    const { items } = await this.search({
      space: where.space,
      type: where.type,
      where: where.where ?? [{ parameter: where.token.parameter, values: [where.token.value] }],
      limit: limit + 1,
    })
    if (items.length > limit) throw new Problem('multiple-matches')
    return items
  }

  /** The one conditional write: two at once on the same criteria make one resource. */
  async putWhere(
    where: Conditional,
    build: (existing: Stored | undefined) => Write | undefined,
  ): Promise<{ readonly stored: Stored; readonly outcome: 'created' | 'updated' | 'unchanged' }> {
    const existing = await this.findWhere(where, 'update')
    const write = build(existing)
    if (write !== undefined)
      return { stored: await this.put(write), outcome: existing === undefined ? 'created' : 'updated' }
    if (existing === undefined) throw new Problem('not-found')
    return { stored: existing, outcome: 'unchanged' }
  }

  /** Waits until no other transaction of this tenant holds the lock of that name; held until the end. */
  async lock(name: string): Promise<void> {
    await this.client.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [name, this.tenant.number])
  }

  /** The one writer of an artifact's state: checks state and role, writes the version, records the event. */
  async move(
    artifact: Stored,
    operation: ArtifactOperation,
    change: JsonObject = {},
    fields: AuditFields = {},
  ): Promise<Stored> {
    const content = readContent(artifact)
    const from = String(content['state'])
    const transition = checkOpen(operation, from)
    if (!hasRole(this.caller, transition.roles)) throw new Problem('role-required')
    const moved = { ...content, ...change, state: transition.to }
    const stored = await this.#write({ ...artifact, content: moved, expected: artifact.version }, artifact)
    this.record(transition.event, {
      resourceType: 'Artifact',
      resourceId: artifact.id,
      artifactId: artifact.id,
      encounterId: String(content['encounterId']),
      version: stored.version,
      fromState: from,
      toState: transition.to,
      ...fields,
    })
    return stored
  }

  #refuseStateChange(write: Write, old: Stored | undefined): void {
    if (write.type !== 'Artifact' || write.space !== 'hub') return
    const before = old === undefined ? 'in_review' : readContent(old)['state']
    if (write.content['state'] !== before) throw new Error('an artifact changes state by move alone')
  }

  /** Adds an audit record to this transaction. */
  record(kind: EventKind, fields: AuditFields = {}): string {
    const id = newId()
    this.#audit.push({ id, kind, ...fields })
    return id
  }

  /** The versions that this transaction has written and recorded. */
  listWritten(): readonly WrittenVersion[] {
    return this.#audit.flatMap(({ kind, resourceType, resourceId, version }) =>
      resourceType === undefined || resourceId === undefined || version === undefined || !isWrite(kind)
        ? []
        : [{ resourceType, resourceId, version }],
    )
  }

  /** Adds an outbox row: what has to happen after the commit. `subject` is an identifier. */
  enqueue(topic: OutboxTopic, subject: string): void {
    this.#outbox.push({ topic, subject })
  }

  get hasOutbox(): boolean {
    return this.#outbox.length > 0
  }

  /** Last step before the commit: references, then audit and outbox. */
  async finish(): Promise<void> {
    await this.checkReferences()
    const entries = this.#audit.map((record) => ({ caller: this.caller, record }))
    if (entries.length > 0) await this.client.query(auditStatement(this.tenant, entries))
    await insertOutbox(this.client, this.tenant.id, this.#outbox)
  }
}
