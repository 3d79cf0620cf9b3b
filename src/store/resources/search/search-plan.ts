/** Chooses the start of a statement, with as little counting as possible. docs/design/store.md#search. */

import {
  type AccessPath,
  byRows,
  type Candidate,
  countedRows,
  findInnermost,
  keysOf,
  listCandidates,
} from './access-paths.ts'
import type { Predicate } from './predicates.ts'
import type { Scope } from './search-scope.ts'

/** If so few rows meet a predicate, the search starts from it and counts nothing else. */
const veryFew = { inOrder: 8, elsewhere: 100 } as const
/** Each end of a chain leads to several rows. So many ends are counted before, and after, a glimpse at the page. */
const countedEnds = { before: 400, after: countedRows } as const
const countedSources = 2000
/** With more predicates than these not all are weighed, because each makes the statement longer. */
const mostWeighed = 16
/** Depth in the order at which two streams are compared, to find the sparser one. */
const sparseAt = 500

/** A start has a number: 0 is the glimpse, then `counted`, then `streams`; without a number `otherwise` is used. */
export type SearchPlan = {
  /** The one that finds the fewest rows is taken. */
  readonly counted: readonly Candidate[]
  /** These find many rows; the search takes the one with entries furthest apart. */
  readonly streams: readonly Candidate[]
  /** True if a short walk in the order of the page comes before long counts: it finds frequent values. */
  readonly isGlimpsed: boolean
  readonly inOrder: boolean
  readonly otherwise: Candidate | undefined
}

const decided = (otherwise: Candidate | undefined): SearchPlan => ({
  counted: [],
  streams: [],
  isGlimpsed: false,
  inOrder: true,
  otherwise,
})

type PlanRequest = {
  readonly where: readonly Predicate[]
  /** True if the page is in the order of the entries of `token`. */
  readonly inOrder: boolean
  /** True if the page is short and its total is not counted. */
  readonly mayGlimpse: boolean
}

/** Has nothing to start from if no predicate can start a search, or none finds few enough rows. */
export function planSearch(scope: Scope, { where, inOrder, mayGlimpse }: PlanRequest): SearchPlan {
  const candidates = listCandidates(scope, where)
  const known = candidates.filter(({ rows }) => rows !== undefined)
  if (known.length > 0) return decided(known.toSorted(byRows)[0])
  const streams = inOrder ? candidates.filter(({ path }) => path.kind === 'hashes') : []
  if (candidates.length === streams.length && streams.length < 2) return decided(streams[0])
  const single = streams.filter(({ path }) => path.kind === 'hashes' && path.hashes.length === 1)
  return {
    counted: candidates.slice(0, mostWeighed),
    streams: single.length > 1 ? single.slice(0, mostWeighed) : [],
    isGlimpsed: mayGlimpse && candidates.some(({ path }) => (inOrder ? hasEnds(path) : path.kind === 'hashes')),
    inOrder,
    otherwise: streams[0],
  }
}

const hasEnds = (path: AccessPath): boolean =>
  path.kind === 'union' ? path.parts.some(hasEnds) : path.kind === 'chain'

/** Entries of a stream from the beginning of the page, in its order. */
export type Entries = {
  readonly text: (candidate: Candidate) => string
  readonly isDescending: boolean
}

/** SQL of the number of the start; null for `otherwise`. Each step is tried only if those before it found none. */
export function startText(scope: Scope, plan: SearchPlan, { entries, isGlimpseEnough }: Starting): string {
  const { counted, streams, isGlimpsed, inOrder } = plan
  const few = inOrder ? veryFew.inOrder : veryFew.elsewhere
  const numbered = counted.map(({ path }, index) => ({ path, number: index + 1 }))
  const direct = numbered.filter(({ path }) => path.kind === 'hashes' || path.kind === 'ranges')
  const ended = numbered.filter(({ path }) => hasEnds(path))
  const fewest = fewestText(scope, numbered, { rows: countedRows, ends: countedEnds.before })
  const glimpse = isGlimpsed ? [`select 0 where ${isGlimpseEnough()}`] : []
  const ways = [
    ...(direct.length === 0 ? [] : [fewestText(scope, direct, { rows: few, ends: 0 })]),
    ...(inOrder ? [fewest, ...glimpse] : [...glimpse, fewest]),
    ...(ended.length === 0 ? [] : [fewestText(scope, ended, { rows: countedRows, ends: countedEnds.after })]),
    ...(streams.length === 0 ? [] : [sparsestText(streams, { first: counted.length + 1, entries })]),
  ]
  return `select number from (${ways.map((way) => `(${way})`).join(' union all ')}) as ways (number) limit 1`
}

type Starting = { readonly entries: Entries; readonly isGlimpseEnough: () => string }
type Numbered = { readonly path: AccessPath; readonly number: number }
type Limits = { readonly rows: number; readonly ends: number }

function fewestText(scope: Scope, candidates: readonly Numbered[], limits: Limits): string {
  const counts = candidates.map(({ path, number }) => {
    const parts = path.kind === 'union' ? path.parts : [path]
    return `(${number}, ${parts.map((part) => countText(scope, part, limits)).join(' + ')})`
  })
  return `select number from (values ${counts.join(', ')}) as counted (number, found)
    where found <= ${limits.rows} order by found, number limit 1`
}

/** Above its limit it is no start. */
function countText(scope: Scope, path: AccessPath, { rows, ends }: Limits): string {
  const { kind } = path
  const limit = kind === 'chain' ? ends : kind === 'has' ? countedSources : rows
  const each = kind === 'chain' ? rows / ends : 1
  const innermost = findInnermost(scope, path)
  return `(select case when count(*) > ${limit} then 'infinity'::float8 else count(*) * ${each} end
    from (${keysOf(innermost.scope, innermost.path)} limit ${limit + 1}) as entries)`
}

function sparsestText(
  streams: readonly Candidate[],
  { first, entries: { text, isDescending } }: { readonly first: number; readonly entries: Entries },
): string {
  const marks = streams.map(
    (stream, index) => `(${first + index}, (select d from (${text(stream)} offset ${sparseAt} limit 1) as mark))`,
  )
  return `select number from (values ${marks.join(', ')}) as marked (number, d)
    order by d ${isDescending ? 'asc' : 'desc'} nulls first, number limit 1`
}
