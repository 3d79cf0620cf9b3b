/** The targets of a resource, as `Type/id`. R4 references.html#literal. */

import type { JsonObject } from '../../core/json.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { listLinks } from './bundle-references.ts'

export function listTargets(addresses: OwnAddresses, resource: JsonObject): string[] {
  const targets = listLinks(resource, '').flatMap(({ text }) => findLocalTarget(addresses, text) ?? [])
  return [...new Set(targets)]
}
