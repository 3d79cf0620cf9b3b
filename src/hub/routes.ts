/** The Hub's routes: one row each, in the order of spec section 4. The router, its checks and the README's list come from here. */
import { type Route, route } from '../http/route.ts'
import * as approval from './approve.ts'
import * as artifacts from './artifacts.ts'
import * as audit from './audit-events.ts'
import * as billing from './billing.ts'
import * as channels from './channels.ts'
import * as consents from './consents.ts'
import * as deliveries from './deliveries.ts'
import * as encounters from './encounters.ts'
import * as generation from './generate.ts'
import type { Hub } from './hub.ts'
import * as recall from './recall.ts'
import * as gates from './release-gates.ts'
import * as roles from './roles.ts'
import * as spokes from './spokes.ts'
import * as templates from './templates.ts'
import * as transcripts from './transcripts.ts'
import * as verification from './verify.ts'

const read = { method: 'GET', scope: 'read', idempotent: false, success: 200 } as const
const post = { method: 'POST', scope: 'write', idempotent: true, success: 201 } as const
const act = { method: 'POST', scope: 'write', idempotent: true, success: 200 } as const
const put = { method: 'PUT', scope: 'write', idempotent: true, success: 200 } as const
const patch = { method: 'PATCH', scope: 'write', idempotent: true, success: 200 } as const

const spokeId = /^[a-z][a-z0-9_]{0,39}$/
const gateName = /^[a-z_]{1,40}$/
const artifact = '/v1/artifacts/{artifactId}'
const encounter = '/v1/encounters/{encounterId}'

