/** What the query of a scope lets through. SMART App Launch 2.2 scopes-and-launch-context.html#finer-grained-resource-constraints-using-search-parameters. */
import type { JsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { type Condition, nothing } from '../store/resources/search/search-conditions.ts'
import { answerLeaf } from './search/filter-conditions.ts'
import { meetsFilter } from './search/filter-match.ts'
import { parseFilter } from './search/parse-filter.ts'
import type { Filter } from './search/search-filters.ts'
import type { SearchParameters } from './search/search-parameters.ts'

type Leaf = Filter & { readonly kind: 'value' | 'missing' }

/** All of them must be met. Undefined where one is not understood, or index rows cannot tell it: such a scope permits nothing. */
function parseQuery(parameters: SearchParameters, type: string, query: string): readonly Leaf[] | undefined {
  const leaves: Leaf[] = []
  for (const [name, value] of new URLSearchParams(query)) {
    const leaf = parseLeaf(parameters, type, { name, value })
    if (leaf === undefined) return undefined
    leaves.push(leaf)
  }
  return leaves.length === 0 ? undefined : leaves
}

function parseLeaf(
  parameters: SearchParameters,
  type: string,
  asked: { name: string; value: string },
): Leaf | undefined {
  try {
    const filter = parseFilter({ parameters, now: Date.now() }, type, asked)
    if (filter?.kind !== 'value' && filter?.kind !== 'missing') return undefined
    return answerLeaf(parameters, type, filter).isExact ? filter : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

export function meetsQuery(
  parameters: SearchParameters,
  query: string,
  { type, content }: { type: string; content: JsonObject },
): boolean {
  const leaves = parseQuery(parameters, type, query)
  return leaves?.every((leaf) => meetsFilter(parameters, leaf, { type, content })) ?? false
}

export function buildQueryCondition(parameters: SearchParameters, type: string, query: string): Condition {
  const leaves = parseQuery(parameters, type, query)
  return leaves === undefined
    ? nothing
    : { kind: 'all', of: leaves.map((leaf) => answerLeaf(parameters, type, leaf).condition) }
}
