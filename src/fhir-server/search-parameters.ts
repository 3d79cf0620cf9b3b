/** Search parameters by the published R4 definitions, compiled when they are first met. R4 searchparameter-registry.html. */
import type { SearchParameter as Published } from '@medplum/fhirtypes'
import type { JsonObject } from '../json.ts'
import type { Definitions } from '../profiles/definitions.ts'
import type { IndexedValues } from './index-resource.ts'
import { compilePath, listAlternatives, type SearchPath } from './search-paths.ts'

export type ParameterType = Published['type']

/** One path of a parameter, under the name that its index rows have: parameters of the same elements share them. */
export type IndexedPath = SearchPath & { readonly key: string }

export type Component = { readonly type: ParameterType; readonly paths: readonly IndexedPath[] }

/** A composite: its components are looked for together in each value of `context`. */
export type Composite = {
  readonly key: string
  readonly context: SearchPath
  /** The context is the resource: the components are found as parameters of their own. */
  readonly isRoot: boolean
  readonly components: readonly Component[]
}

export type Parameter = {
  readonly code: string
  readonly type: ParameterType
  readonly url: string
  /** Types that it may point to. */
  readonly targets: readonly string[]
  /** The parameters that a composite joins, each with its expression. */
  readonly parts: readonly { readonly url: string; readonly expression: string }[]
  readonly expression: string
}

/** HumanName and Address are searched by each of their parts. R4 search.html#string. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  HumanName: ['family', 'given', 'prefix', 'suffix', 'text'],
  Address: ['line', 'city', 'district', 'state', 'country', 'postalCode', 'text'],
}

/** Published expressions name them, but no value of theirs can be asked for. */
const unvalued: ReadonlySet<string> = new Set(['SampledData'])

/** Published without an expression: nothing says what they mean here. */
const isServed = ({ expression, type }: Published): boolean => expression !== undefined || type === 'composite'

export class SearchParameters {
  readonly definitions: Definitions
  /** How each type is indexed, once that is compiled. */
  readonly indexers = new Map<string, (content: JsonObject, out: IndexedValues) => void>()
  readonly #lists = new Map<string, ReadonlyMap<string, Parameter>>()
  readonly #paths = new Map<Parameter, readonly IndexedPath[]>()
  readonly #composites = new Map<Parameter, readonly Composite[]>()
  #byBase: ReadonlyMap<string, readonly Published[]> | undefined

  constructor(definitions: Definitions) {
    this.definitions = definitions
  }

  list(type: string): readonly Parameter[] {
    return [...this.#of(type).values()]
  }

  find(type: string, code: string): Parameter | undefined {
    return this.#of(type).get(code)
  }

  isResourceType(name: string): boolean {
    return this.definitions.isResourceType(name)
  }

  /** Whether R4 publishes a parameter of that name, for whatever type. */
  isPublished(code: string): boolean {
    return this.definitions.searchParameters.some((parameter) => parameter.code === code)
  }

  /** The paths of a parameter in a type. */
  paths(type: string, parameter: Parameter): readonly IndexedPath[] {
    const known = this.#paths.get(parameter)
    if (known !== undefined) return known
    const paths = listPaths(parameter, type).flatMap((path) => this.#expand(type, path, parameter.type))
    const valued = paths.filter(({ types }) => types.length === 0 || types.some((one) => !unvalued.has(one)))
    const named = valued.map((path) => ({ ...path, key: this.#nameKey(type, path, parameter.type) }))
    this.#paths.set(parameter, named)
    return named
  }

  composites(type: string, parameter: Parameter): readonly Composite[] {
    const known = this.#composites.get(parameter)
    if (known !== undefined) return known
    const composites = listPaths(parameter, type).map((path) => this.#compose(type, parameter, path))
    this.#composites.set(parameter, composites)
    return composites
  }

  #of(type: string): ReadonlyMap<string, Parameter> {
    const known = this.#lists.get(type)
    if (known !== undefined) return known
    this.#byBase ??= groupByBase(this.definitions.searchParameters.filter(isServed))
    const own = ['Resource', type].flatMap((base) => this.#byBase?.get(base) ?? [])
    const list = new Map(own.map((published) => [published.code, describe(published)]))
    this.#lists.set(type, list)
    return list
  }

  #expand(type: string, expression: string, kind: ParameterType): readonly SearchPath[] {
    const path = compilePath(this.definitions, type, expression)
    const parts = kind === 'string' && path.types.length === 1 ? partsOf[path.types[0] ?? ''] : undefined
    return parts?.map((part) => compilePath(this.definitions, type, `${expression}.${part}`)) ?? [path]
  }

  /** The first of the parameters that are this path and no other. */
  #nameKey(type: string, { name }: SearchPath, kind: ParameterType): string {
    const same = this.list(type).filter((other) => {
      const paths = listPaths(other, type)
      return other.type === kind && paths.length > 0 && paths.every((path) => withoutTarget(path) === name)
    })
    return same.map(({ code }) => code).toSorted()[0] ?? `${kind} ${name}`
  }

  #compose(type: string, parameter: Parameter, expression: string): Composite {
    const context = compilePath(this.definitions, type, expression)
    const isRoot = context.name === type
    const components = parameter.parts.map((part) => {
      const kind = this.definitions.searchParameters.find(({ url }) => url === part.url)?.type ?? 'token'
      const paths = listAlternatives(part.expression).map((path) => {
        if (!isRoot) return { ...compilePath(this.definitions, context.types[0] ?? type, path), key: '' }
        const own = compilePath(this.definitions, type, `${type}.${path}`)
        return { ...own, key: this.#nameKey(type, own, kind) }
      })
      return { type: kind, paths }
    })
    return {
      key: parameter.parts.map((part) => `${context.name}.${part.expression}`).join('$'),
      context,
      isRoot,
      components,
    }
  }
}

function groupByBase(published: readonly Published[]): Map<string, Published[]> {
  const groups = new Map<string, Published[]>()
  for (const parameter of published)
    for (const base of parameter.base) groups.set(base, [...(groups.get(base) ?? []), parameter])
  return groups
}

const describe = ({ code, type, url, target = [], component = [], expression = '' }: Published): Parameter => ({
  code,
  type,
  url,
  targets: target,
  parts: component.map((part) => ({ url: part.definition, expression: part.expression })),
  expression,
})

const withoutTarget = (path: string): string => path.replace(/\.where\(resolve\(\) is \w+\)$/, '')

/** The alternatives of its expression that are about this type. */
const listPaths = ({ expression }: Parameter, type: string): string[] =>
  listAlternatives(expression).filter((path) => {
    const root = /^([A-Z]\w*)/.exec(path)?.[1]
    return path !== '' && (root === undefined || root === type || root === 'Resource' || root === 'DomainResource')
  })