// biome-ignore format: one row a line
export const hubRoutes = (maxTranscriptBytes: number): readonly Route<Hub>[] => [
  route({ ...post,  path: '/v1/encounters', roles: roles.capture, body: encounters.newEncounter, handler: encounters.createEncounter, spec: '4.1' }),
  route({ ...read,  path: '/v1/encounters', roles: roles.clinical, query: encounters.encounterQuery, handler: encounters.listEncounters, spec: '4.1' }),
  route({ ...read,  path: encounter, roles: roles.clinical, handler: encounters.readEncounter, spec: '4.1' }),
  route({ ...patch, path: encounter, roles: roles.capture, body: encounters.encounterChange, handler: encounters.changeEncounter, spec: '4.1' }),
  route({ ...act,   path: `${encounter}/artifacts:generate`, success: 202, roles: roles.capture, body: generation.generation, handler: generation.generateArtifact, spec: '4.1' }),
  route({ ...read,  path: `${encounter}/artifacts`, roles: roles.clinical, query: artifacts.artifactQuery, handler: artifacts.listArtifacts, spec: '4.1' }),
  route({ ...post,  path: `${encounter}/artifacts`, roles: roles.clinical, body: artifacts.newArtifact, handler: artifacts.draftArtifact, spec: '4.1' }),
  route({ ...read,  path: artifact, roles: roles.clinical, query: artifacts.artifactVersionQuery, handler: artifacts.readArtifact, spec: '4.1' }),
  route({ ...patch, path: artifact, roles: roles.clinical, body: artifacts.artifactEdit, handler: artifacts.editArtifact, spec: '4.1' }),
  route({ ...act,   path: `${artifact}:verify`, roles: roles.capture, body: verification.verificationRequest, handler: verification.verifyArtifact, spec: 'R3.2' }),
  route({ ...act,   path: `${artifact}:approve`, roles: roles.clinical, handler: approval.approveArtifact, spec: 'R3.1' }),
  route({ ...act,   path: `${artifact}:reject`, roles: roles.clinical, body: approval.rejection, handler: approval.rejectArtifact, spec: 'R3.1' }),
  route({ ...act,   path: `${artifact}:recall`, roles: roles.clinical, body: recall.recallRequest, handler: recall.recallArtifact, spec: 'R3.1' }),
  route({ ...read,  path: `${artifact}/recall`, roles: roles.operatorsAndClinical, handler: recall.readRecall, spec: '4.1' }),
  route({ ...read,  path: '/v1/release-gates/{gateName}/queue', roles: roles.clinical, params: { gateName }, query: gates.queueQuery, handler: gates.listGateQueue, spec: '4.1' }),
  route({ ...post,  path: '/v1/consents', roles: roles.clinical, body: consents.newConsent, handler: consents.recordConsent, spec: '4.1' }),
  route({ ...read,  path: '/v1/consents', roles: roles.clinical, query: consents.consentQuery, handler: consents.listConsents, spec: '4.1' }),
  route({ ...read,  path: '/v1/consents/{consentId}', roles: roles.clinical, handler: consents.readConsent, spec: '4.1' }),
  route({ ...act,   path: '/v1/consents/{consentId}:revoke', roles: roles.clinical, handler: consents.revokeConsent, spec: '4.1' }),
  route({ ...read,  path: '/v1/templates', roles: roles.anyRole, query: templates.templateQuery, handler: templates.listTemplates, spec: '4.2' }),
  route({ ...read,  path: '/v1/templates/{templateId}', roles: roles.anyRole, handler: templates.readTemplate, spec: '4.2' }),
  route({ ...read,  path: '/v1/templates/{templateId}/versions', roles: roles.anyRole, query: templates.templateQuery, handler: templates.listTemplateVersions, spec: '4.2' }),
  route({ ...read,  path: '/v1/templates/{templateId}/versions/{versionId}', roles: roles.anyRole, handler: templates.readTemplateVersion, spec: '4.2' }),
  route({ ...post,  path: `${encounter}/transcripts`, roles: roles.capture, body: transcripts.newTranscript, maxBodyBytes: maxTranscriptBytes, handler: transcripts.storeTranscript, spec: '4.2' }),
  route({ ...read,  path: `${encounter}/transcripts`, roles: roles.clinical, query: transcripts.transcriptQuery, handler: transcripts.listTranscripts, spec: '4.2' }),
  route({ ...put,   path: '/v1/transcripts/{transcriptId}/diarisation', roles: roles.capture, body: transcripts.newDiarisation, handler: transcripts.storeDiarisation, spec: '4.2' }),
  route({ ...read,  path: '/v1/transcripts/{transcriptId}/diarisation', roles: roles.clinical, handler: transcripts.readDiarisation, spec: '4.2' }),
  route({ ...read,  path: '/v1/jobs', roles: roles.capture, query: generation.jobQuery, handler: generation.listJobStatuses, spec: '4.2' }),
  route({ ...read,  path: '/v1/jobs/{jobId}', roles: roles.capture, handler: generation.readJobStatus, spec: '4.2' }),
  route({ ...read,  path: '/v1/health', roles: roles.anyRole, handler: spokes.readHealth, spec: '4.2' }),
  route({ ...read,  path: '/v1/spokes/{spokeId}/readiness', roles: roles.anyRole, params: { spokeId }, handler: spokes.readReadiness, spec: '4.2' }),
  route({ ...read,  path: '/v1/audit/events', roles: roles.auditors, query: audit.auditQuery, handler: audit.listAuditEvents, spec: '4.2' }),
  route({ ...read,  path: '/v1/audit/events/{eventId}', roles: roles.auditors, handler: audit.readAuditEvent, spec: '4.2' }),
  route({ ...read,  path: '/v1/spokes/whoami', roles: roles.anyRole, handler: spokes.whoami, spec: '4.3' }),
  route({ ...read,  path: '/v1/usage/summary', roles: roles.usageReaders, query: billing.usageQuery, handler: billing.readUsageSummary, spec: '4.3' }),
  route({ ...read,  path: '/v1/billing/events', roles: roles.billing, query: billing.billingQuery, handler: billing.listBillingEvents, spec: '4.4' }),
  route({ ...read,  path: '/v1/billing/events/{eventId}', roles: roles.billing, handler: billing.readBillingEvent, spec: '4.4' }),
  route({ ...post,  path: '/v1/channels', roles: roles.operators, body: channels.newChannel, handler: channels.createChannel, spec: '4.6' }),
  route({ ...read,  path: '/v1/channels', roles: roles.operators, query: channels.channelQuery, handler: channels.listChannels, spec: '4.6' }),
  route({ ...read,  path: '/v1/channels/{channelId}', roles: roles.operators, handler: channels.readChannel, spec: '4.6' }),
  route({ ...put,   path: '/v1/channels/{channelId}', roles: roles.operators, body: channels.channelChange, handler: channels.changeChannel, spec: '4.6' }),
  route({ ...read,  path: '/v1/deliveries', roles: roles.operatorsAndClinical, query: deliveries.deliveryQuery, handler: deliveries.listDeliveryStatuses, spec: '4.6' }),
  route({ ...read,  path: '/v1/deliveries/{deliveryId}', roles: roles.operatorsAndClinical, handler: deliveries.readDeliveryStatus, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries/{deliveryId}:replay', roles: roles.operatorsAndClinical, handler: deliveries.replayDelivery, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries/{deliveryId}:cancel', roles: roles.operatorsAndClinical, handler: deliveries.cancelDelivery, spec: '4.6' }),
]
