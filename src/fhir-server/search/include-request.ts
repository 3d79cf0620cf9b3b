/** `_include` and `_revinclude`. R4 search.html#include, #revinclude. */

import { findResourceType, versionedTypes } from '../../fhir/resource-types.ts'
import { type CriterionContext, findReady, listTargetTypes } from '../../fhir-search/criteria/parse-criterion.ts'
import type { GivenParameter } from '../../fhir-search/criteria/search-criteria.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import type { Parameter } from '../../fhir-search/parameters/search-parameters.ts'
import type { Include } from '../../store/resources/search/search-includes.ts'

export type IncludeRequest = Include & {
  /** Also from included resources. */
  readonly isRepeated: boolean
}

/** Undefined for another parameter. */
export function parseInclude(
  context: CriterionContext,
  types: readonly string[],
  { name, value }: GivenParameter,
): IncludeRequest | undefined {
  const [, kind, modifier] = /^_(include|revinclude)(?::(.*))?$/.exec(name) ?? []
  if (kind === undefined || value === '') return undefined
  const field = `_${kind}`
  if (modifier !== undefined && modifier !== 'iterate' && modifier !== 'recurse')
    throw unsupported(field, 'the modifier is not supported')
  const isReverse = kind === 'revinclude'
  const isRepeated = modifier !== undefined
  const { sources, target } = parseSources(context, { field, value, types, isReverse })
  // A type without references has none to include.
  if (sources.length === 0) return undefined
  const included = isReverse ? sources.map(({ type }) => type) : target === undefined ? versionedTypes : [target]
  // A reverse include of a named type leads to resources of that type.
  return { isReverse, isRepeated, sources, types: included }
}

type Value = {
  readonly field: string
  readonly value: string
  readonly types: readonly string[]
  readonly isReverse: boolean
}

/** `*`, `Type:*`, `Type:parameter` or `Type:parameter:TargetType`. */
function parseSources(context: CriterionContext, { field, value, types, isReverse }: Value) {
  const [type = '', code = '*', target] = value.split(':')
  if (type !== '*' && !isServed(type)) throw unsupported(field, 'names a type that is not served here')
  if (target !== undefined && !isServed(target)) throw unsupported(field, 'names a type that is not served here')
  const leadsHere = (one: string, parameter: Parameter): boolean =>
    !isReverse || listTargetTypes(context, one, parameter).some((end) => types.includes(end))
  const sources = (type !== '*' ? [type] : isReverse ? versionedTypes : types).flatMap((one) => {
    if (code !== '*') findReady(context, one, code)
    const parameters = listReferences(context, one).filter((parameter) =>
      code === '*' ? !parameter.isPending && leadsHere(one, parameter) : parameter.code === code,
    )
    const keys = parameters.flatMap((parameter) => context.parameters.paths(one, parameter).map(({ key }) => key))
    return keys.length === 0 ? [] : [{ type: one, parameters: [...new Set(keys)] }]
  })
  if (sources.length === 0 && code !== '*')
    throw unsupported(field, 'names a parameter that is no reference of the type')
  return { sources, target: target ?? narrowTarget(context, type, code) }
}

const isServed = (type: string): boolean => findResourceType(type) !== undefined && versionedTypes.includes(type)

const listReferences = ({ parameters }: CriterionContext, type: string): Parameter[] =>
  parameters.list(type).filter((parameter) => parameter.type === 'reference')

/** `Observation:patient` leads to patients only. */
function narrowTarget({ parameters }: CriterionContext, type: string, code: string): string | undefined {
  const parameter = parameters.find(type, code)
  if (parameter === undefined) return undefined
  const targets = new Set(parameters.paths(type, parameter).map((path) => path.target))
  return targets.size === 1 ? [...targets][0] : undefined
}
