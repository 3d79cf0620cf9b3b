/** One page of a search as a statement: in the order of an index, or collected and sorted. docs/design/store.md#search. */
import { resourceColumns } from '../read/rows.ts'
import { type Candidate, foundText, hashesText, isHashed, listLeft } from './access-paths.ts'
import { bindInstants, sidesOf, testAll, testRow } from './predicate-sql.ts'
import { type IntervalTest, lowerBounds, type Predicate } from './predicates.ts'
import { probesText } from './search-hashes.ts'
import { type Include, includedText } from './search-includes.ts'
import { type SearchPlan, startText } from './search-plan.ts'
import type { Scope } from './search-scope.ts'
import { countedText, type TotalBasis } from './search-totals.ts'

/** `date`: the type's principal date. */
export type Order = { readonly by: 'date' | 'updated' | 'id'; readonly isDescending: boolean }

/** The end of a page: the value that orders it (times to the microsecond), and the row's key. */
export type Position = { readonly d: string; readonly key: string }

export type PageRequest = {
  readonly where: readonly Predicate[]
  readonly plan: SearchPlan
  readonly order: Order
  readonly limit: number
  readonly after: Position | undefined
  readonly isCounted: boolean
  /** The answer names the snapshot of the statement. */
  readonly isSettling: boolean
  /** For a total that is kept. */
  readonly basis?: TotalBasis | undefined
  readonly include: readonly Include[]
}

const columns = { date: 'd', updated: 'updated_at', id: 'id' } as const
const casts = { date: 'timestamptz', updated: 'timestamptz', id: 'text' } as const

/** A request with its start. `isFew`: its rows were counted. */
type Started = PageRequest & { readonly chosen: Candidate | undefined; readonly isFew: boolean }

/** Rows of the page, at most one more than its limit, and then what they include. The statement chooses its start itself. */
export function pageText(scope: Scope, request: PageRequest): string {
  const { plan, order, limit } = request
  if (plan.counted.length === 0) return `with ${answerText(scope, request)}`
  const entries = { isDescending: order.isDescending, text: (stream: Candidate) => entriesText(scope, request, stream) }
  const isGlimpseEnough = () => `(select count(*) from glimpse) > ${scope.statement.bind(limit)}`
  const glimpse = plan.isGlimpsed ? `glimpse as materialized (${glimpseText(scope, request)}), ` : ''
  const start = startText(scope, plan, { entries, isGlimpseEnough })
  return `with ${glimpse}start as materialized (${start}), ${answerText(scope, request)}`
}

/** By number, from 1; the last is `otherwise`. */
const listStarts = (request: PageRequest): readonly Started[] => {
  const { counted, streams, otherwise } = request.plan
  return [
    ...counted.map((chosen) => ({ ...request, chosen, isFew: true })),
    ...streams.map((chosen) => ({ ...request, chosen, isFew: false })),
    { ...request, chosen: otherwise, isFew: otherwise?.rows !== undefined },
  ]
}

/** PostgreSQL tests the number of each before it begins, so only one of them runs. */
function chosenRowsText(scope: Scope, request: PageRequest): string {
  const starts = listStarts(request)
  if (starts.length === 1) return starts.map((one) => rowsText(scope, one)).join('')
  const rows = starts.map((one, index) => {
    const isChosen =
      index === starts.length - 1 ? 'not exists (select from start)' : `(select number from start) = ${index + 1}`
    return `select * from (${rowsText(scope, one)}) as start_${index} where ${isChosen}`
  })
  const glimpse = `select * from glimpse where (select number from start) = 0`
  return [...(request.plan.isGlimpsed ? [glimpse] : []), ...rows].join(' union all ')
}

/** How many rows a short walk looks at. */
const glimpsedRows = 200

function glimpseText(scope: Scope, request: PageRequest): string {
  const { order, where, limit } = request
  const { statement, tenant } = scope
  const near = `select * from ${tenant.tables.resource} r where ${testRow({ ...scope, restriction: undefined }, 'r')}
    ${boundsText(scope, request, { row: 'r', part: 'whole' })} ${afterText(scope, request, 'r')} ${orderText(order, 'r')} limit ${glimpsedRows}`
  return `select r.* from (${near}) r where ${testRow(scope, 'r')} and ${testAll(scope, where, 'r')}
    ${orderText(order, 'r')} limit ${statement.bind(limit + 1)}`
}

