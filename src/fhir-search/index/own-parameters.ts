/**
 * Search parameters that a tenant adds as SearchParameter resources: the rules for an active one, and its use.
 * R4 searchparameter.html, search.html#ptypes.
 */

import { createHash } from 'node:crypto'
import type { SearchParameter as Published } from '@medplum/fhirtypes'
import type { JsonObject } from '../../core/json.ts'
import { textOrNone } from '../../core/json.ts'
import { versionedTypes } from '../../fhir/resource-types.ts'
import { compileFhirPath } from '../../fhirpath/compile.ts'
import type { TypeTable } from '../../fhirpath/types.ts'
import { type ParameterUse, putParameterUses } from '../../store/reindex/own-parameters.ts'
import { type Checked, type CheckFinding, isError } from '../../store/resources/write/check-rows.ts'
import type { WriteHook } from '../../store/resources/write/write-hooks.ts'
import type { Tx } from '../../store/transaction.ts'
import { maxExpression, readDefinition } from '../parameters/own-definition.ts'
import { listPaths, withoutTarget } from '../parameters/parameter-paths.ts'
import type { Composite, Parameter, ParameterType, SearchParameters } from '../parameters/search-parameters.ts'
import { isIndexed } from './composite-values.ts'
import { isPrincipal } from './principal-dates.ts'

/** Types of values for each type of parameter. R4 search.html#ptypes. */
const valueTypes: Readonly<Partial<Record<ParameterType, readonly string[]>>> = {
  number: ['decimal', 'integer', 'positiveInt', 'unsignedInt', 'Quantity', 'Range'],
  date: ['date', 'dateTime', 'instant', 'Period', 'Timing'],
  string: ['string', 'markdown', 'id', 'code', 'uri', 'HumanName', 'Address'],
  token: ['code', 'string', 'id', 'boolean', 'uri', 'Coding', 'CodeableConcept', 'Identifier', 'ContactPoint'],
  reference: ['Reference', 'canonical', 'uri'],
  quantity: ['Quantity', 'SimpleQuantity', 'Money', 'MoneyQuantity', 'Age', 'Count', 'Distance', 'Duration', 'Range'],
  uri: ['uri', 'url', 'canonical', 'oid', 'uuid'],
}

/** Functions that an expression may call: none looks outside the resource, or takes long. */
const functions: ReadonlySet<string> = new Set([
  'where',
  'ofType',
  'is',
  'exists',
  'empty',
  'not',
  'first',
  'last',
  'hasValue',
])

const maxAlternatives = 20
const maxBase = 40
const maxParts = 4
/** Each costs time at every write of its type. */
const maxOwn = 50

type Reason = { readonly element: string; readonly message: string }

/** Adds findings that forbid writing an active SearchParameter. Any other SearchParameter is an ordinary document. */
export function withSearchParameter(parameters: SearchParameters, resource: JsonObject, checked: Checked): Checked {
  if (!isActive(resource) || checked.findings.some(isError)) return checked
  const reasons = listReasons(parameters, readDefinition(resource).published, resource)
  const found = reasons.map(({ element, message }): CheckFinding => {
    return { severity: 'error', code: 'business-rule', expression: `SearchParameter.${element}`, message }
  })
  return { ...checked, findings: [...checked.findings, ...found] }
}

const isActive = ({ resourceType, status }: JsonObject): boolean =>
  resourceType === 'SearchParameter' && status === 'active'

function listReasons(parameters: SearchParameters, published: Published, resource: JsonObject): readonly Reason[] {
  const general = listGeneralReasons(published, resource)
  if (general.length > 0) return general
  return published.base.flatMap((type): readonly Reason[] => {
    const known = parameters.published.find(type, published.code)
    if (known !== undefined) return isSameMeaning(known, published, type) ? [] : [reasons.taken]
    const others = parameters.list(type).filter(({ code }) => code !== published.code)
    if (others.length - parameters.published.list(type).length >= maxOwn) return [reasons.tooMany]
    return published.type === 'composite'
      ? listCompositeReasons(parameters, published, type)
      : listPathReasons(parameters, published, type)
  })
}

const reasons = {
  taken: { element: 'code', message: 'is the code of a published parameter with another meaning' },
  tooMany: { element: 'base', message: 'has as many parameters of its own as a type may have' },
  unread: { element: 'expression', message: 'is not understood, or calls what a search parameter may not' },
  elsewhere: { element: 'expression', message: 'says nothing of one of the base types' },
  unvalued: { element: 'expression', message: 'leads to values that this type of parameter is not searched by' },
  component: { element: 'component', message: 'must name known parameters, and what has an order must be its last' },
} as const satisfies Record<string, Reason>

