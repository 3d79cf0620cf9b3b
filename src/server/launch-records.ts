/** Tenants that are served, and the records that a launch names, looked up by Banksia itself: the token of an app decides what it may read of them. */
import { systemCaller } from '../core/caller.ts'
import type { Config } from '../core/config.ts'
import { newId } from '../core/ids.ts'
import { isJsonObject, type JsonObject, textOf } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { ownAddressesOf } from '../fhir/own-addresses.ts'
import { findLocalId } from '../fhir/reference.ts'
import type { Clinical } from '../identity/issuer/issuer-parts.ts'
import { parseForReading } from '../store/resources/content.ts'
import { asWhole } from '../store/resources/scoped-address.ts'
import type { Store } from '../store/store.ts'

export function findLaunchRecords(store: Store, config: Pick<Config, 'baseUrl' | 'formerBaseUrls'>): Clinical {
  const own = ownAddressesOf(config)
  const find = async (tenant: string, type: string, id: string): Promise<JsonObject | undefined> => {
    const address = asWhole({ space: 'fhir', type, id })
    const found = await store.view(systemCaller(tenant, newId()), (view) => view.findCurrent(address))
    return found === undefined || found.deleted ? undefined : parseForReading(found)
  }
  return {
    isServed: async (tenant) => {
      try {
        return (await store.readTenant(tenant)).state === 'active'
      } catch (error) {
        if (error instanceof Problem && error.slug === 'tenant-unknown') return false
        throw error
      }
    },
    hasPatient: async (tenant, id) => (await find(tenant, 'Patient', id)) !== undefined,
    findPatientOfEncounter: async (tenant, id) => {
      const subject = (await find(tenant, 'Encounter', id))?.['subject']
      return isJsonObject(subject) ? findLocalId(own, 'Patient', textOf(subject, 'reference')) : undefined
    },
  }
}
