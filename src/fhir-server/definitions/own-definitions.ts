/**
 * Definitions that a tenant adds as resources: an active StructureDefinition, ValueSet or CodeSystem whose canonical address the process
 * does not know is used from then on, for that tenant alone. R4 profiling.html, terminology-service.html.
 */
import type { JsonObject } from '../../core/json.ts'
import { type Definition, isDefinition, isStructure } from '../../profiles/definitions/definition.ts'
import { DefinitionError } from '../../profiles/definitions/definition-error.ts'
import { layerRegistry } from '../../profiles/definitions/layer-registry.ts'
import type { Registry } from '../../profiles/registry.ts'
import { putOwnDefinition, removeOwnDefinition } from '../../store/definitions/own-definitions.ts'
import type { Tenant } from '../../store/keys/tenants.ts'
import { type Checked, type CheckFinding, isError } from '../../store/resources/write/check-rows.ts'
import type { WriteHook, WriteHooks } from '../../store/resources/write/write-hooks.ts'

/** What is made of the definitions that a tenant works with, e.g. a validator. */
export class OwnDefinitions<T> {
  readonly shared: { readonly registry: Registry; readonly made: T }
  readonly #make: (registry: Registry) => T
  readonly #byTenant = new Map<string, { readonly keys: string; readonly registry: Registry; readonly made: T }>()

  constructor(registry: Registry, make: (registry: Registry) => T) {
    this.#make = make
    this.shared = { registry, made: make(registry) }
  }

  /** Made again when the tenant's own definitions have changed. */
  of(tenant: Pick<Tenant, 'id' | 'definitions'>): { readonly registry: Registry; readonly made: T } {
    if (tenant.definitions.length === 0) {
      this.forget(tenant.id)
      return this.shared
    }
    const keys = tenant.definitions.map(({ key }) => key).join()
    const known = this.#byTenant.get(tenant.id)
    if (known?.keys === keys) return known
    const definitions = tenant.definitions.flatMap(({ resource }) => (isUsable(resource) ? [resource] : []))
    const registry = layerUsable(this.shared.registry, definitions)
    const own = { keys, registry, made: this.#make(registry) }
    this.#byTenant.set(tenant.id, own)
    return own
  }

  /** Nobody asks for them any more. */
  forget(tenant: string): void {
    this.#byTenant.delete(tenant)
  }

  /** Of how many tenants it keeps something. */
  get size(): number {
    return this.#byTenant.size
  }
}

const isUsable = (resource: unknown): resource is Definition => isDefinition(resource)

/** Without those that rest on something that is gone since they were written. */
function layerUsable(shared: Registry, definitions: readonly Definition[]): Registry {
  try {
    return layerRegistry(shared, definitions)
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    const usable = definitions.filter(({ url }) => url !== error.definition)
    return usable.length < definitions.length ? layerUsable(shared, usable) : shared
  }
}

/** Active, and not what the process has under that address and version: that is the same for everybody. */
function findOwn(shared: Registry, resource: JsonObject): Definition | undefined {
  if (!isDefinition(resource) || resource.status !== 'active') return undefined
  const { resourceType, url, version } = resource
  const canonical = version === undefined ? url : `${url}|${version}`
  const known = {
    StructureDefinition: shared.findStructure,
    ValueSet: shared.findValueSet,
    CodeSystem: shared.findCodeSystem,
  }
  return known[resourceType](canonical ?? '') === undefined ? resource : undefined
}

type Written = { readonly tenant: Tenant; readonly resource: JsonObject }

/** Adds what keeps a profile from being written that could not be used. */
export function withDefinition<T>(own: OwnDefinitions<T>, { tenant, resource }: Written, checked: Checked): Checked {
  if (resource['resourceType'] !== 'StructureDefinition' || checked.findings.some(isError)) return checked
  const definition = findOwn(own.shared.registry, resource)
  if (definition === undefined || !isStructure(definition)) return checked
  try {
    layerRegistry(own.of(tenant).registry, [definition])
    return checked
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return { ...checked, findings: [...checked.findings, findingOf(definition, error)] }
  }
}

/** Where the element is written, and what is wrong with it. */
function findingOf(
  { snapshot, differential }: Extract<Definition, { resourceType: 'StructureDefinition' }>,
  error: DefinitionError,
): CheckFinding {
  const part = (snapshot?.element ?? []).length > 0 ? 'snapshot' : 'differential'
  const elements = (part === 'snapshot' ? snapshot : differential)?.element ?? []
  const index = elements.findIndex(({ id, path }) => (id ?? path) === error.element)
  const place = index === -1 ? 'StructureDefinition' : `StructureDefinition.${part}.element[${index}]`
  return { severity: 'error', code: 'business-rule', expression: place, message: error.reason }
}

/** What is refused here is refused by the check of the resource. */
const companionOf = (shared: Registry): WriteHook => ({
  async put(tx, write) {
    if (findOwn(shared, write.content) === undefined) await removeOwnDefinition(tx, write)
    else await putOwnDefinition(tx, write)
    return write
  },
  remove: (tx, stored) => removeOwnDefinition(tx, stored),
})

export function definitionHooks(shared: Registry): WriteHooks {
  const hook = companionOf(shared)
  return { StructureDefinition: hook, ValueSet: hook, CodeSystem: hook }
}
