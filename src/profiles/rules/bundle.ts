/** Bundles: addresses of entries, links, results of a search. R4 bundle.html. Its invariants bdl-1 to bdl-12 are not repeated. */

import { type JsonObject, textOf } from '../../core/json.ts'
import { isAbsolute, splitRestfulUrl } from '../../fhir/reference.ts'
import { type Entry, listEntries } from '../bundle-entries.ts'
import { checkDocument } from './bundle-document.ts'
import { objectOf, objectsOf } from './members.ts'
import type { Rule, Site, Sources } from './site.ts'

/** R4 bundle.html#bundle-unique: requests and responses may omit addresses. */
const withoutUrls: ReadonlySet<string> = new Set(['transaction', 'batch', 'transaction-response', 'batch-response'])
const paged: ReadonlySet<string> = new Set(['searchset', 'history'])
const pageLinks: ReadonlySet<string> = new Set(['first', 'previous', 'next', 'last'])

export const compileBundle =
  (sources: Sources): Rule =>
  (bundle, site) => {
    const type = textOf(bundle, 'type') ?? ''
    const entries = listEntries(bundle)
    checkLinks(bundle, type, site)
    const wanted = type === 'searchset' ? findSearched(bundle, sources) : undefined
    site.enter('entry')
    for (const entry of entries) {
      site.enter(entry.index)
      checkFullUrl(entry, { type, sources }, site)
      if (type === 'searchset') checkResult(entry, wanted, site)
      site.leave()
    }
    if (type === 'document' || type === 'message') checkDocument(entries, type, site)
    site.leave()
  }

function checkLinks(bundle: JsonObject, type: string, site: Site): void {
  const relations = objectsOf(bundle, 'link').map((link) => textOf(link, 'relation') ?? '')
  relations.forEach((relation, index) => {
    const isPage = pageLinks.has(relation)
    if ((isPage || relation === 'self') && relations.indexOf(relation) < index)
      site.report('bundle-link-repeated', 'link')
    if (isPage && !paged.has(type)) site.report('bundle-link', 'link')
  })
  if (type === 'searchset' && !relations.includes('self')) site.report('bundle-self', 'link')
}

type Around = { readonly type: string; readonly sources: Sources }

function checkFullUrl({ fullUrl, resource }: Entry, { type, sources }: Around, site: Site): void {
  if (fullUrl === undefined) {
    if (!withoutUrls.has(type) && type !== '') site.report('full-url')
    return
  }
  if (!isAbsolute(fullUrl)) {
    site.report('full-url-relative', 'fullUrl')
    return
  }
  const url = splitRestfulUrl(fullUrl)
  const id = textOf(resource, 'id')
  if (resource === undefined) return
  if (url !== undefined && sources.isResourceType(url.type)) {
    if (!fullUrl.endsWith(`/${textOf(resource, 'resourceType')}/${id}`)) site.report('full-url-id', 'fullUrl')
  } else if (textOf(resource, 'url') === fullUrl && !fullUrl.endsWith(`/${id}`))
    site.report('full-url-canonical', 'fullUrl')
}

/** The types of a search, from its own address. */
function findSearched(bundle: JsonObject, { isResourceType }: Sources): ReadonlySet<string> | undefined {
  const self = objectsOf(bundle, 'link').find((link) => link['relation'] === 'self')
  const [path = '', query = ''] = (textOf(self, 'url') ?? '').split('?')
  const last = path.split('/').at(-1) ?? ''
  if (isResourceType(last)) return new Set([last])
  const types = new URLSearchParams(query).get('_type')
  return types === null ? undefined : new Set(types.split(','))
}

function checkResult({ object, resource }: Entry, wanted: ReadonlySet<string> | undefined, site: Site): void {
  if (resource === undefined) {
    site.report('search-resource')
    return
  }
  const type = textOf(resource, 'resourceType') ?? ''
  if (type !== 'OperationOutcome' && resource['id'] === undefined) site.report('search-id', 'resource')
  const search = objectOf(object, 'search')
  const mode = textOf(search, 'mode')
  if (mode === 'outcome' && type !== 'OperationOutcome') site.report('search-outcome', 'resource')
  if (wanted === undefined || wanted.has(type)) return
  if (mode === 'match') site.report('search-type', 'resource')
  else if (mode === undefined) site.report('search-mode', 'resource')
}
