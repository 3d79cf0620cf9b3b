/** A server with one of each thing that an operation names, for the tables of access. */
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import {
  approveOne,
  createPatient,
  draftByHand,
  giveConsent,
  must,
  openEncounter,
  organizationId,
  practitionerId,
  practitionerRoleId,
  templateId,
} from '../consultation.ts'
import { loadMappingTable } from '../hub/mapping-tables/mapping-table.ts'
import { openMerge } from '../hub/patient-merges/open-merge.ts'
import { startSession } from '../recording.ts'
import { type Answer, type RunningServer, type Site, waitForQuiet } from '../running-server.ts'

export type Ids = Readonly<Record<string, string>>

const operator = { role: 'operator' }
const recipient = { name: 'The patient', class: 'patient' }
const channel = {
  name: 'Folder',
  recipient: { name: 'Heath Specialists' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'pdf',
  transport: 'file',
}

const firstId = ({ body }: Answer): string => body.items[0].id

export type Filling = Pick<RunningServer, 'call'> & {
  readonly site: Pick<Site, 'pool' | 'dataDir'> & Partial<Pick<Site, 'database'>>
}

/** By the names of paths of `/v1`, and by types of FHIR; `patientId` is the patient of the released artifact. */
export async function fillWorld({ call, site }: Filling): Promise<Ids> {
  const drafted = await draftByHand(call)
  const destination = { directory: site.dataDir }
  const opened = await must(201, call('POST', '/v1/channels', { body: { ...channel, destination }, as: operator }))
  await must(200, call('POST', `/v1/channels/${opened.body.id}:pause`, { as: operator }))
  const sender = await must(
    201,
    call('POST', '/v1/senders', { body: { name: 'Ward', addresses: ['10.0.0.9'] }, as: operator }),
  )
  const target = { kind: 'email', host: '127.0.0.1', port: 2525, from: 'a@hub.example', to: ['b@hub.example'] }
  const watched = { name: 'Desk', rule: 'certificate-ending', target, active: false }
  const alert = await must(201, call('POST', '/v1/alerts', { body: watched, as: operator }))
  const { patientId, artifactId, encounterId } = await approveOne(call)
  const consentId = await giveConsent(call, patientId)
  const link = { artifactId, recipient, purposeOfUse: 'TREAT', legalBasis: 'consent', link: true }
  const share = await must(201, call('POST', '/v1/shares', { body: link }))
  const dispatch = { artifactId, channelId: opened.body.id, recipient: { ...channel.recipient, class: 'organisation' } }
  const delivery = await must(202, call('POST', '/v1/deliveries', { body: { ...dispatch, purposeOfUse: 'TREAT' } }))
  const exported = await call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'rtf' } })
  const speakers = [{ label: 'patient', role: 'patient' }]
  await must(200, call('PUT', `/v1/transcripts/${drafted.transcriptId}/diarisation`, { body: { speakers } }))
  await must(200, call('PUT', '/v1/platform/appearance', { body: {}, as: operator }))
  await must(200, call('PUT', `/v1/templates/${templateId}/style`, { body: {} }))
  await must(200, call('PUT', `/v1/platform/signatures/${practitionerRoleId}`, { body: {} }))
  const sessionId = await startSession(call, await openEncounter(call, patientId))
  const requestId = newId()
  await must(200, call('GET', '/v1/health', { headers: { 'x-request-id': requestId } }))
  await waitForQuiet(site.pool)
  return {
    ...drafted,
    practitionerRoleId,
    consentId,
    shareId: share.body.id,
    deliveryId: delivery.body.id,
    messageId: delivery.body.id,
    exportId: exported.body.id,
    channelId: opened.body.id,
    senderId: sender.body.id,
    mergeId: await openMerge({ site }, patientId, await createPatient(call), 'confirmed'),
    alertId: alert.body.id,
    mappingTableId:
      site.database === undefined ? newId() : await loadMappingTable({ site: { ...site, database: site.database } }),
    jobId: (await site.pool.query('select id from job limit 1')).rows[0].id,
    sessionId,
    requestId,
    templateId,
    versionId: builtInTemplates[0].versionId,
    spokeId: 'triage',
    gateName: 'clinical_review',
    auditEventId: firstId(await must(200, call('GET', '/v1/audit/events', { as: { role: 'auditor' } }))),
    billingEventId: firstId(await must(200, call('GET', '/v1/billing/events', { as: { role: 'billing' } }))),
    tenantId: developmentTenants[0],
    ...(await fillFhir(call, { patientId, encounterId })),
  }
}

/** Some of the types that the table asks for; of the others there is none. */
async function fillFhir(call: RunningServer['call'], ids: { patientId: string; encounterId: string }): Promise<Ids> {
  const { patientId } = ids
  const headers = { 'content-type': 'application/fhir+json' }
  const subject = { reference: `Patient/${patientId}` }
  const create = async (content: { readonly resourceType: string }): Promise<string> =>
    (await must(201, call('POST', `/fhir/R4/${content.resourceType}`, { body: content, headers }))).body.id
  const released = (await call('GET', `/fhir/R4/Composition?patient=${patientId}`)).body.entry[0].resource.id
  const told = (await call('GET', `/fhir/R4/Provenance?_count=1`)).body.entry[0].resource.id
  const audited = await must(200, call('GET', '/fhir/R4/AuditEvent?_count=1', { as: { role: 'auditor' } }))
  const group = { resourceType: 'Group', type: 'person', actual: true, member: [{ entity: subject }] }
  return {
    ofPatient: patientId,
    Patient: patientId,
    Encounter: ids.encounterId,
    Practitioner: practitionerId,
    Organization: organizationId,
    Composition: released,
    Provenance: told,
    AuditEvent: audited.body.entry[0].resource.id,
    Group: await create(group),
  }
}
