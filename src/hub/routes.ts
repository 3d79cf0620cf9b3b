/** The Hub's routes: one row each. The router, its checks, OpenAPI and docs/reference/routes.md come from here. */
import { type Route, route } from '../http/route.ts'
import * as alerts from './alerts/alerts.ts'
import * as artifactSchemas from './artifacts/artifact-schemas.ts'
import * as artifacts from './artifacts/artifacts.ts'
import * as generation from './artifacts/generate.ts'
import * as preview from './artifacts/preview.ts'
import * as revisions from './artifacts/revise.ts'
import * as verificationSchemas from './artifacts/verification-schemas.ts'
import * as verification from './artifacts/verify.ts'
import * as audioChunks from './audio/audio-chunks.ts'
import * as audioFinalize from './audio/audio-finalize.ts'
import * as audio from './audio/audio-sessions.ts'
import * as audit from './audit/audit-events.ts'
import * as events from './audit/events.ts'
import * as requests from './audit/requests.ts'
import * as billing from './billing/billing.ts'
import * as evidence from './billing/billing-evidence.ts'
import * as usage from './billing/usage.ts'
import * as channelVersions from './channels/channel-versions.ts'
import * as channels from './channels/channels.ts'
import * as dryRun from './channels/dry-run.ts'
import * as statistics from './channels/statistics.ts'
import * as consents from './consents/consents.ts'
import * as deliveries from './deliveries/deliveries.ts'
import * as many from './deliveries/many.ts'
import * as encounters from './encounters/encounters.ts'
import * as exports from './exports/exports.ts'
import type { Hub } from './hub.ts'
import * as jobs from './jobs/jobs.ts'
import * as mappingTables from './mapping-tables/mapping-tables.ts'
import * as writtenTables from './mapping-tables/write-mapping-table.ts'
import * as messageHolds from './messages/hold-message.ts'
import * as messageSchemas from './messages/message-schemas.ts'
import * as messages from './messages/messages.ts'
import * as messageRuns from './messages/run-message.ts'
import * as merges from './patient-merges/patient-merges.ts'
import * as appearance from './platform/appearance.ts'
import * as platform from './platform/platform-config.ts'
import * as roles from './platform/roles.ts'
import * as signatures from './platform/signatures.ts'
import * as spokes from './platform/spokes.ts'
import * as telemetry from './platform/telemetry.ts'
import * as amendments from './release/amend.ts'
import * as approval from './release/approve.ts'
import * as readiness from './release/claim-readiness.ts'
import * as recall from './release/recall.ts'
import * as gates from './release/release-gates.ts'
import * as senderFields from './senders/sender-fields.ts'
import * as senderQuality from './senders/sender-quality.ts'
import * as senderStatistics from './senders/sender-statistics.ts'
import * as senders from './senders/senders.ts'
import * as shares from './shares/shares.ts'
import * as templateRules from './templates/template-rules.ts'
import * as templateStyles from './templates/template-style.ts'
import * as templateVersions from './templates/template-versions.ts'
import * as templates from './templates/templates.ts'
import * as appends from './transcripts/append-segments.ts'
import * as diarisation from './transcripts/diarisation.ts'
import * as transcripts from './transcripts/transcripts.ts'

const read = { method: 'GET', scope: 'read', idempotent: false, success: 200 } as const
const post = { method: 'POST', scope: 'write', idempotent: true, success: 201 } as const
const act = { method: 'POST', scope: 'write', idempotent: true, success: 200 } as const
/** By POST, because what is asked for must stand in no address. */
const search = { method: 'POST', scope: 'read', idempotent: false, success: 200 } as const
const put = { method: 'PUT', scope: 'write', idempotent: true, success: 200 } as const
const remove = { method: 'DELETE', scope: 'write', idempotent: true, success: 204 } as const
const patch = { method: 'PATCH', scope: 'write', idempotent: true, success: 200 } as const

/** Why a change names no version. D73 */
const creates = { none: 'it adds, and changes nothing that is there' } as const
const showsOnly = { none: 'it changes nothing' } as const
const leases = {
  none: 'of two who claim at once one is refused, and a claim changes no content',
  isHeard: true,
} as const
const addsOnce = {
  none: 'it adds, each segment once, and several writers may add at once',
  isHeard: true,
} as const
const looks = { none: 'it changes nothing' } as const
const exportsOnce = { none: 'what is released never changes, and an export of it is made once', isHeard: true } as const
const moves = { none: 'what it moves has no versions: it is refused from a state that it is not open from' } as const
const confirms = {
  none: 'it changes nothing unless it names how many it finds, and another number is refused',
} as const

const spokeId = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const practitionerRoleId = /^[A-Za-z0-9.-]{1,64}$/
const gateName = /^[a-z_]{1,40}$/
const artifact = '/v1/artifacts/{artifactId}'
const encounter = '/v1/encounters/{encounterId}'
const template = '/v1/templates/{templateId}'
const templateVersion = `${template}/versions/{versionId}` as const
const signature = '/v1/platform/signatures/{practitionerRoleId}'
const mappingTable = '/v1/mapping-tables/{mappingTableId}'
const sender = '/v1/senders/{senderId}'
const merge = '/v1/patient-merges/{mergeId}'
const audioSession = '/v1/audio/sessions/{sessionId}'

