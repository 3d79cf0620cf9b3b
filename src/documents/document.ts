/** Builds a FHIR document Bundle from released resources: R4 documents.html, bundle.html#document. */
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { isUuid } from '../core/ids.ts'
import { noAddresses, type OwnAddresses } from '../fhir/own-addresses.ts'
import { findLocal, findLocalTarget } from '../fhir/reference.ts'
import { identifierSystems } from './code-systems.ts'
import { urnOf } from './composition.ts'
import { displayOfResource } from './displays.ts'
import { nameUuid } from './name-uuid.ts'
import { type ReleasedResource, referenceTo } from './release-input.ts'

export type DocumentInput = {
  /** UUID, the same for every rendering and for the recall. */
  readonly documentId: string
  /** When this edition was made: approval or recall. */
  readonly at: string
  /** The result of `buildReleaseResources`, or the same after a recall. DocumentReference and Provenance are about the document and not in it. */
  readonly released: readonly ReleasedResource[]
  /** The patient, encounter, roles, practitioners, organisation and location that the document refers to. */
  readonly context: readonly Resource[]
  /** Our addresses, which references are read by. */
  readonly addresses?: OwnAddresses
}

/** The Composition comes first; an entry's fullUrl is `urn:uuid:`, and references between entries use it. */
export function buildDocument({ documentId, at, released, context, addresses }: DocumentInput): Bundle {
  const of = (type: string) => released.filter(({ resourceType }) => resourceType === type)
  const entries = [
    ...of('Composition'),
    ...context,
    ...of('AllergyIntolerance'),
    ...of('Condition'),
    ...of('Procedure'),
    ...of('Immunization'),
    ...of('MedicationStatement'),
    ...of('List'),
    ...of('Observation'),
    ...of('ServiceRequest'),
    ...of('CarePlan'),
  ]
  const fullUrls = new Map<string, string>()
  for (const resource of entries) fullUrls.set(referenceTo(resource), buildFullUrl(resource, fullUrls))
  const own = addresses ?? noAddresses
  const byTarget = new Map(entries.map((resource) => [referenceTo(resource), resource]))
  const find = (reference: string | undefined) => byTarget.get(findLocalTarget(own, reference) ?? '')
  const displays = new Map(entries.map((resource) => [referenceTo(resource), displayOfResource(resource, find)]))
  const within = { fullUrls, displays, addresses: own }
  return {
    resourceType: 'Bundle',
    identifier: { system: identifierSystems.uri, value: urnOf(documentId) },
    type: 'document',
    timestamp: at,
    entry: entries.map((resource) => ({
      fullUrl: fullUrls.get(referenceTo(resource)) ?? '',
      resource: closeReferences(withoutVersion(resource), within) as Resource,
    })),
  }
}

/** The resource's own id if it is a UUID that no other entry has. */
function buildFullUrl(resource: Resource, taken: ReadonlyMap<string, string>): string {
  const own = urnOf(resource.id ?? '')
  return isUuid(resource.id ?? '') && ![...taken.values()].includes(own) ? own : urnOf(nameUuid(referenceTo(resource)))
}

/** The document is the same for any version of the store's rows. */
function withoutVersion(resource: Resource): Resource {
  const { versionId: _, lastUpdated: __, ...meta } = resource.meta ?? {}
  const { meta: ___, ...rest } = resource
  return (Object.keys(meta).length === 0 ? rest : { ...rest, meta }) as Resource
}

type Within = {
  readonly fullUrls: ReadonlyMap<string, string>
  readonly displays: ReadonlyMap<string, string | undefined>
  readonly addresses: OwnAddresses
}

/** Copies by spread, which keeps the text of numbers. A reference out of the document keeps identifier and display only. */
function closeReferences(value: unknown, within: Within): unknown {
  if (Array.isArray(value)) return value.map((item) => closeReferences(item, within))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = { ...value }
  for (const [key, item] of Object.entries(copy)) {
    if (key === 'reference' && typeof item === 'string' && !item.startsWith('#')) closeReference(copy, item, within)
    else copy[key] = closeReferences(item, within)
  }
  return copy
}

function closeReference(copy: Record<string, unknown>, target: string, within: Within): void {
  const local = findLocal(within.addresses, target)
  const key = local && `${local.type}/${local.id}`
  const found = within.fullUrls.get(key ?? '')
  if (found !== undefined) {
    const display = within.displays.get(key ?? '')
    copy['reference'] = found
    if (display !== undefined) copy['display'] ??= display
    return
  }
  delete copy['reference']
  if (local !== undefined) copy['type'] ??= local.type
  else copy['identifier'] ??= { system: identifierSystems.uri, value: target }
}