function listGeneralReasons({ type, base, code, target, expression = '' }: Published, resource: JsonObject): Reason[] {
  const found: [boolean, string, string][] = [
    [type === 'special' || !(type === 'composite' || type in valueTypes), 'type', 'is not supported'],
    [base.some((one) => !versionedTypes.includes(one)), 'base', 'must be types that are served here, each by its name'],
    [
      !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(code),
      'code',
      'must begin with a letter and have letters, digits, - and _ only',
    ],
    [type === 'reference' && (target ?? []).length === 0, 'target', 'is needed: the types that it may point to'],
    [(target ?? []).some((one) => !versionedTypes.includes(one)), 'target', 'must be types that are served here'],
    [type !== 'composite' && expression === '', 'expression', 'is needed'],
    [textOrNone(resource['expression']).length > maxExpression, 'expression', 'is too long'],
    [base.length > maxBase, 'base', 'names too many types'],
    [(resource['xpathUsage'] ?? 'normal') !== 'normal', 'xpathUsage', 'must be normal'],
  ]
  return found.flatMap(([isWrong, element, message]) => (isWrong ? [{ element, message }] : []))
}

/** The same type of parameter over the same elements. */
const isSameMeaning = (known: Parameter, published: Published, type: string): boolean =>
  known.type === published.type &&
  pathsOf(known, type) === pathsOf({ expression: published.expression ?? '' }, type) &&
  known.parts.map(({ url }) => url).join() === (published.component ?? []).map(({ definition }) => definition).join()

const pathsOf = (one: Pick<Parameter, 'expression'>, type: string): string => listPaths(one, type).toSorted().join('|')

function listPathReasons(parameters: SearchParameters, published: Published, type: string): Reason[] {
  const own = { expression: published.expression ?? '' }
  const expressions = listPaths(own, type)
  if (
    own.expression.split('|').length > maxAlternatives ||
    !expressions.every((one) => isReadable(one, parameters.definitions.fhirPathTypes))
  )
    return [reasons.unread]
  const { paths } = compile(parameters, published, type)
  if (expressions.length === 0 || paths.length === 0) return [reasons.elsewhere]
  const allowed = valueTypes[published.type] ?? []
  const isValued = paths.every(({ types, isCompiled }) => !isCompiled || types.some((one) => allowed.includes(one)))
  return isValued ? [] : [reasons.unvalued]
}

/** As a search would use it. */
function compile(parameters: SearchParameters, published: Published, type: string) {
  const trial = parameters.with([{ published, pending: new Set() }])
  const parameter = trial.find(type, published.code)
  if (parameter === undefined) return { paths: [], composites: [] }
  return published.type === 'composite'
    ? { paths: [], composites: trial.composites(type, parameter) }
    : { paths: trial.paths(type, parameter), composites: [] }
}

/** True if its cost is bounded and it can be compiled. */
function isReadable(expression: string, types: TypeTable): boolean {
  const called = [
    ...withoutTarget(expression)
      .replaceAll(/'[^']*'/g, '')
      .matchAll(/(\w+)\s*\(/g),
  ].map(([, name = '']) => name)
  // A variable leads back to the whole resource.
  if (expression.includes('%') || !called.every((name) => functions.has(name))) return false
  try {
    compileFhirPath(expression, { types })
    return true
  } catch {
    return false
  }
}

function listCompositeReasons(parameters: SearchParameters, published: Published, type: string): Reason[] {
  const { component: parts = [], expression = '' } = published
  const isKnown =
    parts.length > 1 &&
    parts.length <= maxParts &&
    parts.every((part) => parameters.findPublishedUrl(part.definition) !== undefined)
  const isRead = [expression, ...parts.map((part) => part.expression)].every((one) =>
    isReadable(one, parameters.definitions.fhirPathTypes),
  )
  if (!isKnown || !isRead) return [reasons.component]
  const { composites } = compile(parameters, published, type)
  const isServed = composites.every((one) => (one.isRoot ? isWritten(parameters.published, type, one) : isIndexed(one)))
  return composites.length > 0 && isServed ? [] : [reasons.component]
}

/** Published parameters index the components of the resource itself. */
function isWritten(published: SearchParameters, type: string, { components }: Composite): boolean {
  const written = published
    .list(type)
    .flatMap((parameter) =>
      isPrincipal(type, parameter.code)
        ? []
        : published.paths(type, parameter).map(({ key }) => `${parameter.type} ${key}`),
    )
  return components.every(({ type: kind, paths }) => paths.every(({ key }) => written.includes(`${kind} ${key}`)))
}

/** The uses of a SearchParameter, type by type. None unless it is active and adds something. */
function listUses(parameters: SearchParameters, resource: JsonObject): readonly ParameterUse[] {
  const { published } = readDefinition(resource)
  if (!isActive(resource) || listReasons(parameters, published, resource).length > 0) return []
  const { type, expression = '', component = [], code } = published
  const meaning = createHash('sha256')
    .update(JSON.stringify([type, expression, component]))
    .digest()
  const own = published.base.filter((base) => parameters.published.find(base, code) === undefined)
  return [...new Set<string>(own)].map((base) => ({ type: base, code, meaning }))
}

/** The check of the resource has already refused what is refused here. */
export const searchParameterHook = (parameters: SearchParameters): WriteHook<Tx> => ({
  async put(tx, write) {
    await putParameterUses(tx, write.id, listUses(parameters.of(tx.tenant), write.content))
    return write
  },
  remove: async (tx, { id }) => putParameterUses(tx, id, []),
})
