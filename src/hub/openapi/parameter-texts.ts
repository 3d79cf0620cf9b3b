/** Descriptions and examples of the parameters in the path, the query and an operation's own headers. */
import type { JsonValue } from '../../core/json.ts'

/** Texts by name; `place.name` comes before it, and `operationId.name` before both. */
export type ParameterTexts = Readonly<Record<string, readonly [description: string, example: JsonValue]>>

const one = '0198f2a0-0000-7000-8000-0000000000e1'
const instant = '2026-03-14T13:45:00+11:00'

const pathTexts: ParameterTexts = {
  'path.alertId': ['The identifier of the alert, a UUID.', one],
  'path.artifactId': ['The identifier of the artifact, a UUID.', '0198f2a0-0000-7000-8000-0000000000a1'],
  'path.senderId': ['The identifier of the sender, a UUID.', '0198f2a0-0000-7000-8000-0000000000c2'],
  'path.channelId': ['The identifier of the channel, a UUID.', '0198f2a0-0000-7000-8000-0000000000c1'],
  'path.consentId': ['The identifier of the consent, a UUID.', one],
  'path.messageId': [
    'The identifier of the message, a UUID; that of a sent message is its delivery.',
    '0198f2a0-0000-7000-8000-0000000000d1',
  ],
  'path.deliveryId': ['The identifier of the delivery, a UUID.', '0198f2a0-0000-7000-8000-0000000000d1'],
  'path.encounterId': ['The identifier of the encounter, a UUID.', one],
  'path.eventId': ['The identifier of the event, a UUID.', '0198f2a0-0000-7000-8000-0000000000f1'],
  'path.exportId': ['The identifier of the export, a UUID.', '0198f2a0-0000-7000-8000-0000000000f1'],
  'path.gateName': [
    'The name of the release gate: clinical_review, patient_release, second_reviewer or medico_legal_disclosure.',
    'clinical_review',
  ],
  'path.jobId': ['The identifier of the job, a UUID.', '0198f2a0-0000-7000-8000-0000000000b1'],
  'path.mappingTableId': ['The identifier of the mapping table, a UUID.', '0198f2a0-0000-7000-8000-0000000000e4'],
  'path.mergeId': ['The identifier of the merge, a UUID.', '0198f2a0-0000-7000-8000-0000000000e3'],
  'path.practitionerRoleId': [
    'The id of the PractitionerRole that the access token of the clinician names. R4 datatypes.html#id.',
    '00000000-0000-7000-8000-00000000d001',
  ],
  'path.requestId': ['The X-Request-Id of the request to follow, a UUID.', '0198f2a0-0000-7000-8000-0000000000e2'],
  'path.sessionId': ['The identifier of the recording, a UUID.', '0198f2a0-0000-7000-8000-0000000000f1'],
  'path.shareId': ['The identifier of the share, a UUID.', one],
  'path.spokeId': ['The identifier of the spoke, as named in X-Spoke-Id.', 'connect'],
  'readPlatformConfig.spokeId': ['The identifier of the spoke, or tenant for the config of all spokes.', 'connect'],
  'changePlatformConfig.spokeId': ['The identifier of the spoke, or tenant for the config of all spokes.', 'connect'],
  'path.templateId': ['The identifier of the template, a UUID.', '00000000-0000-7000-8000-0000000050a1'],
  'path.transcriptId': ['The identifier of the transcript, a UUID.', '0198f2a0-0000-7000-8000-0000000000b2'],
  'path.versionId': ['The identifier of the version of the template, a UUID.', '00000000-0000-7000-8000-0000000050b1'],
}

const pageTexts: ParameterTexts = {
  limit: ['How many items a page has at most. A platform config may make it smaller.', 50],
  cursor: [
    'The nextCursor of the page before; left out for the first page. A cursor of another list is 400.',
    'djE6bmV4dC1wYWdl',
  ],
  order: ['Whether the newest or the oldest events come first.', 'newest'],
  updatedSince: ['Only what was stored or changed at this instant or later. RFC 3339, with an offset.', instant],
}

