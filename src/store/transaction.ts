/** One transaction of one caller: its writes, and what commits with them. docs/design/store.md#writes. */

import type { Caller } from '../core/caller.ts'
import type { JsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import type { AuditFields } from './audit/audit.ts'
import { CommitLog, type WrittenVersion } from './commit-log.ts'
import type { EventKind } from './events.ts'
import type { OutboxTopic } from './outbox.ts'
import type { Statement } from './postgres/pipeline.ts'
import { type Conditional, type PutWhere, putWhere } from './resources/conditional.ts'
import type { HashedIndex, Index, Indexed } from './resources/index-rows.ts'
import { findCurrent } from './resources/read/versions.ts'
import { asWhole } from './resources/scoped-address.ts'
import type { ReadScope } from './resources/search/access-scope.ts'
import type { ResourceAddress, Stored } from './resources/types.ts'
import { checkPermitted } from './resources/write/check-permitted.ts'
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
  type Removing,
  versionFields,
  type Write,
  type Writing,
} from './resources/write/write-rows.ts'
import { readOutcome, type Written, writeStatement } from './resources/write/writes.ts'
import { type ReadContext, TransactionReads } from './transaction-reads.ts'

export type TxContext = ReadContext & {
  readonly index: Index
  readonly check: Check
  readonly hooks: WriteHooks<Tx>
}

export class Tx extends TransactionReads implements Writing {
  readonly #context: TxContext
  readonly #log = new CommitLog()
  readonly #references = new ReferenceChecks()
  readonly #last: Statement[] = []
  #hasVersions = false
  /** It has counted a change of the tenant's cached facts. tenants/generation.ts. */
  hasChangedTenant = false

  constructor(context: TxContext) {
    super(context)
    this.#context = context
  }

  async put<W extends Write>(write: W): Promise<Stored<W['space']>> {
    checkPermitted(write)
    const version = write.expected ?? (await this.findCurrent(asWhole(write)))?.version ?? 0
    const hook = hookOf(this.#context.hooks, write)
    // A hook changes no address.
    return this.#write(hook === undefined ? write : await hook.put(this, write), version)
  }

  /** Writes types without hooks, in the order of the builders; each write names the version that it expects. */
  async putAll(builders: readonly (() => Write)[], within: Within): Promise<readonly Stored[]> {
    const putAlone = ({ record: _, ...write }: Write) => this.put(write)
    const addPending = (pending: readonly PendingReference[]) => this.#references.add(pending)
    const own = { client: this.client, within, putAlone, addPending }
    const puts = await putBatches({ ...this.#preparing, ...own }, builders)
    for (const { stored, write } of puts) {
      this.ahead.drop(write)
      this.#record(stored, write.record)
    }
    return puts.map(({ stored }) => stored)
  }

  /** As `put` for each, for types without hooks, in few round trips. */
  async putTogether<const Writes extends readonly Write[]>(
    writes: Writes,
  ): Promise<{ readonly [At in keyof Writes]: Stored<Writes[At]['space']> }> {
    const open = writes.filter(({ expected }) => expected === undefined)
    await this.readAhead(open)
    const builders = writes.map((write) => () => ({
      ...write,
      expected: write.expected ?? this.ahead.get(write)?.version ?? 0,
    }))
    // One for each.
    return (await this.putAll(builders, (_at, work) => work())) as {
      readonly [At in keyof Writes]: Stored<Writes[At]['space']>
    }
  }

  /** For a resource that an earlier release stored. */
  async renewHook(stored: Stored): Promise<void> {
    await hookOf(this.#context.hooks, stored)?.renew?.(this, stored)
  }

  async remove(stored: Removing, record?: Recorded): Promise<Stored> {
    checkPermitted(stored)
    this.ahead.drop(stored)
    this.#references.addRemoved([stored])
    await hookOf(this.#context.hooks, stored)?.remove?.(this, stored)
    const { rows } = await this.client.query(removeStatement(this, [{ stored, entries: [] }]))
    const tombstone = readRemoved(this, rows)[0]?.tombstone
    if (tombstone === undefined) throw new Problem('conflict')
    this.#record(tombstone, record)
    return tombstone
  }

  /** The index rows of a resource, hashed. */
  hashIndex(resource: Indexed): HashedIndex {
    return hashIndex({ tenant: this.tenant, index: this.#context.index }, resource)
  }

  async #write(write: Write, version: number): Promise<Stored> {
    const send = (prepared: Prepared) => this.#send(prepared)
    const find = (place: ResourceAddress) => findCurrent(this, place)
    const stored = await putVersion({ ...this.#preparing, send, findCurrent: find }, write, version)
    this.ahead.drop(write)
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

  /** Findings that would forbid writing these FHIR resources together now. */
  async listErrors(resources: readonly JsonObject[]): Promise<readonly CheckFinding[]> {
    return (await this.listFindings(resources)).filter(isError)
  }

  /** `scope`: a reference to a resource outside of it names nothing. */
  async listFindings(resources: readonly JsonObject[], scope?: ReadScope): Promise<readonly CheckFinding[]> {
    return listFindings({ client: this.client, tenant: this.tenant, check: this.#context.check, scope }, resources)
  }

  /** Answers the questions that the checks left open, now that everything is written. */
  async checkReferences(): Promise<void> {
    await this.#references.run(this)
  }

  /** The one conditional write: two at once on the same criteria make one resource. */
  async putWhere(where: Conditional, build: (existing: Stored | undefined) => Write | undefined): Promise<PutWhere> {
    return putWhere(this, where, build)
  }

  /** Adds an audit record to this transaction. `by`: whose request it belongs to, if the system acts on those of several callers. */
  record(kind: EventKind, fields: AuditFields = {}, by?: Caller): string {
    return this.#log.record(kind, fields, by)
  }

  /** The versions that this transaction has written and recorded. */
  listWritten(): readonly WrittenVersion[] {
    return this.#log.listWritten()
  }

  /** Adds an outbox row for work after the commit. `subject` is an identifier. */
  enqueue(topic: OutboxTopic, subject: string): void {
    this.#log.enqueue(topic, subject)
  }

  get hasOutbox(): boolean {
    return this.#log.hasOutbox
  }

  /** It has written FHIR versions that somebody may follow. */
  get hasVersions(): boolean {
    return this.#hasVersions
  }

  /** Sent with the commit: nothing in the work reads its result. */
  endWith(statement: Statement): void {
    this.#last.push(statement)
  }

  /** Last step before the commit: checks references. Answers the statements that go with the commit: audit, outbox, and statements for the end. */
  async finish(): Promise<readonly Statement[]> {
    await this.checkReferences()
    return [...this.#last, ...this.#log.statements(this.tenant, this.caller)]
  }
}
