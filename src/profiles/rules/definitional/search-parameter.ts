/** Rules of SearchParameters: the expression must compile for the types of the parameter. R4 searchparameter.html. */
import { type JsonObject, textOf } from '../../../core/json.ts'
import { openPaths } from '../element-aliases.ts'
import { objectsOf } from '../members.ts'
import type { Rule, Site, Sources } from '../site.ts'

export const compileSearchParameter = (sources: Sources): Rule => {
  const hasPath = openPaths(sources.registry)
  return (parameter, site) => {
    checkComponents(parameter, site)
    checkDerived(parameter, sources, site)
    const expression = textOf(parameter, 'expression')
    if (expression === undefined) return
    const isRight =
      canCompile(sources, expression) && listPaths(expression).every((path) => isOfBase(parameter, path, hasPath))
    if (!isRight) site.report('search-expression', 'expression')
  }
}

/** A composite joins two parameters or more. R4 searchparameter.html#SearchParameter.component. */
function checkComponents(parameter: JsonObject, site: Site): void {
  if (parameter['type'] === 'composite' && objectsOf(parameter, 'component').length < 2)
    site.report('search-components', 'component')
}

/** R4 searchparameter.html#SearchParameter.derivedFrom: it has the type, and no other bases than, what it is derived from. */
function checkDerived(parameter: JsonObject, { findSearchParameter }: Sources, site: Site): void {
  const from = findSearchParameter?.(textOf(parameter, 'derivedFrom') ?? '')
  if (from === undefined) return
  if (parameter['type'] !== from.type) site.report('search-derived', 'type')
  const wanted: readonly unknown[] = from.base ?? []
  const bases = Array.isArray(parameter['base']) ? parameter['base'] : []
  const isAny = wanted.includes('Resource') || wanted.includes('DomainResource')
  if (!isAny && bases.some((base) => !wanted.includes(base))) site.report('search-derived', 'base')
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
