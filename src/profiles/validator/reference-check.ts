/** Checks of references: their form, the types that they may point to, and targets at hand. R4 references.html. */

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { namedType, splitRelative } from '../../fhir/reference.ts'
import { baseTypeOf, type Compiler } from './compiler.ts'
import type { ElementType } from './element-facts.ts'
import type { Frame, Run, ValueCheck } from './run.ts'

const absolutePattern = /^[a-z][a-z0-9+.-]*:\S+$/i

/** `container` and `fullUrl` are the base of the target's own references. */
export type Target = Pick<Frame, 'resource' | 'container' | 'fullUrl'> & {
  readonly mode: 'contained' | 'bundled' | 'referenced'
}

const referenceText = (value: JsonValue | undefined): string | undefined => {
  const reference = isJsonObject(value) ? value['reference'] : value
  return typeof reference === 'string' && reference !== '' ? reference : undefined
}

/** Finds the resource that a reference or canonical points to, in this resource or in the Bundle around it. */
function resolveTarget(value: JsonValue | undefined, run: Run): Target | undefined {
  const reference = referenceText(value)
  if (reference === undefined) return undefined
  const { container, bundle, fullUrl } = run.frame
  if (reference === '#') return { resource: container, container, fullUrl, mode: 'contained' }
  if (reference.startsWith('#')) {
    const resource = run.findContained(container, reference.slice(1))
    return resource && { resource, container, fullUrl, mode: 'contained' }
  }
  const found = bundle && run.resolverOf(bundle)(reference, fullUrl)
  if (found === undefined) return resolveParameter(reference, run)
  const { entry, resource } = found
  return { resource, container: entry.resource ?? resource, fullUrl: entry.fullUrl, mode: 'bundled' }
}

function resolveParameter(reference: string, run: Run): Target | undefined {
  const resource = run.findParameter(reference)
  return resource && { resource, container: resource, fullUrl: undefined, mode: 'referenced' }
}

/** Finds the target as `resolve()` does: also among resources given besides the checked one. */
export function resolveAnywhere(compiler: Compiler, value: JsonValue | undefined, run: Run): Target | undefined {
  const local = resolveTarget(value, run)
  const reference = referenceText(value)
  if (local !== undefined || compiler.findTarget === undefined || reference === undefined) return local
  const resource = compiler.findTarget(reference)
  return resource && { resource, container: resource, fullUrl: undefined, mode: 'referenced' }
}

/** Checks a Reference of any element: its form, a contained target, and the target that the store must find. */
export function checkReference(compiler: Compiler, value: JsonObject, run: Run): void {
  const reference = referenceText(value)
  checkSaidType(compiler, value, run)
  if (reference === undefined) return
  if (reference.startsWith('#')) {
    const isOutside = reference === '#' && run.frame.container === run.frame.resource
    if (isOutside || resolveTarget(value, run) === undefined) run.report('reference-contained', 'reference')
    return
  }
  const relative = splitRelative(reference)
  const isFormed = relative === undefined ? absolutePattern.test(reference) : compiler.isResourceType(relative.type)
  if (!isFormed) {
    // A reference with a blank is no address under any policy.
    const severity = /\s/.test(reference) ? 'error' : run.policy.unresolved
    run.report('reference-format', 'reference', { severity })
    return
  }
  // The Bundle resolves the references in its entries. The store knows which addresses are ours.
  if (run.root['resourceType'] === 'Bundle') return
  run.references.push({ expression: run.expression('reference'), reference })
}

/** Reference.type must be the type of the target. R4 references.html#Reference. */
function checkSaidType(compiler: Compiler, value: JsonObject, run: Run): void {
  const said = value['type']
  if (typeof said !== 'string') return
  const found = typeOf(compiler, { reference: value['reference'] ?? '' }, true)
  if (found === undefined ? !compiler.isResourceType(said) : found !== said) run.report('reference-type', 'type')
}

type Profile = { readonly url: string; readonly type: string | undefined; readonly isBase: boolean }

/** Compiles `targetProfile` and `aggregation` of one type of an element. */
export function compileTargets(compiler: Compiler, type: ElementType): ValueCheck | undefined {
  if (type.code !== 'Reference' && type.code !== 'canonical') return undefined
  const profiles = (type.targetProfile ?? []).map((url) => describeProfile(compiler, url))
  const isAny = profiles.length === 0 || profiles.some(({ isBase, type: name }) => isBase && name === 'Resource')
  const { aggregation } = type
  if (isAny && aggregation === undefined) return undefined
  const isReference = type.code === 'Reference'
  const allowed = profiles.map(({ url, type: name, isBase }) => (isBase ? name : url)).join(', ')
  return (value, _extra, run) => {
    const target = resolveTarget(value, run)
    if (aggregation !== undefined && referenceText(value) !== undefined)
      if (!aggregation.includes(target?.mode ?? 'referenced'))
        run.report('reference-aggregation', undefined, { detail: aggregation.join(', ') })
    if (isAny) return
    const name = target === undefined ? typeOf(compiler, value, isReference) : target.resource['resourceType']
    if (typeof name !== 'string') return
    const fitting = profiles.filter((profile) => profile.type === undefined || profile.type === name)
    if (fitting.length === 0) reportTarget({ isReference, allowed }, target, run)
    else if (target !== undefined && !fitting.some(({ isBase }) => isBase)) checkTarget(compiler, fitting, target, run)
  }
}

/** The text of the reference alone decides if its target is not at hand. */
type Allowed = { readonly isReference: boolean; readonly allowed: string }

function reportTarget({ isReference, allowed }: Allowed, target: Target | undefined, run: Run): void {
  const more = { detail: allowed, ...(target === undefined ? { severity: run.policy.wrongTarget } : {}) }
  run.report('reference-target', isReference ? 'reference' : undefined, more)
}

/** A profile that is not known may be of any type. */
function describeProfile(compiler: Compiler, url: string): Profile {
  const name = baseTypeOf(url)
  const isBase = name !== undefined && (name === 'Resource' || compiler.isResourceType(name))
  return { url, isBase, type: isBase ? name : compiler.registry.findStructure(url)?.type }
}

/** Returns the target's type from the reference's text, or from Reference.type. */
function typeOf(compiler: Compiler, value: JsonValue | undefined, isReference: boolean): string | undefined {
  if (!isReference) return undefined
  const tail = namedType(referenceText(value) ?? '')
  if (tail !== undefined && compiler.isResourceType(tail)) return tail
  const said = isJsonObject(value) ? value['type'] : undefined
  return typeof said === 'string' && compiler.isResourceType(said) ? said : undefined
}

/** Checks that the target meets one of the profiles; a target under check further up counts as valid. */
function checkTarget(compiler: Compiler, profiles: readonly Profile[], target: Target, run: Run): void {
  if (profiles.some(({ url }) => isOfProfile(compiler, target, url, run))) return
  run.report('reference-profile', 'reference', { detail: profiles.map(({ url }) => url).join(', ') })
}

/** Whether a target meets a profile; every target meets an unknown one. */
export function isOfProfile(compiler: Compiler, target: Omit<Target, 'mode'>, url: string, run: Run): boolean {
  const check = compiler.profileCheck(url)
  if (check === undefined) return true
  const { frame } = run
  const { resource, container, fullUrl } = target
  const inner = { resource, container, bundle: frame.bundle, fullUrl }
  return run.askOnce(resource, url, () => {
    run.frame = inner
    const isMet = run.probe(() => check(resource, undefined, run))
    run.frame = frame
    return isMet
  })
}
