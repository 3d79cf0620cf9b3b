/** The resources of a document as a receiver keeps them: each with an identity by which a repetition and a recall find it. D238. */
import type { Bundle, Composition, Identifier, Patient, Resource } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { nameUuid } from '../../documents/name-uuid.ts'

export type Part = {
  /** The address by which the other parts refer to this one. */
  readonly fullUrl: string
  readonly resource: Resource
  /** Finds it at the receiver: `identifier=system|value`. */
  readonly criteria: string
}

/** Records of the receiver's own, found by their numbers and never changed; no edition of a document states them. */
const partyTypes: ReadonlySet<string> = new Set([
  'Encounter',
  'Location',
  'Organization',
  'Patient',
  'Practitioner',
  'PractitionerRole',
])

export const isParty = ({ resourceType }: Resource): boolean => partyTypes.has(resourceType)

export const documentUrn = (documentId: string): string => `urn:uuid:${documentId}`

/** The document's own identity: that of its Bundle, Composition and DocumentReference. */
export const documentCriteria = (documentId: string): string =>
  `identifier=${identifierSystems.uri}|${documentUrn(documentId)}`

/** Finds the facts of one edition of a document: their identifiers have the edition as system. */
export const editionCriteria = (documentId: string): string => `identifier=${documentUrn(documentId)}|`

/** A server may ignore what it does not understand and answer with everything: each resource found is looked at. */
export function meets(resource: Resource, criteria: string): boolean {
  const [, system, value = ''] = /^identifier=([^|]*)\|(.*)$/s.exec(criteria) ?? []
  const { identifier = [] } = resource as { readonly identifier?: Identifier | readonly Identifier[] }
  return [identifier].flat().some((one) => one.system === system && (value === '' || one.value === value))
}

const criteriaOf = ({ system, value }: Identifier): string => `identifier=${system ?? ''}|${value ?? ''}`

/** National numbers first. */
export function listNumbers(resource: Resource): readonly Identifier[] {
  const identifiers = (resource as Patient).identifier ?? []
  const national = new Set<string>([identifierSystems.ihi, identifierSystems.hpii, identifierSystems.hpio])
  const known = identifiers.filter(({ system, value }) => system !== undefined && value !== undefined)
  return [
    ...known.filter(({ system = '' }) => national.has(system)),
    ...known.filter(({ system = '' }) => !national.has(system)),
  ]
}

/** In an order in which nothing comes before what it refers to. */
export function listParts(document: Bundle, documentId: string): readonly Part[] {
  const entries = new Map((document.entry ?? []).map(({ fullUrl = '', resource }) => [fullUrl, resource]))
  const ordered = new Map<string, Resource>()
  const open = new Set<string>()
  const visit = (fullUrl: string): void => {
    const resource = entries.get(fullUrl)
    if (resource === undefined || ordered.has(fullUrl) || open.has(fullUrl)) return
    open.add(fullUrl)
    for (const target of listReferences(resource)) visit(target)
    ordered.set(fullUrl, resource)
  }
  for (const fullUrl of entries.keys()) visit(fullUrl)
  return [...ordered].map(([fullUrl, resource]) => buildPart(fullUrl, resource, documentId))
}

/** The receiver has its own ids. */
function buildPart(fullUrl: string, { id: _own, ...resource }: Resource, documentId: string): Part {
  if (resource.resourceType === 'Composition')
    return { fullUrl, resource: resource as Composition, criteria: documentCriteria(documentId) }
  const [number] = isParty(resource as Resource) ? listNumbers(resource as Resource) : []
  if (number !== undefined) return { fullUrl, resource: resource as Resource, criteria: criteriaOf(number) }
  const identifier = isParty(resource as Resource)
    ? // Not its fullUrl, which a server may rewrite wherever it stands.
      { system: identifierSystems.uri, value: `urn:uuid:${nameUuid(fullUrl)}` }
    : { system: documentUrn(documentId), value: fullUrl.replace(/^urn:uuid:/, '') }
  const own = (resource as Patient).identifier ?? []
  return {
    fullUrl,
    resource: { ...resource, identifier: [...own, identifier] } as Resource,
    criteria: criteriaOf(identifier),
  }
}

function listReferences(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'reference' && typeof item === 'string' ? [item] : listReferences(item),
  )
}

/** Where each part is at the receiver (`Type/id`), by its fullUrl. */
export type Placed = ReadonlyMap<string, string>

/** A part that the receiver has not got is named by its number. Copies by spread, which keeps the text of numbers. */
export function pointTo<T>(value: T, placed: Placed, parts: readonly Part[]): T {
  if (Array.isArray(value)) return value.map((item) => pointTo(item, placed, parts)) as T
  if (typeof value !== 'object' || value === null) return value
  const copy = { ...value } as Record<string, unknown>
  for (const [key, item] of Object.entries(copy)) {
    if (key !== 'reference' || typeof item !== 'string') copy[key] = pointTo(item, placed, parts)
    else pointReference(copy, item, placed, parts)
  }
  return copy as T
}

function pointReference(copy: Record<string, unknown>, target: string, placed: Placed, parts: readonly Part[]): void {
  const part = parts.find(({ fullUrl }) => fullUrl === target)
  if (part === undefined) return
  const at = placed.get(target)
  if (at !== undefined) {
    copy['reference'] = at
    return
  }
  delete copy['reference']
  copy['type'] ??= part.resource.resourceType
  const [identifier] = listNumbers(part.resource)
  if (identifier !== undefined) copy['identifier'] ??= identifier
}
