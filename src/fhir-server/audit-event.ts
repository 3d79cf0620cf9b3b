/** AuditEvent: a read-only view of the audit records; it names resources and people, never content. R4 auditevent.html; DESIGN.md "FHIR". */
import type { AuditEvent, AuditEventAgent, AuditEventEntity } from '@medplum/fhirtypes'
import { isUuid } from '../ids.ts'
import { stringifyJson } from '../json.ts'
import { invalidField, Problem } from '../problems.ts'
import { type AuditFilter, type AuditEvent as AuditRecord, listAudit } from '../store/audit.ts'
import { eventRows } from '../store/events.ts'
import type { Access } from './access.ts'
import type { FhirReply, FhirRequest, ReadExchange } from './exchange.ts'
import { readAsked, sealAsked } from './search-cursor.ts'
import { parseSearch, type SearchRequest } from './search-request.ts'
import { searchsetReply } from './searchset.ts'

const terminology = 'http://terminology.hl7.org/CodeSystem'

/** Records of this interface, by the code of their interaction; the Hub's own go by their kind. */
const interactions: ReadonlyMap<string, string> = new Map([
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
])

function buildAuditEvent(record: AuditRecord): AuditEvent {
  const code = interactions.get(record.kind)
  return {
    resourceType: 'AuditEvent',
    id: record.id,
    type: { system: `${terminology}/audit-event-type`, code: 'rest', display: 'RESTful Operation' },
    subtype: [code === undefined ? { code: record.kind } : { system: 'http://hl7.org/fhir/restful-interaction', code }],
    action: eventRows.get(record.kind)?.action ?? 'E',
    recorded: record.at,
    outcome: '0',
    agent: buildAgents(record),
    source: { site: record.spoke, observer: { display: 'Banksia' } },
    entity: buildEntities(record),
  }
}

const buildAgents = ({ subject, practitioner, roles, client }: AuditRecord): AuditEventAgent[] => [
  {
    ...(roles.length === 0 ? {} : { role: roles.map((text) => ({ text })) }),
    who: { ...(practitioner === undefined ? {} : { reference: practitioner }), identifier: { value: subject } },
    requestor: true,
  },
  { who: { identifier: { value: client } }, requestor: false },
]

/** The resource, by reference where it is one of FHIR; the patient whom it concerns; the request. */
function buildEntities(record: AuditRecord): AuditEventEntity[] {
  const { resourceType, resourceId, patientId, requestId } = record
  const isFhir = interactions.has(record.kind) && resourceType !== undefined
  const own = isFhir ? { reference: `${resourceType}/${resourceId}` } : { identifier: { value: resourceId ?? '' } }
  const role = { system: `${terminology}/object-role`, code: '1', display: 'Patient' }
  return [
    ...(resourceId === undefined ? [] : [{ what: own }]),
    ...(patientId === undefined ? [] : [{ what: { reference: `Patient/${patientId}` }, role }]),
    { what: { identifier: { value: requestId } }, description: 'X-Request-Id' },
  ]
}

export async function readAuditEvent({ tx }: ReadExchange, access: Access, id: string): Promise<FhirReply> {
  const filter = { ...(access.patient === undefined ? {} : { patientId: access.patient }), id, limit: 1 }
  const [record] = isUuid(id) ? await listAudit(tx.client, tx.tenant, filter) : []
  if (record === undefined) throw new Problem('not-found')
  tx.record('fhir.read', { resourceType: 'AuditEvent', resourceId: id })
  return { status: 200, text: stringifyJson(buildAuditEvent(record)) }
}

export async function searchAuditEvents(
  exchange: ReadExchange,
  request: FhirRequest,
  access: Access,
): Promise<FhirReply> {
  const { tx, server } = exchange
  const link = readAsked(exchange, request)
  const asked = parseSearch(exchange, { ...request, ...link })
  const { position } = link.after
  const filter = filterOf(asked, access)
  const found = await findRecords(exchange, { ...filter, ...after(position?.key), limit: asked.count + 1 })
  const page = found.slice(0, asked.count)
  const last = found.length > asked.count ? page.at(-1) : undefined
  tx.record('fhir.search', { resourceType: 'AuditEvent', count: page.length, ...patientOnly(filter) })
  return searchsetReply(server, {
    type: 'AuditEvent',
    asked,
    matches: page.map((record) => ({
      type: 'AuditEvent',
      id: record.id,
      text: stringifyJson(buildAuditEvent(record)),
    })),
    included: [],
    isCut: false,
    isOutdated: false,
    self: sealAsked(exchange, 'AuditEvent', link),
    next: last && sealAsked(exchange, 'AuditEvent', { ...link, after: { position: { d: last.at, key: last.seq } } }),
    ignored: asked.ignored,
    total: position === undefined && last === undefined ? page.length : undefined,
  })
}

const findRecords = async ({ tx }: ReadExchange, filter: AuditFilter): Promise<AuditRecord[]> =>
  filter.id === undefined || isUuid(filter.id) ? listAudit(tx.client, tx.tenant, filter) : []

const after = (seq: string | undefined): { after?: string } => (seq === undefined ? {} : { after: seq })

const patientOnly = ({ patientId }: Omit<AuditFilter, 'limit'>): { patientId?: string } =>
  patientId === undefined ? {} : { patientId }

/** The records' own columns answer `_id` and `patient`, one value each. */
function filterOf({ filters }: SearchRequest, { patient }: Access): Omit<AuditFilter, 'limit'> {
  const values = new Map<string, string>()
  for (const filter of filters) {
    const { code } = filter.kind === 'value' && !filter.isNegated ? filter.parameter : { code: '' }
    const [test, ...others] = filter.kind === 'value' ? filter.tests : []
    const value = test?.kind === 'code' ? test.code : test?.kind === 'targets' ? test.targets[0] : undefined
    if ((code !== '_id' && code !== 'patient') || others.length > 0 || values.has(code))
      throw invalidField(filter.parameter.code, 'is taken here as one value of _id or patient')
    values.set(code, value ?? '')
  }
  const id = values.get('_id')
  const patientId = patient ?? values.get('patient')?.slice('Patient/'.length)
  return { ...(id === undefined ? {} : { id }), ...(patientId === undefined ? {} : { patientId }) }
}
