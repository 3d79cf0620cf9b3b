/** Merges an element of a differential into the base's. R4 elementdefinition.html, profiling.html#limitations. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import type { Node } from './element-tree.ts'
import type { Generation } from './generation.ts'
import { checkLimits, type Said } from './limits.ts'

type Constraints = NonNullable<ElementDefinition['constraint']>

/** Taken from the differential if it has them. */
const replaced = ['type', 'maxLength', 'mustSupport', 'isModifier', 'isSummary'] as const
const valued = /^(fixed|pattern|minValue|maxValue|_fixed|_pattern)[A-Z]/

/** An extension takes its definition's rules for the whole. */
export function applyExtension({ findStructure }: Generation, node: Node, element: ElementDefinition): void {
  const [type, ...more] = element.type ?? []
  const [profile, ...others] = type?.profile ?? []
  if (type?.code !== 'Extension' || profile === undefined || more.length > 0 || others.length > 0) return
  const [root] = findStructure(profile)?.snapshot?.element ?? []
  if (root === undefined) return
  const { min = 0, max = '*', isModifier, constraint = [] } = root
  const constraints = addConstraints(constraint, node.element.constraint ?? [])
  const base = node.element.base ?? baseOf(node.element)
  node.element = { ...node.element, base, min, max, constraint: constraints, ...(isModifier ? { isModifier } : {}) }
}

export function mergeElement(generation: Generation, node: Node, { element, place }: Said): void {
  checkLimits(generation, node, { element, place })
  const values = Object.entries(element).filter(([name]) => valued.test(name))
  const { constraint, binding, slicing, extension } = element
  node.element = {
    ...node.element,
    ...(element.max === undefined ? {} : { base: node.element.base ?? baseOf(node.element) }),
    ...(element.min === undefined ? {} : { min: element.min }),
    ...(element.max === undefined ? {} : { max: element.max }),
    ...Object.fromEntries(replaced.flatMap((name) => (element[name] === undefined ? [] : [[name, element[name]]]))),
    ...Object.fromEntries(values),
    ...(binding === undefined ? {} : { binding: mergeBinding(node.element.binding, binding) }),
    ...(slicing === undefined ? {} : { slicing: { ...node.element.slicing, ...slicing } }),
    ...(extension === undefined ? {} : { extension }),
    ...(constraint === undefined
      ? {}
      : { constraint: addConstraints(node.element.constraint ?? [], sourced(constraint, generation.structure.url)) }),
  } as ElementDefinition // the parts are its own
  if (!isBindable(node.element)) delete node.element.binding
}

/** Types that can hold a code. R4 terminologies.html#4.1. */
const bindable: ReadonlySet<string> = new Set([
  'code',
  'Coding',
  'CodeableConcept',
  'Quantity',
  'string',
  'uri',
  'Duration',
  'Age',
  'Count',
  'Distance',
  'Money',
  'SimpleQuantity',
  'CodeableReference',
  'Extension',
])

const isBindable = ({ type = [] }: ElementDefinition): boolean =>
  type.length === 0 || type.some(({ code }) => bindable.has(code))

const baseOf = ({ path, min = 0, max = '*' }: ElementDefinition) => ({ path, min, max })

type Binding = NonNullable<ElementDefinition['binding']>

const additional = 'http://hl7.org/fhir/tools/StructureDefinition/additional-binding'

/** A binding replaces the base's; additional bindings add up. */
function mergeBinding(base: Binding | undefined, binding: Binding): Binding {
  const valueSet = binding.valueSet ?? base?.valueSet
  const kept = (base?.extension ?? []).filter(({ url }) => url === additional)
  const extension = [...(binding.extension ?? []), ...kept]
  return {
    strength: binding.strength ?? base?.strength,
    ...(valueSet === undefined ? {} : { valueSet }),
    ...(extension.length === 0 ? {} : { extension }),
  }
}

const sourced = (constraints: Constraints, source: string): Constraints =>
  constraints.map((constraint) => ({ ...constraint, source: constraint.source ?? source }))

/** They add up; the first of one key counts. */
const addConstraints = (first: Constraints, more: Constraints): Constraints => [
  ...first,
  ...more.filter(({ key }) => !first.some((own) => own.key === key)),
]
