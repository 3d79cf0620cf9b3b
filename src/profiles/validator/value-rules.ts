/** Checks the demands of an element on each of its values, beyond those of `base`. R4 elementdefinition.html. */
import { compileBinding } from './binding-check.ts'
import { type Against, baseUrlOf, type Compiler, joinChecks } from './compiler.ts'
import { contentPathOf, demandOf, type ElementType, typeNameOf } from './element-facts.ts'
import { compileInvariants } from './invariants.ts'
import { compileDemand } from './match-value.ts'
import { compileTargets } from './reference-check.ts'
import type { ValueCheck } from './run.ts'
import type { ElementNode } from './snapshot-tree.ts'
import { compileTypeProfiles } from './type-profiles.ts'
import { compileBounds } from './value-bounds.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export function compileValueRules(compiler: Compiler, node: ElementNode, against: Against): ValueCheck | undefined {
  const { element } = node
  const base = against.base?.element
  const type = element.type?.find((one) => typeNameOf(one) === against.type)
  const before = base?.type?.find((one) => typeNameOf(one) === against.type)
  return joinChecks([
    compileFixed(node, against.base),
    compileBounds(element, base, against.type),
    isSame(element.binding, base?.binding) ? undefined : compileBinding(compiler, element.binding, against.type),
    compileTargetsOf(compiler, type, before),
    type?.profile === undefined || isSame(type.profile, before?.profile)
      ? undefined
      : compileTypeProfiles(compiler, type.profile, against.type),
    compileInvariants(compiler, listNews(compiler, node, against), contentOf(node, against)),
  ])
}

/** A whole concept fits; a text of any length does not help. */
const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}...` : text)

function compileFixed(node: ElementNode, base: ElementNode | undefined): ValueCheck | undefined {
  const demand = demandOf(node.element)
  if (demand === undefined || isSame(demand, base && demandOf(base.element))) return undefined
  const matches = compileDemand(demand)
  const rule = demand.kind === 'fixed' ? 'fixed-value' : 'pattern-value'
  const more = { detail: shortened(JSON.stringify(demand.value)) }
  return (value, _extra, run) => {
    if (!matches(value)) run.report(rule, undefined, more)
  }
}

function compileTargetsOf(compiler: Compiler, type: ElementType | undefined, before: ElementType | undefined) {
  if (type === undefined) return undefined
  const { targetProfile, aggregation } = type
  if (isSame([targetProfile, aggregation], [before?.targetProfile, before?.aggregation])) return undefined
  return compileTargets(compiler, type)
}

/** Lists constraints that neither the base element nor the type has. */
function listNews(compiler: Compiler, { element }: ElementNode, { type, base }: Against) {
  const own = compiler.findTree(baseUrlOf(type))?.element.constraint ?? []
  const known = new Set(
    [...own, ...(base?.element.constraint ?? [])].map(({ key, expression }) => `${key} ${expression}`),
  )
  return (element.constraint ?? []).filter(({ key, expression }) => !known.has(`${key} ${expression}`))
}

/** The path of a part of a type is its name, as `Patient.contact`. */
function contentOf({ element }: ElementNode, { type, base }: Against): string {
  if (type !== 'BackboneElement' && type !== 'Element' && type !== '') return type
  const own = base?.element ?? element
  return contentPathOf(own) ?? own.path
}
