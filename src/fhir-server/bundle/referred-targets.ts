/** Which resources one refers to by any element, so that they are not deleted before it. D19; R4 references.html#literal. */
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import type { JsonObject, JsonValue } from '../../json.ts'

/** `Type/id` of each. What a Bundle holds is not there by itself, and a Provenance stays when what it is about has gone. */
export function listReferredTargets(addresses: OwnAddresses, resource: JsonObject): readonly string[] {
  const targets = new Set<string>()
  if (resource['resourceType'] !== 'Provenance') collect(addresses, resource, targets)
  return [...targets]
}

function collect(addresses: OwnAddresses, value: JsonValue, targets: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(addresses, item, targets)
    return
  }
  if (value['resourceType'] === 'Bundle') return
  const { reference } = value
  const target = typeof reference === 'string' ? findLocalTarget(addresses, reference) : undefined
  if (target !== undefined) targets.add(target)
  for (const name in value) collect(addresses, value[name] ?? null, targets)
}
