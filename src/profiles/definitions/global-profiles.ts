/** The profiles that an ImplementationGuide declares for all resources of a type. R4 implementationguide.html, ImplementationGuide.global. */
import { isJsonObject } from '../../core/json.ts'

export type GlobalProfile = { readonly type: string; readonly profile: string }

/** None for other resources. */
export function listGlobalProfiles(resource: unknown): GlobalProfile[] {
  if (!isJsonObject(resource) || resource['resourceType'] !== 'ImplementationGuide') return []
  const { global } = resource
  return (Array.isArray(global) ? global : []).flatMap((one) => {
    const { type, profile } = isJsonObject(one) ? one : {}
    return typeof type === 'string' && typeof profile === 'string' ? [{ type, profile }] : []
  })
}
