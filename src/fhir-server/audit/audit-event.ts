/**
 * AuditEvent: a read-only view of the audit records in the shapes of IHE's Basic Audit Log Patterns; it names resources and people, never
 * content. R4 auditevent.html; IHE BALP 1.1; docs/fhir.md.
 */
import type { AuditEvent, AuditEventAgent, AuditEventEntity, CodeableConcept, Coding } from '@medplum/fhirtypes'
import { isHashedPatient } from '../../store/audit/asked-patient.ts'
import type { AuditEvent as AuditRecord } from '../../store/audit/audit.ts'
import { type EventKind, eventRows } from '../../store/events.ts'
import { dicom, interactions, outcomeOf, subtypesOf, typeOf } from './audit-codes.ts'

const terminology = 'http://terminology.hl7.org/CodeSystem'

export function buildAuditEvent(record: AuditRecord, base: string): AuditEvent {
  const { kind } = record
  const isRefused = outcomeOf(kind) !== '0'
  return {
    resourceType: 'AuditEvent',
    id: record.id,
    type: typeOf(kind),
    subtype: [...subtypesOf(kind)],
    action: eventRows.get(kind)?.action ?? 'E',
    recorded: record.at,
    outcome: outcomeOf(kind),
    ...(isRefused && record.reason !== undefined ? { outcomeDesc: record.reason } : {}),
    agent: [...buildPrograms(record, base), buildUser(record)],
    source: {
      site: record.spoke,
      observer: { display: 'Banksia', identifier: { value: base } },
      type: [{ system: `${terminology}/security-source-type`, code: '4', display: 'Application Server' }],
    },
    entity: buildEntities(record),
  }
}

const concept = (system: string, code: string, display: string): CodeableConcept => ({
  coding: [{ system, code, display }],
})
const source = concept(dicom, '110153', 'Source Role ID')
const destination = concept(dicom, '110152', 'Destination Role ID')
const application = concept(dicom, '110150', 'Application')
const custodian = concept(`${terminology}/provenance-participant-type`, 'custodian', 'Custodian')

/** BALP: where the data comes from and goes to; for a search, the direction of the question. */
function rolesOf(kind: EventKind): readonly [client: CodeableConcept, server: CodeableConcept] {
  if (kind === 'fhir.delete') return [application, custodian]
  return eventRows.get(kind)?.action === 'R' ? [destination, source] : [source, destination]
}

const unknown = [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'not-asked' }] as const

/** BALP: a name in a token belongs to its issuer. */
const named = (system: string | undefined, value: string) => (system === undefined ? { value } : { system, value })

/** Client and server. Network addresses of clients are not recorded. */
function buildPrograms({ kind, client, issuer }: AuditRecord, base: string): AuditEventAgent[] {
  const [clientRole, serverRole] = rolesOf(kind)
  return [
    {
      type: clientRole,
      who: { identifier: named(issuer, client) },
      requestor: false,
      network: { extension: [...unknown] },
    },
    {
      type: serverRole,
      who: { display: 'Banksia', identifier: { value: base } },
      requestor: false,
      network: { address: base, type: '5' },
    },
  ]
}

const buildUser = ({ issuer, subject, practitioner, roles }: AuditRecord): AuditEventAgent => ({
  type: concept(`${terminology}/v3-ParticipationType`, 'IRCP', 'information recipient'),
  ...(roles.length === 0 ? {} : { role: roles.map((text) => ({ text })) }),
  who: { ...(practitioner === undefined ? {} : { reference: practitioner }), identifier: named(issuer, subject) },
  requestor: true,
})

const entityType = (code: '1' | '2', display: string): Coding => ({
  system: `${terminology}/audit-entity-type`,
  code,
  display,
})
const person = entityType('1', 'Person')
const object = entityType('2', 'System Object')
const role = (code: string, display: string): Coding => ({ system: `${terminology}/object-role`, code, display })
const requestIdType: Coding = {
  system: 'https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType',
  code: 'XrequestId',
}

/** The resource, or the names of the search's parameters; the patient; the request. */
function buildEntities(record: AuditRecord): AuditEventEntity[] {
  const { kind, resourceType, resourceId, patientId, requestId, query } = record
  return [
    ...(kind === 'access.refused' && resourceType !== undefined ? [{ type: object, name: resourceType }] : []),
    ...(kind === 'fhir.search' ? [{ type: object, role: role('24', 'Query'), query: queryText(query ?? []) }] : []),
    ...(resourceId === undefined
      ? []
      : [{ type: object, role: role('4', 'Domain Resource'), what: referenceTo(record, resourceId) }]),
    ...(patientId === undefined ? [] : [{ type: person, role: role('1', 'Patient'), what: patientOf(patientId) }]),
    { type: requestIdType, what: { identifier: { value: requestId } } },
  ]
}

/** A reference if such a Patient exists; otherwise the record has a hash. D69. */
const patientOf = (patientId: string) =>
  isHashedPatient(patientId)
    ? { type: 'Patient', identifier: { value: patientId } }
    : { reference: `Patient/${patientId}` }

/** A reference if it is a FHIR resource. */
function referenceTo({ kind, resourceType, version }: AuditRecord, id: string) {
  if (!interactions.has(kind) || resourceType === undefined) return { identifier: { value: id } }
  const history = version === undefined || kind === 'fhir.delete' ? '' : `/_history/${version}`
  return { reference: `${resourceType}/${id}${history}` }
}

/** docs/fhir.md: the names, and no value. */
const queryText = (names: readonly string[]): string =>
  Buffer.from(names.map((name) => `${name}=`).join('&')).toString('base64')
