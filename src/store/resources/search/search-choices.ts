/** How a statement chooses what it starts from, by counting as little as will do. STORE.md "Search". */
import type { Condition } from './search-conditions.ts'
import {
  byRows,
  type Candidate,
  countedRows,
  type Driver,
  findInnermost,
  keysOf,
  listCandidates,
} from './search-drivers.ts'
import type { Scope } from './search-tests.ts'

/** What so few rows meet starts the search, and nothing else is counted. */
const veryFew = { inOrder: 8, elsewhere: 100 } as const
/** What is found at the end of a chain leads to several rows each; so many are looked up before, and after, a glimpse at the page. */
const countedEnds = { before: 400, after: countedRows } as const
const countedSources = 2000
/** Of more conditions than these not all are weighed: each that is, is a part of the statement that asks for all of them. */
const mostWeighed = 16
/** How far into an order it is looked which of two is the sparser. */
const sparseAt = 500

/** A start is told by its number: 0 is the glimpse, then come `counted`, then `streams`; where there is none, `otherwise`. */
export type Choice = {
  /** Of these the one that finds the fewest. */
  readonly counted: readonly Candidate[]
  /** Of these, which find many, the one whose entries lie furthest apart. */
  readonly streams: readonly Candidate[]
  /** Whether a short walk in the order of the page is tried before much is counted: it finds what is frequent. */
  readonly isGlimpsed: boolean
  readonly inOrder: boolean
  readonly otherwise: Candidate | undefined
}

const decided = (otherwise: Candidate | undefined): Choice => ({
  counted: [],
  streams: [],
  isGlimpsed: false,
  inOrder: true,
  otherwise,
})

type Choosing = {
  readonly where: readonly Condition[]
  /** Whether the page is in the order of the entries of `token`. */
  readonly inOrder: boolean
  /** Whether the page is short, and its matches are not counted. */
  readonly mayGlimpse: boolean
}

/** Nothing to start from where no condition can start a search, or none that can finds few enough. */
export function listChoices(scope: Scope, { where, inOrder, mayGlimpse }: Choosing): Choice {
  const candidates = listCandidates(scope, where)
  const known = candidates.filter(({ rows }) => rows !== undefined)
  if (known.length > 0) return decided(known.toSorted(byRows)[0])
  const streams = inOrder ? candidates.filter(({ driver }) => driver.kind === 'hashes') : []
  if (candidates.length === streams.length && streams.length < 2) return decided(streams[0])
  const single = streams.filter(({ driver }) => driver.kind === 'hashes' && driver.hashes.length === 1)
  return {
    counted: candidates.slice(0, mostWeighed),
    streams: single.length > 1 ? single.slice(0, mostWeighed) : [],
    isGlimpsed: mayGlimpse && candidates.some(({ driver }) => (inOrder ? hasEnds(driver) : driver.kind === 'hashes')),
    inOrder,
    otherwise: streams[0],
  }
}

const hasEnds = (driver: Driver): boolean =>
  driver.kind === 'union' ? driver.parts.some(hasEnds) : driver.kind === 'chain'

/** Entries of a stream from the beginning of the page on, in its order. */
export type Entries = {
  readonly text: (candidate: Candidate) => string
  readonly isDescending: boolean
}

/** SQL of the number of the start; nothing where `otherwise` is to be taken. Each way is looked at if those before it have found none. */
export function startText(scope: Scope, choice: Choice, { entries, isGlimpseEnough }: Starting): string {
  const { counted, streams, isGlimpsed, inOrder } = choice
  const few = inOrder ? veryFew.inOrder : veryFew.elsewhere
  const numbered = counted.map(({ driver }, index) => ({ driver, number: index + 1 }))
  const direct = numbered.filter(({ driver }) => driver.kind === 'hashes' || driver.kind === 'ranges')
  const ended = numbered.filter(({ driver }) => hasEnds(driver))
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
type Numbered = { readonly driver: Driver; readonly number: number }
type Limits = { readonly rows: number; readonly ends: number }

function fewestText(scope: Scope, candidates: readonly Numbered[], limits: Limits): string {
  const counts = candidates.map(({ driver, number }) => {
    const parts = driver.kind === 'union' ? driver.parts : [driver]
    return `(${number}, ${parts.map((part) => countText(scope, part, limits)).join(' + ')})`
  })
  return `select number from (values ${counts.join(', ')}) as counted (number, found)
    where found <= ${limits.rows} order by found, number limit 1`
}

/** Past its limit it is no place to start. */
function countText(scope: Scope, driver: Driver, { rows, ends }: Limits): string {
  const { kind } = driver
  const limit = kind === 'chain' ? ends : kind === 'has' ? countedSources : rows
  const each = kind === 'chain' ? rows / ends : 1
  const innermost = findInnermost(scope, driver)
  return `(select case when count(*) > ${limit} then 'infinity'::float8 else count(*) * ${each} end
    from (${keysOf(innermost.scope, innermost.driver)} limit ${limit + 1}) as entries)`
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
