/** What a search starts from: the condition that the fewest rows meet. STORE.md "Search". */
import { type Condition, prefixTests } from './search-conditions.ts'
import { hashTokens, listConstants, listHashes } from './search-hashes.ts'
import { bindNumbers, pointsTo, type Scope, sidesOf, testAll, testRow } from './search-tests.ts'

/** How many rows are counted at most; what has more is walked through in the order of the page. */
export const countedRows = 5000
/** What one identifier, person or visit leads to, without counting. */
const selectiveRows = 100

export type Driver =
  /** Entries of `token` under these hashes. */
  | { readonly kind: 'hashes'; readonly hashes: readonly string[] }
  /** The same, where the database makes the hashes from what a chain ends at. */
  | { readonly kind: 'chain'; readonly condition: Of<'chain'>; readonly inner: Driver }
  | { readonly kind: 'has'; readonly condition: Of<'has'>; readonly inner: Driver }
  | { readonly kind: 'ranges'; readonly condition: Of<'ranges'> }
  /** What any of them finds. */
  | { readonly kind: 'union'; readonly parts: readonly Driver[] }

type Of<K extends Condition['kind']> = Condition & { readonly kind: K }

/** A condition that a search may start from; `rows`: about how many meet it, where that is known without counting. */
export type Candidate = { readonly driver: Driver; readonly condition: Condition; readonly rows: number | undefined }

export const listCandidates = (scope: Scope, conditions: readonly Condition[]): Candidate[] =>
  conditions.flatMap((condition) => {
    const driver = findDriver(scope, condition)
    return driver === undefined ? [] : [{ driver, condition, rows: knownRows(condition) }]
  })

const exactKinds: ReadonlySet<Condition['kind']> = new Set(['chain', 'has', 'ranges'])

/** What is left to test on the rows that a driver finds: some conditions are met by having been found. */
export function listLeft(where: readonly Condition[], chosen: Candidate | undefined): readonly Condition[] {
  const own = chosen?.condition
  const isExact =
    own?.kind === 'any' ? own.of.every(({ kind }) => exactKinds.has(kind)) : own && exactKinds.has(own.kind)
  return isExact ? where.filter((condition) => condition !== own) : where
}

/** The end of a chain, of the types at that end. */
export function findInnermost(scope: Scope, driver: Driver): { readonly scope: Scope; readonly driver: Driver } {
  if (driver.kind !== 'chain' && driver.kind !== 'has') return { scope, driver }
  return findInnermost({ ...scope, types: typesOf(driver.condition) }, driver.inner)
}

const typesOf = (condition: Of<'chain'> | Of<'has'>): readonly string[] =>
  condition.kind === 'chain' ? condition.types : [condition.type]

/** The keys of the rows that a driver finds. */
export function keysOf(scope: Scope, driver: Driver): string {
  const { statement, tenant } = scope
  if (driver.kind === 'union') return driver.parts.map((part) => `(${keysOf(scope, part)})`).join(' union all ')
  const { tables } = tenant
  const own = `tenant = ${statement.tenant(tenant)}`
  switch (driver.kind) {
    case 'hashes':
      return `select key from ${tables.token} where ${own} and hash = any (${statement.array(driver.hashes)})`
    case 'chain':
      return `select key from ${tables.token} where ${own} and hash = any (array(${chainHashes(scope, driver)}))`
    case 'has':
      return `select key from ${tables.resource} where ${own} and self = any (array(${hasSelves(scope, driver)}))`
    case 'ranges': {
      const { any, test } = driver.condition
      const sides = sidesOf(['lo', 'hi'], bindNumbers(statement, test))
      return `select key from ${tables.range} where ${own} and hash = any (${statement.array(hashTokens(scope, any))}) and ${prefixTests[test.prefix](sides)}`
    }
  }
}

/** The rows that a driver finds; `offset 0` keeps the planner from finding them another way. */
export const foundText = (scope: Scope, driver: Driver): string =>
  `(select * from ${scope.tenant.tables.resource} where tenant = ${scope.statement.tenant(scope.tenant)} and key = any (array(${keysOf(scope, driver)})) offset 0)`

