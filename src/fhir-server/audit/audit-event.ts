/**
 * AuditEvent: a read-only view of the audit records in the shapes of IHE's Basic Audit Log Patterns; it names resources and people, never
 * content. R4 auditevent.html; IHE BALP 1.1; docs/fhir.md.
 */
import type { AuditEvent, AuditEventAgent, AuditEventEntity, CodeableConcept, Coding } from '@medplum/fhirtypes'
import { isHashedPatient } from '../../store/audit/asked-patient.ts'
import type { AuditEvent as AuditRecord } from '../../store/audit/audit.ts'
import { type EventKind, eventRows, events } from '../../store/events.ts'

const terminology = 'http://terminology.hl7.org/CodeSystem'
const dicom = 'http://dicom.nema.org/resources/ontology/DCM'
const interactionSystem = 'http://hl7.org/fhir/restful-interaction'
export const typeSystem = `${terminology}/audit-event-type`
export const outcomeSystem = `${terminology}/audit-event-outcome`
export const actionSystem = `${terminology}/audit-event-action`

/** Records of this interface go by the code of their interaction, the Hub's own by their kind. */
const interactions: ReadonlyMap<EventKind, string> = new Map([
  ['fhir.read', 'read'],
  ['fhir.search', 'search-type'],
  ['fhir.create', 'create'],
  ['fhir.update', 'update'],
  ['fhir.patch', 'patch'],
  ['fhir.delete', 'delete'],
  ['fhir.history', 'history'],
  ['fhir.everything', 'operation'],
  ['fhir.document', 'operation'],
  ['fhir.validate', 'operation'],
  ['fhir.terminology', 'operation'],
])

const refused: EventKind = 'access.refused'

/** Kinds of records that have a code. */
export type Facet = { readonly system: string | undefined; readonly code: string; readonly kind: EventKind }

const subtypeOf = (kind: EventKind): Coding => {
  const code = interactions.get(kind)
  return code === undefined ? { code: kind } : { system: interactionSystem, code }
}

const outcomeOf = (kind: EventKind): '0' | '4' => (kind === refused ? '4' : '0')

/** Codes of an AuditEvent that follow from the kind of its record, by search parameter. */
export const facets: Readonly<Record<'action' | 'outcome' | 'subtype' | 'type', readonly Facet[]>> = {
  action: events.map(({ kind, action }) => ({ system: actionSystem, code: action, kind })),
  outcome: events.map(({ kind }) => ({ system: outcomeSystem, code: outcomeOf(kind), kind })),
  subtype: events.map(({ kind }) => ({ system: subtypeOf(kind).system, code: subtypeOf(kind).code ?? '', kind })),
  type: events.map(({ kind }) => ({ system: typeSystem, code: 'rest', kind })),
}

export function buildAuditEvent(record: AuditRecord, base: string): AuditEvent {
  const { kind } = record
  return {
    resourceType: 'AuditEvent',
    id: record.id,
    type: { system: typeSystem, code: 'rest', display: 'RESTful Operation' },
    subtype: [subtypeOf(kind)],
    action: eventRows.get(kind)?.action ?? 'E',
    recorded: record.at,
    outcome: outcomeOf(kind),
    ...(kind === refused && record.reason !== undefined ? { outcomeDesc: record.reason } : {}),
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
    ...(kind === refused && resourceType !== undefined ? [{ type: object, name: resourceType }] : []),
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
