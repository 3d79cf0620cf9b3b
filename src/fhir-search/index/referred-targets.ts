/** All targets of a resource, by any element, so that they are not deleted before it. D19; R4 references.html#literal. */

import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget, namedType } from '../../fhir/reference.ts'

export type Referred = {
  /** `Type/id` of each. A Bundle's content is not stored separately, and a Provenance stays after its target is gone. */
  readonly targets: readonly string[]
  /** `Binary/id` of each, also by the address of an attachment: it says whose the Binary is. R4 datatypes.html#Attachment; D86. */
  readonly binaries: readonly string[]
  /** True if it refers by an http or https address. */
  readonly hasAddress: boolean
}

export function listReferred(addresses: OwnAddresses, resource: JsonObject): Referred {
  const found: Found = { targets: new Set(), binaries: new Set(), hasAddress: false }
  collect(addresses, resource, found)
  const { targets, binaries, hasAddress } = found
  if (resource['resourceType'] === 'Provenance') return { targets: [], binaries: [], hasAddress }
  return { targets: [...targets], binaries: [...binaries], hasAddress }
}

type Found = { readonly targets: Set<string>; readonly binaries: Set<string>; hasAddress: boolean }

function collect(addresses: OwnAddresses, value: JsonValue, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(addresses, item, found)
    return
  }
  if (value['resourceType'] === 'Bundle') return
  const { reference, url } = value
  if (typeof reference === 'string') {
    const target = findLocalTarget(addresses, reference)
    if (target !== undefined) found.targets.add(target)
    if (target?.startsWith('Binary/')) found.binaries.add(target)
    found.hasAddress ||= isAddress(reference)
  }
  if (typeof url === 'string' && mayBeBinary.test(url) && namedType(url) === 'Binary') {
    const target = findLocalTarget(addresses, url)
    if (target !== undefined) found.binaries.add(target)
    found.hasAddress ||= isAddress(url)
  }
  for (const name in value) collect(addresses, value[name] ?? null, found)
}

/** Each extension has a url; most need no closer look. */
const mayBeBinary = /Binary|%/

const isAddress = (text: string): boolean => /^https?:/i.test(text)