/** Whether all that it finds is under hashes. */
export const isHashed = (driver: Driver): boolean =>
  driver.kind === 'union' ? driver.parts.every(isHashed) : driver.kind === 'hashes' || driver.kind === 'chain'

/** SQL of those hashes. */
export function hashesText(scope: Scope, driver: Driver): string {
  if (driver.kind === 'chain') return chainHashes(scope, driver)
  if (driver.kind === 'union') return driver.parts.map((part) => hashesText(scope, part)).join(' union ')
  return `select unnest(${scope.statement.array(driver.kind === 'hashes' ? driver.hashes : [])})`
}

/** Hashes of the entries that point to what a chain ends at. */
function chainHashes(scope: Scope, { condition, inner }: Driver & { readonly kind: 'chain' }): string {
  const { statement } = scope
  const target = statement.alias()
  const ends = { ...scope, types: condition.types }
  return `select ${target}.self # k from ${foundText(ends, inner)} ${target}
    cross join unnest(${statement.array(listConstants(scope, condition.parameters))}) as k
    where ${testRow(ends, target)} and ${testAll(ends, condition.where, target)}`
}

function hasSelves(scope: Scope, { condition, inner }: Driver & { readonly kind: 'has' }): string {
  const { statement } = scope
  const source = statement.alias()
  const sources = { ...scope, types: [condition.type] }
  const points = pointsTo(statement, listConstants(sources, condition.parameters), { row: source, self: 'ref' })
  return `select ref from ${foundText(sources, inner)} ${source} cross join unnest(${source}.refs) as ref
    where ${testRow(sources, source)} and ${testAll(sources, condition.where, source)} and ${points}`
}

function findDriver(scope: Scope, condition: Condition): Driver | undefined {
  const hashes = listHashes(scope, condition)
  if (hashes !== undefined) return { kind: 'hashes', hashes }
  if (condition.kind === 'ranges') return { kind: 'ranges', condition }
  if (condition.kind === 'any') return findUnion(scope, condition.of)
  if (condition.kind === 'all') return listCandidates(scope, condition.of).toSorted(byRows)[0]?.driver
  if (condition.kind !== 'chain' && condition.kind !== 'has') return undefined
  const inner = listCandidates({ ...scope, types: typesOf(condition) }, condition.where).toSorted(byRows)[0]?.driver
  if (inner === undefined) return undefined
  return condition.kind === 'chain' ? { kind: 'chain', condition, inner } : { kind: 'has', condition, inner }
}

/** Where each alternative has one. */
function findUnion(scope: Scope, conditions: readonly Condition[]): Driver | undefined {
  const parts = conditions.map((condition) => findDriver(scope, condition))
  return parts.length > 0 && parts.every((part) => part !== undefined) ? { kind: 'union', parts } : undefined
}

export const byRows = (a: Pick<Candidate, 'rows'>, b: Pick<Candidate, 'rows'>): number =>
  (a.rows ?? countedRows) - (b.rows ?? countedRows)

/** Whether it leads to few rows, without counting. */
export const isSelective = (condition: Condition): boolean => knownRows(condition) !== undefined

function knownRows(condition: Condition): number | undefined {
  switch (condition.kind) {
    case 'tokens':
      return condition.isSelective ? condition.drivers.length : undefined
    case 'references':
      return condition.isSelective ? selectiveRows * condition.targets.length : undefined
    case 'compartment':
    case 'own':
      return selectiveRows
    case 'chain':
    case 'has': {
      const known = condition.where.map(knownRows).filter((rows) => rows !== undefined)
      return known.length === 0 ? undefined : Math.min(...known) * 2
    }
    case 'all': {
      const known = condition.of.map(knownRows).filter((rows) => rows !== undefined)
      return known.length === 0 ? undefined : Math.min(...known)
    }
    case 'any': {
      const known = condition.of.map(knownRows)
      return known.length > 0 && known.every((rows) => rows !== undefined) ? known.reduce((a, b) => a + b) : undefined
    }
    default:
      return undefined
  }
}
