/**
 * Definitions that a tenant adds as resources: an active StructureDefinition, ValueSet or CodeSystem whose canonical address the process
 * does not know. From then on that tenant alone uses it. R4 profiling.html, terminology-service.html.
 */

import type { JsonObject } from '../../core/json.ts'
import { type Definition, isDefinition, isStructure } from '../../profiles/definitions/definition.ts'
import { DefinitionError } from '../../profiles/definitions/definition-error.ts'
import { layerRegistry } from '../../profiles/definitions/layer-registry.ts'
import type { Registry } from '../../profiles/registry.ts'
import { putOwnDefinition, removeOwnDefinition } from '../../store/definitions/own-definitions.ts'
import { type Checked, type CheckFinding, isError } from '../../store/resources/write/check-rows.ts'
import type { HooksOfTypes, WriteHook } from '../../store/resources/write/write-hooks.ts'
import type { Tenant } from '../../store/tenants/tenant.ts'
import type { Tx } from '../../store/transaction.ts'

/** A value built from the definitions of a tenant, for example a validator. */
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

  /** Nobody needs them any more. */
  forget(tenant: string): void {
    this.#byTenant.delete(tenant)
  }

  /** Number of tenants for which it keeps something. */
  get size(): number {
    return this.#byTenant.size
  }
}

const isUsable = (resource: unknown): resource is Definition => isDefinition(resource)

/** Without definitions that rest on others that are gone. */
function layerUsable(shared: Registry, definitions: readonly Definition[]): Registry {
  try {
    return layerRegistry(shared, definitions)
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    const usable = definitions.filter(({ url }) => url !== error.definition)
    return usable.length < definitions.length ? layerUsable(shared, usable) : shared
  }
}

/** Active, and not known to the process under that address and version: known ones are the same for everybody. */
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

/** Adds findings that forbid writing a profile that could not be used. */
export function withDefinition<T>(own: OwnDefinitions<T>, { tenant, resource }: Written, checked: Checked): Checked {
  if (resource['resourceType'] !== 'StructureDefinition' || checked.findings.some(isError)) return checked
  const definition = findOwn(own.shared.registry, resource)
  if (definition === undefined || !isStructure(definition)) return checked
  try {
    layerRegistry(own.of(tenant).registry, [definition])
    return checked
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    // The error says of the definition what the check has warned of.
    const others = checked.findings.filter(({ rule }) => rule !== 'definition-differential')
    return { ...checked, findings: [...others, findingOf(definition, error)] }
  }
}

/** Returns the place of the element and its fault. */
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

/** The check of the resource has already refused what is refused here. */
const companionOf = (shared: Registry): WriteHook<Tx> => ({
  async put(tx, write) {
    if (findOwn(shared, write.content) === undefined) await removeOwnDefinition(tx, write)
    else await putOwnDefinition(tx, write)
    return write
  },
  remove: (tx, stored) => removeOwnDefinition(tx, stored),
})

export function definitionHooks(shared: Registry): HooksOfTypes<Tx> {
  const hook = companionOf(shared)
  return { StructureDefinition: hook, ValueSet: hook, CodeSystem: hook }
}
