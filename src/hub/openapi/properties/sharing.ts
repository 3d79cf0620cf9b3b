/** Properties of channels, deliveries, shares and exports. */
import { deliveryStates } from '../../../store/transitions.ts'
import type { PropertyTexts } from '../describe.ts'

const instant = '2026-03-14T13:45:00+11:00'

const channelTexts: PropertyTexts = {
  'Channel.name': 'The name of the channel, for operators. At most 100 characters.',
  'NewChannel.name': 'The name of the channel, for operators. At most 100 characters.',
  'ChannelChange.name': 'The name of the channel, for operators. At most 100 characters.',
  templateIds:
    'The templates whose artifacts the channel sends by itself when they are released; empty: it sends only what is dispatched.',
  recipient: 'Who gets the document.',
  filter: [
    'Which released artifacts of its templates the channel sends; every member that is there has to hold. Absent: all of them. docs/channels.md has the rules.',
    { artifactTypes: ['discharge_summary'] },
  ],
  'filter.artifactTypes': ['Types of artifacts that it lets through.', ['discharge_summary']],
  'filter.spokes': ['Spokes whose artifacts it lets through.', ['hospital_hub']],
  'filter.recipientClasses': 'Classes of recipients, as the template of the artifact names them.',
  'filter.organizationIds': [
    'Organizations whose documents it lets through: the ids of those that keep the document (Composition.custodian).',
    ['0198f2a0-0000-7000-8000-0000000000f1'],
  ],
  'filter.expression': [
    'FHIRPath on the document Bundle: true lets the document through. Where it fails, or its result is not one boolean, the delivery is held.',
    "Bundle.entry[0].resource.ofType(Composition).type.coding.where(code = '18842-5').exists()",
  ],
  'recipient.kind': 'The class of the recipient, which a consent may be limited to.',
  format:
    'The form of the document: bundle (FHIR R4 document), hl7v2 (HL7 v2 message), cda (CDA R2), pdf, rtf, html or text. An mllp channel takes hl7v2, a fhir channel bundle.',
  preset: [
    'The named layout of the form. A name that the form does not have is refused, with those that it has.',
    'default',
  ],
  transport:
    'How it is sent: fhir (a FHIR transaction over HTTPS), mllp (HL7 v2 over TCP), https (a signed POST of any form), sftp (into a folder of an SFTP server) or file (into a folder).',
  destination: [
    'Where it is sent, by transport: baseUrl and auth for fhir, host and port for mllp, url and signature for https, host, hostKeys, username and directory for sftp, directory for file. Secrets are never answered again. docs/channels.md has the members.',
    { host: 'hl7.harbour.example', port: 2575 },
  ],
  retry: 'How often a delivery is tried again, and how long it waits in between.',
  'retry.attempts': 'How many times a delivery is tried before it is dead.',
  baseMs: ['The wait before the second attempt, in milliseconds. Each further wait is longer.', 500],
  'retry.maxMs': ['The longest wait between two attempts, in milliseconds.', 300000],
  'ChannelRestore.version': 'The version whose settings the channel is to have again.',
  'DryRunRequest.artifactId': 'The released artifact to try, a UUID.',
  'DryRun.channelVersion': 'The version of the channel that was tried.',
  'DryRun.artifactId': 'The artifact, a UUID.',
  'DryRun.filter': 'The answer of the filter of the channel.',
  'filter.outcome': 'Whether the filter lets it through (sent), leaves it out (left-out), or has no answer (failed).',
  'filter.by': ['The member of the filter that leaves it out.', 'artifactTypes'],
  'DryRun.isConsented': 'Whether the legal basis of the channel holds: where it is consent, one covers this document.',
  'DryRun.format': 'The form of the document.',
  'DryRun.mediaType': 'The media type of the document. RFC 6838.',
  'DryRun.bytes': 'How long the document is, in bytes.',
  'DryRun.sha256': 'The SHA-256 of the document, as 64 hexadecimal digits.',
  'DryRun.content': ['The document in base64. Only clinical roles get it.', 'TVNIfF5+XCZ8'],
  'DryRun.masked': ['The document with every value masked. Other roles get it instead.', 'MSH|^~\\&|***|***'],
  'Channel.status': 'Whether the channel sends (active) or keeps what is queued (paused).',
  'ChannelChange.status': 'Whether the channel sends (active) or keeps what is queued (paused).',
}

