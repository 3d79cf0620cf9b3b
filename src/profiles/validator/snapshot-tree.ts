/** Turns a snapshot's flat list of elements into a tree with slices. R4 elementdefinition.html, profiling.html#slicing. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'

export type ElementNode = {
  readonly element: ElementDefinition
  /** Last step of its path, e.g. `value[x]`. */
  readonly name: string
  readonly children: Map<string, ElementNode>
  readonly slices: ElementNode[]
}

/** Says that a definition is unusable, and where. */
export class DefinitionError extends Error {
  readonly url: string
  readonly element: string
  readonly reason: string

  constructor(url: string, element: string, reason: string) {
    super(`${url}: ${element}: ${reason}`)
    this.name = 'DefinitionError'
    this.url = url
    this.element = element
    this.reason = reason
  }
}

const openNode = (element: ElementDefinition): ElementNode => ({
  element,
  name: element.path.slice(element.path.lastIndexOf('.') + 1),
  children: new Map(),
  slices: [],
})

/** Builds the tree from paths and slice names; it does not need the ids. */
export function buildTree(structure: StructureDefinition): ElementNode {
  const url = structure.url ?? ''
  const [first, ...rest] = structure.snapshot?.element ?? []
  if (first === undefined) throw new DefinitionError(url, structure.name ?? '', 'it has no snapshot')
  const root = openNode(first)
  // The open node of each depth, which takes the deeper elements.
  const open = [root]
  for (const element of rest) {
    const depth = element.path.split('.').length - 1
    const parent = open[depth - 1]
    if (parent === undefined) throw new DefinitionError(url, element.path, 'its parent is not defined')
    const node = openNode(element)
    addNode(parent, node, url)
    open.length = depth
    open.push(node)
  }
  return root
}

function addNode(parent: ElementNode, node: ElementNode, url: string): void {
  const { sliceName, path } = node.element
  const plain = parent.children.get(node.name)
  if (sliceName === undefined || (plain === undefined && !node.name.endsWith('[x]'))) {
    parent.children.set(node.name, node)
    return
  }
  if (plain === undefined) throw new DefinitionError(url, path, 'a slice comes before its element')
  const outer = findOuterSlice(plain, sliceName)
  const siblings = (outer ?? plain).slices
  if (siblings.some((slice) => slice.element.sliceName === sliceName))
    throw new DefinitionError(url, `${path}:${sliceName}`, 'the slice is defined twice')
  siblings.push(node)
}

/** `a/b` lies in the slice `a`. R4 profiling.html#reslicing. */
function findOuterSlice(plain: ElementNode, sliceName: string): ElementNode | undefined {
  const cut = sliceName.lastIndexOf('/')
  if (cut < 0) return undefined
  const name = sliceName.slice(0, cut)
  const search = (slices: readonly ElementNode[]): ElementNode | undefined => {
    for (const slice of slices) {
      const found = slice.element.sliceName === name ? slice : search(slice.slices)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(plain.slices)
}
