/** `is`, `as` and `ofType`: types by their names, and all that are derived from them. FHIRPath N1 §5.2 (ofType), §6.3. */
import { type Compiled, compiled, compiledTruth, type Scope, single } from './compiled.ts'
import { FhirPathSyntaxError } from './errors.ts'
import type { Node } from './node.ts'
import type { Syntax, TypeName } from './syntax.ts'
import type { Type } from './types.ts'

type Named = { readonly type: TypeName; readonly scope: Scope; readonly at: number }

/** R4's own parameters and invariants ask `as` of many: then it is `ofType`. */
export function compileType(operator: 'is' | 'as', of: Compiled, named: Named): Compiled {
  const types = findTypes(named)
  const isNamed = (node: Node): boolean => types.some((type) => node.type.isA(type))
  if (operator === 'as') return filterByType(of, types)
  return compiledTruth(
    (self, run) => {
      const item = single(of.read(self, run))
      return item === undefined ? undefined : isNamed(item)
    },
    [of],
  )
}

export function filterByType(of: Compiled, types: readonly Type[]): Compiled {
  const [only] = types
  return compiled({
    read: (self, run) => of.read(self, run).filter((node) => types.some((type) => node.type.isA(type))),
    type: types.length === 1 && only?.isPrimitive === false && !/Resource$|Element$/.test(only.name) ? only : undefined,
    isSingle: of.isSingle,
    isConstant: of.isConstant,
  })
}

/** R4's search parameters write some types with another capital. */
export function findTypes({ type, scope, at }: Named): readonly Type[] {
  const found = scope.types.findNamed(type)
  if (found.length === 0) throw new FhirPathSyntaxError('unknown type', at)
  return found
}

/** A type given as an argument. */
export function typeNameOf(syntax: Syntax | undefined): TypeName | undefined {
  if (syntax?.kind === 'literal' && typeof syntax.value === 'string') return { name: syntax.value }
  if (syntax?.kind !== 'member') return undefined
  if (syntax.of === undefined) return { name: syntax.name }
  return syntax.of.kind === 'member' && syntax.of.of === undefined
    ? { namespace: syntax.of.name, name: syntax.name }
    : undefined
}
