/** Search criteria as predicates on index rows. If rows cannot decide exactly, the predicate finds too much and says so. docs/design/store.md#search. */
import type { Interval } from '../../store/resources/index-rows.ts'
import type { Predicate, Prefix } from '../../store/resources/search/predicates.ts'
import { isIndexed, joinTexts } from '../index/composite-values.ts'
import { isPrincipal } from '../index/principal-dates.ts'
import type { Component, Composite, Parameter, SearchParameters } from '../parameters/search-parameters.ts'
import {
  anyOf,
  type BuiltPredicate,
  buildPathPredicate,
  exact,
  mergeTokens,
  present,
  rangePredicate,
  rough,
  tokens,
} from './path-predicates.ts'
import type { LeafCriterion, SearchCriterion, ValueTest } from './search-criteria.ts'

const allOf = (built: readonly BuiltPredicate[]): BuiltPredicate => ({
  predicate: { kind: 'all', of: built.map(({ predicate }) => predicate) },
  isExact: built.every(({ isExact }) => isExact),
})

/** A criterion on values of the type itself. */
export function buildLeafPredicate(
  parameters: SearchParameters,
  type: string,
  criterion: LeafCriterion,
): BuiltPredicate {
  const { parameter } = criterion
  if (criterion.kind === 'missing') return buildMissingPredicate(parameters, type, criterion)
  const built = mergeTokens(
    anyOf(criterion.tests.map((test) => buildTestPredicate(parameters, { type, parameter, criterion }, test))),
  )
  if (!criterion.isNegated) return built
  // Rows that were found by mistake would be missing from the negation.
  return built.isExact ? exact({ kind: 'not', of: built.predicate }) : rough({ kind: 'all', of: [] })
}

function buildMissingPredicate(
  parameters: SearchParameters,
  type: string,
  { parameter, isMissing }: SearchCriterion & { kind: 'missing' },
): BuiltPredicate {
  const is = buildPresentPredicate(parameters, type, parameter)
  return exact(isMissing ? { kind: 'not', of: is } : is)
}

function buildPresentPredicate(parameters: SearchParameters, type: string, parameter: Parameter): Predicate {
  if (parameter.code === '_id' || parameter.code === '_lastUpdated') return { kind: 'all', of: [] }
  if (isPrincipal(type, parameter.code)) return { kind: 'date' }
  return { kind: 'any', of: parameters.paths(type, parameter).map(({ key, target }) => present(key, target)) }
}

type Asked = {
  readonly type: string
  readonly parameter: Parameter
  readonly criterion: SearchCriterion & { readonly kind: 'value' }
}

function buildTestPredicate(
  parameters: SearchParameters,
  { type, parameter, criterion }: Asked,
  test: ValueTest,
): BuiltPredicate {
  if (test.kind === 'tuple') return buildTuplePredicate(parameters, { type, parameter }, test.parts)
  if (test.kind === 'interval' && parameter.code === '_lastUpdated') return exact({ kind: 'updated', test: test.test })
  if (test.kind === 'interval' && test.fine !== undefined)
    return rough(buildTestPredicate(parameters, { type, parameter, criterion }, widen(test)).predicate)
  if (test.kind === 'interval' && isPrincipal(type, parameter.code)) return exact({ kind: 'date', test: test.test })
  if (test.kind === 'near') return rough({ kind: 'all', of: [] })
  const paths = parameters.paths(type, parameter)
  return anyOf(
    paths.map((path) =>
      buildPathPredicate(criterion.isIdentifier ? { ...path, key: `${path.key}:identifier` } : path, test, {
        kind: parameter.type,
        isSelective: parameter.code === 'identifier' || parameter.code === '_id',
      }),
    ),
  )
}

/** Finds at least what an interval of nanoseconds would: index rows have microseconds. */
function widen<T extends ValueTest>(test: T): T {
  if (test.kind !== 'interval' || test.fine === undefined) return test
  const { fine: _, ...rest } = test
  const { prefix, low, high } = test.test
  const wide: Readonly<Partial<Record<Prefix, Interval>>> = {
    ne: { low: Infinity, high: -Infinity },
    gt: { low, high: high - 1 },
    ge: { low, high: high - 1 },
    sa: { low, high: high - 1 },
    lt: { low: low + 1, high },
    le: { low: low + 1, high },
    eb: { low: low + 1, high },
  }
  // Only the bounds change.
  return { ...rest, test: { prefix, ...(wide[prefix] ?? { low, high }) } } as unknown as T
}

function buildTuplePredicate(
  parameters: SearchParameters,
  { type, parameter }: Omit<Asked, 'criterion'>,
  parts: readonly ValueTest[],
): BuiltPredicate {
  return anyOf(
    parameters.composites(type, parameter).map((composite) => {
      if (composite.isRoot)
        return allOf(composite.components.map((component, index) => buildComponentPredicate(component, parts[index])))
      const isFound = isIndexed(composite) && parts.every((part) => part.kind !== 'code' || part.code !== undefined)
      if (!isFound) return rough({ kind: 'all', of: [] })
      const isDecided = parts.every((part) => part.kind !== 'interval' || (part.unitSystem ?? part.fine) === undefined)
      return (isDecided ? exact : rough)(tuplePredicate(composite, parts.map(widen)))
    }),
  )
}

function buildComponentPredicate({ type: kind, paths }: Component, test: ValueTest | undefined): BuiltPredicate {
  if (test === undefined) return rough({ kind: 'all', of: [] })
  const { predicate, isExact } = anyOf(
    paths.map((path) => buildPathPredicate(path, widen(test), { kind, isSelective: false })),
  )
  return { predicate, isExact: isExact && (test.kind !== 'interval' || test.fine === undefined) }
}

/** Tests of tokens, references and addresses are texts in a row's value; the last may be an interval. */
function tuplePredicate({ key }: Composite, parts: readonly ValueTest[]): Predicate {
  const last = parts.at(-1)
  const heads = (last?.kind === 'interval' ? parts.slice(0, -1) : parts).map(textsOf)
  const combinations = heads.reduce<string[][]>(
    (all, list) => all.flatMap((head) => list.map((text) => [...head, text])),
    [[]],
  )
  if (last?.kind !== 'interval')
    return tokens(combinations.map((texts) => ({ parameter: key, value: joinTexts(texts) })))
  return {
    kind: 'any',
    of: combinations.map((texts) =>
      rangePredicate(key, last.test, {
        plain: joinTexts([...texts, '']),
        withUnit: last.unit === undefined ? undefined : joinTexts([...texts, last.unit]),
      }),
    ),
  }
}

function textsOf(test: ValueTest): readonly string[] {
  if (test.kind === 'code') return [test.system === undefined ? (test.code ?? '') : `${test.system}|${test.code ?? ''}`]
  if (test.kind === 'targets') return test.targets
  return test.kind === 'uri' ? [test.value] : []
}