const statisticsTexts: PropertyTexts = {
  'ChannelStatistics.transport': 'How the channel sends: fhir, mllp or file.',
  states: 'The deliveries of the channel by their state, each counted up to 100,000.',
  ...Object.fromEntries(
    deliveryStates.map((state) => [`states.${state}`, `How many deliveries are ${state}, counted up to 100,000.`]),
  ),
  oldestQueuedAt:
    'When the oldest delivery that is queued was released; absent if none is. RFC 3339, UTC, milliseconds.',
  breaker: 'Whether any process spares the destination because it cannot be reached (open).',
  'breaker.state': 'open: the destination cannot be reached, and one delivery at a time tries it; closed: it is used.',
  'breaker.since': ['Since when it is spared. RFC 3339, UTC, milliseconds.', '2026-03-14T03:18:00.000Z'],
  recent: 'Figures of the deliveries that have changed in the last hours, or of the latest 1,000 of them.',
  'recent.from': 'Since when the changes count: later than asked for, if only the latest 1,000 count.',
  'recent.deliveries': 'How many deliveries the figures are about, at most 1,000.',
  'recent.bytes': 'How long the documents of their last attempts are together, in bytes.',
  'recent.acknowledgement': 'The time from the begin of an attempt to its acknowledgement.',
  'recent.arrival': 'The time from the release of a document to its first arrival.',
  'acknowledgement.p50Ms': ['The median, in milliseconds.', 41],
  'acknowledgement.p95Ms': ['The time within which 95 of 100 attempts were acknowledged, in milliseconds.', 180],
  'arrival.p50Ms': ['The median, in milliseconds.', 95],
  'arrival.p95Ms': ['The time within which 95 of 100 documents arrived, in milliseconds.', 420],
  'acknowledgement.count': 'How many attempts were acknowledged.',
  'arrival.count': 'How many documents have arrived.',
  'recent.errors': 'Why attempts failed and deliveries are held, the most frequent reason first.',
  'errors.reason': ['The reason, as a code of docs/reference/delivery-reasons.md.', 'timeout'],
  'errors.class': ['The class of the reason: docs/reference/delivery-reasons.md says what to do.', 'unreachable'],
  'errors.count': ['How many attempts and held deliveries have this reason.', 3],
}

const manyTexts: PropertyTexts = {
  'ManyDeliveries.channelId': 'The channel whose deliveries are meant, a UUID.',
  'ManyDeliveries.state': [
    'Only deliveries in this state; left out: in every state that the operation is open from. Another state is 409.',
    'dead',
  ],
  'ManyDeliveries.reason': 'Only deliveries with this reason, as a code of docs/reference/delivery-reasons.md.',
  'ManyDeliveries.from': ['Only what was last changed at this instant or later. RFC 3339, with an offset.', instant],
  'ManyDeliveries.to': ['Only what was last changed at this instant or earlier. RFC 3339, with an offset.', instant],
  dryRun: ['Whether to count only: true changes nothing, also with confirm.', true],
  confirm: 'How many deliveries are meant: the count of the answer before. Left out, the answer is the count alone.',
  operation: 'What is done to each delivery: replay, cancel or release.',
  'ManyDeliveriesAnswer.count': 'How many deliveries the filter finds, counted up to 100,000.',
  'ManyDeliveriesAnswer.jobId': 'The job that does it, a UUID; absent where it was only counted.',
}

const acknowledgement =
  'What the receiver answered: the MSA-1 code of HL7 v2 (AA, AE, AR, CA, CE, CR) or the status of the FHIR transaction or of the answer by HTTP.'
const controlId =
  'The identifier under which the message was sent: MSH-10 of HL7 v2. The acknowledgement repeats it as MSA-2.'

