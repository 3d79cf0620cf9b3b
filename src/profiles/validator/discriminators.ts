/** Tests that tell whether a value is in a slice. R4 profiling.html#discriminator. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { findBaseChild } from './base-elements.ts'
import { baseTypeOf, type Compiler } from './compiler.ts'
import { capitalize, type Demand, demandOf, typeNamesOf } from './element-facts.ts'
import { compileDemand } from './match-value.ts'
import { isOfProfile, resolveAnywhere } from './reference-check.ts'
import type { Run } from './run.ts'
import { DefinitionError, type ElementNode } from './snapshot-tree.ts'

export type Test = (value: JsonValue | undefined, extra: JsonValue | undefined, run: Run) => boolean

type Discriminator = { readonly type: string; readonly path: string }

/** Tests whether a value meets all discriminators of the slice. */
export function compileDiscriminators(compiler: Compiler, node: ElementNode, slice: ElementNode): Test {
  const given = (node.element.slicing?.discriminator ?? []) as readonly Discriminator[]
  // The type tells the slices of a choice apart, even if no discriminator names it.
  const isChoice = node.name.endsWith('[x]')
  const discriminators = given.length === 0 && isChoice ? [{ type: 'type', path: '$this' }] : given
  if (discriminators.length === 0) throw faultOf(slice, 'the slicing has no discriminator')
  const tests = discriminators.flatMap((one) => compileDiscriminator(compiler, slice, one) ?? [])
  if (tests.length === 0) throw faultOf(slice, 'none of the discriminators says anything of the slice')
  return tests.includes(reportUndecided) ? reportUndecided : joinTests(tests)
}

/** Splits `code.coding`, `extension('url').value`, `resolve().ofType(Patient)` into steps. */
const splitPath = (path: string): string[] => path.match(/(?:[^.(]|\([^)]*\))+/g) ?? []

const faultOf = (slice: ElementNode, reason: string): DefinitionError =>
  new DefinitionError('', `${slice.element.path}:${slice.element.sliceName ?? ''}`, reason)

/** The end of a path so far: an element of the definition, and the demand of a fixed value further up. */
type Spot = { readonly node: ElementNode | undefined; readonly type: string; readonly demand: Demand | undefined }

function compileDiscriminator(compiler: Compiler, slice: ElementNode, one: Discriminator): Test | undefined {
  const { type } = one
  const steps = splitPath(one.path).filter((step) => step !== '$this')
  const start: Spot = { node: slice, type: typeNamesOf(slice.element)[0] ?? '', demand: demandOf(slice.element) }
  const isResolved = steps.includes('resolve()')
  const ends = steps.reduce<readonly Spot[]>(
    (spots, step) => spots.flatMap((spot) => walkSpot(compiler, spot, step)),
    [start],
  )
  const [end] = ends
  if (end === undefined) return undefined
  // A slice that forbids the element takes the values that lack it.
  if (type === 'exists' || end.node?.element.max === '0') return compileExistence(compiler, steps, end)
  const last = steps.at(-1)
  if (type === 'type' && last !== undefined && end.node?.name.endsWith('[x]') && !isResolved)
    return compilePath(compiler, steps.slice(0, -1), compileChoice(last, end))
  const tests = ends.flatMap((spot) => criteria[type]?.(compiler, spot, isResolved) ?? [])
  return tests.length === 0 ? undefined : joinTests(tests.map((test) => compilePath(compiler, steps, test)))
}

function joinTests(tests: readonly Test[]): Test {
  const [only] = tests
  if (tests.length === 1 && only !== undefined) return only
  return (value, extra, run) => {
    for (const test of tests) if (!test(value, extra, run)) return false
    return true
  }
}

/** Lists the elements that a step leads to: one, or its required slices. */
function walkSpot(compiler: Compiler, spot: Spot, step: string): Spot[] {
  const end = stepTo(compiler, spot, step)
  const slices = end.node === undefined || end.node === spot.node ? [] : end.node.slices
  const needed = slices.filter(({ element }) => (element.min ?? 0) > 0)
  if (needed.length === 0) return [end]
  return needed.map((node) => ({ ...end, node, demand: demandOf(node.element) ?? end.demand }))
}

