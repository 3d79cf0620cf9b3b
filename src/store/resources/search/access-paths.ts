/** The start of a search: the predicate that the fewest rows meet. docs/design/store.md#search. */

import { bindNumbers, pointsTo, sidesOf, testAll, testRow } from './predicate-sql.ts'
import { type Predicate, prefixTests } from './predicates.ts'
import { hashTokens, listConstants, listHashes } from './search-hashes.ts'
import type { Scope } from './search-scope.ts'

/** How many rows are counted at most. With more, the search walks through them in the order of the page. */
export const countedRows = 5000
/** Estimated rows of one identifier, person or encounter, without counting. */
const selectiveRows = 100
/** So many named resources are read without counting. */
const fewResources = 1000

export type AccessPath =
  /** Entries of `token` under these hashes. */
  | { readonly kind: 'hashes'; readonly hashes: readonly string[] }
  /** The same, but the database makes the hashes from the end of the chain. */
  | { readonly kind: 'chain'; readonly predicate: Of<'chain'>; readonly inner: AccessPath }
  | { readonly kind: 'has'; readonly predicate: Of<'has'>; readonly inner: AccessPath }
  | { readonly kind: 'ranges'; readonly predicate: Of<'ranges'> }
  /** Rows of any part. */
  | { readonly kind: 'union'; readonly parts: readonly AccessPath[] }

type Of<K extends Predicate['kind']> = Predicate & { readonly kind: K }

/** A predicate that a search may start from. `rows`: how many rows meet it, if that is known without counting. */
export type Candidate = { readonly path: AccessPath; readonly predicate: Predicate; readonly rows: number | undefined }

export const listCandidates = (scope: Scope, predicates: readonly Predicate[]): Candidate[] =>
  predicates.flatMap((predicate) => {
    const path = findAccessPath(scope, predicate)
    return path === undefined ? [] : [{ path, predicate, rows: knownRows(predicate) }]
  })

const exactKinds: ReadonlySet<Predicate['kind']> = new Set(['chain', 'has', 'ranges'])

/** Predicates that are left to test on the rows of a path: finding them by the path has tested some already. */
export function listLeft(where: readonly Predicate[], chosen: Candidate | undefined): readonly Predicate[] {
  const own = chosen?.predicate
  const isExact =
    own?.kind === 'any' ? own.of.every(({ kind }) => exactKinds.has(kind)) : own && exactKinds.has(own.kind)
  return isExact ? where.filter((predicate) => predicate !== own) : where
}

/** The end of a chain, with the types at that end. */
export function findInnermost(scope: Scope, path: AccessPath): { readonly scope: Scope; readonly path: AccessPath } {
  if (path.kind !== 'chain' && path.kind !== 'has') return { scope, path }
  return findInnermost({ ...scope, types: typesOf(path.predicate) }, path.inner)
}

const typesOf = (predicate: Of<'chain'> | Of<'has'>): readonly string[] =>
  predicate.kind === 'chain' ? predicate.types : [predicate.type]

/** SQL of the keys of the rows that a path finds. */
export function keysOf(scope: Scope, path: AccessPath): string {
  const { statement, tenant } = scope
  if (path.kind === 'union') return path.parts.map((part) => `(${keysOf(scope, part)})`).join(' union all ')
  const { tables } = tenant
  const own = `tenant = ${statement.tenant(tenant)}`
  switch (path.kind) {
    case 'hashes':
      return `select key from ${tables.token} where ${own} and hash = any (${statement.array(path.hashes)})`
    case 'chain':
      return `select key from ${tables.token} where ${own} and hash = any (array(${chainHashes(scope, path)}))`
    case 'has':
      return `select key from ${tables.resource} where ${own} and self = any (array(${hasSelves(scope, path)}))`
    case 'ranges': {
      const { any, test } = path.predicate
      const sides = sidesOf(['lo', 'hi'], bindNumbers(statement, test))
      return `select key from ${tables.range} where ${own} and hash = any (${statement.array(hashTokens(scope, any))}) and ${prefixTests[test.prefix](sides)}`
    }
  }
}

/** SQL of the rows that a path finds; `offset 0` keeps the planner from another order. */
export const foundText = (scope: Scope, path: AccessPath): string =>
  `(select * from ${scope.tenant.tables.resource} where tenant = ${scope.statement.tenant(scope.tenant)} and key = any (array(${keysOf(scope, path)})) offset 0)`

