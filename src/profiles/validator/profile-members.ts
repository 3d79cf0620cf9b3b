/** Checks the demands of a profile beyond earlier checks: only the elements that it changes. R4 profiling.html. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { findBaseChild } from './base-elements.ts'
import { type Against, type Compiler, joinChecks } from './compiler.ts'
import { listForms, maxOf, typeNamesOf } from './element-facts.ts'
import type { ObjectCheck, Run, ValueCheck } from './run.ts'
import { compileSlicing } from './slicing.ts'
import type { ElementNode } from './snapshot-tree.ts'
import { compileValueRules } from './value-rules.ts'

const nothing: JsonObject = {}

/** Compiles the rules of a value and of all below it. */
export function compileDelta(compiler: Compiler, node: ElementNode, against: Against): ValueCheck | undefined {
  return joinChecks([compileValueRules(compiler, node, against), compileContent(compiler, node, against)])
}

function compileContent(compiler: Compiler, node: ElementNode, against: Against): ValueCheck | undefined {
  const members = [...node.children.values()].flatMap((child) => {
    const check = compileElement(compiler, child, findBaseChild(compiler, node, child.name, against))
    return check === undefined ? [] : [check]
  })
  if (members.length === 0) return undefined
  const isPrimitive = compiler.isPrimitive(against.type)
  return (value, extra, run) => {
    const object = isPrimitive ? (extra ?? nothing) : value
    if (!isJsonObject(object)) return
    for (const check of members) check(object, run)
  }
}

/** One JSON name that the element may have, and the check of a value there. */
type Form = { readonly name: string; readonly extras: string | undefined; readonly check: ValueCheck | undefined }

const refuseType =
  (allowed: readonly string[]): ValueCheck =>
  (_value, _extra, run) =>
    run.report('type-not-allowed', undefined, { detail: allowed.join(', ') })

function compileElement(compiler: Compiler, node: ElementNode, base: ElementNode | undefined): ObjectCheck | undefined {
  const least = node.element.min ?? 0
  const most = maxOf(node.element)
  const counted = {
    name: node.name.replace('[x]', ''),
    least: least > (base?.element.min ?? 0) ? least : 0,
    most: base !== undefined && most >= maxOf(base.element) ? Number.POSITIVE_INFINITY : most,
  }
  const forms = compileForms(compiler, node, base)
  const slices = compileSlicing(compiler, node)
  const isBounded = counted.least > 0 || counted.most !== Number.POSITIVE_INFINITY
  if (!isBounded && slices === undefined && forms.every(({ check }) => check === undefined)) return undefined
  return (object, run) => {
    for (const form of forms) {
      const value = object[form.name]
      const extra = form.extras === undefined ? undefined : object[form.extras]
      if (value === undefined && extra === undefined) continue
      run.enter(form.name)
      if (isBounded) checkCount(countItems(value, extra), counted, run)
      if (form.check !== undefined) checkEach(value, extra, form.check, run)
      slices?.(value, extra, run)
      run.leave()
      return
    }
    if (counted.least > 0) run.report('minimum', counted.name)
    if (slices !== undefined) {
      run.enter(counted.name)
      slices(undefined, undefined, run)
      run.leave()
    }
  }
}

function compileForms(compiler: Compiler, node: ElementNode, base: ElementNode | undefined): Form[] {
  const own = typeNamesOf(node.element)
  const isRenamed = base !== undefined && base.name !== node.name
  const all = listForms(isRenamed || base === undefined ? node.element : base.element)
  return all.map(({ name, type }) => {
    const isChoice = all.length > 1 || node.name.endsWith('[x]')
    // An element without a choice keeps its JSON name, whatever type a profile narrows it to.
    const narrowed = isChoice ? type : (own[0] ?? type)
    const isAllowed = !isChoice || own.length === 0 || own.includes(type)
    return {
      name,
      extras: compiler.isPrimitive(narrowed) ? `_${name}` : undefined,
      check: isAllowed ? compileForm(compiler, node, { type: narrowed, base }) : refuseType(own),
    }
  })
}

/** A place for any resource may be narrowed to some types. */
function compileForm(compiler: Compiler, node: ElementNode, against: Against): ValueCheck | undefined {
  const types = typeNamesOf(node.element)
  const before = against.base === undefined ? [] : typeNamesOf(against.base.element)
  if (!before.includes('Resource') || types.includes('Resource')) return compileDelta(compiler, node, against)
  const checks = new Map(types.map((type) => [type, compileDelta(compiler, node, { ...against, type })]))
  return (value, extra, run) => {
    const type = isJsonObject(value) ? value['resourceType'] : undefined
    if (typeof type !== 'string') return
    if (checks.has(type)) checks.get(type)?.(value, extra, run)
    else run.report('type-not-allowed', undefined, { detail: types.join(', ') })
  }
}

const countItems = (value: JsonValue | undefined, extra: JsonValue | undefined): number =>
  Math.max(Array.isArray(value) ? value.length : 1, Array.isArray(extra) ? extra.length : 1)

type Counted = { readonly name: string; readonly least: number; readonly most: number }

function checkCount(count: number, { least, most }: Counted, run: Run): void {
  if (count < least || count > most)
    run.report('cardinality', undefined, { detail: `${least}..${most === Number.POSITIVE_INFINITY ? '*' : most}` })
}

/** Each value of an element, with its partner. */
export function checkEach(
  value: JsonValue | undefined,
  extra: JsonValue | undefined,
  check: ValueCheck,
  run: Run,
): void {
  if (!Array.isArray(value) && !Array.isArray(extra)) {
    check(value, extra, run)
    return
  }
  checkEachFrom(0, { values: Array.isArray(value) ? value : [], extras: Array.isArray(extra) ? extra : [] }, check, run)
}

type Items = { readonly values: JsonValue[]; readonly extras: JsonValue[] }

function checkEachFrom(from: number, items: Items, check: ValueCheck, run: Run): void {
  const { values, extras } = items
  const count = Math.max(values.length, extras.length)
  for (let index = from; index < count; index++) {
    if (run.isSpent()) {
      postponeEach(index, items, check, run)
      return
    }
    run.enter(index)
    check(values[index] ?? undefined, extras[index] ?? undefined, run)
    run.leave()
  }
}

/** Stands outside the loop, as each turn would otherwise create the closure's scope. */
const postponeEach = (from: number, items: Items, check: ValueCheck, run: Run): void =>
  run.postpone(() => checkEachFrom(from, items, check, run))
