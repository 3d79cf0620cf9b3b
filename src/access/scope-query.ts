/** The resources that a scope with a query permits. SMART App Launch 2.2 scopes-and-launch-context.html#finer-grained-resource-constraints-using-search-parameters. */
import type { JsonObject } from '../core/json.ts'
import { meetsCriterion } from '../fhir-search/criteria/criterion-match.ts'
import { buildLeafPredicate } from '../fhir-search/criteria/criterion-predicates.ts'
import { parseLeaf } from '../fhir-search/criteria/parse-criterion.ts'
import type { LeafCriterion } from '../fhir-search/criteria/search-criteria.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { nothing, type Predicate } from '../store/resources/search/predicates.ts'

/** A resource must meet all of them. Undefined if one is not understood, or index rows cannot decide it: such a scope permits nothing. */
function parseQuery(parameters: SearchParameters, type: string, query: string): readonly LeafCriterion[] | undefined {
  const leaves: LeafCriterion[] = []
  for (const [name, value] of new URLSearchParams(query)) {
    const leaf = parseLeaf({ parameters, now: Date.now() }, type, { name, value })
    if (leaf === undefined || !buildLeafPredicate(parameters, type, leaf).isExact) return undefined
    leaves.push(leaf)
  }
  return leaves.length === 0 ? undefined : leaves
}

export function meetsQuery(
  parameters: SearchParameters,
  query: string,
  { type, content }: { type: string; content: JsonObject },
): boolean {
  const leaves = parseQuery(parameters, type, query)
  return leaves?.every((leaf) => meetsCriterion(parameters, leaf, { type, content })) ?? false
}

export function buildQueryPredicate(parameters: SearchParameters, type: string, query: string): Predicate {
  const leaves = parseQuery(parameters, type, query)
  return leaves === undefined
    ? nothing
    : { kind: 'all', of: leaves.map((leaf) => buildLeafPredicate(parameters, type, leaf).predicate) }
}
