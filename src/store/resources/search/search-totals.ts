/**
 * Keeps totals that were counted, and counts only changes since: a frequent code is counted row by row once, and then from the few
 * resources that were written meanwhile. docs/design/store.md#search.
 */

import { performance } from 'node:perf_hooks'
import { hourMs } from '../../../core/durations.ts'
import { utc } from '../../columns.ts'
import { blind } from '../../keys/seal.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { testAll } from './predicate-sql.ts'
import type { Predicate } from './predicates.ts'
import type { Scope } from './search-scope.ts'

/** `at`: everything written before this instant was counted, and nothing else. Instants are texts in UTC of one length, so texts compare. */
type Known = { readonly total: string; readonly at: string; readonly countedAtMs: number }

/** The known total that a statement may build on. `horizon`: everything written before it was readable before the statement began. */
export type TotalBasis = { readonly horizon: string | undefined; readonly known: Known | undefined }

/** The values that a statement answers beside its total; no `settled` if too much has changed. */
export type TotalTold = { readonly settled: string | null; readonly horizon: string }

const mostKept = 500
/** After this time it is counted anew, whatever was missed. */
const longestMs = hourMs
/** With more changes than these everything is counted. */
const mostChanges = 1000

/** Totals of one process. They end when the tenant is indexed otherwise. */
export class Totals {
  readonly #known = new WeakMap<Tenant, Map<string, Known>>()
  #horizon: string | undefined

  basisOf(tenant: Tenant, key: string): TotalBasis {
    const known = this.#known.get(tenant)?.get(key)
    return { horizon: this.#horizon, known: known !== undefined && this.#isSound(known) ? known : undefined }
  }

  /** A total may be newer than the horizon: searches run side by side, and a clock may be set back. */
  #isSound({ at, countedAtMs }: Known): boolean {
    return this.#horizon !== undefined && at <= this.#horizon && performance.now() - countedAtMs <= longestMs
  }

  learn(tenant: Tenant, key: string, { basis, told }: { basis: TotalBasis; told: TotalTold }): void {
    const kept = this.#known.get(tenant) ?? new Map<string, Known>()
    this.#known.set(tenant, kept)
    this.#horizon = told.horizon
    kept.delete(key)
    if (told.settled === null || basis.horizon === undefined) return
    const countedAtMs = basis.known?.countedAtMs ?? performance.now()
    kept.set(key, { total: told.settled, at: basis.horizon, countedAtMs })
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }
}

const toldByTokens: ReadonlySet<Predicate['kind']> = new Set(['tokens', 'references', 'compartment', 'own', 'members'])

/** Superseded versions keep their tokens only. */
function isToldByTokens(predicate: Predicate): boolean {
  if (predicate.kind === 'not') return isToldByTokens(predicate.of)
  if (predicate.kind === 'any' || predicate.kind === 'all') return predicate.of.every(isToldByTokens)
  return toldByTokens.has(predicate.kind)
}

/** The key of a total; undefined if it must be counted each time. */
export function totalKey(
  { tenant, space, types, restriction }: Scope,
  where: readonly Predicate[],
): string | undefined {
  const isKept = types.length === 1 && restriction === undefined && !tenant.isOutdated && where.every(isToldByTokens)
  return isKept ? blind(tenant.keys.index, `total|${JSON.stringify([space, types, where])}`) : undefined
}

const settledAt = utc('settled_at()', 'US')

/** Common table expressions: `counted` holds the total and the rest of `TotalTold`. `full` is SQL that counts everything. */
export function countedText(
  scope: Scope,
  { where, full, basis: { horizon, known } }: { where: readonly Predicate[]; full: string; basis: TotalBasis },
): string {
  if (horizon === undefined)
    return `counted as materialized (select (${full}) as total, null::bigint as settled, ${settledAt} as horizon)`
  const { statement, tenant, space, types } = scope
  const own = (row: string): string =>
    `${row}.tenant = ${statement.tenant(tenant)} and ${row}.space = ${statement.bind(space)} and ${row}.type = ${statement.bind(types[0])}`
  const meets = (row: string): string => `not ${row}.deleted and ${testAll(scope, where, row)}`
  const [end, since] = [horizon, known?.at ?? horizon].map((at) => `${statement.bind(at)}::timestamptz`)
  const met = (
    at: string | undefined,
  ): string => `count(*) filter (where case when c.updated_at < ${at} then ${meets('c')} else (
    select ${meets('h')} from ${tenant.tables.history} h where ${own('h')} and h.id = c.id and h.updated_at < ${at} order by h.version desc limit 1) end)`
  const all = `(${full})`
  const isNear = `changes <= ${mostChanges}`
  const base = known === undefined ? undefined : `${statement.bind(known.total)}::bigint`
  const told =
    base === undefined
      ? `select a.total, case when ${isNear} then a.total - now + ended end as settled from differing, (select ${all} as total) a`
      : `select case when ${isNear} then ${base} + now - begun else ${all} end as total, case when ${isNear} then ${base} + ended - begun end as settled from differing`
  return `changed as materialized (
      select r.id, r.deleted, r.updated_at, r.tokens from ${tenant.tables.resource} r
      where ${own('r')} and r.updated_at >= ${since} order by r.updated_at, r.key limit ${mostChanges + 1}
    ), differing as materialized (
      select count(*) as changes, count(*) filter (where ${meets('c')}) as now, ${met(since)} as begun, ${met(end)} as ended from changed c
    ), counted as materialized (select told.*, ${settledAt} as horizon from (${told}) told)`
}
