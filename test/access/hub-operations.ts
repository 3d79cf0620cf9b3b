/**
 * Who may call an operation of `/v1`, written sentence by sentence from docs/design/hub.md#access and the interface specification
 * (4.1 to 4.6, 6), and not from the route table: the two are compared. A GET needs the scope to read, and so does a search; anything else the one to write.
 */
import { everyone } from './callers.ts'

type Sentence = {
  readonly says: string
  /** Letters of roles. */
  readonly roles: string
  readonly operations: readonly string[]
}

const [clinical, capture] = ['cs', 'csy']

// biome-ignore format: one row a line
export const hubSentences: readonly Sentence[] = [
  { says: 'operators configure the platform', roles: 'o', operations: ['GET /v1/platform/config/{spokeId}', 'PUT /v1/platform/config/{spokeId}', 'PUT /v1/platform/appearance', 'GET /v1/telemetry/metrics'] },
  { says: 'whoever makes or sends documents sees how they look', roles: 'ocs', operations: ['GET /v1/platform/appearance'] },
  { says: 'clinicians keep their own signature', roles: clinical, operations: ['GET /v1/platform/signatures/{practitionerRoleId}', 'PUT /v1/platform/signatures/{practitionerRoleId}'] },
  { says: 'clinicians and unattended clients capture', roles: capture, operations: ['POST /v1/encounters', 'PATCH /v1/encounters/{encounterId}', 'POST /v1/encounters/{encounterId}/transcripts', 'POST /v1/transcripts/{transcriptId}:append', 'PUT /v1/transcripts/{transcriptId}/diarisation', 'POST /v1/audio/sessions', 'POST /v1/audio/sessions/{sessionId}/chunks', 'GET /v1/audio/sessions/{sessionId}/chunks', 'POST /v1/audio/sessions/{sessionId}:finalize', 'POST /v1/audio/sessions/{sessionId}:discard'] },
  { says: 'they draft and verify', roles: capture, operations: ['POST /v1/encounters/{encounterId}/artifacts:generate', 'POST /v1/artifacts/{artifactId}:verify'] },
  { says: 'clinicians alone read what was captured and drafted', roles: clinical, operations: ['GET /v1/encounters', 'GET /v1/encounters/{encounterId}', 'GET /v1/encounters/{encounterId}/artifacts', 'GET /v1/encounters/{encounterId}/transcripts', 'GET /v1/transcripts/{transcriptId}/diarisation', 'GET /v1/audio/sessions', 'GET /v1/audio/sessions/{sessionId}', 'GET /v1/artifacts/{artifactId}', 'GET /v1/artifacts/{artifactId}/preview', 'GET /v1/release-gates/{gateName}/queue'] },
  { says: 'clinicians alone write, judge and release', roles: clinical, operations: ['POST /v1/encounters/{encounterId}/artifacts', 'PATCH /v1/artifacts/{artifactId}', 'POST /v1/artifacts/{artifactId}:approve', 'POST /v1/artifacts/{artifactId}:reject', 'POST /v1/artifacts/{artifactId}:recall', 'POST /v1/artifacts/{artifactId}:amend', 'POST /v1/artifacts/{artifactId}:revise', 'POST /v1/release-gates/{gateName}/queue/{artifactId}:claim', 'POST /v1/release-gates/{gateName}/queue/{artifactId}:release'] },
  { says: 'clinicians alone let it leave', roles: clinical, operations: ['POST /v1/artifacts/{artifactId}/exports', 'GET /v1/artifacts/{artifactId}/exports', 'GET /v1/exports/{exportId}', 'GET /v1/exports/{exportId}/content', 'POST /v1/shares', 'POST /v1/shares/{shareId}:revoke', 'POST /v1/deliveries'] },
  { says: 'operators look after what has left, without its content', roles: 'ocs', operations: ['POST /v1/channels/{channelId}:dry-run', 'GET /v1/artifacts/{artifactId}/recall', 'GET /v1/deliveries', 'GET /v1/deliveries/{deliveryId}', 'POST /v1/deliveries/{deliveryId}:replay', 'POST /v1/deliveries/{deliveryId}:cancel', 'POST /v1/deliveries/{deliveryId}:release'] },
  { says: 'operators alone act on many deliveries at once', roles: 'o', operations: ['POST /v1/deliveries:replay', 'POST /v1/deliveries:release', 'POST /v1/deliveries:cancel'] },
  { says: 'they see what messages look like, with each value masked', roles: 'ocs', operations: ['GET /v1/messages', 'POST /v1/messages:search', 'GET /v1/messages/{messageId}'] },
  { says: 'operators run messages again; whose record it is, a clinician decides', roles: 'ocs', operations: ['POST /v1/messages/{messageId}:run'] },
  { says: 'clinicians alone read what messages say', roles: clinical, operations: ['GET /v1/messages/{messageId}/content'] },
  { says: 'patients and carers have their own consents', roles: 'cspr', operations: ['POST /v1/consents', 'GET /v1/consents', 'GET /v1/consents/{consentId}', 'POST /v1/consents/{consentId}:revoke'] },
  { says: 'patients and carers read their own shares', roles: 'cspr', operations: ['GET /v1/shares', 'GET /v1/shares/{shareId}'] },
  { says: 'operators keep templates, and all may read them', roles: 'o', operations: ['POST /v1/templates', 'POST /v1/templates/{templateId}/versions', 'POST /v1/templates/{templateId}/versions/{versionId}:publish', 'POST /v1/templates/{templateId}/versions/{versionId}:retire', 'PUT /v1/templates/{templateId}/artifact-schemas', 'PUT /v1/templates/{templateId}/validation-policy'] },
  { says: 'templates are no secret', roles: everyone, operations: ['GET /v1/templates', 'GET /v1/templates/{templateId}', 'GET /v1/templates/{templateId}/versions', 'GET /v1/templates/{templateId}/versions/{versionId}', 'GET /v1/templates/{templateId}/artifact-schemas', 'GET /v1/templates/{templateId}/validation-policy', 'GET /v1/templates/{templateId}/style'] },
  { says: 'whoever writes documents says how the practice wants them', roles: 'ocs', operations: ['PUT /v1/templates/{templateId}/style'] },
  { says: 'operators keep channels', roles: 'o', operations: ['POST /v1/channels', 'GET /v1/channels', 'GET /v1/channels/{channelId}', 'GET /v1/channels/{channelId}/versions', 'POST /v1/channels/{channelId}:restore', 'GET /v1/channels/{channelId}/statistics', 'PUT /v1/channels/{channelId}', 'DELETE /v1/channels/{channelId}', 'POST /v1/channels/{channelId}:test', 'POST /v1/channels/{channelId}:pause', 'POST /v1/channels/{channelId}:resume'] },
  { says: 'operators keep senders, and see how clean their messages are', roles: 'o', operations: ['POST /v1/senders', 'GET /v1/senders', 'GET /v1/senders/{senderId}', 'PUT /v1/senders/{senderId}', 'POST /v1/senders/{senderId}:disable', 'POST /v1/senders/{senderId}:rotate', 'GET /v1/senders/{senderId}/quality', 'GET /v1/senders/{senderId}/statistics'] },
  { says: 'operators put messages on legal hold', roles: 'o', operations: ['POST /v1/messages/{messageId}:hold', 'POST /v1/messages/{messageId}:lift-hold'] },
  { says: 'operators keep mapping tables', roles: 'o', operations: ['POST /v1/mapping-tables', 'POST /v1/mapping-tables/{mappingTableId}:load', 'DELETE /v1/mapping-tables/{mappingTableId}'] },
  { says: 'whoever makes or sends documents sees which codes are replaced', roles: 'ocs', operations: ['GET /v1/mapping-tables', 'GET /v1/mapping-tables/{mappingTableId}', 'GET /v1/mapping-tables/{mappingTableId}/versions', 'GET /v1/mapping-tables/{mappingTableId}/rows'] },
  { says: 'clinicians alone decide on merges of patients', roles: clinical, operations: ['POST /v1/patient-merges/{mergeId}:confirm', 'POST /v1/patient-merges/{mergeId}:undo'] },
  { says: 'operators see which merges wait', roles: 'ocs', operations: ['GET /v1/patient-merges', 'GET /v1/patient-merges/{mergeId}'] },
  { says: 'operators keep alerts', roles: 'o', operations: ['POST /v1/alerts', 'GET /v1/alerts', 'GET /v1/alerts/{alertId}', 'PUT /v1/alerts/{alertId}', 'DELETE /v1/alerts/{alertId}'] },
  { says: 'who starts jobs follows them', roles: 'ocsy', operations: ['GET /v1/jobs', 'GET /v1/jobs/{jobId}', 'POST /v1/jobs/{jobId}:cancel'] },
  { says: 'every spoke knows who it is, and whether the Hub works', roles: everyone, operations: ['GET /v1/health', 'GET /v1/spokes/{spokeId}/readiness', 'GET /v1/spokes/whoami', 'POST /v1/telemetry/metrics'] },
  { says: 'who sends requests for others follows them, and who looks after those clients', roles: 'csyoa', operations: ['GET /v1/requests/{requestId}', 'GET /v1/events'] },
  { says: 'auditors alone read the audit', roles: 'a', operations: ['GET /v1/audit/events', 'GET /v1/audit/events/{eventId}', 'GET /v1/audit/checkpoints'] },
  { says: 'usage is counted for who pays, runs and audits', roles: 'oba', operations: ['GET /v1/usage/summary'] },
  { says: 'billing alone bills', roles: 'b', operations: ['GET /v1/billing/events', 'GET /v1/billing/events/{eventId}', 'GET /v1/billing/claim-readiness/{encounterId}', 'GET /v1/billing/evidence/{encounterId}'] },
]
