/** Filters as conditions on index rows. Where rows cannot tell exactly, the condition lets through too much and says so. STORE.md "Search". */
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import { isIndexed, joinTexts } from '../index/composite-values.ts'
import { isPrincipal } from '../index/principal-dates.ts'
import {
  type Answer,
  answerPath,
  anyOf,
  exact,
  mergeTokens,
  present,
  rangeCondition,
  rough,
  tokens,
} from './path-conditions.ts'
import type { Filter, ValueTest } from './search-filters.ts'
import type { Component, Composite, Parameter, SearchParameters } from './search-parameters.ts'

const allOf = (answers: readonly Answer[]): Answer => ({
  condition: { kind: 'all', of: answers.map(({ condition }) => condition) },
  isExact: answers.every(({ isExact }) => isExact),
})

type Leaf = Filter & { readonly kind: 'value' | 'missing' }

/** A filter that asks for values of the type itself. */
export function answerLeaf(parameters: SearchParameters, type: string, filter: Leaf): Answer {
  const { parameter } = filter
  if (filter.kind === 'missing') return answerMissing(parameters, type, filter)
  const answer = mergeTokens(
    anyOf(filter.tests.map((test) => answerTest(parameters, { type, parameter, filter }, test))),
  )
  if (!filter.isNegated) return answer
  // What was let through by mistake would be missing from the negation.
  return answer.isExact ? exact({ kind: 'not', of: answer.condition }) : rough({ kind: 'all', of: [] })
}

function answerMissing(
  parameters: SearchParameters,
  type: string,
  { parameter, isMissing }: Filter & { kind: 'missing' },
): Answer {
  const is = answerPresent(parameters, type, parameter)
  return exact(isMissing ? { kind: 'not', of: is } : is)
}

function answerPresent(parameters: SearchParameters, type: string, parameter: Parameter): Condition {
  if (parameter.code === '_id' || parameter.code === '_lastUpdated') return { kind: 'all', of: [] }
  if (isPrincipal(type, parameter.code)) return { kind: 'date' }
  return { kind: 'any', of: parameters.paths(type, parameter).map(({ key, target }) => present(key, target)) }
}

type Asked = {
  readonly type: string
  readonly parameter: Parameter
  readonly filter: Filter & { readonly kind: 'value' }
}

function answerTest(parameters: SearchParameters, { type, parameter, filter }: Asked, test: ValueTest): Answer {
  if (test.kind === 'tuple') return answerTuple(parameters, { type, parameter }, test.parts)
  if (test.kind === 'interval' && parameter.code === '_lastUpdated') return exact({ kind: 'updated', test: test.test })
  if (test.kind === 'interval' && isPrincipal(type, parameter.code)) return exact({ kind: 'date', test: test.test })
  if (test.kind === 'near') return rough({ kind: 'all', of: [] })
  const paths = parameters.paths(type, parameter)
  return anyOf(
    paths.map((path) =>
      answerPath(filter.isIdentifier ? { ...path, key: `${path.key}:identifier` } : path, test, {
        kind: parameter.type,
        isSelective: parameter.code === 'identifier' || parameter.code === '_id',
      }),
    ),
  )
}

function answerTuple(
  parameters: SearchParameters,
  { type, parameter }: Omit<Asked, 'filter'>,
  parts: readonly ValueTest[],
): Answer {
  return anyOf(
    parameters.composites(type, parameter).map((composite) => {
      if (composite.isRoot)
        return allOf(composite.components.map((component, index) => answerComponent(component, parts[index])))
      const isTold = isIndexed(composite) && parts.every((part) => part.kind !== 'code' || part.code !== undefined)
      return isTold ? exact(tupleCondition(composite, parts)) : rough({ kind: 'all', of: [] })
    }),
  )
}

function answerComponent({ type: kind, paths }: Component, test: ValueTest | undefined): Answer {
  if (test === undefined) return rough({ kind: 'all', of: [] })
  return anyOf(paths.map((path) => answerPath(path, test, { kind, isSelective: false })))
}

/** Tests of tokens, references and addresses are texts of a row's value; the last may be an interval. */
function tupleCondition({ key }: Composite, parts: readonly ValueTest[]): Condition {
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
      rangeCondition(key, last.test, {
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
