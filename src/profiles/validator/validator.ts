/** Compiles definitions into checks, each at its first use, and checks one resource. R4 validation.html. */
import type { SearchParameter } from '@medplum/fhirtypes'
import type { Clock } from '../../core/clock.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { TypeModel } from '../../fhirpath/types.ts'
import type { CodeLookup } from '../code-lookup.ts'
import { parseCanonical } from '../definitions/canonical.ts'
import type { GlobalProfile } from '../definitions/global-profiles.ts'
import type { Finding } from '../findings.ts'
import type { Registry } from '../registry.ts'
import { checkResourceRules } from '../rules/rules.ts'
import type { Supporting } from '../supporting.ts'
import { findPath } from './base-elements.ts'
import { baseUrlOf, type Compiler } from './compiler.ts'
import { openExpressions } from './expressions.ts'
import { listImplied } from './implied-profiles.ts'
import { compileDelta } from './profile-members.ts'
import { type ObjectCheck, type PendingCode, type PendingReference, type Policy, Run, type ValueCheck } from './run.ts'
import { buildTree, DefinitionError } from './snapshot-tree.ts'
import { compileMembers } from './type-members.ts'
import { compileTypeRules } from './type-rules.ts'

export type ValidatorOptions = {
  readonly registry: Registry
  readonly codes: CodeLookup
  /** The parameters that definitions may name. */
  readonly searchParameters?: readonly SearchParameter[]
  /** Profiles for all resources of their types. */
  readonly globalProfiles?: readonly GlobalProfile[]
  /** Resources besides the checked ones. */
  readonly supporting?: Supporting
  /** The members of types, for expressions. */
  readonly model: TypeModel
  /** The time that expressions see. */
  readonly clock?: Clock
  /** The severity of a broken best practice; `undefined` leaves it out. */
  readonly bestPractice?: Finding['severity']
}

export type Validation = {
  readonly findings: readonly Finding[]
  readonly references: readonly PendingReference[]
  readonly codes: readonly PendingCode[]
}

export type Asked = {
  /** Profiles besides those that the resource claims and falls under. */
  readonly profiles: readonly string[]
  readonly policy: Policy
}

/** Checks a resource as its type, with its profiles. */
export type Validator = {
  (resource: JsonObject, asked: Asked): Validation
  /** Does the same in slices of a few milliseconds, between which the caller has control; the order of findings differs. */
  readonly inSlices: (resource: JsonObject, asked: Asked) => Generator<undefined, Validation>
}

/** The severities of the reference validator without terminology and registry look-ups. */
export const offline: Policy = {
  unknownProfile: 'warning',
  unknownCode: 'error',
  unknownExtension: 'error',
  wrongTarget: 'error',
  unresolved: 'information',
  faultyDefinition: 'error',
  controlCharacter: 'warning',
}

export function openValidator(options: ValidatorOptions): Validator {
  const compiler = openCompiler(options)
  const check = (resource: JsonObject, profiles: readonly string[], run: Run): void => {
    const type = resource['resourceType']
    run.enter(typeof type === 'string' && compiler.isResourceType(type) ? type : 'Resource')
    if (typeof type !== 'string' || !compiler.isResourceType(type)) {
      run.report('resource-type')
      return
    }
    compiler.resourceCheck(resource, run)
    for (const profile of profiles) run.goOn(profileCheckOf(compiler, profile), resource)
  }
  const validate = (resource: JsonObject, { profiles, policy }: Asked): Validation => {
    const run = new Run(resource, policy)
    check(resource, profiles, run)
    return validationOf(run)
  }
  function* inSlices(resource: JsonObject, { profiles, policy }: Asked): Generator<undefined, Validation> {
    const run = new Run(resource, policy)
    yield* run.inSlices(() => check(resource, profiles, run))
    return validationOf(run)
  }
  return Object.assign(validate, { inSlices })
}

const validationOf = ({ found, references, codes }: Run): Validation => ({
  findings: found.findings,
  references,
  codes,
})

/** Computes once for each name, and keeps `undefined`, too. */
function remember<T>(compute: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found as T
    const made = compute(name)
    known.set(name, made)
    return made
  }
}

function openCompiler(options: ValidatorOptions): Compiler {
  const { registry, codes, bestPractice, supporting } = options
  const kindOf = remember((name) => {
    const structure = registry.findType(name)
    return structure === undefined ? '' : structure.abstract ? 'abstract' : structure.kind
  })
  const compiler: Compiler = {
    registry,
    codes,
    bestPractice,
    findQuestionnaire: supporting?.findQuestionnaire,
    findTarget: supporting?.findTarget,
    findSearchParameter: openParameters(options.searchParameters ?? []),
    listGlobal: openGlobal(options.globalProfiles ?? []),
    isResourceType: (name) => kindOf(name) === 'resource',
    isPrimitive: (name) => kindOf(name) === 'primitive-type',
    findTree: remember((canonical) => {
      const structure = registry.findStructure(canonical)
      return structure && buildTree(structure)
    }),
    typeCheck: remember((name) => compileType(compiler, name)),
    profileCheck: remember((canonical) => compileProfile(compiler, canonical)),
    compileDelta: (node, against) => compileDelta(compiler, node, against),
    resourceCheck: (resource, run) => checkResource(compiler, resource, run),
    compileExpression: () => () => true,
    rules: {},
  }
  return Object.assign(compiler, {
    rules: compileTypeRules(compiler),
    compileExpression: openExpressions(compiler, options.model, options.clock),
  })
}

