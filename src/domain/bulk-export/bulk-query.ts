/** The part of a bulk export's request that is stored, and its searches. Bulk Data Access 2.0 export.html#_typefilter-query-parameter. */
import { Problem } from '../../core/problems.ts'
import { type CriterionContext, parseCriterion } from '../../fhir-search/criteria/parse-criterion.ts'
import { isLeaf, type LeafCriterion, type Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { notSupported } from '../../fhir-search/criteria/search-values.ts'
import type { Named } from '../consent/asker.ts'

/** One search of `_typeFilter`: a resource must meet all its parameters. */
export type BulkQuery = { readonly type: string; readonly parameters: Parameters }

/** The part of the request that is stored, sealed. */
export type AskedBulk = {
  /** The address of the request. */
  readonly request: string
  readonly queries: readonly BulkQuery[]
  readonly elements: readonly string[]
  /** Ids; absent: all. */
  readonly patients?: readonly string[]
  /** The caller, as Consents may name them. */
  readonly asker?: Named
}

/** An unknown parameter is refused: ignoring it would export too much. */
export function parseQueryCriteria(
  context: CriterionContext,
  { type, parameters }: BulkQuery,
): readonly LeafCriterion[] {
  return parameters.flatMap(([name, value]) => {
    const criterion = parseCriterion(context, type, { name, value })
    if (criterion === null) return []
    if (criterion === undefined || !isLeaf(criterion))
      throw new Problem('validation', {
        errors: [notSupported('_typeFilter', 'has a parameter by which nothing is exported here')],
      })
    return [criterion]
  })
}
