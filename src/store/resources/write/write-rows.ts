/** A write as the row that it becomes: checked, indexed, blinded and sealed. docs/design/store.md#resources, #writes. */

import { isLarger } from '../../../core/json/json-slices.ts'
import type { JsonObject } from '../../../core/json.ts'
import { after, type MaybePromise } from '../../../core/maybe-promise.ts'
import { identifierTaken, Problem } from '../../../core/problems.ts'
import { atOnce, inTurns } from '../../../core/turns.ts'
import type { AuditFields } from '../../audit/audit.ts'
import type { EventKind } from '../../events.ts'
import { seal } from '../../keys/seal.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { contentInSlices, contentText } from '../content.ts'
import { type HashedIndex, hashRows, type Index, type Indexed, type IndexRows, selfHash } from '../index-rows.ts'
import { sealContext } from '../read/rows.ts'
import type { Lock } from '../read/versions.ts'
import type { ReadAddress, WriteAddress } from '../scoped-address.ts'
import type { WriteScope } from '../search/access-scope.ts'
import type { ResourceAddress, Space, Stored } from '../types.ts'
import type { View } from '../view.ts'
import { type Check, checkErrors } from './check-rows.ts'
import { listPending, type PendingReference } from './missing-references.ts'
import type { WriteRow, Written } from './writes.ts'

/** Goes into the audit with the write. */
export type Recorded = { readonly kind: EventKind; readonly fields?: AuditFields }

export type Write = WriteAddress & {
  readonly content: JsonObject
  /** The version that must be current. 0: none, or a tombstone only. Absent: any. */
  readonly expected?: number
  readonly owner?: Stored['owner']
  /** A withdrawal is written even if its targets are gone. */
  readonly dangling?: true
  /** The server refers to what it has just found. If that is gone by then, the write starts again. */
  readonly refersAsFound?: true
  /** A document: each resource in it was checked when it was written itself. */
  readonly isComposed?: true
  readonly record?: Recorded
}

/** A resource to delete. */
export type Removing = Stored<Exclude<Space, 'fhir'>> | (Stored<'fhir'> & { readonly scope: WriteScope })

/** Writing: a transaction offers it, and so does a single write. */
export type Writing = View & {
  find<A extends ReadAddress>(place: A, lock?: Lock): Promise<Stored<A['space']> | undefined>
  findCurrent<A extends ReadAddress>(place: A, lock?: Lock): Promise<Stored<A['space']> | undefined>
  /** Creates or updates, checks the resource, and keeps the superseded version. */
  put<W extends Write>(write: W): Promise<Stored<W['space']>>
  /** Writes a tombstone; the versions before it can still be read. */
  remove(removing: Removing, record?: Recorded): Promise<Stored>
}

export type Prepared = {
  readonly write: Write
  readonly row: WriteRow
  /** References that only the store can check. */
  readonly pending: readonly PendingReference[]
  readonly text: string
}

export type Preparing = { readonly tenant: Tenant; readonly index: Index; readonly check: Check }

type Indexing = Omit<Preparing, 'check'>

/** The index rows of a resource, hashed. */
export const hashIndex = ({ tenant, index }: Indexing, resource: Indexed): HashedIndex =>
  atOnce(hashRowsOf(tenant, resource, index(tenant, resource)))

function* hashInSlices({ tenant, index }: Indexing, resource: Indexed): Generator<undefined, HashedIndex> {
  const rows = index.inSlices === undefined ? index(tenant, resource) : yield* index.inSlices(tenant, resource)
  return yield* hashRowsOf(tenant, resource, rows)
}

function* hashRowsOf(tenant: Tenant, resource: Indexed, rows: IndexRows): Generator<undefined, HashedIndex> {
  const { d, dEnd } = rows
  return {
    ...(yield* hashRows(tenant, resource, rows)),
    ...(d === undefined ? {} : { d }),
    ...(dEnd === undefined ? {} : { dEnd }),
  }
}

/** Throws, or rejects, if the resource is not valid. */
export function prepare(preparing: Preparing, write: Write, version: number): MaybePromise<Prepared> {
  const { tenant, check } = preparing
  if (write.space !== 'fhir' || write.isComposed === true) return build(preparing, write, { version, pending: [] })
  return after(check(tenant, write.content), (checked) => {
    checkErrors(checked.findings)
    const pending = write.dangling === true ? [] : listPending(tenant, checked, write)
    return build(preparing, write, { version, pending })
  })
}

type Facts = { readonly version: number; readonly pending: readonly PendingReference[] }

function build(preparing: Preparing, write: Write, facts: Facts): MaybePromise<Prepared> {
  if (isLarger(write.content)) return inTurns(buildInSlices(preparing, write, facts))
  return rowOf(preparing, write, { ...facts, hashed: hashIndex(preparing, write), text: contentText(write.content) })
}

function* buildInSlices(preparing: Preparing, write: Write, facts: Facts): Generator<undefined, Prepared> {
  const hashed = yield* hashInSlices(preparing, write)
  const text = yield* contentInSlices(write.content)
  yield
  return rowOf(preparing, write, { ...facts, hashed, text })
}

function rowOf(
  { tenant }: Preparing,
  write: Write,
  { version, pending, hashed, text }: Facts & { readonly hashed: HashedIndex; readonly text: string },
): Prepared {
  const { d = null, dEnd = null, ...rows } = hashed
  const { space, type, id } = write
  return {
    write,
    text,
    pending,
    row: {
      space,
      type,
      id,
      version,
      self: selfHash(tenant, write),
      owner: write.owner ?? null,
      d,
      dEnd,
      ...rows,
      content: seal(Buffer.from(text), tenant.keys.current, sealContext(tenant, write, version)),
    },
  }
}

export const storedOf = (
  { write: { space, type, id }, row: { version }, text }: Prepared,
  written: Written,
): Stored => ({
  ...written,
  space,
  type,
  id,
  version,
  deleted: false,
  text,
})

/** Fields for the audit record of a written version. */
export const versionFields = ({ type, id, version }: ResourceAddress & { readonly version: number }): AuditFields => ({
  resourceType: type,
  resourceId: id,
  version,
})

type Putting = Preparing & {
  /** Undefined if the version before is no longer current. */
  readonly send: (prepared: Prepared) => Promise<Written | undefined>
  readonly findCurrent: (place: ResourceAddress) => Promise<Stored | undefined>
}

/** Expects `version` to be current. If it is not, that is a conflict, unless the write was for a new resource and a deleted one is there. */
export async function putVersion(putting: Putting, write: Write, version: number): Promise<Stored> {
  const preparing = prepare(putting, write, version + 1)
  const prepared = preparing instanceof Promise ? await preparing : preparing
  const written = await putting.send(prepared)
  if (written !== undefined) return storedOf(prepared, written)
  const tombstone = version === 0 ? await putting.findCurrent(write) : undefined
  if (tombstone !== undefined && !tombstone.deleted) throw identifierTaken()
  if (tombstone === undefined) throw new Problem('conflict')
  return putVersion(putting, write, tombstone.version)
}