function openParameters(parameters: readonly SearchParameter[]): Compiler['findSearchParameter'] {
  const byUrl = new Map(parameters.map((parameter) => [parameter.url, parameter]))
  return (canonical) => {
    const { url, version } = parseCanonical(canonical)
    const found = byUrl.get(url)
    // Those of R4 are kept without their version.
    return version === undefined || version === (found?.version ?? '4.0.1') ? found : undefined
  }
}

function openGlobal(profiles: readonly GlobalProfile[]): Compiler['listGlobal'] {
  const byType = Map.groupBy(profiles, ({ type }) => type)
  return (type) => byType.get(type) ?? []
}

function compileType(compiler: Compiler, name: string): ObjectCheck {
  const node = findPath(compiler, name)
  if (node === undefined) throw new DefinitionError(baseUrlOf(name), name, 'the type is not known')
  return compileMembers(compiler, name, node)
}

/** A profile that cannot be compiled gives a finding at each use. */
function compileProfile(compiler: Compiler, canonical: string): ValueCheck | undefined {
  const structure = compiler.registry.findStructure(canonical)
  if (structure === undefined) return undefined
  const type = structure.type ?? ''
  const check = compileOrRefuse(() => {
    const node = compiler.findTree(canonical)
    const base = compiler.findTree(baseUrlOf(type))
    if (node === undefined || base === undefined) throw new DefinitionError(canonical, type, 'its type is not known')
    return compileDelta(compiler, node, { type, base })
  })
  return (value, extra, run) => {
    const { profile, slice } = run
    run.profile = structure.url
    run.slice = undefined
    if (isJsonObject(value) && isOther(compiler, value, type)) run.report('profile-type', undefined, { detail: type })
    else check?.(value, extra, run)
    run.profile = profile
    run.slice = slice
  }
}

function compileOrRefuse(compile: () => ValueCheck | undefined): ValueCheck | undefined {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    const message = `The definition cannot be checked with: ${error.element}: ${error.reason}`
    return (_value, _extra, run) => run.report('definition-faulty', undefined, { message })
  }
}

const isOther = (compiler: Compiler, value: JsonObject, type: string): boolean => {
  const own = value['resourceType']
  return typeof own === 'string' && compiler.isResourceType(type) && own !== type
}

function checkResource(compiler: Compiler, resource: JsonObject, run: Run): void {
  const type = String(resource['resourceType'])
  compiler.typeCheck(type)(resource, run)
  run.goOn(checkRules, resource)
  const claimed = claimedOf(resource)
  for (let index = 0; index < claimed.length; index++) {
    const canonical = claimed[index]
    if (typeof canonical !== 'string' || canonical.split('|')[0] === baseUrlOf(type)) continue
    const check = compiler.profileCheck(canonical)
    if (check === undefined) reportUnknown(run, index)
    else run.goOn(check, resource)
  }
  for (const profile of listImplied(resource)) run.goOn(profileCheckOf(compiler, profile), resource)
  for (const { profile } of compiler.listGlobal(type)) {
    if (claimed.includes(profile)) continue
    const check = compiler.profileCheck(profile)
    if (check === undefined) run.report('profile-unknown', undefined, { severity: run.policy.unknownProfile })
    else run.goOn(check, resource)
  }
}

function reportUnknown(run: Run, index: number): void {
  const expression = `${run.expression()}.meta.profile[${index}]`
  run.report('profile-unknown', undefined, { expression, severity: run.policy.unknownProfile })
}

const checkRules = (resource: JsonObject, _extra: undefined, run: Run): void => checkResourceRules(resource, run)

/** The check of a requested profile, or of an implied one, which is R4's own. */
const profileCheckOf = (compiler: Compiler, canonical: string): ValueCheck =>
  compiler.profileCheck(canonical) ??
  ((_value, _extra, run) => run.report('profile-asked', undefined, { detail: canonical }))

const none: readonly JsonValue[] = []

function claimedOf(resource: JsonObject): readonly JsonValue[] {
  const { meta } = resource
  const profile = meta !== undefined && isJsonObject(meta) ? meta['profile'] : undefined
  return Array.isArray(profile) ? profile : none
}
