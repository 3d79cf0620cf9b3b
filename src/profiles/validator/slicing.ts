/** Sorts the values of a repeating element or a choice into slices. R4 profiling.html#slicing. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { Compiler } from './compiler.ts'
import { compileDiscriminators, type Test } from './discriminators.ts'
import { capitalize, maxOf, typeNamesOf } from './element-facts.ts'
import type { Run, ValueCheck } from './run.ts'
import type { ElementNode } from './snapshot-tree.ts'

type Slice = {
  readonly name: string
  readonly least: number
  readonly most: number
  readonly matches: Test
  readonly check: ValueCheck | undefined
  /** Slices within this one. */
  readonly inner: Plan | undefined
}

type Plan = {
  readonly slices: readonly Slice[]
  /** The check of values in no slice. */
  readonly rest: ValueCheck | undefined
  readonly rules: 'open' | 'closed' | 'openAtEnd'
  readonly ordered: boolean
}

export function compileSlicing(compiler: Compiler, node: ElementNode): ValueCheck | undefined {
  const plan = compilePlan(compiler, node)
  return plan && ((value, extra, run) => checkSlices(plan, { value, extra }, run))
}

function compilePlan(compiler: Compiler, node: ElementNode): Plan | undefined {
  const { slicing } = node.element
  if (node.slices.length === 0) return undefined
  const isDefault = (slice: ElementNode) => slice.element.sliceName === '@default'
  const slices = node.slices.filter((slice) => !isDefault(slice)).map((slice) => compileSlice(compiler, node, slice))
  const rest = node.slices.find(isDefault)
  const plan: Plan = {
    slices,
    rest: rest && compiler.compileDelta(rest, { type: typeNamesOf(rest.element)[0] ?? '', base: node }),
    rules: slicing?.rules ?? 'open',
    ordered: slicing?.ordered ?? false,
  }
  return isIdle(plan) ? undefined : plan
}

/** Such a plan would find nothing. */
const isIdle = ({ slices, rest, rules, ordered }: Plan): boolean =>
  rules === 'open' &&
  !ordered &&
  rest === undefined &&
  slices.every(
    ({ least, most, check, inner }) =>
      least === 0 && most === Number.POSITIVE_INFINITY && check === undefined && inner === undefined,
  )

function compileSlice(compiler: Compiler, node: ElementNode, slice: ElementNode): Slice {
  const { element } = slice
  return {
    name: element.sliceName ?? '',
    least: element.min ?? 0,
    most: node.name.endsWith('[x]') ? Number.POSITIVE_INFINITY : maxOf(element),
    matches: compileDiscriminators(compiler, node, slice),
    check: compileSliceCheck(compiler, node, slice),
    inner: compilePlan(compiler, slice),
  }
}

/** The check of the values in a slice: by their type, if the slice allows several. */
function compileSliceCheck(compiler: Compiler, node: ElementNode, slice: ElementNode): ValueCheck | undefined {
  // An element that repeats the content of another has no type of its own.
  const [first = '', ...others] = typeNamesOf(slice.element)
  const checkOf = (type: string) => compiler.compileDelta(slice, { type, base: node })
  if (others.length === 0) return checkOf(first)
  const checks = new Map([first, ...others].map((type) => [type, checkOf(type)]))
  if (![...checks.values()].some((check) => check !== undefined)) return undefined
  const byName = new Map([...checks].map(([type, check]) => [capitalize(type), check]))
  return (value, extra, run) => {
    const own = isJsonObject(value) ? value['resourceType'] : undefined
    byName.get(typeof own === 'string' ? own : (run.choiceType(node.name) ?? ''))?.(value, extra, run)
  }
}

type Items = {
  readonly value: JsonValue | undefined
  readonly extra: JsonValue | undefined
  /** The test of the slice around them. */
  readonly within?: Test
}

type State = { readonly counts: number[]; last: number; isTail: boolean }

function checkSlices(plan: Plan, items: Items, run: Run): void {
  const state: State = { counts: plan.slices.map(() => 0), last: 0, isTail: false }
  const { value, extra, within } = items
  const outer = run.slice
  const take = (one: JsonValue | undefined, partner: JsonValue | undefined): void => {
    if (within === undefined || within(one, partner, run)) checkItem(plan, state, { value: one, extra: partner }, run)
  }
  if (Array.isArray(value) || Array.isArray(extra)) {
    const values = Array.isArray(value) ? value : []
    const extras = Array.isArray(extra) ? extra : []
    for (let index = 0; index < Math.max(values.length, extras.length); index++) {
      run.enter(index)
      take(values[index] ?? undefined, extras[index] ?? undefined)
      run.leave()
    }
  } else if (value !== undefined || extra !== undefined) take(value, extra)
  for (const [index, slice] of plan.slices.entries()) {
    const count = state.counts[index] ?? 0
    run.slice = slice.name
    if (count < slice.least)
      run.report('slice-minimum', undefined, { rule: `slice-minimum ${slice.name}`, detail: slice.name })
    if (count > slice.most)
      run.report('slice-maximum', undefined, { rule: `slice-maximum ${slice.name}`, detail: slice.name })
    if (slice.inner !== undefined && count > 0) checkSlices(slice.inner, { value, extra, within: slice.matches }, run)
  }
  run.slice = outer
}

function checkItem(plan: Plan, state: State, { value, extra }: Items, run: Run): void {
  let found = -1
  for (let index = 0; index < plan.slices.length; index++) {
    if (plan.slices[index]?.matches(value, extra, run) !== true) continue
    if (found >= 0) run.report('slice-ambiguous')
    else found = index
  }
  const slice = plan.slices[found]
  if (slice === undefined) {
    if (plan.rest !== undefined) plan.rest(value, extra, run)
    else if (plan.rules === 'closed') run.report('slice-closed')
    state.isTail = true
    return
  }
  if (state.isTail && plan.rules === 'openAtEnd') run.report('slice-order')
  if (plan.ordered && found < state.last) run.report('slice-order')
  state.last = found
  state.counts[found] = (state.counts[found] ?? 0) + 1
  const outer = run.slice
  run.slice = slice.name
  slice.check?.(value, extra, run)
  run.slice = outer
}
