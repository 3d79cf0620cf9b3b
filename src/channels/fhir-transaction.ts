/** The one transaction that puts a document, or its recall, on another FHIR server. R4 http.html#transaction; hub-contract "Release". */
import { createHash } from 'node:crypto'
import type {
  Bundle,
  BundleEntry,
  Composition,
  DocumentReference,
  HumanName,
  Identifier,
  Patient,
  Reference,
} from '@medplum/fhirtypes'
import type { Transmission } from './transport.ts'

const uriSystem = 'urn:ietf:rfc:3986'
const ihiSystem = 'http://ns.electronichealth.net.au/id/hi/ihi/1.0'

/** Repeating it changes nothing: both resources are found by the document's own identifier. */
export function buildTransaction(document: Bundle, transmission: Pick<Transmission, 'documentId' | 'kind'>): Bundle {
  const { documentId, kind } = transmission
  const bundleUrl = `urn:uuid:${entryId(documentId)}`
  const reference = buildDocumentReference(document, { documentId, kind, bundleUrl })
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl: bundleUrl, resource: document, request: requestOf('Bundle', documentId, kind) },
      { resource: reference, request: requestOf('DocumentReference', documentId, kind) },
    ],
  }
}

/** A recall also reaches a server that never got the original: the update creates. */
function requestOf(type: string, documentId: string, kind: Transmission['kind']): NonNullable<BundleEntry['request']> {
  const criteria = `identifier=${uriSystem}|urn:uuid:${documentId}`
  return kind === 'recall'
    ? { method: 'PUT', url: `${type}?${criteria}` }
    : { method: 'POST', url: type, ifNoneExist: criteria }
}

/** UUIDv8 (RFC 9562 5.8) of the document's: its own must stay in `identifier`, where a server must not rewrite it. */
function entryId(documentId: string): string {
  const bytes = createHash('sha256').update(`Bundle/${documentId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type ReferenceInput = Pick<Transmission, 'documentId' | 'kind'> & { readonly bundleUrl: string }

/** The subject is named by identifier: the receiver has its own Patient. R4 references.html#logical. */
function buildDocumentReference(document: Bundle, input: ReferenceInput): DocumentReference {
  const composition = findResource<Composition>(document, 'Composition')
  const identifier: Identifier = { system: uriSystem, value: `urn:uuid:${input.documentId}` }
  const subject = subjectOf(findResource<Patient>(document, 'Patient'))
  const date = composition?.date ?? document.timestamp
  const attachment = {
    contentType: 'application/fhir+json',
    url: input.bundleUrl,
    ...(composition?.title === undefined ? {} : { title: composition.title }),
  }
  return {
    resourceType: 'DocumentReference',
    masterIdentifier: identifier,
    identifier: [identifier],
    status: input.kind === 'recall' ? 'entered-in-error' : 'current',
    ...(composition?.type === undefined ? {} : { type: composition.type }),
    ...(composition?.category === undefined ? {} : { category: composition.category }),
    ...(subject === undefined ? {} : { subject }),
    ...(date === undefined ? {} : { date }),
    content: [{ attachment }],
  }
}

function subjectOf(patient: Patient | undefined): Reference<Patient> | undefined {
  const identifier = patient?.identifier?.find(({ system }) => system === ihiSystem) ?? patient?.identifier?.[0]
  if (identifier === undefined) return undefined
  const display = nameOf(patient?.name?.[0])
  return { type: 'Patient', identifier, ...(display === '' ? {} : { display }) }
}

const nameOf = (name: HumanName | undefined): string =>
  name?.text ?? [...(name?.given ?? []), name?.family ?? ''].join(' ').trim()

const findResource = <T extends { resourceType: string }>(bundle: Bundle, type: T['resourceType']): T | undefined =>
  bundle.entry?.find(({ resource }) => resource?.resourceType === type)?.resource as T | undefined
