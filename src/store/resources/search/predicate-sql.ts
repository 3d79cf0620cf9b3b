/** Predicates as SQL on one row: they check the rows that something else found. docs/design/store.md#search. */

import { compartmentHash, ownerHash, referredHash, selfOf } from '../index-rows.ts'
import { type IntervalTest, type Predicate, prefixTests } from './predicates.ts'
import { hashMembers, hashReferences, hashResources, hashTokens, listConstants, probesText } from './search-hashes.ts'
import type { Guard, Restriction, Scope, Statement } from './search-scope.ts'

/** The row exists, has one of the types, and the caller may see it. */
export function testRow(scope: Scope, row: string): string {
  const { tenant, space, types, restriction, statement } = scope
  const type =
    types.length === 1 ? `${row}.type = ${statement.bind(types[0])}` : `${row}.type = any (${statement.texts(types)})`
  const own = [
    `${row}.tenant = ${statement.tenant(tenant)}`,
    `${row}.space = ${statement.bind(space)}`,
    type,
    `not ${row}.deleted`,
  ]
  return [...own, ...testRestriction(scope, restriction, row)].join(' and ')
}

/** The index rows of the row do not rule it out. */
export function testGuard(scope: Scope, { kept, denied }: Guard, row: string): string[] {
  const restriction = denied === undefined ? undefined : { denied: { compartments: denied, narrowed: [] } }
  const test = (predicate: Predicate): string => testOne(scope, predicate, row)
  return [
    ...(kept === undefined ? [] : [`(${test(kept.of)} or (${row}.deleted and ${test(kept.ofDeleted)}))`]),
    ...(restriction === undefined ? [] : testDenied(scope, restriction, row)),
  ]
}

function testRestriction(scope: Scope, restriction: Restriction | undefined, row: string): string[] {
  const { types, statement } = scope
  if (restriction === undefined) return []
  const unseen = testDenied(scope, restriction, row)
  if (types.every((type) => restriction.openTypes.includes(type))) return unseen
  const narrowed = (restriction.narrowed ?? []).filter(({ type }) => types.includes(type))
  const { own } = restriction
  const kept = narrowed.map(({ type }) => type)
  const ways = [
    `${row}.type = any (${statement.texts(restriction.openTypes)})`,
    ...(own === undefined
      ? []
      : [
          `${testOne(scope, { kind: 'own', target: own }, row)}${kept.length === 0 ? '' : ` and ${row}.type <> all (${statement.texts(kept)})`}`,
        ]),
    ...narrowed.map(
      ({ type, of }) =>
        `${row}.type = ${statement.bind(type)} and ${testOne({ ...scope, types: [type], restriction: undefined }, of, row)}`,
    ),
  ]
  return [`(${ways.join(' or ')})`, ...unseen]
}

function testDenied(scope: Scope, { denied }: Pick<Restriction, 'denied'>, row: string): string[] {
  if (denied === undefined) return []
  const { tenant, space, types, statement } = scope
  const hashes = denied.compartments.flatMap((target) => [
    compartmentHash(tenant, space, target),
    referredHash(tenant, target),
  ])
  const narrowed = denied.narrowed.filter(({ type }) => types.includes(type))
  return [
    `not (${row}.tokens && ${statement.array(hashes)})`,
    ...(denied.compartments.length === 0 ? [] : testReferring(scope, denied.compartments, row)),
    ...narrowed.map(
      ({ type, of }) =>
        `not (${row}.type = ${statement.bind(type)} and ${testOne({ ...scope, types: [type], restriction: undefined }, of, row)})`,
    ),
  ]
}

/** Refers by any search parameter to these patients, or to resources of their own record. */
function testReferring({ tenant, space, statement }: Scope, targets: readonly string[], row: string): string[] {
  const selves = targets.map((target) => selfOf(tenant, space, target))
  const owners = targets.map((target) => ownerHash(tenant, space, target))
  const named = statement.alias()
  return [
    `not (${row}.refs && ${statement.array(selves)})`,
    `not exists (select from ${tenant.tables.resource} ${named} where ${named}.tenant = ${statement.tenant(tenant)} and ${named}.self = any (${row}.refs) and ${named}.tokens && ${statement.array(owners)})`,
  ]
}

export const testAll = (scope: Scope, predicates: readonly Predicate[], row: string): string =>
  predicates.length === 0 ? 'true' : predicates.map((predicate) => testOne(scope, predicate, row)).join(' and ')

