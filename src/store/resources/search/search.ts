/** Search over blind tokens: what the fewest rows meet drives, the rest is checked on the row. STORE.md "Search". */

import { Problem } from '../../../core/problems.ts'
import type { Tenant } from '../../keys/tenants.ts'
import type { StatementNames } from '../../postgres/statement-names.ts'
import type { Space, Stored } from '../content.ts'
import { openRow, type ResourceRow } from '../read/rows.ts'
import type { Queryable } from '../reader.ts'
import { type Choice, listChoices } from './search-choices.ts'
import type { Condition } from './search-conditions.ts'
import { isSelective } from './search-drivers.ts'
import { type Include, type Included, openIncluded } from './search-includes.ts'
import { type Order, type Position, pageText } from './search-statement.ts'
import { type Restriction, type Scope, Statement } from './search-tests.ts'
import { type Totals, type TotalTold, totalKey } from './search-totals.ts'

export type { Order, Position } from './search-statement.ts'

/** One of the values of a parameter. */
export type Criterion = { readonly parameter: string; readonly values: readonly string[] }

export type Search = {
  readonly space: Space
  /** One, or all of `types`. */
  readonly type?: string
  readonly types?: readonly string[]
  /** All must hold. Of criteria, put the most selective first. */
  readonly where: readonly (Criterion | Condition)[]
  readonly limit: number
  /** Default `newest`. */
  readonly order?: 'newest' | 'oldest' | Order
  readonly after?: Position
  readonly restriction?: Restriction
  readonly include?: readonly Include[]
  readonly isCounted?: boolean
}

export type Page = {
  readonly items: readonly Stored[]
  readonly next: Position | undefined
  /** Where it was asked for. */
  readonly included?: Included
  /** Where it was asked for, and a row could tell it. */
  readonly total?: number
}

const orders = {
  newest: { by: 'date', isDescending: true },
  oldest: { by: 'date', isDescending: false },
} as const satisfies Record<string, Order>

type Row = ResourceRow & { readonly mode: 'match' | 'include'; readonly total: string | null } & Partial<TotalTold>

type Searcher = {
  /** For what is short, and for what may not be. */
  readonly searches: Queryable
  readonly pooled: Queryable
  readonly tenant: Tenant
  readonly names: StatementNames
  /** Without them all is counted each time: what a transaction has written is nobody else's yet. */
  readonly totals?: Totals | undefined
}

/** One page, with the position to go on from where there is more. */
export async function searchRows(searcher: Searcher, search: Search): Promise<Page> {
  const { searches, pooled, tenant, names, totals } = searcher
  const {
    space,
    types = [search.type ?? ''],
    restriction,
    order = 'newest',
    limit,
    include = [],
    isCounted = false,
  } = search
  // D65: whose record a resource is in, its index rows do not yet say for sure.
  if (tenant.isOutdated && restriction?.hidden !== undefined) throw notYet()
  const scope: Scope = { tenant, space, types, restriction, statement: new Statement() }
  const where = [...search.where.map(toCondition), ...listKept(scope)]
  const by = typeof order === 'string' ? orders[order] : order
  const mayGlimpse = !isCounted && types.length === 1 && limit <= longestGlimpsed
  const choice = choose(scope, { where, order: by, isSimple: search.where.every(isCriterion), mayGlimpse })
  const isKept = isCounted && choice.otherwise?.rows === undefined
  const key = totals !== undefined && isKept ? totalKey(scope, where) : undefined
  const basis = key === undefined ? undefined : totals?.basisOf(tenant, key)
  const text = pageText(scope, { where, choice, order: by, limit, after: search.after, isCounted, basis, include })
  if (scope.statement.values.length > mostValues) throw tooMuch()
  const client = isShort(where, search) ? searches : pooled
  const { rows } = await client.query<Row>({ ...names.nameOf(text), text, values: scope.statement.values })
  const matches = rows.filter(({ mode }) => mode === 'match')
  const [{ settled = null, horizon } = {}] = rows
  if (key !== undefined && basis !== undefined && horizon !== undefined)
    totals?.learn(tenant, key, { basis, told: { settled, horizon } })
  const page = matches.slice(0, limit)
  const last = page.at(-1)
  const total = rows[0]?.total ?? (isCounted && search.after === undefined ? '0' : undefined)
  const others = rows.filter(({ mode }) => mode === 'include')
  return {
    items: page.map((row) => openRow(tenant, placed(row))),
    next: matches.length > limit && last !== undefined ? { d: last.position, key: last.key } : undefined,
    ...(include.length === 0 ? {} : { included: openIncluded(tenant, others.map(placed)) }),
    ...(isCounted && total !== undefined ? { total: Number(total) } : {}),
  }
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

/** Who is kept to one patient has a place to start from. */
function listKept({ types, restriction }: Scope): Condition[] {
  if (restriction === undefined) return []
  const { own, openTypes, narrowed = [] } = restriction
  const isElsewhere = types.some((type) => openTypes.includes(type) || narrowed.some((one) => one.type === type))
  return isElsewhere || own === undefined ? [] : [{ kind: 'own', target: own }]
}

/** The columns of a resource alone. */
const placed = ({ mode: _mode, total: _total, settled: _settled, horizon: _horizon, ...row }: Row): ResourceRow => row

const isCriterion = (condition: Criterion | Condition): condition is Criterion => 'values' in condition

function toCondition(condition: Criterion | Condition): Condition {
  if (!isCriterion(condition)) return condition
  const any = condition.values.map((value) => ({ parameter: condition.parameter, value }))
  return { kind: 'tokens', any, drivers: any }
}

type Choosing = {
  readonly where: readonly Condition[]
  readonly order: Order
  readonly isSimple: boolean
  readonly mayGlimpse: boolean
}

/** Pages longer than this are not found by a short walk. */
const longestGlimpsed = 100

/** Criteria say themselves which drives. */
function choose(scope: Scope, { where, order, isSimple, mayGlimpse }: Choosing): Choice {
  const single = isSimple ? where.find((one) => one.kind === 'tokens' && one.drivers.length === 1) : undefined
  return listChoices(scope, {
    where: single === undefined ? where : [single],
    inOrder: order.by === 'date',
    mayGlimpse,
  })
}

const longestShort = 200

/** Little is looked at, as far as one can tell before: it holds up nobody. */
const isShort = (where: readonly Condition[], { limit, isCounted }: Search): boolean => {
  if (limit > longestShort) return false
  return where.some(isSelective) || (isCounted !== true && where.length <= 1 && where.every(isStreamed))
}

const isStreamed = (condition: Condition): boolean => condition.kind === 'tokens' && condition.drivers.length > 0
