/** A birth date that is asked for from both sides: the years, months and days between, from which a search may start. STORE.md "Search". */
import type { Interval } from '../../store/resources/index-rows.ts'
import { type Condition, nothing, type Prefix } from '../../store/resources/search/search-conditions.ts'
import { tokens } from '../search/path-conditions.ts'
import type { Filter } from '../search/search-filters.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
import { isBlind, listReaching, listWithin } from './blind-dates.ts'

/** What a prefix says at least: that a date ends at or after one time, or begins at or before another; `ne` says neither. R4 search.html#prefix. */
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

/** What several filters ask of one date. `within`: dates that lie there meet all of them; `reaching`: of these some do. */
export type Between = {
  readonly filters: ReadonlySet<Filter>
  readonly within: Condition
  readonly reaching: Condition
}

export function listBetween(parameters: SearchParameters, type: string, filters: readonly Filter[]): Between[] {
  const asked = filters.flatMap((filter) => {
    if (filter.kind !== 'value' || filter.isNegated || filter.parameter.type !== 'date') return []
    const [test, ...others] = filter.tests
    const [path, ...more] = parameters.paths(type, filter.parameter)
    const isOne = others.length === 0 && more.length === 0 && path?.isSingle === true && isBlind(path.name)
    if (!isOne || test?.kind !== 'interval' || test.date === undefined) return []
    const sides = bounds[test.test.prefix]?.(test.date.wall)
    return sides === undefined ? [] : [{ filter, key: path.key, ...sides }]
  })
  return [...Map.groupBy(asked, ({ key }) => key)].flatMap(([key, own]) => {
    const low = Math.max(...own.map((one) => one.low ?? -Infinity))
    const high = Math.min(...own.map((one) => one.high ?? Infinity))
    if (own.length < 2 || low === -Infinity || high === Infinity) return []
    const within = listWithin(key, { low, high })
    if (within === undefined) return []
    return [
      {
        filters: new Set(own.map(({ filter }) => filter)),
        within: within.length === 0 ? nothing : tokens(within),
        reaching: tokens(listReaching(key, { low, high })),
      },
    ]
  })
}
