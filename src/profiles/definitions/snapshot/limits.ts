/** Limits of a differential: an instance of the definition must be one of the base too. R4 profiling.html#limitations. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import type { Node } from './element-tree.ts'
import type { Generation } from './generation.ts'

export type Said = { readonly element: ElementDefinition; readonly place: string }

const countOf = (max: string | undefined): number => (max === '*' || max === undefined ? Infinity : Number(max))

export function checkLimits(generation: Generation, node: Node, said: Said): void {
  checkCardinality(generation, node, said)
  checkTypes(generation, node, said)
  const isRequired = node.element.binding?.strength === 'required'
  const { strength } = said.element.binding ?? {}
  if (isRequired && strength !== undefined && strength !== 'required') generation.fail('binding-weaker', said.place)
}

function checkCardinality(generation: Generation, node: Node, { element, place }: Said): void {
  const { min = 0, max } = node.element
  const isSlice = node.slice !== undefined
  if (!isSlice && element.min !== undefined && element.min < min) generation.fail('minimum-below-base', place)
  if (element.max !== undefined && countOf(element.max) > countOf(max)) generation.fail('maximum-above-base', place)
  // An element that is forbidden often keeps the minimum of its base.
  const most = countOf(element.max ?? max)
  if (most > 0 && (element.min ?? min) > most) generation.fail('minimum-above-maximum', place)
}

function checkTypes(generation: Generation, node: Node, { element, place }: Said): void {
  const allowed = (node.element.type ?? []).map(({ code }) => code)
  if (allowed.length === 0) return
  for (const { code } of element.type ?? [])
    if (!isOneOf(generation, code, allowed)) generation.fail('type-not-in-base', place)
}

/** The type itself, or one of its bases. */
function isOneOf({ findStructure }: Generation, code: string, allowed: readonly string[]): boolean {
  const address = (name: string): string =>
    name.includes(':') ? name : `http://hl7.org/fhir/StructureDefinition/${name}`
  const wanted = new Set(allowed.map(address))
  const seen = new Set<string>()
  for (let next: string | undefined = address(code); next !== undefined && !seen.has(next); ) {
    if (wanted.has(next)) return true
    seen.add(next)
    next = findStructure(next)?.baseDefinition
  }
  return false
}
