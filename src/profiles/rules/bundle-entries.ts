/** Entries of a Bundle by what references name. R4 bundle.html#references. */
import type { JsonObject } from '../../json.ts'
import { objectOf, objectsOf, textOf } from './members.ts'

export type Entry = {
  readonly index: number
  readonly fullUrl: string | undefined
  readonly resource: JsonObject | undefined
  readonly object: JsonObject
}

export const listEntries = (bundle: JsonObject): Entry[] =>
  objectsOf(bundle, 'entry').map((object, index) => ({
    index,
    object,
    fullUrl: textOf(object, 'fullUrl'),
    resource: objectOf(object, 'resource'),
  }))

/** `http://server/base/` of `http://server/base/Patient/1`. */
const restful = /^(https?:\/\/.*\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/

export type RestfulUrl = { readonly base: string; readonly type: string; readonly id: string }

export function splitRestfulUrl(url: string): RestfulUrl | undefined {
  const [, base, type, id] = restful.exec(url) ?? []
  return base === undefined || type === undefined || id === undefined ? undefined : { base, type, id }
}

export const isAbsolute = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(url)

export type Resolver = (reference: string, from: Entry) => Entry | undefined

/** Finds entries by reference; a versioned one by the version that the resource states. */
export function buildResolver(entries: readonly Entry[]): Resolver {
  const byUrl = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.fullUrl === undefined) continue
    const same = byUrl.get(entry.fullUrl)
    if (same === undefined) byUrl.set(entry.fullUrl, [entry])
    else same.push(entry)
  }
  return (reference, from) => {
    const [whole = '', version] = (reference.split('#')[0] ?? '').split('/_history/')
    const base = isAbsolute(whole) || from.fullUrl === undefined ? '' : splitRestfulUrl(from.fullUrl)?.base
    const found = base === undefined ? undefined : byUrl.get(base + whole)
    return version === undefined ? found?.[0] : found?.find(({ resource }) => versionOf(resource) === version)
  }
}

const versionOf = (resource: JsonObject | undefined): string | undefined =>
  resource && textOf(objectOf(resource, 'meta'), 'versionId')