export function testOne(scope: Scope, predicate: Predicate, row: string): string {
  const { statement } = scope
  switch (predicate.kind) {
    case 'tokens':
      return `${row}.tokens && ${statement.array(hashTokens(scope, predicate.any))}`
    case 'references':
      return `${row}.tokens && ${statement.array(hashReferences(scope, predicate.parameters, predicate.targets))}`
    case 'resources':
      return `${row}.tokens && ${statement.array(hashResources(scope, predicate.targets))}`
    case 'compartment':
      return `${row}.tokens && ${statement.array([compartmentHash(scope.tenant, scope.space, predicate.target)])}`
    case 'own':
      return `${row}.tokens && ${statement.array([ownerHash(scope.tenant, scope.space, predicate.target)])}`
    case 'members':
      return `${row}.tokens && ${statement.array(hashMembers(scope, predicate))}`
    case 'ranges':
      return testRanges(scope, predicate, row)
    case 'date':
      return `${row}.d_end is not null${predicate.test === undefined ? '' : ` and ${testInstant(statement, predicate.test, [`${row}.d`, `${row}.d_end`])}`}`
    case 'updated':
      return testInstant(statement, predicate.test, [`${row}.updated_at`, `${row}.updated_at`])
    case 'seen':
      return `pg_visible_in_snapshot(${row}.tx, ${statement.bind(predicate.snapshot)}::pg_snapshot)`
    case 'chain':
      return testChain(scope, predicate, row)
    case 'has':
      return testHas(scope, predicate, row)
    case 'not':
      return `not coalesce((${testOne(scope, predicate.of, row)}), false)`
    case 'all':
      return `(${testAll(scope, predicate.of, row)})`
    case 'any':
      return predicate.of.length === 0
        ? 'false'
        : `(${predicate.of.map((one) => testOne(scope, one, row)).join(' or ')})`
  }
}

type Of<K extends Predicate['kind']> = Predicate & { readonly kind: K }

function testRanges(scope: Scope, { any, test }: Of<'ranges'>, row: string): string {
  const { statement } = scope
  const entry = statement.alias()
  const sides = sidesOf([`${entry}.lo`, `${entry}.hi`], bindNumbers(statement, test))
  return `exists (select from unnest(${row}.range_hashes, ${row}.range_lows, ${row}.range_highs) as ${entry} (hash, lo, hi)
    where ${entry}.hash = any (${statement.array(hashTokens(scope, any))}) and ${prefixTests[test.prefix](sides)})`
}

/** The bounds are bound only when a test uses them. */
export const sidesOf = (
  [lo, hi]: readonly [string, string],
  bounds: Bounds,
): Bounds & { readonly lo: string; readonly hi: string } => Object.assign(Object.create(bounds) as Bounds, { lo, hi })

type Bounds = { readonly low: string; readonly high: string }

/** Bound on use: PostgreSQL refuses a value that no statement mentions. */
const lazily = (low: () => string, high: () => string): Bounds => ({
  get low() {
    return low()
  },
  get high() {
    return high()
  },
})

export const bindNumbers = (statement: Statement, { low, high }: IntervalTest): Bounds =>
  lazily(
    () => `${statement.bind(String(low))}::float8`,
    () => `${statement.bind(String(high))}::float8`,
  )

/** Microseconds since 1970, as the database stores them. */
export const bindInstants = (statement: Statement, { low, high }: IntervalTest): Bounds =>
  lazily(
    () => instant(statement, low),
    () => instant(statement, high),
  )

function instant(statement: Statement, time: number): string {
  if (!Number.isFinite(time)) return `${statement.bind(time < 0 ? '-infinity' : 'infinity')}::timestamptz`
  return `(timestamptz '1970-01-01 00:00:00+00' + ${statement.bind(String(time))}::bigint * interval '1 microsecond')`
}

export const testInstant = (statement: Statement, test: IntervalTest, [lo, hi]: readonly [string, string]): string =>
  prefixTests[test.prefix](sidesOf([lo, hi], bindInstants(statement, test)))

/** True if one of the parameters of `row` refers to `target`. */
export const pointsTo = (
  statement: Statement,
  constants: readonly string[],
  { row, self }: { row: string; self: string },
): string =>
  constants.length === 1
    ? `(${self} # ${statement.bind(constants[0])}::bigint) = any (${row}.tokens)`
    : `exists (select from unnest(${statement.array(constants)}) as k where (${self} # k) = any (${row}.tokens))`

/** `offset 0` keeps the planner from turning the lookups around. */
function testChain(scope: Scope, { parameters, types, where }: Of<'chain'>, row: string): string {
  const { statement } = scope
  const { resource } = scope.tenant.tables
  const target = statement.alias()
  const inner = { ...scope, types }
  const points = pointsTo(statement, listConstants(scope, parameters), { row, self: `${target}.self` })
  return `exists (select from (select * from ${resource} where tenant = ${statement.tenant(scope.tenant)} and self = any (${row}.refs) offset 0) ${target}
    where ${points} and ${testRow(inner, target)} and ${testAll(inner, where, target)} offset 0)`
}

function testHas(scope: Scope, { parameters, type, where }: Of<'has'>, row: string): string {
  const { statement, tenant } = scope
  const { tables } = tenant
  const inner = { ...scope, types: [type] }
  const [token, source] = [statement.alias(), statement.alias()]
  return `exists (select from unnest(${statement.array(listConstants(inner, parameters))}) as k
    cross join lateral (select t.d, t.key from ${tables.token} t where t.tenant = ${statement.tenant(tenant)} and t.hash = (${row}.self # k) offset 0) ${token}
    cross join lateral (select * from ${tables.resource} where tenant = ${statement.tenant(tenant)} and key = ${token}.key offset 0) ${source}
    where ${probesText(inner, where, token)} ${testRow(inner, source)} and ${testAll(inner, where, source)} offset 0)`
}
