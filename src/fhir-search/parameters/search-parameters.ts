/** Search parameters of the published R4 definitions, compiled on first use. R4 searchparameter-registry.html. */
import type { SearchParameter as Published } from '@medplum/fhirtypes'
import type { JsonObject } from '../../core/json.ts'
import { noAddresses, type OwnAddresses } from '../../fhir/own-addresses.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Tenant } from '../../store/tenants/tenant.ts'
import type { IndexedValues } from './indexed-values.ts'
import { type OwnDefinition, readDefinition } from './own-definition.ts'
import { corrections, expandPath, listPaths, ofResource, readWhereEvaluated, withoutTarget } from './parameter-paths.ts'
import { compilePath, listAlternatives, type SearchPath } from './search-paths.ts'
import { openZone, utc, type Zone } from './time-zone.ts'

export type ParameterType = Published['type']

/** One path of a parameter, with the name of its index rows: parameters of the same elements share them. */
export type IndexedPath = SearchPath & {
  readonly key: string
  /** For a component of a composite: read from the resource, wherever its context is. */
  readonly isOfResource?: true
}

/** Writes the index rows of a resource of one type, in slices. */
export type Indexer = (content: JsonObject, out: IndexedValues) => Generator<undefined, void>

export type Component = { readonly type: ParameterType; readonly paths: readonly IndexedPath[] }

/** A composite: its components are compared together in each value of `context`. */
export type Composite = {
  readonly key: string
  readonly context: SearchPath
  /** The context is the resource: each component is found as a parameter of its own. */
  readonly isRoot: boolean
  readonly components: readonly Component[]
}

export type Parameter = {
  readonly code: string
  readonly type: ParameterType
  readonly url: string
  /** Types that it may refer to. */
  readonly targets: readonly string[]
  /** The parameters that a composite joins, each with its expression. */
  readonly parts: readonly { readonly url: string; readonly expression: string }[]
  readonly expression: string
  /** Some resource is not indexed by it yet. */
  readonly isPending: boolean
}

/** Without an expression the definition does not say what it means. */
const isServed = ({ expression, type }: Published): boolean => expression !== undefined || type === 'composite'

/** Parameters that a tenant adds; the published ones are shared and do not change. */
type Added = { readonly shared: SearchParameters; readonly own: readonly OwnDefinition[] }

type Settings = {
  readonly addresses?: OwnAddresses
  readonly zone?: Zone
  readonly added?: Added
}

export class SearchParameters {
  readonly definitions: Definitions
  /** Our addresses, which references are read by. */
  readonly addresses: OwnAddresses
  /** For dates without a zone. */
  readonly zone: Zone
  readonly #added: Added | undefined
  readonly #byTenant = new WeakMap<Pick<Tenant, 'parameters'>, SearchParameters>()
  readonly #byZone = new Map<string, SearchParameters>()
  readonly #indexers = new Map<string, Indexer>()
  readonly #lists = new Map<string, ReadonlyMap<string, Parameter>>()
  readonly #paths = new Map<Parameter, readonly IndexedPath[]>()
  readonly #composites = new Map<Parameter, readonly Composite[]>()
  #byBase: ReadonlyMap<string, readonly Published[]> | undefined

  constructor(definitions: Definitions, { addresses = noAddresses, zone = utc, added }: Settings = {}) {
    this.definitions = definitions
    this.addresses = addresses
    this.zone = zone
    this.#added = added
  }

  /** With the tenant's own parameters, in its time zone. */
  of(tenant: Pick<Tenant, 'parameters' | 'timeZone'>): SearchParameters {
    const known = this.#byTenant.get(tenant)
    if (known !== undefined) return known
    const shared = this.#inZone(tenant.timeZone)
    const own = tenant.parameters.map(({ resource, pending }) => readDefinition(resource, pending))
    const parameters = own.length === 0 ? shared : shared.with(own)
    this.#byTenant.set(tenant, parameters)
    return parameters
  }