function stepTo(compiler: Compiler, spot: Spot, step: string): Spot {
  const { node, type } = spot
  if (step === 'resolve()' || step === 'first()') return spot
  const narrowed = /^ofType\((?:FHIR\.)?(\w+)\)$/.exec(step)?.[1]
  if (narrowed !== undefined) return { ...spot, type: narrowed }
  const url = /^extension\(['"]([^'"]*)['"]\)$/.exec(step)?.[1]
  if (url !== undefined)
    return { ...spot, node: node && findExtension(node, url), type: 'Extension', demand: undefined }
  const child = node && (findOwnChild(node, step) ?? findBaseChild(compiler, node, step, { type, base: undefined }))
  const below = child ?? (node && findBaseChild(compiler, node, `${step}[x]`, { type, base: undefined }))
  const demand = below && demandOf(below.element)
  return {
    node: below,
    type: (below && typeNamesOf(below.element)[0]) ?? '',
    demand: demand ?? demandBelow(spot.demand, step),
  }
}

const findOwnChild = (node: ElementNode, name: string): ElementNode | undefined =>
  node.children.get(name) ?? node.children.get(`${name}[x]`)

const findExtension = (node: ElementNode, url: string): ElementNode | undefined =>
  node.children
    .get('extension')
    ?.slices.find(({ element }) => element.type?.some(({ profile }) => profile?.some((one) => one.startsWith(url))))

/** Returns the demand of a fixed value or pattern on a member. */
function demandBelow(demand: Demand | undefined, name: string): Demand | undefined {
  const [value] = demand === undefined ? [] : [demand.value].flat()
  const member = isJsonObject(value) ? value[name] : undefined
  if (demand === undefined || member === undefined) return undefined
  const [only] = [member].flat()
  return only === undefined ? undefined : { kind: 'pattern', value: only }
}

type Criterion = (compiler: Compiler, spot: Spot, isResolved: boolean) => Test | undefined

const criteria: Readonly<Record<string, Criterion>> = {
  value: compileValue,
  pattern: compileValue,
  type: compileType,
  profile: compileProfile,
}

/** The type of a choice is in its JSON name. */
function compileChoice(element: string, { node }: Spot): Test {
  const names = (node === undefined ? [] : typeNamesOf(node.element)).map((type) => element + capitalize(type))
  return (value) =>
    isJsonObject(value) && names.some((name) => value[name] !== undefined || value[`_${name}`] !== undefined)
}

/** Tests a fixed value, a pattern, a value set, parts that have one of them, or the presence of a value. */
function compileValue(compiler: Compiler, { node, demand }: Spot): Test | undefined {
  if (demand !== undefined) return compileDemand(demand)
  if (node === undefined) return undefined
  const parts = compileParts(compiler, node)
  if (parts !== undefined) return parts
  const { valueSet, strength } = node.element.binding ?? {}
  // R4 profiling.html#discriminator: of the bindings, only a required one tells slices apart.
  if (valueSet !== undefined && strength === 'required') return (value) => isMember(compiler, valueSet, value)
  return (node.element.min ?? 0) > 0 ? (value, extra) => value !== undefined || extra !== undefined : undefined
}

function compileParts(compiler: Compiler, node: ElementNode): Test | undefined {
  const own = [...node.children.values()].flatMap((child) => {
    const demand = demandOf(child.element)
    const test = demand === undefined ? compileParts(compiler, child) : compileDemand(demand)
    return test === undefined ? [] : [compilePath(compiler, [child.name.replace('[x]', '')], test)]
  })
  return own.length === 0 ? undefined : (value, extra, run) => own.every((test) => test(value, extra, run))
}

function isMember({ codes }: Compiler, valueSet: string, value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return codes.checkMembership(valueSet, { code: value }) === 'member'
  if (!isJsonObject(value)) return false
  const codings = Array.isArray(value['coding']) ? value['coding'] : [value]
  return codings.some((coding) => isJsonObject(coding) && codes.checkMembership(valueSet, coding) === 'member')
}

/** A resource names its type; the JSON name of a choice tells its type; other values tell it by their form. */
function compileType(compiler: Compiler, { node, type }: Spot, isResolved: boolean): Test | undefined {
  if (node === undefined) return undefined
  const types = new Set(isResolved ? listTargetTypes(compiler, node) : typeNamesOf(node.element))
  if (type !== '' && types.size === 0) types.add(type)
  const isPrimitive = [...types].some((name) => compiler.isPrimitive(name))
  return (value, _extra, run) => {
    if (isJsonObject(value) && typeof value['resourceType'] === 'string')
      return types.has(value['resourceType']) || types.has('Resource')
    const said = run.choiceType(node.name)
    if (said !== undefined) return [...types].some((name) => capitalize(name) === said)
    return isJsonObject(value) !== isPrimitive
  }
}