const deliveryTexts: PropertyTexts = {
  'NewDelivery.artifactId': 'The released artifact to send, a UUID.',
  channelId: 'The channel, a UUID.',
  'NewDelivery.channelId': 'The channel to send by, a UUID.',
  'NewDelivery.recipient': 'Who gets it: the recipient of the channel. Anybody else is refused.',
  'Delivery.documentId': 'The identity of the document that is delivered, a UUID. It is the same at every attempt.',
  'Delivery.kind': 'Whether it brings a document (original) or takes one back (recall).',
  'Delivery.format': 'The form in which the document is sent.',
  'Delivery.state':
    'How far the delivery is, from queued to accepted; dead, rejected, held, expired and cancelled ones need somebody to look. docs/channels.md explains each.',
  'Delivery.reason': [
    'Why it waits, is held, was refused or was given up, as a code. docs/channels.md explains them.',
    'timeout',
  ],
  reasonClass: ['The class of the reason, which says what to do: docs/reference/delivery-reasons.md.', 'unreachable'],
  position: [
    'Its place in its lane, from 1: those before it go first. Absent if it does not wait, or if a thousand others are before it.',
    1,
  ],
  dueAt: 'When it is tried next, or was last due. RFC 3339, UTC, milliseconds.',
  'Delivery.bytes': 'How long the rendered document is, in bytes.',
  acknowledgement: [acknowledgement, 'AA'],
  controlId: [controlId, '0198F2A0000070008000'],
  fileName: [
    'The name of the file that was written, where the transport is file or sftp.',
    '0198f2a0-0000-7000-8000-0000000000d2.pdf',
  ],
  'Delivery.shareId': 'The share that the delivery belongs to, a UUID; absent where the channel sent it by itself.',
  arrivedAt: 'When the receiver took it. RFC 3339, UTC, milliseconds.',
  answerDueAt:
    "Until when the answer of the receiver's application is awaited, after the receiver has committed. RFC 3339, UTC, milliseconds.",
  'Delivery.requestId': 'The X-Request-Id of the request that caused the delivery, a UUID.',
  attemptList: 'Each attempt, the first one first. Only the answer for one delivery has it.',
  'attemptList.number': ['The number of the attempt, from 1.', 1],
  startedAt: 'When the attempt began. RFC 3339, UTC, milliseconds.',
  finishedAt: 'When the attempt ended; absent while it runs. RFC 3339, UTC, milliseconds.',
  'attemptList.outcome': ['How the attempt ended: the state that it left the delivery in.', 'accepted'],
  'attemptList.answer': [
    "What the receiver's application answered later: the MSA-1 code of HL7 v2 (AA, AE, AR), or accepted or refused where it renames the file.",
    'AA',
  ],
  answeredAt: "When that answer of the receiver's application came. RFC 3339, UTC, milliseconds.",
  'attemptList.reason': ['Why the attempt failed, as a code.', 'timeout'],
  force: 'Sends again what has already arrived. It wants a reason, and counts as no other share.',
  'ReplayRequest.reason':
    'Why it is sent again: receiver_lost_it, receiver_asked, wrongly_acknowledged or other. Required with force.',
}

const shareTexts: PropertyTexts = {
  'NewShare.artifactId': 'The released artifact to share, a UUID.',
  'NewShare.channelId': 'The channel to send by, a UUID. Give it or link, and not both.',
  'Share.channelId': 'The channel that the share goes out by, a UUID; absent for a link.',
  expiresAt: ['When the share ends by itself. RFC 3339, with an offset.', '2026-03-21T02:45:00.000Z'],
  'NewShare.link':
    'true makes a link that the recipient opens with the date of birth. Give it or channelId, and not both.',
  'Share.link': [
    'The address that the recipient opens. Only the answer to the request that made the share has it, and never again.',
    'https://hub.example/s#0198f2a0-0000-7000-8000-0000000000b1.Zm9yLWV4YW1wbGUtb25seQ',
  ],
  'Share.kind': 'How the document goes out: by a channel or by a link.',
  'shares.kind': 'How the document went out: by a channel or by a link.',
  'shares.class': 'The class of the recipient of the share.',
  deliveryId: 'The delivery, a UUID.',
  'Share.deliveryId': 'The delivery that brings the document, a UUID; absent for a link.',
  'Share.status':
    'Whether the share is open: active, expired, revoked, or withheld (no consent covers it at present, so nothing goes out).',
  'Share.reason': 'Why nothing goes out under the share: consent_required, because no active consent covers it.',
  sharedBy: ['The subject of the clinician who shared it.', 'clinician-1'],
  'Share.revokedAt': 'When the share was ended. RFC 3339, UTC, milliseconds.',
  revocation: 'What ended the share: its own revocation (revoked), or the recall of the document (recalled).',
  redemptions: ['How many times the link was opened.', 1],
  redeemedAt: 'When the link was last opened. RFC 3339, UTC, milliseconds.',
}

const exportTexts: PropertyTexts = {
  'Export.artifactId': 'The artifact that is exported, a UUID.',
  'NewExport.format':
    'The form of the export: bundle (FHIR R4 document), hl7v2 (HL7 v2 message), cda (CDA R2), pdf, rtf, html or text.',
  'Export.format': 'The form of the export: bundle, hl7v2, cda, pdf, rtf, html or text.',
  'Export.state': 'How far the export is: building, built (its content can be read) or failed (see reason).',
  'Export.reason': [
    'Why the export failed, as a code: document-incomplete, bad-preset and render-failed are about the document and its form.',
    'document-incomplete',
  ],
  'Export.jobId': 'The job that builds it, a UUID.',
  'Export.mediaType': 'The media type of the content. RFC 6838.',
  'Export.bytes': 'How long the content is, in bytes.',
  'Export.sha256': 'The SHA-256 of the content, as 64 hexadecimal digits; the ETag of the content is the same value.',
}

export const sharingTexts: PropertyTexts = {
  ...channelTexts,
  ...statisticsTexts,
  ...manyTexts,
  ...deliveryTexts,
  ...shareTexts,
  ...exportTexts,
}
