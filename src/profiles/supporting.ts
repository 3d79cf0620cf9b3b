/** Resources at hand besides the one under check, by the names that refer to them. R4 references.html. */

import { isJsonObject, type JsonObject } from '../core/json.ts'
import { splitRelative } from '../fhir/reference.ts'
import { chooseVersion, parseCanonical } from './definitions/canonical.ts'

export type Supporting = {
  /** Finds it by `url` or `url|version`. */
  readonly findQuestionnaire: (canonical: string) => JsonObject | undefined
  /** Finds it by the text of a reference: `Type/id`, or the fullUrl that a Bundle gave it. */
  readonly findTarget: (reference: string) => JsonObject | undefined
}

/** A resource and its address in a Bundle. */
export type Given = { readonly resource: JsonObject; readonly fullUrl?: string }

export function openSupporting(given: readonly Given[]): Supporting {
  const byName = indexGiven(given)
  const questionnaires = given.filter(isQuestionnaire).map(({ resource }) => ({ resource, ...versionOf(resource) }))
  return {
    findQuestionnaire: (canonical) => {
      const { url, version } = parseCanonical(canonical)
      const own = questionnaires.filter(({ resource }) => resource['url'] === url)
      return chooseVersion(own, version)?.resource
    },
    findTarget: (reference) => byName.get(withoutVersion(reference)),
  }
}

/** Indexes the first resource of each fullUrl, and of each type and id. */
function indexGiven(given: readonly Given[]): ReadonlyMap<string, JsonObject> {
  const index = new Map<string, JsonObject>()
  for (const { fullUrl, resource } of given)
    for (const name of [fullUrl, `${resource['resourceType']}/${resource['id']}`])
      if (name !== undefined && !index.has(name)) index.set(name, resource)
  return index
}

/** A reference to a version finds the version at hand. */
function withoutVersion(reference: string): string {
  const { type, id } = splitRelative(reference) ?? {}
  return type === undefined ? reference.replace(/\/_history\/[^/]+$/, '') : `${type}/${id}`
}

const isQuestionnaire = ({ resource }: Given): boolean => resource['resourceType'] === 'Questionnaire'

const versionOf = ({ version }: JsonObject): { readonly version?: string } =>
  typeof version === 'string' ? { version } : {}

/** A Bundle brings the resources of its entries. */
export function unpackBundle(resource: JsonObject): readonly Given[] {
  if (resource['resourceType'] !== 'Bundle') return [{ resource }]
  const entries = Array.isArray(resource['entry']) ? resource['entry'].filter(isJsonObject) : []
  return entries.flatMap(({ fullUrl, resource: inner }) => {
    if (!isJsonObject(inner)) return []
    return [{ resource: inner, ...(typeof fullUrl === 'string' ? { fullUrl } : {}) }]
  })
}

/** Whether a reference could find it. */
export const isFindable = ({ resource, fullUrl }: Given): boolean =>
  typeof resource['resourceType'] === 'string' &&
  (fullUrl !== undefined || typeof resource['id'] === 'string' || typeof resource['url'] === 'string')
