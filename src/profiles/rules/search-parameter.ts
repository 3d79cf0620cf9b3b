/** Rules of SearchParameters: the expression must compile for the types of the parameter. R4 searchparameter.html. */
import { type JsonObject, textOf } from '../../core/json.ts'
import { openPaths } from './element-aliases.ts'

import type { Rule, Sources } from './site.ts'

export const compileSearchParameter = (sources: Sources): Rule => {
  const hasPath = openPaths(sources.registry)
  return (parameter, site) => {
    const expression = textOf(parameter, 'expression')
    if (expression === undefined) return
    const isRight =
      canCompile(sources, expression) && listPaths(expression).every((path) => isOfBase(parameter, path, hasPath))
    if (!isRight) site.report('search-expression', 'expression')
  }
}

function canCompile({ compileExpression }: Sources, expression: string): boolean {
  try {
    compileExpression?.(expression, 'Resource')
    return true
  } catch {
    return false
  }
}

/** Lists the alternatives that are plain paths; we check only the syntax of those that call functions. */
const listPaths = (expression: string): string[] =>
  expression.includes('(') ? [] : expression.split('|').map((part) => part.trim())

const abstract: readonly string[] = ['Resource', 'DomainResource']

function isOfBase(
  parameter: JsonObject,
  path: string,
  hasPath: (type: string, names: readonly string[]) => boolean,
): boolean {
  const [type = '', ...names] = path.split('.')
  const bases = Array.isArray(parameter['base']) ? parameter['base'] : []
  if (!/^[A-Z][A-Za-z]*(?:\.[a-zA-Z]+)*$/.test(path)) return true
  return (
    (bases.includes(type) ||
      abstract.includes(type) ||
      bases.some((base) => typeof base === 'string' && abstract.includes(base))) &&
    hasPath(type, names)
  )
}
