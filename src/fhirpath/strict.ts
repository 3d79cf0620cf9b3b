/** Checks of strict evaluation, made when an expression is compiled. FHIRPath N1 §11 (type safety and strict evaluation). */
import type { Compiled, Scope } from './compiled.ts'
import { FhirPathSyntaxError } from './errors.ts'
import type { Syntax } from './syntax.ts'
import type { Type } from './types.ts'

/** A choice has the name of its element: `value`, not `valueQuantity`. R4 fhirpath.html#polymorphism. */
export function checkElement(type: Type | undefined, name: string, { scope, at }: { scope: Scope; at: number }): void {
  if (!scope.isStrict || type === undefined) return
  const isElement = type.elements.some(([element]) => element === name || element === `${name}[x]`)
  if (!isElement) throw new FhirPathSyntaxError('an element that the type does not have', at)
}

/** The type in front of a path is the type of the item, a base of it or derived from it. */
export function checkRoot(type: Type | undefined, named: Type, { scope, at }: { scope: Scope; at: number }): void {
  if (!scope.isStrict || type === undefined || type.isA(named) || named.isA(type)) return
  throw new FhirPathSyntaxError('the name of another type', at)
}

export function checkTruth(criterion: Compiled | undefined, { scope, at }: { scope: Scope; at: number }): void {
  if (!scope.isStrict || criterion?.type === undefined || criterion.type.system === 'Boolean') return
  throw new FhirPathSyntaxError('a criterion that is no Boolean', at)
}

/** Functions that depend on the order of the items. N1 §5.3. */
const orderedFunctions: ReadonlySet<string> = new Set(['first', 'last', 'tail', 'skip', 'take'])

/** Their items have no order. N1 §5.8. */
const unorderedFunctions: ReadonlySet<string> = new Set(['children', 'descendants'])

/** They keep the order of their input. */
const keepingFunctions: ReadonlySet<string> = new Set(['where', 'ofType', 'as', 'trace'])

export function checkOrder({ name, of, at }: Syntax & { kind: 'call' }, { isStrict }: Scope): void {
  if (isStrict && orderedFunctions.has(name) && isUnordered(of))
    throw new FhirPathSyntaxError('a function of the order on items without one', at)
}

function isUnordered(syntax: Syntax | undefined): boolean {
  if (syntax?.kind !== 'call') return false
  return unorderedFunctions.has(syntax.name) || (keepingFunctions.has(syntax.name) && isUnordered(syntax.of))
}
