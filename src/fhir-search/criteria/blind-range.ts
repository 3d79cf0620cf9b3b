/** A birth date with bounds on both sides: the years, months and days between, from which a search may start. docs/design/store.md#search. */
import type { Interval } from '../../store/resources/index-rows.ts'
import { nothing, type Predicate, type Prefix } from '../../store/resources/search/predicates.ts'
import { isBlind, listReaching, listWithin } from '../index/blind-dates.ts'
import type { SearchParameters } from '../parameters/search-parameters.ts'
import { tokens } from './path-predicates.ts'
import type { SearchCriterion } from './search-criteria.ts'

/** The least that a prefix says: that a date ends at or after one time, or begins at or before another. `ne` says neither. R4 search.html#prefix. */
const bounds: Readonly<Partial<Record<Prefix, (asked: Interval) => Partial<Interval>>>> = {
  eq: (asked) => asked,
  ap: (asked) => asked,
  gt: ({ high }) => ({ low: high + 1 }),
  sa: ({ high }) => ({ low: high + 1 }),
  ge: ({ low }) => ({ low }),
  lt: ({ low }) => ({ high: low - 1 }),
  eb: ({ low }) => ({ high: low - 1 }),
  le: ({ high }) => ({ high }),
}

/** Several criteria on one date. `within`: dates there meet all of them; `reaching`: some of these do. */
export type Between = {
  readonly criteria: ReadonlySet<SearchCriterion>
  readonly within: Predicate
  readonly reaching: Predicate
}

export function listBetween(
  parameters: SearchParameters,
  type: string,
  criteria: readonly SearchCriterion[],
): Between[] {
  const asked = criteria.flatMap((criterion) => {
    if (criterion.kind !== 'value' || criterion.isNegated || criterion.parameter.type !== 'date') return []
    const [test, ...others] = criterion.tests
    const [path, ...more] = parameters.paths(type, criterion.parameter)
    const isOne = others.length === 0 && more.length === 0 && path?.isSingle === true && isBlind(path.name)
    if (!isOne || test?.kind !== 'interval' || test.date === undefined) return []
    const sides = bounds[test.test.prefix]?.(test.date.wall)
    return sides === undefined ? [] : [{ criterion, key: path.key, ...sides }]
  })
  return [...Map.groupBy(asked, ({ key }) => key)].flatMap(([key, own]) => {
    const low = Math.max(...own.map((one) => one.low ?? -Infinity))
    const high = Math.min(...own.map((one) => one.high ?? Infinity))
    if (own.length < 2 || low === -Infinity || high === Infinity) return []
    const within = listWithin(key, { low, high })
    if (within === undefined) return []
    return [
      {
        criteria: new Set(own.map(({ criterion }) => criterion)),
        within: within.length === 0 ? nothing : tokens(within),
        reaching: tokens(listReaching(key, { low, high })),
      },
    ]
  })
}
