/** Orders resources by values that no index orders. R4 search.html#sort. */
import type { JsonObject } from '../../core/json.ts'
import { dateInterval } from '../../fhir-search/index/date-interval.ts'
import { listCodes, listNumbers, listTargets, listTexts } from '../../fhir-search/index/index-values.ts'
import { foldText } from '../../fhir-search/index/text-folding.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import type { SortKey } from './search-request.ts'

/** Null if there is none; it comes last. */
export type SortValue = string | number | null

/** The characters of a text that are compared. The link to the next page holds them, and a client has to be able to send it. D112. */
const comparedLength = 100

/** The least value, or the greatest in descending order. */
export function readSortValues(
  parameters: SearchParameters,
  sort: readonly SortKey[],
  { type, content }: { type: string; content: JsonObject },
): SortValue[] {
  return sort.map(({ parameter, isDescending }) => {
    const nodes = parameters.paths(type, parameter).flatMap((path) => path.read(content))
    const values = nodes.flatMap((node): (string | number)[] => {
      switch (parameter.type) {
        case 'date': {
          const interval = dateInterval(node.value, parameters.zone)
          return interval === undefined ? [] : [finite(isDescending ? interval.high : interval.low)]
        }
        case 'number':
        case 'quantity':
          return listNumbers(node).map(({ low, high }) => finite(isDescending ? high : low))
        case 'token':
          return listCodes(parameters.definitions, node).map(({ code }) => code)
        case 'reference':
          return listTargets(parameters.addresses, node)
        default:
          return listTexts(node).map(foldText)
      }
    })
    const [first = null] = values.toSorted((a, b) => compareValues(a, b) * (isDescending ? -1 : 1))
    return typeof first === 'string' ? first.slice(0, comparedLength) : first
  })
}

/** A cursor is JSON, which has no infinite number. */
const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))

function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0
  return (a ?? 0) < (b ?? 0) ? -1 : 1
}

export type Sorted = { readonly values: readonly SortValue[]; readonly key: string }

export function compareSorted(sort: readonly SortKey[], a: Sorted, b: Sorted): number {
  for (const [index, { isDescending }] of sort.entries()) {
    const [left = null, right = null] = [a.values[index], b.values[index]]
    if (left === right) continue
    if (left === null || right === null) return left === null ? 1 : -1
    return compareValues(left, right) * (isDescending ? -1 : 1)
  }
  // Keys are whole numbers of the database, far below 2^53.
  return Number(b.key) - Number(a.key)
}