const listTargetTypes = (compiler: Compiler, node: ElementNode): string[] =>
  listTargets(node).map((url) => baseTypeOf(url) ?? compiler.registry.findStructure(url)?.type ?? '')

const listTargets = (node: ElementNode): string[] =>
  (node.element.type ?? []).flatMap(({ targetProfile }) => targetProfile ?? [])

function compileProfile(compiler: Compiler, { node }: Spot, isResolved: boolean): Test | undefined {
  if (node === undefined) return undefined
  const profiles = isResolved ? listTargets(node) : (node.element.type ?? []).flatMap(({ profile }) => profile ?? [])
  if (profiles.length === 0) return undefined
  return (value, extra, run) =>
    profiles.some((url) => {
      if (!isJsonObject(value)) return false
      const type = compiler.registry.findStructure(url)?.type
      if (typeof value['resourceType'] === 'string') {
        if (type !== undefined && value['resourceType'] !== type) return false
        return isOfProfile(compiler, { ...run.frame, resource: value }, url, run)
      }
      const check = compiler.profileCheck(url)
      return check === undefined || run.askOnce(value, url, () => run.probe(() => check(value, extra, run)))
    })
}

function compileExistence(compiler: Compiler, steps: readonly string[], { node }: Spot): Test | undefined {
  const isThere = compilePath(compiler, steps, (value, extra) => value !== undefined || extra !== undefined)
  if (node?.element.max === '0') return (value, extra, run) => !isThere(value, extra, run)
  return (node?.element.min ?? 0) > 0 ? isThere : reportUndecided
}

/** R4 profiling.html#discriminator: each slice by `exists` demands the element, or forbids it. */
const reportUndecided: Test = (_value, _extra, run) => {
  const message = 'The definition cannot be checked with: a slice by existence neither demands nor forbids the element'
  run.report('definition-faulty', undefined, { message })
  return false
}

/** Tests whether any of the values at the end of a path passes. */
function compilePath(compiler: Compiler, steps: readonly string[], test: Test): Test {
  const [step, ...rest] = steps
  if (step === undefined) return test
  const next = compilePath(compiler, rest, test)
  if (step === 'resolve()')
    return (value, _extra, run) => {
      const target = resolveAnywhere(compiler, value, run)
      return target !== undefined && next(target.resource, undefined, run)
    }
  if (step === 'first()') return next
  const narrowed = /^ofType\((?:FHIR\.)?(\w+)\)$/.exec(step)?.[1]
  if (narrowed !== undefined)
    return (value, extra, run) => {
      const type = isJsonObject(value) ? value['resourceType'] : undefined
      return (type === undefined || type === narrowed) && next(value, extra, run)
    }
  const url = /^extension\(['"]([^'"]*)['"]\)$/.exec(step)?.[1]
  if (url !== undefined)
    return (value, extra, run) =>
      hasSome(
        memberOf(value, extra, 'extension'),
        undefined,
        (one, _extra, inner) => (isJsonObject(one) && one['url'] === url ? next(one, undefined, inner) : false),
        run,
      )
  const chosen = /^ofType\((?:FHIR\.)?(\w+)\)$/.exec(rest[0] ?? '')?.[1]
  const name = chosen === undefined ? undefined : step + capitalize(chosen)
  const partner = `_${step}`
  return (value, extra, run) => {
    const typed = name === undefined ? undefined : memberOf(value, extra, name)
    return hasSome(typed ?? memberOf(value, extra, step), partnerOf(value, partner), next, run)
  }
}

/** A primitive's members are in its partner; a choice may have any of its names. */
function memberOf(value: JsonValue | undefined, extra: JsonValue | undefined, name: string): JsonValue | undefined {
  const object = isJsonObject(value) ? value : extra
  if (object === undefined || !isJsonObject(object)) return undefined
  return object[name] ?? findChosen(object, name)
}

function findChosen(object: JsonObject, name: string): JsonValue | undefined {
  for (const key in object)
    if (key.startsWith(name) && key.length > name.length && /[A-Z]/.test(key.charAt(name.length))) return object[key]
  return undefined
}

const partnerOf = (value: JsonValue | undefined, partner: string): JsonValue | undefined =>
  isJsonObject(value) ? value[partner] : undefined

function hasSome(value: JsonValue | undefined, extra: JsonValue | undefined, test: Test, run: Run): boolean {
  if (!Array.isArray(value)) return (value !== undefined || extra !== undefined) && test(value, extra, run)
  for (const item of value) if (test(item, undefined, run)) return true
  return false
}
