/** The resources of any system's document Bundle, by the references of R4: relative, absolute, urn, contained. R4 bundle.html#references. */
import type { Bundle, Composition, Resource } from '@medplum/fhirtypes'
import type { JsonObject } from '../core/json.ts'
import { buildResolver, type Entry, type Resolver } from '../profiles/bundle-entries.ts'
import { listContained } from '../profiles/references.ts'

/** A resource of the document, and where its own references are read from. */
export type Located<R extends Resource = Resource> = {
  readonly resource: R
  /** The address of its entry; a contained resource adds its fragment. */
  readonly address: string
  readonly fullUrl: string | undefined
  /** The resource of the entry, which holds what is contained. */
  readonly holder: Resource
}

/** Undefined for a target outside of the document, and for one of another type. */
export type FindResource = <R extends Resource>(
  types: readonly R['resourceType'][],
  reference: string | undefined,
  from: Located,
) => Located<R> | undefined

export type OpenDocument = {
  readonly composition: Located<Composition>
  /** Of the entries and of the Composition's own contained resources. */
  readonly patients: number
  /** Entries at an address that an entry before them has. */
  readonly repeated: readonly number[]
  readonly find: FindResource
}

/** Undefined if the first entry is no Composition. R4 documents.html#content. */
export function openDocument(bundle: Bundle): OpenDocument | undefined {
  const entries = listEntriesOf(bundle)
  const [first] = entries
  const composition = first?.resource && asResource(first.resource)
  if (first === undefined || composition?.resourceType !== 'Composition') return undefined
  const resolve = buildResolver(entries)
  return {
    composition: locate(first, composition, composition),
    patients: [...entries.map(({ resource }) => resource), ...listContained(asJson(composition) ?? {})].filter(
      (resource) => resource?.['resourceType'] === 'Patient',
    ).length,
    repeated: listRepeated(entries),
    find: <R extends Resource>(types: readonly R['resourceType'][], reference: string | undefined, from: Located) => {
      const found = reference === undefined ? undefined : follow(reference, from, resolve)
      return found !== undefined && types.includes(found.resource.resourceType) ? (found as Located<R>) : undefined
    },
  }
}

// The types of a Bundle and of JSON differ in name only: a resource is the JSON that it is.
const asJson = (resource: Resource | undefined): JsonObject | undefined => resource as unknown as JsonObject | undefined
// As above, the other way.
const asResource = (json: JsonObject): Resource => json as unknown as Resource

const listEntriesOf = ({ entry = [] }: Bundle): Entry[] =>
  entry.map(({ fullUrl, resource }, index) => ({
    index,
    fullUrl,
    resource: asJson(resource),
    object: {},
  }))

/** R4 bdl-7. Of two versions at one address, a reference names neither. */
function listRepeated(entries: readonly Entry[]): readonly number[] {
  const seen = new Set<string>()
  return entries.flatMap(({ fullUrl, index }) => {
    if (fullUrl === undefined) return []
    if (seen.has(fullUrl)) return [index]
    seen.add(fullUrl)
    return []
  })
}

const locate = <R extends Resource>({ fullUrl }: Entry, resource: R, holder: Resource, fragment = ''): Located<R> => ({
  resource,
  address: `${fullUrl ?? ''}${fragment}`,
  fullUrl,
  holder,
})

/** `#x` names what the holder contains; `#` the holder itself. R4 references.html#contained. */
function follow(reference: string, from: Located, resolve: Resolver): Located | undefined {
  if (reference.startsWith('#')) return findContained(reference, from)
  const found = resolve(reference, from.fullUrl)
  if (found?.entry.resource === undefined) return undefined
  const fragment = found.resource === found.entry.resource ? '' : `#${found.resource['id']}`
  return locate(found.entry, asResource(found.resource), asResource(found.entry.resource), fragment)
}

function findContained(reference: string, { holder, fullUrl }: Located): Located | undefined {
  const within = { fullUrl, holder }
  if (reference === '#') return { ...within, resource: holder, address: fullUrl ?? '' }
  const contained = listContained(asJson(holder) ?? {}).find(({ id }) => `#${id}` === reference)
  if (contained === undefined) return undefined
  return { ...within, resource: asResource(contained), address: `${fullUrl ?? ''}${reference}` }
}
