/** Search parameters by the published R4 definitions, and the tokens that a resource is found by. R4 searchparameter-registry.html. */
import { evalFhirPathTyped, type FhirPathAtom, getParsedExpressionForResourceType } from '@medplum/core'
import type { SearchParameter } from '@medplum/fhirtypes'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Definitions } from '../profiles/definitions.ts'
import type { IndexRows, Token } from '../store/index-rows.ts'
import { listReferenceValues, listTokenValues } from './index-values.ts'
import { findPrincipalDate } from './principal-dates.ts'

/** What is indexed so far; anything else is an unknown parameter. */
const indexed: ReadonlySet<string> = new Set([
  'identifier',
  'patient',
  'subject',
  'encounter',
  'practitioner',
  'target',
  'entity',
  '_tag',
])

export type CompiledParameter = {
  readonly code: string
  readonly type: 'token' | 'reference'
  readonly url: string
  /** Parameters of the same elements share one: `patient` and `subject`. */
  readonly token: string
  /** The type that a bare id means. */
  readonly target: string | undefined
  readonly path: FhirPathAtom
}

/** Every type's parameters, compiled when the type is first met. */
export class SearchParameters {
  readonly definitions: Definitions
  private readonly byType = new Map<string, readonly CompiledParameter[]>()

  constructor(definitions: Definitions) {
    this.definitions = definitions
  }

  list(type: string): readonly CompiledParameter[] {
    const known = this.byType.get(type)
    if (known !== undefined) return known
    const compiled = compileParameters(this.definitions.searchParameters, type)
    this.byType.set(type, compiled)
    return compiled
  }

  isResourceType(name: string): boolean {
    return this.definitions.isResourceType(name)
  }

  /** Whether R4 publishes a parameter of that name, for whatever type. */
  isPublished(code: string): boolean {
    return this.definitions.searchParameters.some((parameter) => parameter.code === code)
  }

  find(type: string, code: string): CompiledParameter | undefined {
    return this.list(type).find((parameter) => parameter.code === code)
  }
}

type Published = SearchParameter & { readonly type: 'token' | 'reference'; readonly expression: string }

const isIndexed = (parameter: SearchParameter): parameter is Published =>
  indexed.has(parameter.code) &&
  (parameter.type === 'token' || parameter.type === 'reference') &&
  parameter.expression !== undefined

function compileParameters(published: readonly SearchParameter[], type: string): CompiledParameter[] {
  const bases = new Set([type, 'Resource'])
  const own = published.filter(isIndexed).filter(({ base }) => base.some((name) => bases.has(name)))
  const elements = own.map((parameter) => listElements(parameter, type))
  return own.map((parameter, index) => {
    const same = own.filter((_, other) => elements[other] === elements[index]).map(({ code }) => code)
    return {
      code: parameter.code,
      type: parameter.type,
      url: parameter.url,
      token: same.toSorted()[0] ?? parameter.code,
      target: findTarget(parameter),
      path: getParsedExpressionForResourceType(type, parameter.expression.replace(/^Resource\./, `${type}.`)),
    }
  })
}

/** The elements of a parameter in this type, whatever their target. */
const listElements = ({ expression }: Published, type: string): string =>
  expression
    .split(' | ')
    .filter((path) => path.startsWith(`${type}.`) || path.startsWith('Resource.'))
    .map((path) => path.replace(/\.where\(resolve\(\) is \w+\)$/, ''))
    .join(' | ')

/** R4 search.html#reference: a bare id needs a single type; a parameter named like a type means it. */
function findTarget({ code, type, target = [] }: Published): string | undefined {
  if (type !== 'reference') return undefined
  return target.length === 1 ? target[0] : target.find((name) => name.toLowerCase() === code)
}

export type Indexable = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** What a resource is found by. */
export function indexResource(parameters: SearchParameters, { type, id, content }: Indexable): IndexRows {
  const self = [{ type, value: { ...content, resourceType: type } }]
  const tokens = parameters.list(type).flatMap((parameter): Token[] => {
    const values = evalFhirPathTyped(parameter.path, self).map(({ value }) => value as JsonValue)
    const texts = values.flatMap(parameter.type === 'token' ? listTokenValues : listReferenceValues)
    return texts.map((value) => ({ parameter: parameter.token, value }))
  })
  const distinct = new Map(tokens.map((token) => [`${token.parameter} ${token.value}`, token]))
  return { tokens: [...distinct.values(), { parameter: '_id', value: id }], ...findPrincipalDate(type, content) }
}