  #inZone(name: string): SearchParameters {
    const known = this.#byZone.get(name)
    if (known !== undefined) return known
    const parameters = this.#derive({ zone: openZone(name), added: { shared: this, own: [] } })
    this.#byZone.set(name, parameters)
    return parameters
  }

  with(own: readonly OwnDefinition[]): SearchParameters {
    return this.#derive({ added: { shared: this, own } })
  }

  #derive(settings: Settings): SearchParameters {
    const { addresses, zone } = this
    return new SearchParameters(this.definitions, { addresses, zone, ...settings })
  }

  /** Those of R4 alone, which every tenant has. */
  get published(): SearchParameters {
    return this.#added?.shared.published ?? this
  }

  get hasPending(): boolean {
    return this.#added?.own.some(({ pending }) => pending.size > 0) ?? false
  }

  /** The indexer of a type; `compile` makes it on first use. */
  readIndexer(type: string, compile: (parameters: SearchParameters) => Indexer): Indexer {
    const shared = this.#added?.shared
    if (shared?.zone === this.zone && !this.#hasOwn(type)) return shared.readIndexer(type, compile)
    const indexer = this.#indexers.get(type) ?? compile(this)
    this.#indexers.set(type, indexer)
    return indexer
  }

  #hasOwn(type: string): boolean {
    return this.#added?.own.some(({ published }) => isBase(published, type)) ?? false
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

  /** True if R4 publishes a parameter of that name for any type. */
  isPublished(code: string): boolean {
    return this.definitions.searchParameters.some((parameter) => parameter.code === code)
  }

  findPublishedUrl(url: string): Published | undefined {
    return this.definitions.searchParameters.find((published) => published.url === url)
  }

  /** The paths of a parameter in a type. */
  paths(type: string, parameter: Parameter): readonly IndexedPath[] {
    const known = this.#paths.get(parameter)
    if (known !== undefined) return known
    const shared = this.#added?.shared
    if (shared?.find(type, parameter.code) === parameter) return shared.paths(type, parameter)
    const paths = listPaths(parameter, type).flatMap((path) =>
      expandPath(this.definitions, type, { expression: path, kind: parameter.type }),
    )
    const isOwn = this.published.find(type, parameter.code) === undefined
    const named = paths.map((path) => ({
      ...path,
      key: this.#nameKey(type, path, parameter.type),
      ...(isOwn && !path.isCompiled ? { read: readWhereEvaluated(path) } : {}),
    }))
    this.#paths.set(parameter, named)
    return named
  }

  composites(type: string, parameter: Parameter): readonly Composite[] {
    const known = this.#composites.get(parameter)
    if (known !== undefined) return known
    const shared = this.#added?.shared
    if (shared?.find(type, parameter.code) === parameter) return shared.composites(type, parameter)
    const composites = listPaths(parameter, type).map((path) => this.#compose(type, parameter, path))
    this.#composites.set(parameter, composites)
    return composites
  }

  #of(type: string): ReadonlyMap<string, Parameter> {
    const known = this.#lists.get(type)
    if (known !== undefined) return known
    const list = this.#added === undefined ? this.#listPublished(type) : this.#listOwn(type, this.#added)
    this.#lists.set(type, list)
    return list
  }

  /** A published parameter keeps its meaning, whatever names a tenant uses. */
  #listOwn(type: string, { shared, own }: Added): ReadonlyMap<string, Parameter> {
    const mine = own.flatMap(({ published, pending }) => {
      if (!isBase(published, type) || shared.find(type, published.code) !== undefined) return []
      return [[published.code, { ...describe(published), isPending: pending.has(type) }] as const]
    })
    return mine.length === 0 ? shared.#of(type) : new Map([...shared.#of(type), ...mine])
  }

  #listPublished(type: string): ReadonlyMap<string, Parameter> {
    this.#byBase ??= groupByBase(this.definitions.searchParameters.filter(isServed))
    const own = ['Resource', type].flatMap((base) => this.#byBase?.get(base) ?? [])
    return new Map(own.map((published) => [published.code, describe(published)]))
  }

  /** The first parameter with exactly this path. */
  #nameKey(type: string, { name }: SearchPath, kind: ParameterType): string {
    // Rows of published parameters have the same names for every tenant.
    const same = this.published.list(type).filter((other) => {
      const paths = listPaths(other, type)
      return other.type === kind && paths.length > 0 && paths.every((path) => withoutTarget(path) === name)
    })
    return same.map(({ code }) => code).toSorted()[0] ?? `${kind} ${name}`
  }

  #compose(type: string, parameter: Parameter, expression: string): Composite {
    const context = compilePath(this.definitions, type, expression)
    const isRoot = context.name === type
    const components = parameter.parts.map((part) => {
      const kind = this.findPublishedUrl(part.url)?.type ?? 'token'
      const paths = listAlternatives(part.expression).map((path) => {
        if (path.startsWith(ofResource)) {
          const whole = compilePath(this.definitions, type, `${type}.${path.slice(ofResource.length)}`)
          return { ...whole, key: '', isOfResource: true as const }
        }
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
  parts: (corrections[url] ?? component).map((part) => ({ url: part.definition, expression: part.expression })),
  expression,
  isPending: false,
})

const isBase = ({ base }: Published, type: string): boolean => base.some((one) => one === type)
