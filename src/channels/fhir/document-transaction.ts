/** Builds the one transaction that puts a document, or its recall, on another FHIR server. R4 http.html#transaction; docs/design/hub.md#release. */
import { createHash } from 'node:crypto'
import type {
  Attachment,
  Bundle,
  BundleEntry,
  Composition,
  DocumentReference,
  HumanName,
  Identifier,
  Patient,
  Practitioner,
  PractitionerRole,
  Reference,
  Resource,
} from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import type { Transmission } from '../transport.ts'

/** Repeatable: both resources are found by the document's own identifier. */
export function buildTransaction(document: Bundle, transmission: Pick<Transmission, 'documentId' | 'kind'>): Bundle {
  const { documentId, kind } = transmission
  const bundleUrl = `urn:uuid:${entryId(documentId)}`
  // The receiver has its own id for it; a conditional update refuses another. R4 http.html#cond-update.
  const { id: _own, ...bundle } = document
  const attachment = { contentType: 'application/fhir+json', url: bundleUrl }
  const reference = buildDocumentReference(document, { documentId, kind, attachment })
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl: bundleUrl, resource: bundle, request: requestOf('Bundle', documentId, kind) },
      { resource: reference, request: requestOf('DocumentReference', documentId, kind) },
    ],
  }
}

/** A recall works even if the server never got the original: the update creates. */
function requestOf(type: string, documentId: string, kind: Transmission['kind']): NonNullable<BundleEntry['request']> {
  const criteria = `identifier=${identifierSystems.uri}|urn:uuid:${documentId}`
  return kind === 'recall'
    ? { method: 'PUT', url: `${type}?${criteria}` }
    : { method: 'POST', url: type, ifNoneExist: criteria }
}

/** UUIDv8 (RFC 9562 5.8) of the document's id, which itself must stay in `identifier`, where a server must not rewrite it. */
export function entryId(documentId: string): string {
  const bytes = createHash('sha256').update(`Bundle/${documentId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type ReferenceInput = Pick<Transmission, 'documentId' | 'kind'> & {
  readonly attachment: Attachment
  /** Of the receiver's own record. */
  readonly patient?: string | undefined
}

export function buildDocumentReference(document: Bundle, input: ReferenceInput): DocumentReference {
  const composition = findResource<Composition>(document, 'Composition')
  const identifier: Identifier = { system: identifierSystems.uri, value: `urn:uuid:${input.documentId}` }
  const { type, category, title, date = document.timestamp } = composition ?? {}
  const named = subjectOf(findResource<Patient>(document, 'Patient'))
  const subject = input.patient === undefined ? named : { ...named, reference: input.patient }
  const author = authorOf(document, composition?.author[0]?.reference)
  const replaced = (composition?.relatesTo ?? []).flatMap(({ code, targetIdentifier }) =>
    code === 'replaces' && targetIdentifier !== undefined ? [buildReplaces(targetIdentifier)] : [],
  )
  return {
    resourceType: 'DocumentReference',
    masterIdentifier: identifier,
    identifier: [identifier],
    status: input.kind === 'recall' ? 'entered-in-error' : 'current',
    ...(type && { type }),
    ...(category && { category }),
    ...(subject && { subject }),
    ...(date && { date }),
    ...(author && { author: [author] }),
    ...(replaced.length === 0 ? {} : { relatesTo: replaced }),
    content: [{ attachment: { ...input.attachment, ...(title && { title }) } }],
  }
}

/** The receiver has the earlier edition under the same identifier. */
const buildReplaces = (identifier: Identifier): NonNullable<DocumentReference['relatesTo']>[number] => ({
  code: 'replaces',
  target: { type: 'DocumentReference', identifier },
})

/** Patient and author are named by identifier, because the receiver has its own resources. R4 references.html#logical. */
function buildLogicalReference<R extends Resource>(
  type: R['resourceType'],
  identifiers: readonly Identifier[] = [],
  name: HumanName = {},
): Reference<R> | undefined {
  const [identifier] = identifiers
  const display = name.text ?? [...(name.given ?? []), name.family ?? ''].join(' ').trim()
  return identifier && { type, identifier, ...(display === '' ? {} : { display }) }
}

function subjectOf(patient: Patient | undefined): Reference<Patient> | undefined {
  const identifiers = patient?.identifier ?? []
  const ihi = identifiers.filter(({ system }) => system === identifierSystems.ihi)
  return buildLogicalReference('Patient', [...ihi, ...identifiers], patient?.name?.[0])
}

function authorOf(document: Bundle, reference: string | undefined): Reference<PractitionerRole> | undefined {
  const role = resolve<PractitionerRole>(document, reference)
  const person = resolve<Practitioner>(document, role?.practitioner?.reference)
  return buildLogicalReference('PractitionerRole', role?.identifier, person?.name?.[0])
}

export const findResource = <R extends Resource>(document: Bundle, type: R['resourceType']): R | undefined =>
  document.entry?.find(({ resource }) => resource?.resourceType === type)?.resource as R | undefined

const resolve = <R extends Resource>(document: Bundle, reference: string | undefined): R | undefined =>
  document.entry?.find(({ fullUrl }) => reference !== undefined && fullUrl === reference)?.resource as R | undefined
