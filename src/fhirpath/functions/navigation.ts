/** Children and descendants. FHIRPath N1 §5.8. */
import { type Call, type Compiled, compiled, type FunctionRow, objectOf } from '../compiled.ts'
import type { Run } from '../environment.ts'
import { type Collection, type Node, pushMember } from '../node.ts'
import type { TypeTable } from '../types.ts'

/** Takes all items, or leaves out primitives without members of their own. */
type Wanted = { readonly types: TypeTable; readonly isComplexOnly: boolean }

/** Adds the children of one item, in the order of its JSON. */
function pushChildren(out: Node[], item: Node, { types, isComplexOnly }: Wanted): void {
  const object = objectOf(item)
  if (object === undefined) return
  const { members } = item.type
  for (const key of Object.keys(object)) {
    const name = key.startsWith('_') ? key.slice(1) : key
    const member = members.get(name)
    if (member === undefined || (isComplexOnly && member.isPrimitive && object[member.extras] === undefined)) continue
    // A primitive with extensions also occurs under its own name.
    if (name === key || object[name] === undefined) pushMember(out, types, object, member)
  }
}

function compileChildren({ of, scope: { types } }: Call): Compiled {
  const reading =
    (isComplexOnly: boolean) =>
    (self: Node, run: Run): Collection => {
      const out: Node[] = []
      for (const item of of.read(self, run)) pushChildren(out, item, { types, isComplexOnly })
      run.spend(out.length)
      return out
    }
  return compiled({ read: reading(false), readComplex: reading(true), isConstant: of.isConstant })
}

/** Level by level. */
function compileDescendants({ of, scope: { types } }: Call): Compiled {
  const reading =
    (isComplexOnly: boolean) =>
    (self: Node, run: Run): Collection => {
      const out: Node[] = []
      for (const item of of.read(self, run)) pushChildren(out, item, { types, isComplexOnly })
      for (let at = 0; at < out.length; at += 1) {
        run.spend(1)
        const item = out[at]
        if (item !== undefined) pushChildren(out, item, { types, isComplexOnly })
      }
      return out
    }
  return compiled({ read: reading(false), readComplex: reading(true), isConstant: of.isConstant })
}

export const navigation = {
  children: { args: [0, 0], compile: compileChildren },
  descendants: { args: [0, 0], compile: compileDescendants },
} satisfies Readonly<Record<string, FunctionRow>>