// biome-ignore format: one row a line
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export const hubRoutes = (maxTranscriptBytes: number): readonly Route<Hub>[] => [
  route({ ...read,  path: '/v1/platform/config/{spokeId}', isTimely: true, summary: 'Reads what is switched off or made smaller for a spoke', isAlwaysOpen: true, roles: roles.operators, params: { spokeId }, response: platform.platformAnswer, handler: platform.readPlatformConfig, spec: '4.1' }),
  route({ ...put,   path: '/v1/platform/config/{spokeId}', summary: 'Switches features of a spoke off and on, and makes its limits smaller', precondition: 'version', isAlwaysOpen: true, roles: roles.operators, params: { spokeId }, body: platform.platformChange, response: platform.platformAnswer, handler: platform.changePlatformConfig, spec: '4.1' }),
  route({ ...read,  path: '/v1/platform/appearance', summary: 'Reads how the pages of documents look', roles: roles.operatorsAndClinical, response: appearance.appearanceAnswer, problems: ['not-found'], handler: appearance.readAppearanceSettings, spec: '4.6' }),
  route({ ...put,   path: '/v1/platform/appearance', summary: 'Sets how the pages of documents look: the logo, empty sections, the attachment', precondition: 'version-or-new', feature: 'appearance', roles: roles.operators, body: appearance.appearanceChange, response: appearance.appearanceAnswer, handler: appearance.changeAppearance, spec: '4.6' }),
  route({ ...read,  path: signature, summary: "Reads the image of the caller's own signature", roles: roles.clinical, params: { practitionerRoleId }, response: signatures.signatureAnswer, handler: signatures.readSignature, spec: '4.6' }),
  route({ ...put,   path: signature, summary: "Sets the image of the caller's own signature", precondition: 'version-or-new', feature: 'appearance', roles: roles.clinical, params: { practitionerRoleId }, body: signatures.signatureChange, response: signatures.signatureAnswer, handler: signatures.changeSignature, spec: '4.6' }),
  route({ ...post,  path: '/v1/encounters', summary: 'Opens an encounter', precondition: creates, feature: 'capture', roles: roles.capture, body: encounters.newEncounter, response: encounters.encounterAnswer, handler: encounters.createEncounter, spec: '4.1' }),
  route({ ...read,  path: '/v1/encounters', summary: 'Lists encounters', roles: roles.clinical, query: encounters.encounterQuery, response: encounters.encounterList, handler: encounters.listEncounters, spec: '4.1' }),
  route({ ...read,  path: encounter, summary: 'Reads an encounter', roles: roles.clinical, response: encounters.encounterAnswer, handler: encounters.readEncounter, spec: '4.1' }),
  route({ ...patch, path: encounter, summary: 'Changes an encounter', precondition: 'version', feature: 'capture', roles: roles.capture, body: encounters.encounterChange, response: encounters.encounterAnswer, problems: ['invalid-transition', 'business-rule'], handler: encounters.changeEncounter, spec: '4.1' }),
  route({ ...act,   path: `${encounter}/artifacts:generate`, summary: 'Drafts an artifact from what was said: a job', precondition: creates, success: 202, feature: 'generate', roles: roles.capture, body: generation.generation, response: jobs.jobAnswer, problems: ['consent-required', 'invalid-transition', 'business-rule'], handler: generation.generateArtifact, spec: '4.1' }),
  route({ ...read,  path: `${encounter}/artifacts`, summary: 'Lists the artifacts of an encounter', roles: roles.clinical, query: artifacts.artifactQuery, response: artifactSchemas.artifactList, handler: artifacts.listArtifacts, spec: '4.1' }),
  route({ ...post,  path: `${encounter}/artifacts`, summary: 'Stores a draft written by hand', precondition: creates, roles: roles.clinical, body: artifactSchemas.newArtifact, response: artifactSchemas.artifactAnswer, problems: ['consent-required', 'invalid-transition', 'business-rule'], handler: artifacts.draftArtifact, spec: '4.1' }),
  route({ ...read,  path: artifact, summary: 'Reads an artifact, or an earlier version of it', roles: roles.clinical, query: artifacts.artifactVersionQuery, response: artifactSchemas.artifactAnswer, handler: artifacts.readArtifact, spec: '4.1' }),
  route({ ...patch, path: artifact, summary: 'Edits an artifact: a new version, back in review', precondition: 'version', roles: roles.clinical, body: artifactSchemas.artifactEdit, response: artifactSchemas.artifactAnswer, problems: ['invalid-transition', 'business-rule'], handler: artifacts.editArtifact, spec: '4.1' }),
  route({ ...act,   path: `${artifact}:revise`, summary: 'Has an outside model change an artifact by an instruction: a new version, back in review', precondition: 'version', timeout: 'verify', roles: roles.clinical, body: revisions.revisionRequest, prepare: revisions.prepareRevision, response: revisions.revisionAnswer, problems: ['consent-required', 'feature-disabled', 'invalid-transition', 'business-rule', 'rate-limited', 'dependency-unavailable'], handler: revisions.reviseArtifact, spec: 'D297' }),
  route({ ...act,   path: `${artifact}:verify`, summary: 'Verifies an artifact against its evidence', precondition: 'version-or-any', signs: verificationSchemas.isAttesting, timeout: 'verify', roles: roles.capture, body: verificationSchemas.verificationRequest, prepare: verification.prepareVerification, response: verificationSchemas.verificationAnswer, problems: ['invalid-transition', 'release-invalid'], handler: verification.verifyArtifact, spec: 'R3.2' }),
  route({ ...act,   path: `${artifact}:approve`, summary: 'Approves an artifact, which releases it', precondition: 'read-version', feature: 'approve', roles: roles.clinical, response: artifactSchemas.artifactAnswer, problems: ['invalid-transition', 'draft-outdated', 'verification-required', 'release-invalid', 'document-incomplete', 'business-rule'], handler: approval.approveArtifact, spec: 'R3.1' }),
  route({ ...act,   path: `${artifact}:reject`, summary: 'Rejects an artifact', precondition: 'version', roles: roles.clinical, body: approval.rejection, response: artifactSchemas.artifactAnswer, problems: ['invalid-transition'], handler: approval.rejectArtifact, spec: 'R3.1' }),
  route({ ...act,   path: `${artifact}:recall`, summary: 'Recalls what was released, and tells who received it', precondition: 'version', roles: roles.clinical, body: recall.recallRequest, response: artifactSchemas.artifactAnswer, problems: ['invalid-transition'], handler: recall.recallArtifact, spec: 'R3.1' }),
  route({ ...post,  path: `${artifact}:amend`, summary: 'Begins an amendment: a draft that replaces the artifact once it is approved', precondition: 'version', roles: roles.clinical, body: amendments.amendment, response: artifactSchemas.artifactAnswer, problems: ['invalid-transition', 'business-rule'], handler: amendments.amendArtifact, spec: 'R3.1' }),
  route({ ...read,  path: `${artifact}/recall`, summary: 'Says who was told of a recall, and who must be told by hand', roles: roles.operatorsAndClinical, response: recall.recallAnswer, handler: recall.readRecall, spec: '4.1' }),
  route({ ...read,  path: `${artifact}/preview`, summary: 'Shows what a document would look like; a draft says that it is one', roles: roles.clinical, query: preview.previewQuery, gives: exports.exportMediaTypes, problems: ['business-rule', 'release-invalid', 'document-incomplete', 'render-failed'], handler: preview.previewArtifact, spec: '4.6' }),
  route({ ...post,  path: `${artifact}/exports`, summary: 'Exports a released document; asked for again, it is the same export', precondition: exportsOnce, success: 202, otherSuccess: 201, feature: 'export', roles: roles.clinical, body: exports.newExport, response: exports.exportAnswer, problems: ['invalid-transition', 'business-rule', 'document-incomplete'], handler: exports.exportArtifact, spec: 'R3.3' }),
  route({ ...read,  path: `${artifact}/exports`, summary: 'Lists the exports of an artifact', roles: roles.clinical, query: exports.exportQuery, response: exports.exportList, handler: exports.listExports, spec: '4.6' }),
  route({ ...read,  path: '/v1/exports/{exportId}', summary: 'Reads how far an export is', roles: roles.clinical, response: exports.exportAnswer, handler: exports.readExport, spec: '4.6' }),
  route({ ...read,  path: '/v1/exports/{exportId}/content', summary: 'Reads the bytes of an export, or a range of them', otherSuccess: 206, roles: roles.clinical, headers: exports.rangeHeaders, gives: exports.exportMediaTypes, problems: ['gone', 'conflict', 'business-rule', 'range-not-satisfiable'], handler: exports.readExportContent, spec: '4.6' }),
  route({ ...read,  path: '/v1/release-gates/{gateName}/queue', summary: 'Lists what waits at a release gate, oldest first', roles: roles.clinical, params: { gateName }, query: gates.queueQuery, response: gates.queueAnswer, handler: gates.listGateQueue, spec: '4.1' }),
  route({ ...act,   path: '/v1/release-gates/{gateName}/queue/{artifactId}:claim', summary: 'Claims what waits at a release gate, or holds it longer', precondition: leases, roles: roles.clinical, params: { gateName }, response: gates.queueItem, handler: gates.claimArtifact, spec: '4.1' }),
  route({ ...act,   path: '/v1/release-gates/{gateName}/queue/{artifactId}:release', summary: 'Gives a claim back', precondition: leases, roles: roles.clinical, params: { gateName }, response: gates.queueItem, handler: gates.releaseArtifactClaim, spec: '4.1' }),
  route({ ...post,  path: '/v1/consents', summary: 'Records a consent', precondition: creates, roles: roles.clinicalAndPatients, body: consents.newConsent, response: consents.consentAnswer, handler: consents.recordConsent, spec: '4.1' }),
  route({ ...read,  path: '/v1/consents', summary: 'Lists consents', roles: roles.clinicalAndPatients, query: consents.consentQuery, response: consents.consentList, handler: consents.listConsents, spec: '4.1' }),
  route({ ...read,  path: '/v1/consents/{consentId}', isTimely: true, summary: 'Reads a consent', roles: roles.clinicalAndPatients, response: consents.consentAnswer, handler: consents.readConsent, spec: '4.1' }),
  route({ ...act,   path: '/v1/consents/{consentId}:revoke', summary: 'Revokes a consent', precondition: 'version', roles: roles.clinicalAndPatients, response: consents.consentAnswer, handler: consents.revokeConsent, spec: '4.1' }),
  route({ ...post,  path: '/v1/shares', summary: 'Shares a released artifact, by a channel or a link', precondition: creates, feature: 'share', roles: roles.clinical, body: shares.newShare, response: shares.shareAnswer, problems: ['consent-required', 'invalid-transition', 'business-rule', 'document-incomplete'], handler: shares.createShare, spec: '4.1' }),
  route({ ...read,  path: '/v1/shares', summary: 'Lists shares', roles: roles.clinicalAndPatients, query: shares.shareQuery, response: shares.shareList, handler: shares.listShareRecords, spec: '4.1' }),
  route({ ...read,  path: '/v1/shares/{shareId}', isTimely: true, summary: 'Reads a share', roles: roles.clinicalAndPatients, response: shares.shareAnswer, handler: shares.readShare, spec: '4.1' }),
  route({ ...act,   path: '/v1/shares/{shareId}:revoke', summary: 'Revokes a share, and what of it has not gone out', precondition: 'version', roles: roles.clinical, response: shares.shareAnswer, handler: shares.revokeShare, spec: '4.1' }),
  route({ ...post,  path: '/v1/templates', summary: 'Opens a template', precondition: creates, roles: roles.operators, body: templates.newTemplate, response: templates.templateAnswer, handler: templates.createTemplate, spec: '4.2' }),
  route({ ...read,  path: '/v1/templates', summary: 'Lists templates', roles: roles.anyRole, query: templates.templateQuery, response: templates.templateList, handler: templates.listTemplates, spec: '4.2' }),
  route({ ...read,  path: template, summary: 'Reads a template', roles: roles.anyRole, response: templates.templateAnswer, handler: templates.readTemplate, spec: '4.2' }),
  route({ ...post,  path: `${template}/versions`, summary: 'Drafts a version of a template', precondition: creates, roles: roles.operators, body: templateVersions.newTemplateVersion, response: templateVersions.templateVersionAnswer, handler: templateVersions.createTemplateVersion, spec: '4.2' }),
  route({ ...read,  path: `${template}/versions`, summary: 'Lists the versions of a template', roles: roles.anyRole, query: templateVersions.templateVersionQuery, response: templateVersions.templateVersionList, handler: templateVersions.listTemplateVersions, spec: '4.2' }),
  route({ ...read,  path: templateVersion, summary: 'Reads a version of a template', roles: roles.anyRole, response: templateVersions.templateVersionAnswer, handler: templateVersions.readTemplateVersion, spec: '4.2' }),
  route({ ...act,   path: `${templateVersion}:publish`, summary: 'Publishes a version, which is drafted by from now on and never changes', precondition: 'version', roles: roles.operators, response: templateVersions.templateVersionAnswer, problems: ['invalid-transition', 'business-rule'], handler: templateVersions.publishTemplateVersion, spec: '4.2' }),
  route({ ...act,   path: `${templateVersion}:retire`, summary: 'Retires a version: nothing more is drafted by it', precondition: 'version', roles: roles.operators, response: templateVersions.templateVersionAnswer, problems: ['invalid-transition'], handler: templateVersions.retireTemplateVersion, spec: '4.2' }),
  route({ ...read,  path: `${template}/artifact-schemas`, summary: 'Reads what artifacts of a template must be, and how they may leave', roles: roles.anyRole, response: templateRules.artifactSchemaAnswer, handler: templateRules.readArtifactSchema, spec: '4.2' }),
  route({ ...put,   path: `${template}/artifact-schemas`, summary: 'Replaces what artifacts of a template must be', precondition: 'version', roles: roles.operators, body: templateRules.artifactSchema, response: templateRules.artifactSchemaAnswer, problems: ['business-rule'], handler: templateRules.replaceArtifactSchema, spec: '4.2' }),
  route({ ...read,  path: `${template}/validation-policy`, summary: 'Reads how artifacts of a template are judged', roles: roles.anyRole, response: templateRules.validationPolicyAnswer, handler: templateRules.readValidationPolicy, spec: '4.2' }),
  route({ ...put,   path: `${template}/validation-policy`, summary: 'Replaces how artifacts of a template are judged', precondition: 'version', roles: roles.operators, body: templateRules.validationPolicy, response: templateRules.validationPolicyAnswer, handler: templateRules.replaceValidationPolicy, spec: '4.2' }),
  route({ ...read,  path: `${template}/style`, summary: 'Reads how the tenant wants drafts of a template', roles: roles.anyRole, response: templateStyles.templateStyleAnswer, problems: ['not-found'], handler: templateStyles.readTemplateStyle, spec: '4.2' }),
  route({ ...put,   path: `${template}/style`, summary: 'Sets how the tenant wants drafts of a template: order of sections, headings, preferred names', precondition: 'version-or-new', roles: roles.operatorsAndClinical, body: templateStyles.templateStyle, response: templateStyles.templateStyleAnswer, handler: templateStyles.putTemplateStyle, spec: '4.2' }),
  route({ ...post,  path: '/v1/audio/sessions', summary: 'Starts a recording', precondition: creates, feature: 'audio', roles: roles.capture, body: audio.newAudioSession, response: audio.audioSessionAnswer, problems: ['consent-required', 'invalid-transition'], handler: audio.startAudioSession, spec: '4.2' }),
  route({ ...read,  path: '/v1/audio/sessions', summary: 'Lists recordings', roles: roles.clinical, query: audio.audioSessionQuery, response: audio.audioSessionList, handler: audio.listAudioSessionStatuses, spec: '4.2' }),
  route({ ...read,  path: audioSession, summary: 'Reads how far a recording is', roles: roles.clinical, response: audio.audioSessionAnswer, handler: audio.readAudioSessionStatus, spec: '4.2' }),
  route({ ...post,  path: `${audioSession}/chunks`, summary: 'Stores a chunk of a recording, in any order', precondition: creates, feature: 'audio', roles: roles.capture, headers: audioChunks.chunkHeaders, takes: audioChunks.chunkMediaTypes, receive: audioChunks.receiveChunk, bodyLimit: 'chunkBytes', response: audioChunks.audioChunkAnswer, problems: ['consent-required', 'invalid-transition'], handler: audioChunks.storeChunk, spec: '4.2' }),
  route({ ...read,  path: `${audioSession}/chunks`, summary: 'Lists the chunks that are here', roles: roles.capture, query: audioChunks.chunkQuery, response: audioChunks.audioChunkList, handler: audioChunks.listChunks, spec: '4.2' }),
  route({ ...act,   path: `${audioSession}:finalize`, summary: 'Ends a recording, which is then transcribed: a job', precondition: 'version', success: 202, roles: roles.capture, body: audioFinalize.finalization, response: audio.audioSessionAnswer, problems: ['consent-required', 'invalid-transition'], handler: audioFinalize.finalizeAudioSession, spec: '4.2' }),
  route({ ...act,   path: `${audioSession}:discard`, summary: 'Gives up a recording, which is then deleted', precondition: 'version', roles: roles.capture, response: audio.audioSessionAnswer, problems: ['invalid-transition', 'business-rule'], handler: audio.discardAudioSession, spec: '4.2' }),
  route({ ...post,  path: `${encounter}/transcripts`, summary: 'Stores a transcript', precondition: creates, feature: 'capture', roles: roles.capture, body: transcripts.newTranscript, maxBodyBytes: maxTranscriptBytes, bodyLimit: 'transcriptBytes', response: transcripts.transcriptAnswer, problems: ['consent-required', 'invalid-transition'], handler: transcripts.storeTranscript, spec: '4.2' }),
  route({ ...read,  path: `${encounter}/transcripts`, summary: 'Lists the transcripts of an encounter', roles: roles.clinical, query: transcripts.transcriptQuery, response: transcripts.transcriptList, handler: transcripts.listTranscripts, spec: '4.2' }),
  route({ ...act,   path: '/v1/transcripts/{transcriptId}:append', summary: 'Adds segments to a partial transcript, and finishes it', precondition: addsOnce, feature: 'capture', roles: roles.capture, body: appends.appended, maxBodyBytes: maxTranscriptBytes, bodyLimit: 'transcriptBytes', response: appends.appendAnswer, problems: ['consent-required', 'invalid-transition'], handler: appends.appendSegments, spec: 'D263' }),
  route({ ...put,   path: '/v1/transcripts/{transcriptId}/diarisation', summary: 'Says which speaker of a transcript is who', precondition: 'version-or-new', feature: 'capture', roles: roles.capture, body: diarisation.newDiarisation, response: diarisation.diarisationAnswer, problems: ['consent-required'], handler: diarisation.storeDiarisation, spec: '4.2' }),
  route({ ...read,  path: '/v1/transcripts/{transcriptId}/diarisation', summary: 'Reads who the speakers of a transcript are', roles: roles.clinical, response: diarisation.diarisationAnswer, handler: diarisation.readDiarisation, spec: '4.2' }),
  route({ ...read,  path: '/v1/jobs', summary: 'Lists jobs', roles: roles.jobs, query: jobs.jobQuery, response: jobs.jobList, handler: jobs.listJobStatuses, spec: '4.2' }),
  route({ ...read,  path: '/v1/jobs/{jobId}', summary: 'Reads how far a job is', roles: roles.jobs, response: jobs.jobAnswer, handler: jobs.readJobStatus, spec: '4.2' }),
  route({ ...act,   path: '/v1/jobs/{jobId}:cancel', summary: 'Cancels a job: at once, or at its next step', precondition: moves, roles: roles.jobs, response: jobs.jobAnswer, problems: ['invalid-transition'], handler: jobs.cancelJob, spec: '4.2' }),
  route({ ...read,  path: '/v1/health', summary: 'Says how the Hub and what it depends on are', roles: roles.anyRole, response: spokes.healthAnswer, handler: spokes.readHealth, spec: '4.2' }),
  route({ ...read,  path: '/v1/spokes/{spokeId}/readiness', summary: 'Says whether the Hub can serve a spoke', roles: roles.anyRole, params: { spokeId }, response: spokes.readinessAnswer, handler: spokes.readReadiness, spec: '4.2' }),
  route({ ...read,  path: '/v1/requests/{requestId}', summary: 'Follows a request through jobs and deliveries', roles: roles.requestReaders, response: requests.requestAnswer, handler: requests.readRequest, spec: '4.2' }),
  route({ ...act,   path: '/v1/telemetry/metrics', summary: 'Takes what a client measured', precondition: creates, feature: 'telemetry', roles: roles.anyRole, body: telemetry.newMetrics, response: telemetry.metricsTaken, handler: telemetry.storeMetrics, spec: '4.2' }),
  route({ ...read,  path: '/v1/telemetry/metrics', summary: 'Reads counts, durations, queue depths and categories of failures', roles: roles.operators, query: telemetry.metricsQuery, response: telemetry.metricsAnswer, handler: telemetry.readMetrics, spec: '4.2' }),
  route({ ...read,  path: '/v1/events', summary: 'Follows release gates, jobs, deliveries and shares: server-sent events', feature: 'events', roles: roles.eventFollowers, query: events.eventQuery, headers: events.eventHeaders, gives: ['text/event-stream'], problems: ['gone'], handler: events.followEvents, spec: '6' }),
  route({ ...read,  path: '/v1/audit/events', summary: 'Lists audit events', roles: roles.auditors, query: audit.auditQuery, response: audit.auditEventList, handler: audit.listAuditEvents, spec: '4.2' }),
  route({ ...read,  path: '/v1/audit/events/{eventId}', summary: 'Reads an audit event', roles: roles.auditors, response: audit.auditEventAnswer, handler: audit.readAuditEvent, spec: '4.2' }),
  route({ ...read,  path: '/v1/audit/checkpoints', summary: "Reads the signed heads of the audit's chain", roles: roles.auditors, response: audit.auditCheckpointAnswer, handler: audit.readAuditCheckpoint, spec: '4.2' }),
  route({ ...read,  path: '/v1/spokes/whoami', summary: 'Says who the calling spoke is to the Hub', roles: roles.anyRole, response: spokes.whoamiAnswer, handler: spokes.whoami, spec: '4.3' }),
  route({ ...read,  path: '/v1/usage/summary', summary: 'Counts what was done in a period', roles: roles.usageReaders, query: usage.usageQuery, response: usage.usageAnswer, handler: usage.readUsageSummary, spec: '4.3' }),
  route({ ...read,  path: '/v1/billing/events', summary: 'Lists billable events', roles: roles.billing, query: billing.billingQuery, response: billing.billableEventList, handler: billing.listBillingEvents, spec: '4.4' }),
  route({ ...read,  path: '/v1/billing/events/{eventId}', summary: 'Reads a billable event', roles: roles.billing, response: billing.billableEventAnswer, handler: billing.readBillingEvent, spec: '4.4' }),
  route({ ...read,  path: '/v1/billing/claim-readiness/{encounterId}', summary: 'Says whether an encounter can be claimed for, check by check', roles: roles.billing, response: readiness.claimReadinessAnswer, handler: readiness.readClaimReadiness, spec: '4.4' }),
  route({ ...read,  path: '/v1/billing/evidence/{encounterId}', summary: 'Lists what a claim rests on, by reference and hash', roles: roles.billing, response: evidence.billingEvidenceAnswer, handler: evidence.readBillingEvidence, spec: '4.4' }),
  route({ ...post,  path: '/v1/channels', summary: 'Creates a channel', precondition: creates, roles: roles.operators, body: channels.newChannel, response: channels.channelAnswer, handler: channels.createChannel, spec: '4.6' }),
  route({ ...read,  path: '/v1/channels', summary: 'Lists channels', roles: roles.operators, query: channels.channelQuery, response: channels.channelList, handler: channels.listChannels, spec: '4.6' }),
  route({ ...read,  path: '/v1/channels/{channelId}', summary: 'Reads a channel', roles: roles.operators, response: channels.channelAnswer, handler: channels.readChannel, spec: '4.6' }),
  route({ ...read,  path: '/v1/channels/{channelId}/statistics', isTimely: true, summary: 'Reads how much waits for a channel, how fast it is, and what fails', roles: roles.operators, query: statistics.statisticsQuery, response: statistics.statisticsAnswer, handler: statistics.readChannelStatistics, spec: '4.6' }),
  route({ ...put,   path: '/v1/channels/{channelId}', summary: "Replaces a channel's record", precondition: 'version', roles: roles.operators, body: channels.channelChange, response: channels.channelAnswer, handler: channels.changeChannel, spec: '4.6' }),
  route({ ...remove, path: '/v1/channels/{channelId}', summary: 'Deletes a channel for which nothing waits', precondition: 'version', roles: roles.operators, problems: ['business-rule'], handler: channels.deleteChannel, spec: '4.6' }),
  route({ ...read,  path: '/v1/channels/{channelId}/versions', summary: 'Lists the versions of a channel', roles: roles.operators, query: channelVersions.versionQuery, response: channels.channelList, handler: channelVersions.listChannelVersions, spec: '4.6' }),
  route({ ...act,   path: '/v1/channels/{channelId}:restore', summary: 'Makes an earlier version of a channel the present one', precondition: 'version', roles: roles.operators, body: channelVersions.channelRestore, response: channels.channelAnswer, handler: channelVersions.restoreChannel, spec: '4.6' }),
  route({ ...act,   path: '/v1/channels/{channelId}:dry-run', summary: 'Shows what a channel would send of an artifact, and sends nothing', precondition: showsOnly, roles: roles.operatorsAndClinical, body: dryRun.dryRunRequest, prepare: dryRun.prepareDryRun, response: dryRun.dryRunAnswer, problems: ['business-rule', 'document-incomplete', 'render-failed'], handler: dryRun.dryRunChannel, spec: '4.6' }),
  route({ ...act,   path: '/v1/channels/{channelId}:test', summary: "Tests a channel's destination: a job", precondition: creates, success: 202, roles: roles.operators, response: jobs.jobAnswer, handler: channels.testChannel, spec: '4.6' }),
  route({ ...act,   path: '/v1/channels/{channelId}:pause', summary: 'Pauses a channel: what is queued for it waits', precondition: 'version', roles: roles.operators, response: channels.channelAnswer, handler: channels.pauseChannel, spec: '4.6' }),
  route({ ...act,   path: '/v1/channels/{channelId}:resume', summary: 'Resumes a channel: what waits goes on', precondition: 'version', roles: roles.operators, response: channels.channelAnswer, handler: channels.resumeChannel, spec: '4.6' }),
  route({ ...post,  path: '/v1/mapping-tables', summary: 'Creates a mapping table from CSV', precondition: creates, roles: roles.operators, body: writtenTables.newMappingTable, response: mappingTables.mappingTableAnswer, handler: writtenTables.createMappingTable, spec: '4.6' }),
  route({ ...read,  path: '/v1/mapping-tables', summary: 'Lists mapping tables, by which channels replace codes', roles: roles.operatorsAndClinical, query: mappingTables.mappingTableQuery, response: mappingTables.mappingTableList, handler: mappingTables.listMappingTables, spec: '4.6' }),
  route({ ...read,  path: mappingTable, summary: 'Reads a mapping table without its rows', roles: roles.operatorsAndClinical, response: mappingTables.mappingTableAnswer, handler: mappingTables.readMappingTable, spec: '4.6' }),
  route({ ...read,  path: `${mappingTable}/versions`, summary: 'Lists the versions of a mapping table', roles: roles.operatorsAndClinical, query: mappingTables.mappingTableQuery, response: mappingTables.mappingTableList, handler: mappingTables.listMappingTableVersions, spec: '4.6' }),
  route({ ...read,  path: `${mappingTable}/rows`, summary: 'Lists the rows of a mapping table', roles: roles.operatorsAndClinical, query: mappingTables.mappingRowQuery, response: mappingTables.mappingRowList, handler: mappingTables.listMappingTableRows, spec: '4.6' }),
  route({ ...act,   path: `${mappingTable}:load`, summary: 'Loads CSV as the newest version of a mapping table', precondition: 'version', roles: roles.operators, body: writtenTables.mappingTableLoad, response: mappingTables.mappingTableAnswer, handler: writtenTables.loadMappingTable, spec: '4.6' }),
  route({ ...remove, path: mappingTable, summary: 'Deletes a mapping table that no channel uses', precondition: 'version', roles: roles.operators, problems: ['business-rule'], handler: mappingTables.deleteMappingTable, spec: '4.6' }),
  route({ ...read,  path: '/v1/patient-merges', summary: 'Lists merges of patients that senders have told of', roles: roles.operatorsAndClinical, query: merges.mergeQuery, response: merges.mergeList, handler: merges.listPatientMerges, spec: '4.6' }),
  route({ ...read,  path: merge, summary: 'Reads a merge of patients', roles: roles.operatorsAndClinical, response: merges.mergeAnswer, handler: merges.readPatientMerge, spec: '4.6' }),
  route({ ...act,   path: `${merge}:confirm`, summary: 'Confirms a merge of patients', precondition: moves, roles: roles.clinical, response: merges.mergeAnswer, problems: ['invalid-transition'], handler: merges.confirmPatientMerge, spec: '4.6' }),
  route({ ...act,   path: `${merge}:undo`, summary: 'Undoes a merge of patients', precondition: moves, roles: roles.clinical, response: merges.mergeAnswer, problems: ['invalid-transition'], handler: merges.undoPatientMerge, spec: '4.6' }),
  route({ ...post,  path: '/v1/senders', summary: 'Creates a sender: a system whose messages are taken in', precondition: creates, roles: roles.operators, body: senderFields.newSender, response: senderFields.senderAnswer, handler: senders.createSender, spec: '4.6' }),
  route({ ...read,  path: '/v1/senders', summary: 'Lists senders', roles: roles.operators, query: senders.senderQuery, response: senders.senderList, handler: senders.listSenders, spec: '4.6' }),
  route({ ...read,  path: sender, summary: 'Reads a sender', roles: roles.operators, response: senderFields.senderAnswer, handler: senders.readSender, spec: '4.6' }),
  route({ ...put,   path: sender, summary: "Replaces a sender's record", precondition: 'version', roles: roles.operators, body: senders.senderChange, response: senderFields.senderAnswer, handler: senders.changeSender, spec: '4.6' }),
  route({ ...act,   path: `${sender}:disable`, summary: 'Disables a sender: nothing more of it is taken in', precondition: 'version', roles: roles.operators, response: senderFields.senderAnswer, handler: senders.disableSender, spec: '4.6' }),
  route({ ...act,   path: `${sender}:rotate`, summary: 'Makes a new secret of a sender, and shows it once', precondition: 'version', roles: roles.operators, response: senderFields.senderAnswer, handler: senders.rotateSenderSecret, spec: '4.6' }),
  route({ ...read,  path: `${sender}/quality`, isTimely: true, summary: "Says what was tolerated in a sender's messages", roles: roles.operators, response: senderQuality.senderQuality, handler: senderQuality.readSenderQuality, spec: '4.6' }),
  route({ ...read,  path: `${sender}/statistics`, isTimely: true, summary: 'Reads how many messages a sender has sent, and how fast they were settled', roles: roles.operators, query: senderStatistics.senderStatisticsQuery, response: senderStatistics.senderStatistics, handler: senderStatistics.readSenderStatistics, spec: '4.6' }),
  route({ ...post,  path: '/v1/alerts', summary: 'Creates an alert', precondition: creates, roles: roles.operators, body: alerts.newAlert, response: alerts.alertAnswer, handler: alerts.createAlert, spec: '4.6' }),
  route({ ...read,  path: '/v1/alerts', summary: 'Lists alerts', roles: roles.operators, query: alerts.alertQuery, response: alerts.alertList, handler: alerts.listAlerts, spec: '4.6' }),
  route({ ...read,  path: '/v1/alerts/{alertId}', isTimely: true, summary: 'Reads an alert, and about what it fires', roles: roles.operators, response: alerts.alertAnswer, handler: alerts.readAlert, spec: '4.6' }),
  route({ ...put,   path: '/v1/alerts/{alertId}', summary: "Replaces an alert's record", precondition: 'version', roles: roles.operators, body: alerts.alertChange, response: alerts.alertAnswer, handler: alerts.changeAlert, spec: '4.6' }),
  route({ ...remove, path: '/v1/alerts/{alertId}', summary: 'Deletes an alert', precondition: 'version', roles: roles.operators, handler: alerts.deleteAlert, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries', summary: 'Dispatches a released artifact by a channel', precondition: creates, success: 202, feature: 'dispatch', roles: roles.clinical, body: deliveries.newDelivery, response: deliveries.deliveryAnswer, problems: ['consent-required', 'invalid-transition', 'business-rule', 'document-incomplete'], handler: deliveries.dispatchArtifact, spec: '4.6' }),
  route({ ...read,  path: '/v1/deliveries', summary: 'Lists deliveries', roles: roles.operatorsAndClinical, query: deliveries.deliveryQuery, response: deliveries.deliveryList, handler: deliveries.listDeliveryStatuses, spec: '4.6' }),
  route({ ...read,  path: '/v1/deliveries/{deliveryId}', summary: 'Reads a delivery with its attempts', roles: roles.operatorsAndClinical, response: deliveries.deliveryAnswer, handler: deliveries.readDeliveryStatus, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries/{deliveryId}:replay', summary: 'Sends a delivery again', precondition: moves, feature: 'dispatch', roles: roles.operatorsAndClinical, body: deliveries.replayRequest, response: deliveries.deliveryAnswer, problems: ['invalid-transition', 'business-rule'], handler: deliveries.replayDelivery, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries/{deliveryId}:cancel', summary: 'Cancels a delivery that has not arrived', precondition: moves, roles: roles.operatorsAndClinical, response: deliveries.deliveryAnswer, problems: ['invalid-transition'], handler: deliveries.cancelDelivery, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries/{deliveryId}:release', summary: 'Lets a held delivery go', precondition: moves, feature: 'dispatch', roles: roles.operatorsAndClinical, response: deliveries.deliveryAnswer, problems: ['invalid-transition', 'business-rule'], handler: deliveries.releaseDelivery, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries:replay', summary: 'Counts deliveries of a channel, and sends them again: a job', precondition: confirms, success: 202, otherSuccess: 200, feature: 'dispatch', roles: roles.operators, body: many.manyRequest, response: many.manyAnswer, problems: ['invalid-transition', 'business-rule'], handler: many.replayMany, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries:release', summary: 'Counts held deliveries of a channel, and lets them go: a job', precondition: confirms, success: 202, otherSuccess: 200, feature: 'dispatch', roles: roles.operators, body: many.manyRequest, response: many.manyAnswer, problems: ['invalid-transition', 'business-rule'], handler: many.releaseMany, spec: '4.6' }),
  route({ ...act,   path: '/v1/deliveries:cancel', summary: 'Counts deliveries of a channel, and cancels them: a job', precondition: confirms, success: 202, otherSuccess: 200, roles: roles.operators, body: many.manyRequest, response: many.manyAnswer, problems: ['invalid-transition', 'business-rule'], handler: many.cancelMany, spec: '4.6' }),
  route({ ...read,  path: '/v1/messages', summary: 'Lists messages that were sent and received, also by a control id or document id', roles: roles.operatorsAndClinical, query: messageSchemas.messageQuery, response: messageSchemas.messageList, handler: messages.listMessages, spec: '4.6' }),
  route({ ...search, path: '/v1/messages:search', summary: 'Finds messages by a control id, a document id or the number of a patient', precondition: looks, roles: roles.operatorsAndClinical, body: messageSchemas.messageSearch, response: messageSchemas.messageList, problems: ['business-rule'], handler: messages.searchMessages, spec: '4.6' }),
  route({ ...read,  path: '/v1/messages/{messageId}', isTimely: true, summary: 'Reads a message with each attempt, its content masked', roles: roles.operatorsAndClinical, query: messageSchemas.messageReadQuery, response: messageSchemas.messageAnswer, handler: messages.readMessageRecord, spec: '4.6' }),
  route({ ...read,  path: '/v1/messages/{messageId}/content', isTimely: true, summary: 'Reads the bytes of a message, or of an answer to it', roles: roles.clinical, query: messageSchemas.messageContentQuery, gives: messageSchemas.messageMediaTypes, problems: ['gone'], handler: messages.readMessageContent, spec: '4.6' }),
  route({ ...act,   path: '/v1/messages/{messageId}:run', summary: 'Runs a received message again that was held, kept apart or refused', precondition: moves, roles: roles.operatorsAndClinical, body: messageSchemas.messageRun, prepare: messageRuns.prepareRun, response: messageSchemas.messageAnswer, problems: ['gone', 'invalid-transition'], handler: messageRuns.runMessageAgain, spec: '4.6' }),
  route({ ...act,   path: '/v1/messages/{messageId}:hold', summary: 'Puts a message on legal hold: nothing of it is pruned', precondition: moves, roles: roles.operators, body: messageHolds.messageHold, response: messageSchemas.messageAnswer, problems: ['gone', 'invalid-transition'], handler: messageHolds.holdMessage, spec: '4.6' }),
  route({ ...act,   path: '/v1/messages/{messageId}:lift-hold', summary: 'Lifts the legal hold of a message', precondition: moves, roles: roles.operators, body: messageHolds.messageHoldEnd, response: messageSchemas.messageAnswer, problems: ['gone', 'invalid-transition'], handler: messageHolds.liftMessageHold, spec: '4.6' }),
]
