/** Which resources one refers to by any element, so that they are not deleted before it. D19; R4 references.html#literal. */
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import type { JsonObject, JsonValue } from '../../json.ts'

export type Referred = {
  /** `Type/id` of each. What a Bundle holds is not there by itself, and a Provenance stays when what it is about has gone. */
  readonly targets: readonly string[]
  /** Something is referred to by an http or https address. */
  readonly hasAddress: boolean
}

export function listReferred(addresses: OwnAddresses, resource: JsonObject): Referred {
  const found: Found = { targets: new Set(), hasAddress: false }
  collect(addresses, resource, found)
  return { targets: resource['resourceType'] === 'Provenance' ? [] : [...found.targets], hasAddress: found.hasAddress }
}

type Found = { readonly targets: Set<string>; hasAddress: boolean }

function collect(addresses: OwnAddresses, value: JsonValue, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(addresses, item, found)
    return
  }
  if (value['resourceType'] === 'Bundle') return
  const { reference } = value
  if (typeof reference === 'string') {
    const target = findLocalTarget(addresses, reference)
    if (target !== undefined) found.targets.add(target)
    found.hasAddress ||= /^https?:/i.test(reference)
  }
  for (const name in value) collect(addresses, value[name] ?? null, found)
}
