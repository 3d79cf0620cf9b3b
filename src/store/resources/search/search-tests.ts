/** Conditions as SQL on one row: what is looked at on the rows that something else found. STORE.md "Search". */

import type { Tenant } from '../../keys/tenants.ts'
import type { Space } from '../content.ts'
import { compartmentHash, ownerHash, referredHash, selfOf } from '../index-rows.ts'
import { type Condition, type IntervalTest, prefixTests } from './search-conditions.ts'
import { hashMembers, hashReferences, hashTokens, listConstants, probesText } from './search-hashes.ts'

/** Whose record a caller is kept to; what is in nobody's record is of the other types. */
export type Restriction = {
  /** `Type/id` of the patient; absent: there is nothing but what the others let through. */
  readonly own?: string
  readonly openTypes: readonly string[]
  /** Of these types a caller sees what meets the condition, and nothing else. */
  readonly narrowed?: readonly { readonly type: string; readonly of: Condition }[]
  /** Whatever else lets it through: nothing in these compartments, and of a type nothing that meets its condition. */
  readonly hidden?: {
    readonly compartments: readonly string[]
    readonly narrowed: readonly { readonly type: string; readonly of: Condition }[]
  }
}

/** Where hashes and values of a statement come from. */
export type Scope = {
  readonly tenant: Tenant
  readonly space: Space
  readonly types: readonly string[]
  readonly restriction: Restriction | undefined
  readonly statement: Statement
}

export class Statement {
  readonly values: unknown[] = []
  #aliases = 0
  #tenant: string | undefined

  bind(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  /** One parameter however often. */
  tenant({ number }: Tenant): string {
    this.#tenant ??= this.bind(number)
    return this.#tenant
  }

  array(values: readonly string[]): string {
    return `${this.bind(`{${values.join(',')}}`)}::bigint[]`
  }

  texts(values: readonly string[]): string {
    return `${this.bind(values)}::text[]`
  }

  alias(): string {
    this.#aliases += 1
    return `x${this.#aliases}`
  }
}

/** The row is there, of the types, and within what the caller may see. */
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

function testRestriction(scope: Scope, restriction: Restriction | undefined, row: string): string[] {
  const { types, statement } = scope
  if (restriction === undefined) return []
  const unseen = testHidden(scope, restriction, row)
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

function testHidden(scope: Scope, { hidden }: Restriction, row: string): string[] {
  if (hidden === undefined) return []
  const { tenant, space, types, statement } = scope
  const hashes = hidden.compartments.flatMap((target) => [
    compartmentHash(tenant, space, target),
    referredHash(tenant, target),
  ])
  const narrowed = hidden.narrowed.filter(({ type }) => types.includes(type))
  return [
    `not (${row}.tokens && ${statement.array(hashes)})`,
    ...(hidden.compartments.length === 0 ? [] : testReferring(scope, hidden.compartments, row)),
    ...narrowed.map(
      ({ type, of }) =>
        `not (${row}.type = ${statement.bind(type)} and ${testOne({ ...scope, types: [type], restriction: undefined }, of, row)})`,
    ),
  ]
}

/** A reference by any search parameter, to them or to what is of their own record. */
function testReferring({ tenant, space, statement }: Scope, targets: readonly string[], row: string): string[] {
  const selves = targets.map((target) => selfOf(tenant, space, target))
  const owners = targets.map((target) => ownerHash(tenant, space, target))
  const named = statement.alias()
  return [
    `not (${row}.refs && ${statement.array(selves)})`,
    `not exists (select from ${tenant.tables.resource} ${named} where ${named}.tenant = ${statement.tenant(tenant)} and ${named}.self = any (${row}.refs) and ${named}.tokens && ${statement.array(owners)})`,
  ]
}

export const testAll = (scope: Scope, conditions: readonly Condition[], row: string): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => testOne(scope, condition, row)).join(' and ')

export function testOne(scope: Scope, condition: Condition, row: string): string {
  const { statement } = scope
  switch (condition.kind) {
    case 'tokens':
      return `${row}.tokens && ${statement.array(hashTokens(scope, condition.any))}`
    case 'references':
      return `${row}.tokens && ${statement.array(hashReferences(scope, condition.parameters, condition.targets))}`
    case 'compartment':
      return `${row}.tokens && ${statement.array([compartmentHash(scope.tenant, scope.space, condition.target)])}`
    case 'own':
      return `${row}.tokens && ${statement.array([ownerHash(scope.tenant, scope.space, condition.target)])}`
    case 'members':
      return `${row}.tokens && ${statement.array(hashMembers(scope, condition))}`
    case 'ranges':
      return testRanges(scope, condition, row)
    case 'date':
      return `${row}.d_end is not null${condition.test === undefined ? '' : ` and ${testInstant(statement, condition.test, [`${row}.d`, `${row}.d_end`])}`}`
    case 'updated':
      return testInstant(statement, condition.test, [`${row}.updated_at`, `${row}.updated_at`])
    case 'chain':
      return testChain(scope, condition, row)
    case 'has':
      return testHas(scope, condition, row)
    case 'not':
      return `not coalesce((${testOne(scope, condition.of, row)}), false)`
    case 'all':
      return `(${testAll(scope, condition.of, row)})`
    case 'any':
      return condition.of.length === 0
        ? 'false'
        : `(${condition.of.map((one) => testOne(scope, one, row)).join(' or ')})`
  }
}

type Of<K extends Condition['kind']> = Condition & { readonly kind: K }

function testRanges(scope: Scope, { any, test }: Of<'ranges'>, row: string): string {
  const { statement } = scope
  const entry = statement.alias()
  const sides = sidesOf([`${entry}.lo`, `${entry}.hi`], bindNumbers(statement, test))
  return `exists (select from unnest(${row}.range_hashes, ${row}.range_lows, ${row}.range_highs) as ${entry} (hash, lo, hi)
    where ${entry}.hash = any (${statement.array(hashTokens(scope, any))}) and ${prefixTests[test.prefix](sides)})`
}

/** The bounds stay unbound until a test uses them. */
export const sidesOf = (
  [lo, hi]: readonly [string, string],
  bounds: Bounds,
): Bounds & { readonly lo: string; readonly hi: string } => Object.assign(Object.create(bounds) as Bounds, { lo, hi })

type Bounds = { readonly low: string; readonly high: string }

/** Bound when they are used: PostgreSQL takes no value that no statement mentions. */
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

/** Microseconds since 1970 as the database has them. */
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

/** Whether one of the parameters of `row` points to `target`. */
export const pointsTo = (
  statement: Statement,
  constants: readonly string[],
  { row, self }: { row: string; self: string },
): string =>
  constants.length === 1
    ? `(${self} # ${statement.bind(constants[0])}::bigint) = any (${row}.tokens)`
    : `exists (select from unnest(${statement.array(constants)}) as k where (${self} # k) = any (${row}.tokens))`

/** `offset 0` keeps the planner from turning the look-ups around. */
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
