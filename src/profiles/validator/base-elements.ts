/** The element that another one refines: in a type, in the profile of a type, or before its slice. R4 profiling.html. */
import { type Against, baseUrlOf, type Compiler } from './compiler.ts'
import { contentPathOf, listForms } from './element-facts.ts'
import type { ElementNode } from './snapshot-tree.ts'

/** Finds the child of the element before, of the profile of the element's type, or of the type itself. */
export function findBaseChild(
  compiler: Compiler,
  node: ElementNode,
  name: string,
  against: Against,
): ElementNode | undefined {
  const profiles = node.element.type?.flatMap(({ profile = [] }) => profile) ?? []
  const shared = against.base === undefined ? undefined : contentPathOf(against.base.element)
  const trees = [
    against.base,
    shared === undefined ? undefined : findPath(compiler, shared),
    profiles.length === 1 && profiles[0] !== undefined ? compiler.findTree(profiles[0]) : undefined,
    compiler.findTree(baseUrlOf(against.type)),
  ]
  for (const tree of trees) {
    const child = tree?.children.get(name) ?? findChoice(tree, name)
    if (child !== undefined) return child
  }
  return undefined
}

/** Some snapshots write `valueQuantity` for `value[x]`. */
const findChoice = (tree: ElementNode | undefined, name: string): ElementNode | undefined =>
  [...(tree?.children.values() ?? [])].find(
    (child) => child.name.endsWith('[x]') && listForms(child.element).some((form) => form.name === name),
  )

/** The node of `Observation.referenceRange`. */
export function findPath(compiler: Compiler, path: string): ElementNode | undefined {
  const [type = '', ...names] = path.split('.')
  let node = compiler.findTree(baseUrlOf(type))
  for (const name of names) node = node?.children.get(name)
  return node
}
