/** Search over blind tokens: the predicate that the fewest rows meet finds rows, the others check each row. docs/design/store.md#search. */

import { Problem } from '../../../core/problems.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { StatementNames } from '../../postgres/statement-names.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { openRow, type ResourceRow } from '../read/rows.ts'
import { findSettledAt } from '../read/versions.ts'
import type { Space, Stored } from '../types.ts'
import { isSelective } from './access-paths.ts'
import { type AccessScope, restrictionOf } from './access-scope.ts'
import type { Seen } from './changed-since.ts'
import type { Predicate } from './predicates.ts'
import { type Include, type Included, openIncluded } from './search-includes.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { type Scope, Statement } from './search-scope.ts'
import { type Order, type Position, pageText } from './search-statement.ts'
import { type Totals, type TotalTold, totalKey } from './search-totals.ts'

export type { Order, Position } from './search-statement.ts'

/** The parameter has one of the values. */
export type TokenCriterion = { readonly parameter: string; readonly values: readonly string[] }

export type SearchedSpace =
  | { readonly space: 'fhir'; readonly scope: AccessScope }
  | { readonly space: Exclude<Space, 'fhir'>; readonly scope?: AccessScope }

export type Search = SearchedSpace & {
  /** One type, or all of `types`. */
  readonly type?: string
  readonly types?: readonly string[]
  /** All must hold. Put the most selective criterion first. */
  readonly where: readonly (TokenCriterion | Predicate)[]
  readonly limit: number
  /** Default `newest`. */
  readonly order?: 'newest' | 'oldest' | Order
  readonly after?: Position
  readonly include?: readonly Include[]
  readonly isCounted?: boolean
  /** The page names what it saw, for `findChanged`. A transaction names nothing: nobody else sees its writes yet. */
  readonly isSettling?: boolean
}

export type Page = {
  readonly items: readonly Stored[]
  readonly next: Position | undefined
  /** If the search asked for it. */
  readonly included?: Included
  /** If the search asked for it, and a row could hold it. */
  readonly total?: number
  /** If the search asked for it, and there are more pages. */
  readonly seen?: Seen
}

const orders = {
  newest: { by: 'date', isDescending: true },
  oldest: { by: 'date', isDescending: false },
} as const satisfies Record<string, Order>

type Row = ResourceRow & {
  readonly mode: 'match' | 'include'
  readonly total: string | null
  readonly snapshot?: string
} & Partial<TotalTold>

type Searcher = {
  /** For short searches, and for those that may take long. */
  readonly searches: Queryable
  readonly pooled: Queryable
  readonly tenant: Tenant
  readonly names: StatementNames
  /** Without totals everything is counted each time, as in a transaction, whose writes nobody else sees yet. */
  readonly totals?: Totals | undefined
}

/** One page, with the position of the next if there is one. */
export async function searchRows(searcher: Searcher, search: Search): Promise<Page> {
  const { searches, pooled, tenant, names, totals } = searcher
  const { space, types = [search.type ?? ''], order = 'newest', limit, include = [], isCounted = false } = search
  const restriction = search.scope === undefined ? refuseUnscoped(space) : restrictionOf(search.scope)
  // D65: index rows do not yet say for certain whose record a resource is in.
  if (tenant.isOutdated && restriction?.denied !== undefined) throw notYet()
  const scope: Scope = { tenant, space, types, restriction, statement: new Statement() }
  const where = [...search.where.map(toPredicate), ...listKept(scope)]
  const by = typeof order === 'string' ? orders[order] : order
  const mayGlimpse = !isCounted && types.length === 1 && limit <= longestGlimpsed
  const plan = planRows(scope, { where, order: by, isSimple: search.where.every(isTokenCriterion), mayGlimpse })
  const isKept = isCounted && plan.otherwise?.rows === undefined
  const key = totals !== undefined && isKept ? totalKey(scope, where) : undefined
  const basis = key === undefined ? undefined : totals?.basisOf(tenant, key)
  const isSettling = search.isSettling === true && totals !== undefined
  const text = pageText(scope, {
    isSettling,
    where,
    plan,
    order: by,
    limit,
    after: search.after,
    isCounted,
    basis,
    include,
  })
  if (scope.statement.values.length > mostValues) throw tooMuch()
  const client = isShort(where, search) ? searches : pooled
  const settledAt = isSettling ? await findSettledAt(searches) : ''
  const { rows } = await client.query<Row>({ ...names.nameOf(text), text, values: scope.statement.values })
  const matches = rows.filter(({ mode }) => mode === 'match')
  const [{ settled = null, horizon } = {}] = rows
  if (key !== undefined && basis !== undefined && horizon !== undefined)
    totals?.learn(tenant, key, { basis, told: { settled, horizon } })
  return openPage(tenant, search, { rows, matches, settledAt })
}

