/** Rows as the values of the statements that write them, with the facts to check and to record for each; and the result of each. docs/design/store.md#writes. */

import { type AuditEntry, auditValues } from '../../audit/audit.ts'
import type { Statement } from '../../postgres/pipeline.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import type { HashedRows } from '../index-rows.ts'
import type { Reader, Space, Stored } from '../types.ts'
import { type PendingReference, pendingValues } from './missing-references.ts'
import { insert, type Shape, update } from './write-texts.ts'

export type WriteRow = HashedRows & {
  readonly space: Space
  readonly type: string
  readonly id: string
  readonly self: string
  readonly version: number
  /** Null: as before, or the client. */
  readonly owner: string | null
  readonly d: string | null
  readonly dEnd: string | null
  readonly content: Buffer
}

/** Conditions of a row: if one fails, the row is not written. */
export type Conditions = {
  /** If one is missing, the row is not written. */
  readonly pending: readonly PendingReference[]
  /** Added if the row is written. */
  readonly entries: readonly AuditEntry[]
}

export type RowWrite = Conditions & {
  readonly row: WriteRow
  /** New resources about this version, written if it is. */
  readonly beside?: readonly BesideRow[]
}

export type BesideRow = Pick<Conditions, 'entries'> & { readonly row: WriteRow }

export type Written = {
  readonly key: string
  readonly owner: Stored['owner']
  readonly createdAt: string
  readonly updatedAt: string
}

export type Outcome = {
  /** Undefined if the row was not written. */
  readonly written: Written | undefined
  readonly missing: readonly PendingReference[]
}

type OutcomeRow = {
  readonly n: number
  readonly missing: number | null
  readonly key: string
  readonly owner: Stored['owner']
  readonly created: string
  readonly updated: string
}

const literal = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

const arraysOf = ({ tokens, drivers, refs, ranges }: WriteRow): unknown[] => [
  literal(tokens),
  drivers.length,
  literal(refs),
  ...rangesOf(ranges),
]

const rangesOf = (ranges: WriteRow['ranges']): string[] => [
  literal(ranges.map(({ hash }) => hash)),
  literal(ranges.map(({ low }) => low)),
  literal(ranges.map(({ high }) => high)),
]

const oneOf = (row: WriteRow): unknown[] => [
  row.content,
  row.space,
  row.type,
  row.id,
  row.self,
  row.version,
  row.owner,
  row.d,
  row.dEnd,
  ...arraysOf(row),
]

/** The place in the joined value where the part of each row begins, and the part's length. */
function partsOf(sizes: readonly number[]): [from: string, size: string] {
  let end = 0
  const from = sizes.map((size) => {
    end += size
    return end - size
  })
  return [literal(from), literal(sizes)]
}

function manyOf(rows: readonly WriteRow[]): unknown[] {
  const of = <T>(read: (row: WriteRow) => T): T[] => rows.map(read)
  return [
    Buffer.concat(of(({ content }) => content)),
    of(({ space }) => space),
    of(({ type }) => type),
    of(({ id }) => id),
    literal(of(({ self }) => self)),
    literal(of(({ version }) => version)),
    of(({ owner }) => owner),
    of(({ d }) => d),
    of(({ dEnd }) => dEnd),
    literal(rows.flatMap(({ tokens }) => tokens)),
    literal(rows.flatMap(({ refs }) => refs)),
    ...rangesOf(rows.flatMap(({ ranges }) => ranges)),
    ...partsOf(of(({ content }) => content.length)),
    ...partsOf(of(({ tokens }) => tokens.length)),
    literal(of(({ drivers }) => drivers.length)),
    ...partsOf(of(({ refs }) => refs.length)),
    ...partsOf(of(({ ranges }) => ranges.length)),
  ]
}

/** Rows of version 1 are new: an existing row keeps one from being written. Others follow the version before, if it is current. */
export function writeStatement(
  { tenant }: Pick<Reader, 'tenant'>,
  rows: readonly [WriteRow, ...WriteRow[]],
  conditions?: readonly Conditions[],
): Statement {
  const condition = conditions === undefined ? 'none' : 'references'
  const asked =
    conditions === undefined
      ? []
      : [...pendingValues(conditions.map(({ pending }) => pending)), ...entriesOf(tenant, conditions)]
  const { values, shape } = inputOf(rows)
  return {
    ...(rows[0].version === 1 ? insert : update)(tenant, { rows: shape, condition }),
    values: [tenant.number, ...values, ...asked],
  }
}

/** New rows that are written if this transaction has written that version; sent after the statement that writes it. */
export function besideStatement(
  { tenant }: Pick<Reader, 'tenant'>,
  { type, id, version }: Pick<WriteRow, 'type' | 'id' | 'version'>,
  beside: readonly [BesideRow, ...BesideRow[]],
): Statement {
  const [first, ...others] = beside
  const { values, shape } = inputOf([first.row, ...others.map(({ row }) => row)])
  return {
    ...insert(tenant, { rows: shape, condition: 'version' }),
    values: [tenant.number, ...values, type, id, version, ...entriesOf(tenant, beside)],
  }
}

function inputOf(rows: readonly [WriteRow, ...WriteRow[]]): {
  readonly values: readonly unknown[]
  readonly shape: Shape['rows']
} {
  return rows.length > 1 ? { values: manyOf(rows), shape: 'many' } : { values: oneOf(rows[0]), shape: 'one' }
}

const entriesOf = (tenant: Tenant, rows: readonly Pick<Conditions, 'entries'>[]) =>
  auditValues(
    tenant,
    rows.map(({ entries }) => entries),
  )

/** In the order of the rows. */
export function readOutcome(
  found: readonly unknown[],
  rows: readonly WriteRow[],
  conditions: readonly Conditions[] = [],
): readonly Outcome[] {
  const written: (Written | undefined)[] = rows.map(() => undefined)
  const missing: PendingReference[][] = rows.map(() => [])
  const pending = conditions.flatMap((own) => own.pending)
  // Rows of the statement above.
  for (const row of found as readonly OutcomeRow[]) {
    const absent = pending[(row.missing ?? 0) - 1]
    if (absent !== undefined) missing[row.n - 1]?.push(absent)
    else written[row.n - 1] = { key: row.key, owner: row.owner, createdAt: row.created, updatedAt: row.updated }
  }
  return rows.map((_, at) => ({ written: written[at], missing: missing[at] ?? [] }))
}