function chosenTotalText(scope: Scope, request: PageRequest): string {
  const starts = listStarts(request)
  const totals = starts.map((one) => `(${totalText(scope, one)})`)
  const last = totals.at(-1) ?? 'null'
  if (totals.length === 1) return last
  const cases = totals.slice(0, -1).map((total, index) => `when ${index + 1} then ${total}`)
  return `case (select number from start) ${cases.join(' ')} else ${last} end`
}

function answerText(scope: Scope, request: PageRequest): string {
  const { statement } = scope
  const { isCounted, basis, where, include, order, limit } = request
  const full = isCounted ? chosenTotalText(scope, request) : 'null'
  const counted = basis === undefined ? '' : `${countedText(scope, { where, full, basis })}, `
  const told = ['total', 'settled', 'horizon'].map((name) => `(select ${name} from counted) as ${name}`).join(', ')
  const total = basis === undefined ? `${full}::bigint as total` : told
  const page = `select r.*, r.${columns[order.by]}::text as position from (${chosenRowsText(scope, request)}) r`
  const settling = request.isSettling ? ', pg_current_snapshot()::text as snapshot' : ''
  const match = `select ${resourceColumns('page')}, page.position, 'match' as mode, ${total}${settling} from page`
  if (include.length === 0) return `${counted}page as (${page}) ${match}`
  const shown = `select * from page limit ${statement.bind(limit)}`
  return `${counted}page as materialized (${page}), shown as materialized (${shown}),
    included as (${includedText(scope, include)})
    ${match} union all
    select ${resourceColumns('included')}, null, 'include', null${basis === undefined ? '' : ', null, null'}${request.isSettling ? ', null' : ''} from included`
}

/** A part of the page: rows that can be as young as the search wants, or rows that last so long that their beginning says nothing. */
type Part = 'whole' | 'near' | 'long'

/** If a search wants what ends after an instant and knows little else, most rows that began long before are left out. */
function rowsText(scope: Scope, request: Started): string {
  const { isFew, order, limit, where } = request
  const isSplit = order.by === 'date' && findFloor(where) !== undefined && !isFew
  if (!isSplit) return partText(scope, request, 'whole')
  return `select r.* from (select * from (${partText(scope, request, 'near')}) as near
    union all select * from (${partText(scope, { ...request, chosen: undefined }, 'long')}) as long) r
    ${orderText(order, 'r')} limit ${scope.statement.bind(limit + 1)}`
}

function partText(scope: Scope, request: Started, part: Part): string {
  const { chosen, order, limit } = request
  const { statement } = scope
  if (chosen !== undefined && order.by === 'date' && isHashed(chosen.path)) return streamText(scope, request, part)
  if (chosen === undefined && scope.types.length > 1) return walkTypes(scope, request)
  const source = chosen === undefined ? scope.tenant.tables.resource : foundText(scope, chosen.path)
  return `select r.* from ${source} r where ${testRow(scope, 'r')} and ${testAll(scope, listLeft(request.where, chosen), 'r')}
    ${boundsText(scope, request, { row: 'r', part })} ${afterText(scope, request, 'r')}
    ${orderText(order, 'r')} limit ${statement.bind(limit + 1)}`
}

/** Each type in its own index, joined. */
function walkTypes(scope: Scope, request: Started): string {
  const { statement } = scope
  const { order, limit } = request
  return `select r.* from unnest(${statement.texts(scope.types)}) as wanted (type)
    cross join lateral (select r.* from ${scope.tenant.tables.resource} r where ${testRow(scope, 'r')} and r.type = wanted.type and ${testAll(scope, request.where, 'r')}
      ${afterText(scope, request, 'r')} ${orderText(order, 'r')} limit ${statement.bind(limit + 1)}) r
    ${orderText(order, 'r')} limit ${statement.bind(limit + 1)}`
}

/** Entries of `token` under one hash, in the order of the page. */
function entriesOf(scope: Scope, request: PageRequest, { hash, part }: { hash: string; part: Part }): string {
  const { tenant, statement } = scope
  return `select t.d, t.key from ${tenant.tables.token} t where t.tenant = ${statement.tenant(tenant)} and t.hash = ${hash}
    ${boundsText(scope, request, { row: 't', part })} ${afterText(scope, request, 't')} ${orderText(request.order, 't')}`
}

function entriesText(scope: Scope, request: PageRequest, { path }: Candidate): string {
  const hash = path.kind === 'hashes' ? path.hashes[0] : undefined
  return entriesOf(scope, request, { hash: `${scope.statement.bind(hash)}::bigint`, part: 'whole' })
}

