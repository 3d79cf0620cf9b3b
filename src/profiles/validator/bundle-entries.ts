/** Entries of a Bundle by what references name. R4 bundle.html#references. */
import { isJsonObject, type JsonObject } from '../../json.ts'

export type BundleIndex = ReadonlyMap<string, JsonObject>

/** By fullUrl; where that says less, by type and id. */
export function indexBundle(bundle: JsonObject): BundleIndex {
  const index = new Map<string, JsonObject>()
  const entries = Array.isArray(bundle['entry']) ? bundle['entry'] : []
  for (const entry of entries) {
    if (!isJsonObject(entry) || !isJsonObject(entry['resource'])) continue
    const { fullUrl, resource } = entry
    if (typeof fullUrl === 'string' && !index.has(fullUrl)) index.set(fullUrl, resource)
    const { resourceType, id } = resource
    if (typeof resourceType !== 'string' || typeof id !== 'string') continue
    const local = `${resourceType}/${id}`
    if (!index.has(local)) index.set(local, resource)
  }
  return index
}

/** A relative reference is resolved against the base of the entry that holds it. */
export function findEntry(index: BundleIndex, reference: string, fullUrl: string | undefined): JsonObject | undefined {
  const plain = reference.replace(/\/_history\/[^/]+$/, '')
  const base = /^(https?:\/\/.*\/)[A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64}$/.exec(fullUrl ?? '')?.[1]
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(plain)
  if (isRelative && base !== undefined) return index.get(base + plain)
  return index.get(reference) ?? index.get(plain)
}
