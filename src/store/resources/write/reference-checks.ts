/** Checks the tenant's other resources before writes may commit: every target exists, and stays. D19. */
import type pg from 'pg'
import { Problem } from '../../../core/problems.ts'
import { type Statement, sendPipelined } from '../../postgres/pipeline.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { selfHash } from '../index-rows.ts'
import type { Reader, ResourceAddress } from '../types.ts'
import { checkErrors } from './check-rows.ts'
import {
  isReferred,
  missingFinding,
  missingStatement,
  type PendingReference,
  readMissing,
} from './missing-references.ts'

/** So many resources share a lock each: a bundle takes no more locks than these. */
const locks = 128n

const lockOf = (tenant: Tenant, place: ResourceAddress): number =>
  Number(BigInt.asUintN(64, BigInt(selfHash(tenant, place))) % locks)

/** A write that refers to a resource and a deletion of it wait for one another. A statement of its own, before the one that looks. */
export function lockStatements(
  tenant: Tenant,
  places: readonly ResourceAddress[],
  mode: 'refer' | 'delete',
): Statement[] {
  if (places.length === 0 || tenant.references === 'allow') return []
  const numbers = [...new Set(places.map((place) => lockOf(tenant, place)))].sort((a, b) => a - b)
  const take = mode === 'refer' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  return [
    {
      name: `references-${mode}`,
      text: `select count(${take}($1::int, number)) from unnest($2::int[]) as number`,
      values: [tenant.number, `{${numbers}}`],
    },
  ]
}

export const placesOf = (pending: readonly PendingReference[]): ResourceAddress[] =>
  pending.map(({ type, id }) => ({ space: 'fhir', type, id }))

/** Throws if one is missing: a refusal if the caller refers to it, a conflict if only the server does. */
export function checkMissing(missing: readonly PendingReference[]): void {
  checkErrors(missing.filter(({ isFound }) => isFound !== true).map(missingFinding))
  if (missing.length > 0) throw new Problem('conflict')
}

export const referred = (): Problem =>
  new Problem('business-rule', { detail: 'Other resources refer to it: delete or change those first' })

/** Checks for everything that a transaction has written so far. */
export class ReferenceChecks {
  readonly #pending: PendingReference[] = []
  readonly #removed: ResourceAddress[] = []

  add(pending: readonly PendingReference[]): void {
    this.#pending.push(...pending)
  }

  addRemoved(removed: readonly ResourceAddress[]): void {
    this.#removed.push(...removed)
  }

  /** Answers the questions that the checks of the resources left open, now that everything is written. Takes all locks before it looks. */
  async run(reader: Reader & { readonly client: pg.ClientBase }): Promise<void> {
    const { client, tenant } = reader
    const [pending, removed] = [this.#pending.splice(0), this.#removed.splice(0)]
    const asked = listDistinct(pending)
    const waits = [...lockStatements(tenant, removed, 'delete'), ...lockStatements(tenant, placesOf(pending), 'refer')]
    const looks = asked.length === 0 ? [] : [missingStatement(tenant, asked)]
    if (waits.length + looks.length > 0) {
      const answers = await sendPipelined(client, [...waits, ...looks])
      const missing = new Set(looks.length === 0 ? [] : readMissing(answers.at(-1)?.rows ?? [], asked).map(keyOf))
      checkMissing(pending.filter((one) => missing.has(keyOf(one))))
    }
    if (await isReferred(reader, removed)) throw referred()
  }
}

const keyOf = ({ type, id, version }: PendingReference): string => `${type}/${id}/${version ?? ''}`

/** A target of several elements is looked for once. */
const listDistinct = (pending: readonly PendingReference[]): readonly PendingReference[] => [
  ...new Map(pending.map((one) => [keyOf(one), one])).values(),
]