/** Entries come in the order of the page. Each row is looked up and tested, until there are enough. */
function streamText(scope: Scope, request: Started, part: Part): string {
  const { statement, tenant, restriction } = scope
  const { order, limit, chosen, where } = request
  if (chosen === undefined) return ''
  const { path } = chosen
  const enough = `limit ${statement.bind(limit + 1)}`
  const left = listLeft(where, chosen)
  // Most rows of one person belong to the page.
  const probed = chosen.rows === undefined ? where.filter((predicate) => predicate !== chosen.predicate) : []
  const rowsOf = (entries: string): string => `select r.* from (${entries}) t
    cross join lateral (select * from ${tenant.tables.resource} where tenant = ${statement.tenant(tenant)} and key = t.key offset 0) r
    where ${probesText(scope, probed, 't')} ${testRow(scope, 'r')} and ${testAll(scope, left, 'r')} ${orderText(order, 't')} ${enough}`
  if (path.kind === 'hashes' && path.hashes.length === 1)
    return rowsOf(entriesOf(scope, request, { hash: `${statement.bind(path.hashes[0])}::bigint`, part }))
  const direction = order.isDescending ? 'desc' : 'asc'
  const wanted = `unnest(array(${hashesText(scope, path)})) as wanted (entry)`
  const entries = entriesOf(scope, request, { hash: 'wanted.entry', part })
  // Every entry belongs to the page: the first entries of each stream are merged before a row is looked up.
  if (left.length === 0 && restriction === undefined)
    return rowsOf(`select distinct t.d, t.key from ${wanted} cross join lateral (${entries} ${enough}) t
      order by t.d ${direction}, t.key ${direction} ${enough}`)
  return `select distinct on (r.d, r.key) r.* from ${wanted}
    cross join lateral (${rowsOf(entries)}) r order by r.d ${direction}, r.key ${direction} ${enough}`
}

const orderText = ({ by, isDescending }: Order, row: string): string => {
  const direction = isDescending ? 'desc' : 'asc'
  return `order by ${row}.${columns[by]} ${direction}, ${row}.key ${direction}`
}

function afterText({ statement }: Scope, { after, order }: PageRequest, row: string): string {
  if (after === undefined) return ''
  const position = `(${statement.bind(after.d)}::${casts[order.by]}, ${statement.bind(after.key)}::bigint)`
  return `and (${row}.${columns[order.by]}, ${row}.key) ${order.isDescending ? '<' : '>'} ${position}`
}

/** The bounds of predicates on the principal date, for the index in its order. */
function boundsText({ statement }: Scope, { where }: PageRequest, { row, part }: { row: string; part: Part }): string {
  const bounds = where.flatMap((predicate) => {
    if (predicate.kind !== 'date' || predicate.test === undefined) return []
    const bound = lowerBounds[predicate.test.prefix]
    return bound === undefined ? [] : [bound(sidesOf([`${row}.d`, ''], bindInstants(statement, predicate.test)))]
  })
  const floor = part === 'whole' ? undefined : findFloor(where)
  if (floor !== undefined) {
    const since = `${bindInstants(statement, floor).low} - interval '31 days'`
    bounds.push(part === 'near' ? `${row}.d >= ${since}` : `${row}.is_long and ${row}.d < ${since}`)
  }
  return bounds.map((bound) => ` and ${bound}`).join('')
}

/** The latest start that every match has. */
const findFloor = (where: readonly Predicate[]): IntervalTest | undefined =>
  where
    .flatMap((predicate) => (predicate.kind === 'date' && predicate.test !== undefined ? [predicate.test] : []))
    .find(({ prefix }) => prefix === 'gt' || prefix === 'ge')

/** A single token is counted without reading rows. */
function totalText(scope: Scope, { where, chosen }: Started): string {
  const { statement, restriction, tenant } = scope
  const [only] = where
  const isToken = only?.kind === 'tokens' && only.any === only.accessTokens && only.any.length === 1
  if (chosen?.path.kind === 'hashes' && isToken && where.length === 1 && restriction === undefined)
    return `select count(*) from ${tenant.tables.token} where tenant = ${statement.tenant(tenant)} and hash = ${statement.bind(chosen.path.hashes[0])}::bigint`
  const source = chosen === undefined ? scope.tenant.tables.resource : foundText(scope, chosen.path)
  return `select count(*) from ${source} r where ${testRow(scope, 'r')} and ${testAll(scope, listLeft(where, chosen), 'r')}`
}
