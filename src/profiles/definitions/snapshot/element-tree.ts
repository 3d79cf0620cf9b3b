/** The elements of a snapshot as a tree: parts below, slices beside each. R4 elementdefinition.html#interpretation. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import { formatSegment, listSegments, type Segment } from './element-id.ts'

export type Node = Segment & {
  /** Its own copy: it changes while a differential is applied. */
  element: ElementDefinition
  readonly children: Node[]
  readonly slices: Node[]
  /** The node in the base definition: a new slice starts from it. */
  origin?: Node
  /** For a choice: the types that the differential names in its short form. */
  only?: ElementDefinition['type']
}

const buildNode = (segment: Segment, element: ElementDefinition): Node => ({
  ...segment,
  element,
  children: [],
  slices: [],
})

/** Undefined if an element has no parent. */
export function parseTree(elements: readonly ElementDefinition[]): Node | undefined {
  const nodes = new Map<string, Node>()
  let root: Node | undefined
  for (const [index, segments] of listSegments(elements).entries()) {
    const element = elements[index]
    const last = segments.at(-1)
    if (element === undefined || last === undefined) return undefined
    const node = buildNode(last, element)
    const above = segments.slice(0, -1).map(formatSegment).join('.')
    nodes.set(segments.map(formatSegment).join('.'), node)
    if (root === undefined) root = node
    else if (last.slice === undefined) nodes.get(above)?.children.push(node)
    else nodes.get(above === '' ? last.name : `${above}.${last.name}`)?.slices.push(node)
  }
  return root
}

/** A copy whose nodes remember their origin; elements are copied one level deep, as they change. */
export function copyTree(node: Node, origin: Node | undefined = node): Node {
  return {
    name: node.name,
    ...(node.slice === undefined ? {} : { slice: node.slice }),
    element: { ...node.element },
    children: node.children.map((child) => copyTree(child)),
    slices: node.slices.map((slice) => copyTree(slice)),
    ...(origin === undefined ? {} : { origin }),
  }
}

/** The node and everything below it. */
export function countNodes({ children, slices }: Node): number {
  let count = 1
  for (const child of children) count += countNodes(child)
  for (const slice of slices) count += countNodes(slice)
  return count
}

/** The elements in order, each with id and path. */
export function listElements(root: Node): ElementDefinition[] {
  const elements: ElementDefinition[] = []
  const add = (node: Node, id: string, path: string): void => {
    elements.push({ ...node.element, id, path, ...(node.slice === undefined ? {} : { sliceName: node.slice }) })
    for (const child of node.children) {
      const [childId, childPath] = [`${id}.${child.name}`, `${path}.${child.name}`]
      add(child, childId, childPath)
      for (const slice of child.slices) add(slice, `${childId}:${slice.slice}`, childPath)
    }
  }
  add(root, root.name, root.name)
  return elements
}