/** True if all its entries are under hashes. */
export const isHashed = (path: AccessPath): boolean =>
  path.kind === 'union' ? path.parts.every(isHashed) : path.kind === 'hashes' || path.kind === 'chain'

/** SQL of those hashes. */
export function hashesText(scope: Scope, path: AccessPath): string {
  if (path.kind === 'chain') return chainHashes(scope, path)
  if (path.kind === 'union') return path.parts.map((part) => hashesText(scope, part)).join(' union ')
  return `select unnest(${scope.statement.array(path.kind === 'hashes' ? path.hashes : [])})`
}

/** Hashes of entries that point to the end of a chain. */
function chainHashes(scope: Scope, { predicate, inner }: AccessPath & { readonly kind: 'chain' }): string {
  const { statement } = scope
  const target = statement.alias()
  const ends = { ...scope, types: predicate.types }
  return `select ${target}.self # k from ${foundText(ends, inner)} ${target}
    cross join unnest(${statement.array(listConstants(scope, predicate.parameters))}) as k
    where ${testRow(ends, target)} and ${testAll(ends, predicate.where, target)}`
}

function hasSelves(scope: Scope, { predicate, inner }: AccessPath & { readonly kind: 'has' }): string {
  const { statement } = scope
  const source = statement.alias()
  const sources = { ...scope, types: [predicate.type] }
  const points = pointsTo(statement, listConstants(sources, predicate.parameters), { row: source, self: 'ref' })
  return `select ref from ${foundText(sources, inner)} ${source} cross join unnest(${source}.refs) as ref
    where ${testRow(sources, source)} and ${testAll(sources, predicate.where, source)} and ${points}`
}

function findAccessPath(scope: Scope, predicate: Predicate): AccessPath | undefined {
  const hashes = listHashes(scope, predicate)
  if (hashes !== undefined) return { kind: 'hashes', hashes }
  if (predicate.kind === 'ranges') return { kind: 'ranges', predicate }
  if (predicate.kind === 'any') return findUnion(scope, predicate.of)
  if (predicate.kind === 'all') return listCandidates(scope, predicate.of).toSorted(byRows)[0]?.path
  if (predicate.kind !== 'chain' && predicate.kind !== 'has') return undefined
  const inner = listCandidates({ ...scope, types: typesOf(predicate) }, predicate.where).toSorted(byRows)[0]?.path
  if (inner === undefined) return undefined
  return predicate.kind === 'chain' ? { kind: 'chain', predicate, inner } : { kind: 'has', predicate, inner }
}

/** If every alternative has a path. */
function findUnion(scope: Scope, predicates: readonly Predicate[]): AccessPath | undefined {
  const parts = predicates.map((predicate) => findAccessPath(scope, predicate))
  return parts.length > 0 && parts.every((part) => part !== undefined) ? { kind: 'union', parts } : undefined
}

export const byRows = (a: Pick<Candidate, 'rows'>, b: Pick<Candidate, 'rows'>): number =>
  (a.rows ?? countedRows) - (b.rows ?? countedRows)

/** True if it is known, without counting, to find few rows. */
export const isSelective = (predicate: Predicate): boolean => knownRows(predicate) !== undefined

function knownRows(predicate: Predicate): number | undefined {
  switch (predicate.kind) {
    case 'tokens':
      return predicate.isSelective ? predicate.accessTokens.length : undefined
    case 'references':
      return predicate.isSelective ? selectiveRows * predicate.targets.length : undefined
    case 'resources':
      return predicate.targets.length <= fewResources ? predicate.targets.length : undefined
    case 'compartment':
    case 'own':
      return selectiveRows
    case 'chain':
    case 'has': {
      const known = predicate.where.map(knownRows).filter((rows) => rows !== undefined)
      return known.length === 0 ? undefined : Math.min(...known) * 2
    }
    case 'all': {
      const known = predicate.of.map(knownRows).filter((rows) => rows !== undefined)
      return known.length === 0 ? undefined : Math.min(...known)
    }
    case 'any': {
      const known = predicate.of.map(knownRows)
      return known.length > 0 && known.every((rows) => rows !== undefined) ? known.reduce((a, b) => a + b) : undefined
    }
    default:
      return undefined
  }
}
