/** Parses a search parameter's name and value: modifiers, chains and reverse chains. R4 search.html#modifiers, #chaining, #has. */

import { invalidField, Problem } from '../../core/problems.ts'
import { isId } from '../../fhir/id.ts'
import { namedType, targetOf } from '../../fhir/reference.ts'
import type { ReindexProgress } from '../../store/reindex/reindex-queue.ts'
import type { Parameter, SearchParameters } from '../parameters/search-parameters.ts'
import { maxMembers, maxRelated, type RelatedCode, type RelatedCodes } from './related-code.ts'
import {
  type GivenParameter,
  isLeaf,
  type LeafCriterion,
  type SearchCriterion,
  type TypeCriterion,
  type ValueTest,
} from './search-criteria.ts'
import { parseValues, splitValue, unsupported } from './search-values.ts'

export type CriterionContext = {
  readonly parameters: SearchParameters
  readonly now: number
  /** All types of a search of several. */
  readonly types?: readonly string[] | undefined
  /** Types that are being indexed again. */
  readonly reindexes?: readonly ReindexProgress[] | undefined
  /** If other code systems may be asked beforehand; otherwise only what R4 itself lists is known. */
  readonly related?: RelatedCodes | undefined
}

/** Throws while some resource is not indexed by it, because the search would not find everything. D22. */
export function findReady(
  { parameters, reindexes }: Pick<CriterionContext, 'parameters' | 'reindexes'>,
  type: string,
  code: string,
): Parameter | undefined {
  const parameter = parameters.find(type, code)
  if (!parameter?.isPending) return parameter
  const progress = reindexes?.find((one) => one.space === 'fhir' && one.type === type)
  const share = progress?.total ? `, ${Math.min(99, Math.floor((100 * progress.done) / progress.total))} % is done` : ''
  throw unsupported(code, `is being indexed${share}: ask again later`)
}

/** Steps of a chain, and criteria that one parameter may become if its chain names no types. */
const maxSteps = 10
const maxCriteria = 200

/** How far a parameter has been followed. */
type Trail = { readonly steps: number; readonly criteria: { count: number } }

/** Undefined for a parameter that the type does not have, null for an empty value, which R4 ignores. */
export const parseCriterion = (
  context: CriterionContext,
  type: string,
  asked: GivenParameter,
): SearchCriterion | null | undefined =>
  parseStep({ ...context, trail: { steps: 0, criteria: { count: 0 } } }, type, asked)