type Answered = { readonly rows: readonly Row[]; readonly matches: readonly Row[]; readonly settledAt: string }

function openPage(tenant: Tenant, search: Search, { rows, matches, settledAt }: Answered): Page {
  const { limit, include = [], isCounted = false } = search
  const page = matches.slice(0, limit)
  const last = page.at(-1)
  const total = rows[0]?.total ?? (isCounted && search.after === undefined ? '0' : undefined)
  const others = rows.filter(({ mode }) => mode === 'include')
  const snapshot = matches[0]?.snapshot
  return {
    items: page.map((row) => openRow(tenant, placed(row))),
    next: matches.length > limit && last !== undefined ? { d: last.position, key: last.key } : undefined,
    ...(include.length === 0 ? {} : { included: openIncluded(tenant, others.map(placed)) }),
    ...(isCounted && total !== undefined ? { total: Number(total) } : {}),
    ...(snapshot === undefined ? {} : { seen: { snapshot, settledAt } }),
  }
}

/** The compiler asks for it; a call without it finds nothing. */
function refuseUnscoped(space: Space): undefined {
  if (space === 'fhir') throw new TypeError('a search of FHIR resources has an access scope')
}

const notYet = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: 'Resources are being indexed again, and a patient denies some of them to you: search when that is done',
    headers: { 'Retry-After': '60' },
  })

/** PostgreSQL 18 manual, 54.7: the parameters of a statement are counted in 16 bits. */
const mostValues = 65_535

const tooMuch = (): Problem =>
  new Problem('validation', {
    errors: [{ field: 'parameter', message: 'there are too many, or they ask for too much', code: 'too-costly' }],
  })

/** A caller that is kept to one patient has a start. */
function listKept({ types, restriction }: Scope): Predicate[] {
  if (restriction === undefined) return []
  const { own, openTypes, narrowed = [] } = restriction
  const isElsewhere = types.some((type) => openTypes.includes(type) || narrowed.some((one) => one.type === type))
  return isElsewhere || own === undefined ? [] : [{ kind: 'own', target: own }]
}

/** The columns of the resource only. */
const placed = ({
  mode: _mode,
  total: _total,
  settled: _settled,
  horizon: _horizon,
  snapshot: _snapshot,
  ...row
}: Row): ResourceRow => row

const isTokenCriterion = (predicate: TokenCriterion | Predicate): predicate is TokenCriterion => 'values' in predicate

function toPredicate(predicate: TokenCriterion | Predicate): Predicate {
  if (!isTokenCriterion(predicate)) return predicate
  const any = predicate.values.map((value) => ({ parameter: predicate.parameter, value }))
  return { kind: 'tokens', any, accessTokens: any }
}

type PlanRequest = {
  readonly where: readonly Predicate[]
  readonly order: Order
  readonly isSimple: boolean
  readonly mayGlimpse: boolean
}

/** A short walk does not find longer pages. */
const longestGlimpsed = 100

/** Token criteria say themselves what to start from. */
function planRows(scope: Scope, { where, order, isSimple, mayGlimpse }: PlanRequest): SearchPlan {
  const single = isSimple ? where.find((one) => one.kind === 'tokens' && one.accessTokens.length === 1) : undefined
  return planSearch(scope, {
    where: single === undefined ? where : [single],
    inOrder: order.by === 'date',
    mayGlimpse,
  })
}

const longestShort = 200

/** True if it probably reads little, so it delays nobody on a shared connection. */
const isShort = (where: readonly Predicate[], { limit, isCounted }: Search): boolean => {
  if (limit > longestShort) return false
  return where.some(isSelective) || (isCounted !== true && where.length <= 1 && where.every(isStreamed))
}

const isStreamed = (predicate: Predicate): boolean => predicate.kind === 'tokens' && predicate.accessTokens.length > 0
