/** Brings in the parts of an element: from its type, from the profile of its type, or from the element that it refers to. */
import type { StructureDefinition } from '@medplum/fhirtypes'
import { copyTree, type Node, parseTree } from './element-tree.ts'
import type { Generation } from './generation.ts'

/** Gives a node the children that its base leaves to its type. R4 profiling.html#snapshot. */
export function expandNode(generation: Generation, node: Node, place: string): void {
  const { contentReference, type = [] } = node.element
  if (contentReference !== undefined) {
    const referred = findReferred(generation, contentReference, place)
    generation.grow(referred, place)
    adopt(node, referred)
    return
  }
  const codes = new Set(type.map(({ code }) => code))
  const [code] = codes
  const structure =
    codes.size === 1 && code !== undefined ? findTypeOf(generation, type, place) : findElement(generation)
  const parts = parseTree(structure?.snapshot?.element ?? []) ?? generation.fail('type-unknown', place)
  generation.grow(parts, place)
  adopt(node, parts)
}

type ElementTypes = NonNullable<Node['element']['type']>

/** Finds the parts of a single profile; for several or none, those of the common type. */
function findTypeOf(generation: Generation, types: ElementTypes, place: string): StructureDefinition | undefined {
  const profiles = types.flatMap(({ profile = [] }) => profile)
  const [profile] = profiles
  if (types.length === 1 && profiles.length === 1 && profile !== undefined)
    return generation.findStructure(profile) ?? generation.fail('profile-unknown', place)
  return findBase(generation, types[0]?.code ?? '')
}

/** Common to all types: R4 element.html. */
const findElement = (generation: Generation): StructureDefinition | undefined => findBase(generation, 'Element')

const findBase = (generation: Generation, type: string): StructureDefinition | undefined =>
  generation.findStructure(type.includes(':') ? type : `http://hl7.org/fhir/StructureDefinition/${type}`)

function adopt(node: Node, parts: Node): void {
  node.children.push(...parts.children.map((child) => copyTree(child)))
  // A slice is expanded like its origin.
  delete node.element.contentReference
}

/** R4 elementdefinition.html#ElementDefinition.contentReference: `#Composition.section`, with or without the definition's address. */
function findReferred(generation: Generation, contentReference: string, place: string): Node {
  const id = contentReference.slice(contentReference.indexOf('#') + 1)
  const [, ...names] = id.split('.')
  let node: Node | undefined = generation.root
  for (const name of names) node = node?.children.find((child) => child.name === name)
  return node?.origin ?? node ?? generation.fail('content-reference', place)
}
