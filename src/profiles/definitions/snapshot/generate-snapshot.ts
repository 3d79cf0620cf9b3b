/** Applies a differential to its base definition. R4 profiling.html#snapshot, elementdefinition.html#interpretation. */

import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { DefinitionError, type DefinitionFault } from '../definition-error.ts'
import { formatSegment, listSegments, type Segment } from './element-id.ts'
import { copyTree, countNodes, listElements, type Node, parseTree } from './element-tree.ts'
import type { Generation, Step } from './generation.ts'
import { applyExtension, mergeElement } from './merge-element.ts'
import { findChoice, findOrAddChoice, findOrAddSlice, raiseMinimums } from './slices.ts'
import { expandNode } from './walk-into.ts'

/** More means slices of slices without end; the largest published ones have 2,000. */
const maxElements = 20_000

/** Names on the path of an element. */
const maxDepth = 64

/** The elements of the snapshot. Throws DefinitionError; does not change its input. */
export function generateSnapshot(
  structure: StructureDefinition,
  findStructure: Generation['findStructure'],
): ElementDefinition[] {
  const fail = (fault: DefinitionFault, element: string): never => {
    throw new DefinitionError(fault, structure.url, element)
  }
  const { differential, baseDefinition = '', type } = structure
  if (differential === undefined) return fail('differential-missing', type)
  const base = findStructure(baseDefinition)?.snapshot?.element
  const pristine = base === undefined ? undefined : parseTree(base)
  if (pristine === undefined) return fail('base-missing', type)
  const root = { ...copyTree(pristine), name: type }
  let size = 0
  const grow = (node: Node, element: string): void => {
    size += countNodes(node)
    if (size > maxElements) fail('too-large', element)
  }
  const generation = { structure, findStructure, root, fail, grow }
  const segments = listSegments(differential.element)
  for (const [index, element] of differential.element.entries())
    applyElement(generation, segments[index] ?? [], element)
  raiseMinimums(root)
  return listElements(root)
}

function applyElement(generation: Generation, segments: readonly Segment[], element: ElementDefinition): void {
  const [first, ...rest] = segments
  if (first?.name !== generation.root.name)
    generation.fail('element-not-in-base', segments.map(formatSegment).join('.'))
  if (segments.length > maxDepth) generation.fail('too-large', generation.root.name)
  let node = generation.root
  let place = generation.root.name
  for (const [index, segment] of rest.entries()) {
    place = `${place}.${formatSegment(segment)}`
    const isLast = index === rest.length - 1
    const narrows = isLast && (element.type !== undefined || (element.min ?? 0) > 0)
    const step = { segment, place, narrows }
    const isNew = generation.structure.derivation === 'specialization' && isLast
    node = isNew ? findOrAddChild(generation, node, step) : findNode(generation, node, step)
  }
  applyExtension(generation, node, element)
  mergeElement(generation, node, { element, place })
}

/** The part of an element for a segment: parts of its type are brought in, a slice is added. */
function findNode(generation: Generation, parent: Node, step: Step): Node {
  if (parent.children.length === 0) expandNode(generation, parent, step.place.slice(0, step.place.lastIndexOf('.')))
  const { name, slice } = step.segment
  const child = parent.children.find((one) => one.name === name)
  if (child !== undefined) return slice === undefined ? child : findOrAddSlice(generation, child, step)
  const choice = findChoice(parent, name)
  if (choice === undefined) return generation.fail('element-not-in-base', step.place)
  return findOrAddChoice(generation, choice, step)
}

function findOrAddChild(generation: Generation, parent: Node, step: Step): Node {
  const { name, slice } = step.segment
  if (slice !== undefined || parent.children.some((one) => one.name === name)) return findNode(generation, parent, step)
  const added: Node = { name, element: { path: step.place }, children: [], slices: [] }
  parent.children.push(added)
  return added
}
