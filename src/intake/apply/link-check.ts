/** A message names resources of this server by their numbers only: an address of ours would attach what is another patient's. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocal } from '../../fhir/reference.ts'
import type { Entry } from './entries.ts'
import { hold } from './hold.ts'

/** Holds the message if a text of its sender is the address of a resource here. */
export function checkLinks(addresses: OwnAddresses, entries: readonly Entry[]): void {
  for (const { content } of entries) if (hasAddress(addresses, content)) hold('address-of-this-server', 'OBX-5')
}

const members: ReadonlySet<string> = new Set(['reference', 'url'])

function hasAddress(addresses: OwnAddresses, value: JsonValue, name = ''): boolean {
  if (typeof value === 'string') return members.has(name) && findLocal(addresses, value) !== undefined
  if (Array.isArray(value)) return value.some((item) => hasAddress(addresses, item, name))
  return isJsonObject(value) && Object.entries(value).some(([member, item]) => hasAddress(addresses, item, member))
}