const filterTexts: ParameterTexts = {
  actor: [
    'Only what this person or program did: the subject of the access token, or a FHIR reference such as PractitionerRole/{id}.',
    'clinician-1',
  ],
  artifactId: ['Only what is about this artifact, a UUID.', '0198f2a0-0000-7000-8000-0000000000a1'],
  artifactType: ['Only templates that make this kind of document.', 'letter'],
  channelId: ['Only deliveries of this channel, a UUID.', '0198f2a0-0000-7000-8000-0000000000c1'],
  direction: ['Only messages that were sent, or that were received.', 'received'],
  identifier: [
    'A control id (MSH-10) or a document id, as system|value or the value alone; only the whole id finds anything.',
    '5d1f0c7b9a3e4c21aa07',
  ],
  senderId: ['Only messages of this sender, a UUID.', '0198f2a0-0000-7000-8000-0000000000b1'],
  legalHold: ['true: only messages on legal hold. false: only the others.', 'true'],
  'listMessages.state': ['Only messages in this state.', 'held'],
  encounterId: ['Only what belongs to this encounter, a UUID.', one],
  'listEncounters.from': ['Only encounters that begin at this instant or later. RFC 3339, with an offset.', instant],
  'listEncounters.to': [
    'Only encounters that begin at this instant or earlier. RFC 3339, with an offset.',
    '2026-03-15T13:45:00+11:00',
  ],
  from: ['Only what happened at this instant or later. RFC 3339, with an offset.', instant],
  to: ['Only what happened at this instant or earlier. RFC 3339, with an offset.', '2026-03-15T13:45:00+11:00'],
  'listJobStatuses.kind': ['Only jobs of this kind.', 'generate'],
  'listAuditEvents.kind': ['Only events of this kind.', 'artifact.approved'],
  patientId: [
    'Only what is about this patient: the FHIR identifier of Patient/{patientId}. R4 datatypes.html#id.',
    '0198f2a0-0000-7000-8000-000000000001',
  ],
  permit: ['Only consents that permit or deny this.', 'share'],
  requestId: ['Only what the request with this X-Request-Id did, a UUID.', '0198f2a0-0000-7000-8000-0000000000e2'],
  spokeId: ['Only what was done through this spoke.', 'triage'],
  'listDeliveryStatuses.state': ['Only deliveries in this state.', 'dead'],
  'listPatientMerges.state': ['Only merges in this state.', 'open'],
  'listArtifacts.state': ['Only artifacts in this state.', 'in_review'],
  'listAudioSessionStatuses.state': ['Only recordings in this state.', 'open'],
  'listJobStatuses.state': ['Only jobs in this state.', 'failed'],
  'listConsents.status': ['Only consents with this status at this moment.', 'active'],
  'listShareRecords.status': [
    'Only shares with this status at this moment. active has those that are withheld, too: they have not ended.',
    'active',
  ],
  'listEncounters.status': ['Only encounters with this status.', 'in-progress'],
  templateId: ['Only artifacts of this template, a UUID.', '00000000-0000-7000-8000-0000000050a1'],
  verification: ['Only artifacts whose last verification ended so; none: nobody has verified them.', 'passed'],
}

const choiceTexts: ParameterTexts = {
  format: ['The form in which the document is shown; pdf if neither this nor a channel says otherwise.', 'pdf'],
  'previewArtifact.preset': [
    'The named layout of the form; default if neither this nor a channel says otherwise.',
    'default',
  ],
  'previewArtifact.channelId': [
    'Shows it as this channel would send it: in its form, to its recipient. A UUID.',
    '0198f2a0-0000-7000-8000-0000000000c1',
  ],
  attempt: ['The number of the attempt of a sent message; left out: the last one.', 1],
  part: [
    'message: what was sent or received; reply: the first answer; answer: the later one of the application.',
    'reply',
  ],
  'listMappingTableRows.version': ['The version of the table whose rows are listed; left out: the newest.', 2],
  'listMappingTableRows.system': ['Only rows whose source code is of this code system.', 'http://snomed.info/sct'],
  'listMappingTableRows.code': ['Only rows with this source code; * finds the defaults.', '195967001'],
  version: ['The version of the artifact to read; left out: the current one.', 1],
  groupBy: [
    'What the counts are told apart by: spoke, artifactType, state, or several with commas between.',
    'spoke,artifactType',
  ],
  hours: ['How many hours back the recent figures go.', 24],
  periodDays: ['How far back the counts go, in days.', 30],
  periodMinutes: ['How far back the figures go, in minutes.', 60],
  topics: [
    'What to follow: gates, jobs, deliveries, shares, access, or several with commas between. Left out: all that the role may follow; another topic is 403.',
    'jobs,deliveries',
  ],
}

const headerTexts: ParameterTexts = {
  'X-Chunk-Index': ['The position of the chunk in the recording, from 0 to 9999.', '0'],
  'Content-Digest': [
    'The SHA-256 of the bytes of the body: sha-256=:base64:. RFC 9530. Bytes that it does not fit are 400.',
    'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  ],
  Range: ['The range of bytes to read. RFC 9110 14.2. A range outside of the content is 416.', 'bytes=0-1023'],
  'If-Range': [
    'The ETag that the first bytes came with: where the content is another by now, the answer is the whole of it. RFC 9110 13.1.5.',
    '"b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"',
  ],
  'Last-Event-ID': [
    'The id of the last event that the client took; the stream goes on after it. HTML Living Standard 9.2. Older than a day is 410.',
    'djE6bGFzdC1ldmVudA',
  ],
}

export const parameterTexts: ParameterTexts = {
  ...pathTexts,
  ...pageTexts,
  ...filterTexts,
  ...choiceTexts,
  ...headerTexts,
}

/** The key of a parameter's text; undefined if it has none. */
export const findParameterKey = (operationId: string, place: string, name: string): string | undefined =>
  [`${operationId}.${name}`, `${place}.${name}`, name].find((key) => Object.hasOwn(parameterTexts, key))