/** As `parseCriterion`, for a criterion that one resource answers by itself; undefined for any other, and for one that is not valid. */
export function parseLeaf(context: CriterionContext, type: string, asked: GivenParameter): LeafCriterion | undefined {
  try {
    const criterion = parseCriterion(context, type, asked)
    return criterion != null && isLeaf(criterion) ? criterion : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type Walk = CriterionContext & { readonly trail: Trail }

const deeper = (walk: Walk): Walk => ({ ...walk, trail: { ...walk.trail, steps: walk.trail.steps + 1 } })

function parseStep(context: Walk, type: string, asked: GivenParameter): SearchCriterion | null | undefined {
  const { trail } = context
  trail.criteria.count += 1
  if (trail.steps > maxSteps) throw tooCostly('parameter', 'has a chain that is too long')
  if (trail.criteria.count > maxCriteria)
    throw tooCostly('parameter', 'needs the types in its chain, as name:Type.name')
  if (asked.name.startsWith('_has:')) return parseHas(context, type, asked)
  const [, code = '', modifier, rest] = /^([^.:]+)(?::([^.]*))?(?:\.([\s\S]+))?$/.exec(asked.name) ?? []
  if (code === '_type' && trail.steps > 0 && rest === undefined)
    return parseType(context, type, { modifier, value: asked.value })
  const parameter = findReady(context, type, code)
  if (parameter === undefined) return undefined
  if (rest !== undefined) return parseChain(context, { type, parameter, modifier }, { name: rest, value: asked.value })
  return parseValue(context, { type, parameter, modifier }, asked.value)
}

type Named = { readonly type: string; readonly parameter: Parameter; readonly modifier: string | undefined }

function parseValue(context: CriterionContext, named: Named, value: string): SearchCriterion | null {
  const { parameter, modifier } = named
  const plain = { kind: 'value', parameter, isNegated: false, isIdentifier: false } as const
  if (value === '') return null
  if (modifier === 'missing') return parseMissing(parameter, value)
  if (parameter.type === 'token' && (modifier === 'in' || modifier === 'not-in'))
    return { ...plain, tests: expand(context, parameter, value), isNegated: modifier === 'not-in' }
  if (parameter.type === 'token' && (modifier === 'above' || modifier === 'below'))
    return { ...plain, tests: relate(context, { ...named, modifier }, value) }
  if (parameter.type === 'reference' && modifier === 'identifier') {
    const tests = readTests(
      context,
      { ...named, modifier: undefined, parameter: { ...parameter, type: 'token' } },
      value,
    )
    return { ...plain, tests, isIdentifier: true }
  }
  const tests = readTests(context, named, value)
  return tests.length === 0 ? null : { ...plain, tests, isNegated: modifier === 'not' && parameter.type === 'token' }
}

/** A type after a reference is parsed with its value; `phonetic` means a text that sounds alike. */
function modifierOf({ parameters }: CriterionContext, { parameter, modifier }: Named): string | undefined {
  if (parameter.type === 'reference' && modifier !== undefined && parameters.isResourceType(modifier)) return undefined
  return parameter.code === 'phonetic' && modifier === undefined ? 'sounds' : modifier
}

function readTests(context: CriterionContext, named: Named, value: string): ValueTest[] {
  const { type, parameter } = named
  return parseValues(parameter.type, value, {
    code: parameter.code,
    modifier: modifierOf(context, named),
    now: context.now,
    zone: context.parameters.zone,
    parseTarget: (text) => parseTarget(context, named, text),
    components: parameter.parts.length === 0 ? [] : componentTypes(context, type, parameter),
  })
}

const componentTypes = ({ parameters }: CriterionContext, type: string, parameter: Parameter) =>
  (parameters.composites(type, parameter)[0]?.components ?? []).map((component) => component.type)

/** At the end of a chain the type alone decides: every resource of it has an id. R4 search.html#all, #chaining. */
function parseType(
  { parameters }: CriterionContext,
  type: string,
  { modifier, value }: { readonly modifier: string | undefined; readonly value: string },
): SearchCriterion | null | undefined {
  const names = value.split(',').filter((name) => name !== '')
  if (modifier !== undefined) throw unsupported('_type', 'takes no modifier')
  if (names.some((name) => !parameters.isResourceType(name))) throw invalidField('_type', 'must name resource types')
  const id = parameters.find(type, '_id')
  if (names.length === 0) return null
  return id && { kind: 'missing', parameter: id, isMissing: !names.includes(type) }
}

function parseMissing(parameter: Parameter, value: string): SearchCriterion {
  if (value !== 'true' && value !== 'false') throw invalidField(parameter.code, 'must be true or false')
  if (parameter.type === 'composite' || parameter.type === 'special')
    throw unsupported(parameter.code, 'the modifier is not supported')
  return { kind: 'missing', parameter, isMissing: value === 'true' }
}

/** The codes of value sets. */
function expand({ parameters, related }: CriterionContext, { code }: Parameter, value: string): ValueTest[] {
  return splitValue(value, ',').flatMap((url) => {
    const members = related?.('in', url) ?? listRequired(parameters, url)
    if (members === undefined) throw unsupported(code, 'names a value set whose codes are not known here')
    if (members.length > maxMembers) throw tooCostly(code, 'names a value set of too many codes')
    return members.map((one) => ({ kind: 'code', system: one.system, code: one.code }) as const)
  })
}

/** The codes of a value set that R4 binds to. */
function listRequired({ definitions }: SearchParameters, url: string): readonly RelatedCode[] | undefined {
  const systems = definitions.findCodes(url)
  if (systems === undefined || [...systems.values()].includes(null)) return undefined
  return [...systems].flatMap(([system, codes]) => [...(codes ?? [])].map((code) => ({ system, code })))
}

/** Codes above or below the given ones. */
function relate(context: CriterionContext, named: Named & { modifier: 'above' | 'below' }, value: string): ValueTest[] {
  const { definitions } = context.parameters
  return readTests(context, { ...named, modifier: undefined }, value).flatMap((test) => {
    const { system = '', code } = test.kind === 'code' ? test : {}
    const listed = () =>
      definitions.listRelated(system, code ?? '', named.modifier)?.map((one) => ({ system, code: one }))
    const codes = code === undefined ? undefined : (context.related?.(named.modifier, `${system}|${code}`) ?? listed())
    if (codes === undefined) throw unsupported(named.parameter.code, 'needs system|code of a system that is known here')
    if (codes.length > maxRelated) throw tooCostly(named.parameter.code, 'stands for too many codes')
    return codes.map((one) => ({ kind: 'code', system, code: one.code }) as const)
  })
}

/** Types that the parameter may lead to: its paths may name fewer than its definition. */
export function listTargetTypes(
  { parameters }: Pick<CriterionContext, 'parameters'>,
  type: string,
  parameter: Parameter,
): readonly string[] {
  const paths = parameters.paths(type, parameter)
  const narrow = paths.flatMap(({ target }) => target ?? [])
  return narrow.length > 0 && narrow.length === paths.length ? [...new Set(narrow)] : parameter.targets
}

/** An id, or a reference in any form, as index rows hold it (D64). A reference of another type finds nothing. */
function parseTarget(context: CriterionContext, { type, parameter, modifier }: Named, text: string): readonly string[] {
  const allowed = modifier === undefined ? listTargetTypes(context, type, parameter) : [modifier]
  const isNarrow = modifier !== undefined || allowed !== parameter.targets
  const canonical = isCanonical(context, type, parameter) ? [text] : []
  if (isId(text)) return [...allowed.map((target) => `${target}/${text}`), ...canonical]
  const target = targetOf(context.parameters.addresses, text)
  if (target === undefined && canonical.length === 0)
    throw invalidField(parameter.code, 'must be an id, Type/id or an absolute URL')
  const named = target === undefined ? undefined : namedType(target)
  const isOther = isNarrow && named !== undefined && !allowed.includes(named)
  return target === undefined || isOther ? canonical : [...new Set([target, ...canonical])]
}

/** A canonical address may be relative, and then look like an id. */
const isCanonical = ({ parameters }: CriterionContext, type: string, parameter: Parameter): boolean =>
  parameters.paths(type, parameter).some(({ types }) => types.includes('canonical'))

function parseChain(
  context: Walk,
  { type, parameter, modifier }: Named,
  asked: GivenParameter,
): SearchCriterion | null {
  if (parameter.type !== 'reference') throw invalidField(parameter.code, 'is no reference, so nothing can follow it')
  const types = modifier === undefined ? listTargetTypes(context, type, parameter) : [modifier]
  if (modifier !== undefined && !context.parameters.isResourceType(modifier))
    throw unsupported(parameter.code, 'the modifier is not supported')
  const ends: TypeCriterion[] = []
  for (const end of types) {
    const criterion = parseStep(deeper(context), end, asked)
    if (criterion === null) return null
    if (criterion !== undefined) ends.push({ type: end, criterion })
  }
  if (ends.length === 0) throw invalidField(parameter.code, 'leads to no type with the parameter after it')
  // Types that nothing can be found in need no access either.
  const open = ends.filter(({ criterion }) => !isNever(criterion))
  return { kind: 'chain', parameter, ends: open.length === 0 ? ends : open }
}

function parseHas(context: Walk, type: string, { name, value }: GivenParameter): SearchCriterion | null {
  const [, sourceType = '', code = '', rest = ''] = /^_has:([A-Za-z]+):([^:.]+):([\s\S]+)$/.exec(name) ?? []
  const parameter = context.parameters.isResourceType(sourceType) ? findReady(context, sourceType, code) : undefined
  if (parameter?.type !== 'reference') throw invalidField('_has', 'must be _has:Type:reference:parameter')
  const targets = listTargetTypes(context, sourceType, parameter)
  if (!targets.includes(type) && !targets.includes('Resource') && !isElsewhere(context, targets))
    throw invalidField('_has', 'names a reference that does not lead here')
  const criterion = parseStep(deeper(context), sourceType, { name: rest, value })
  if (criterion === undefined) throw invalidField('_has', 'ends in a parameter that the type does not have')
  return criterion === null ? null : { kind: 'has', parameter, source: { type: sourceType, criterion } }
}

/** Every resource has an id. */
const isNever = (criterion: SearchCriterion): boolean =>
  criterion.kind === 'missing' && criterion.parameter.code === '_id' && criterion.isMissing

/** In a search of several types one of them is enough. */
const isElsewhere = ({ types = [] }: CriterionContext, targets: readonly string[]): boolean =>
  types.some((type) => targets.includes(type))

export const tooCostly = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'too-costly' }] })
