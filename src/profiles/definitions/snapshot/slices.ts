/** Slices: found by name, or made from the base definition of the whole element. R4 profiling.html#slicing. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import { copyTree, type Node } from './element-tree.ts'
import type { Generation, Step } from './generation.ts'

type Slicing = NonNullable<ElementDefinition['slicing']>

const byType: Slicing = { discriminator: [{ type: 'type', path: '$this' }], ordered: false, rules: 'open' }
const byUrl: Slicing = { discriminator: [{ type: 'value', path: 'url' }], ordered: false, rules: 'open' }

const isChoice = ({ name }: Node): boolean => name.endsWith('[x]')
const isExtension = ({ name }: Node): boolean => name === 'extension' || name === 'modifierExtension'

/** `valueQuantity` means the Quantity slice of `value[x]`. */
export const findChoice = (parent: Node, name: string): Node | undefined =>
  parent.children.find(
    (child) => isChoice(child) && listTypes(child).some(({ code }) => nameOfType(child.name, code) === name),
  )

/** Types that the base allows: those that the differential has left may only be those of its slices so far. */
const listTypes = ({ only, origin, element }: Node): NonNullable<ElementDefinition['type']> =>
  (only === undefined ? element : origin?.element)?.type ?? []

/** The member for one type of a choice. R4 formats.html#choice. */
export const nameOfType = (choice: string, code: string): string =>
  choice.slice(0, -3) + code.charAt(0).toUpperCase() + code.slice(1)

/** The element itself if only one type is left, else its slice of the type, which excludes others. R4 profiling.html#slicing. */
export function findOrAddChoice(generation: Generation, node: Node, { segment, place, narrows }: Step): Node {
  const types = node.element.type ?? []
  if (node.slices.length === 0 && node.element.slicing === undefined && types.length === 1) return node
  const slice = segment.slice ?? segment.name
  const isStated = node.element.slicing !== undefined && node.only === undefined
  const found = findOrAddSlice(generation, node, { segment: { name: node.name, slice }, place, narrows })
  const named = found.element.type ?? []
  if (isStated || !narrows || named.length !== 1) return found
  node.only = [...(node.only ?? []), ...named.filter(({ code }) => !node.only?.some((own) => own.code === code))]
  node.element = { ...node.element, type: node.only, slicing: { ...byType, rules: 'closed' } }
  return found
}

export function findOrAddSlice(generation: Generation, node: Node, { segment, place }: Step): Node {
  const name = segment.slice ?? ''
  const known = node.slices.find(({ slice }) => slice === name)
  if (known !== undefined) return known
  const above = node.slices.findLast(({ slice = '' }) => name.startsWith(`${slice}/`))
  if (above === undefined && !canSlice(node)) {
    // A single value needs no discriminator.
    if (node.element.max === '1') return node
    generation.fail('slicing-missing', place)
  }
  generation.grow(above ?? node, place)
  const added = copySlice(above ?? node, name)
  const typed = isChoice(node) ? listTypes(node).filter(({ code }) => nameOfType(node.name, code) === name) : []
  if (typed.length > 0) added.element.type = typed
  node.slices.splice(above === undefined ? node.slices.length : endOf(node.slices, above), 0, added)
  return added
}

/** After the slices of the slice. */
const endOf = (slices: readonly Node[], above: Node): number =>
  slices.findLastIndex(({ slice = '' }) => slice === above.slice || slice.startsWith(`${above.slice}/`)) + 1

/** The slicing of extensions and choices is known. */
function canSlice(node: Node): boolean {
  if (isExtension(node)) node.element.slicing ??= byUrl
  if (isChoice(node)) node.element.slicing ??= byType
  return node.element.slicing !== undefined
}

/** A differential's rules for the whole element do not apply to the slice, but its rules for the parts do. A slice is optional at first. */
function copySlice(from: Node, slice: string): Node {
  const { slices: _, ...copied } = copyTree(from)
  const { slicing: __, ...element } = from.slice === undefined ? (from.origin ?? from).element : from.element
  return { ...copied, slice, slices: [], element: { ...element, min: 0 } }
}

/** A sliced element occurs at least as often as its slices must. */
export function raiseMinimums(node: Node): void {
  for (const child of node.children) raiseMinimums(child)
  for (const slice of node.slices) raiseMinimums(slice)
  const own = node.slices.filter(({ slice = '' }) => !slice.includes('/'))
  const min = own.reduce((sum, { element }) => sum + (element.min ?? 0), 0)
  if (min > (node.element.min ?? 0)) node.element.min = min
}
