/** `is`, `as` and `ofType`: types by name, with everything derived from them. FHIRPath N1 §5.2 (ofType), §6.3. */
import { type Compiled, compiled, compiledTruth, type Scope, single } from './compiled.ts'
import { FhirPathSyntaxError } from './errors.ts'
import type { Node } from './node.ts'
import type { Syntax, TypeName } from './syntax.ts'
import type { Type } from './types.ts'

type Named = { readonly type: TypeName; readonly scope: Scope; readonly at: number }

/** R4's own parameters and invariants use `as` on several items: then it means `ofType`. */
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

/** No item is of a type that only the other namespace has: `System.Patient`. */
export function findTypes({ type, scope: { types }, at }: Named): readonly Type[] {
  const found = types.findNamed(type)
  const isElsewhere = isNamespace(type.namespace) && types.findNamed({ name: type.name }).length > 0
  if (found.length === 0 && !isElsewhere) throw new FhirPathSyntaxError('unknown type', at)
  return found
}

const isNamespace = (name: string | undefined): boolean => name === 'System' || name === 'FHIR'

/** A type as an argument. */
export function typeNameOf(syntax: Syntax | undefined): TypeName | undefined {
  if (syntax?.kind === 'literal' && typeof syntax.value === 'string') return { name: syntax.value }
  if (syntax?.kind !== 'member') return undefined
  if (syntax.of === undefined) return { name: syntax.name }
  return syntax.of.kind === 'member' && syntax.of.of === undefined
    ? { namespace: syntax.of.name, name: syntax.name }
    : undefined
}
