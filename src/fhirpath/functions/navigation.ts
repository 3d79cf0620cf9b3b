/** Children and descendants. FHIRPath N1 §5.8. */
import { type Call, type Compiled, compiled, type FunctionRow, objectOf } from '../compiled.ts'
import type { Run } from '../environment.ts'
import { type Collection, empty, type Node, pushMember } from '../node.ts'
import type { TypeTable } from '../types.ts'

/** Of one item, in the order of its JSON. */
export function pushChildren(out: Node[], item: Node, types: TypeTable): void {
  const object = objectOf(item)
  if (object === undefined) return
  const { members } = item.type
  for (const key of Object.keys(object)) {
    const name = key.startsWith('_') ? key.slice(1) : key
    const member = members.get(name)
    // A primitive with extensions is met by its own name, too.
    if (member !== undefined && (name === key || object[name] === undefined)) pushMember(out, types, object, member)
  }
}

function compileChildren({ of, scope: { types } }: Call): Compiled {
  const read = (self: Node, run: Run): Collection => {
    const out: Node[] = []
    for (const item of of.read(self, run)) pushChildren(out, item, types)
    run.spend(out.length)
    return out
  }
  return compiled({ read, isConstant: of.isConstant })
}

/** Level by level. */
function compileDescendants({ of, scope: { types } }: Call): Compiled {
  const read = (self: Node, run: Run): Collection => {
    const items = of.read(self, run)
    if (items.length === 0) return empty
    const out: Node[] = []
    for (const item of items) pushChildren(out, item, types)
    for (let at = 0; at < out.length; at += 1) {
      run.spend(1)
      const item = out[at]
      if (item !== undefined) pushChildren(out, item, types)
    }
    return out
  }
  return compiled({ read, isConstant: of.isConstant })
}

export const navigation = {
  children: { args: [0, 0], compile: compileChildren },
  descendants: { args: [0, 0], compile: compileDescendants },
} satisfies Readonly<Record<string, FunctionRow>>
