/** Descriptions of the operations on channels, deliveries, the audit and billing. */
import type { OperationTexts } from './operation-texts.ts'

export const recordOperations: OperationTexts = {
  createChannel:
    'Creates a channel: where a release goes, in which form, to whom and for what purpose. It sends what its templates release from now on. A destination that the installation does not allow is 400 and names the member.',
  listChannels: 'Lists the channels of the tenant. Secrets of destinations are left out.',
  readChannel: 'Reads one channel. Secrets of its destination are left out.',
  readChannelStatistics:
    'Reads the figures of one channel: what waits, by state; how fast attempts were acknowledged and documents arrived in the last hours; what failed, by reason; and whether its destination is spared because it cannot be reached.',
  changeChannel:
    'Replaces the record of a channel whole. Secrets of the destination that are left out stay as they are. What is queued goes to the new destination. Another form or transport is 400: create another channel.',
  deleteChannel:
    'Deletes a channel. While something waits for it, it is 409 business-rule: cancel that first, or pause the channel instead.',
  listChannelVersions: 'Lists the versions of a channel, newest first, without the secrets of their destinations.',
  restoreChannel:
    'Makes an earlier version the present one: a new version with its settings and its secrets. The channel stays active or paused as it is. A version whose destination is not allowed any more is 400.',
  dryRunChannel:
    'Shows what the channel would send of a released artifact by itself: the answer of its filter, whether a consent covers it where one is needed, and the rendered document. Clinical roles get the document, operators get it with every value masked. Nothing is sent, queued or changed; the reading is on record.',
  testChannel:
    'Queues a job that runs the acceptance checks of the destination and says what to mend. It sends no data of a patient: what a FHIR server gets is marked as a test and deleted again.',
  pauseChannel: 'Stops a channel: what is queued for it waits. Pausing it again changes nothing.',
  resumeChannel: 'Lets a paused channel send again; what waited goes on in its order.',
  dispatchArtifact:
    'Sends a released artifact by a channel to its recipient. One that is on its way, or has arrived there, is answered as it is. Without a consent that covers it, where consent is the legal basis of the channel, it is 403; an artifact that is not released is 409.',
  listDeliveryStatuses:
    'Lists deliveries by artifact, channel, state and last change, newest first. state=dead finds what needs somebody to look.',
  readDeliveryStatus: 'Reads one delivery with each of its attempts and what the receiver answered.',
  replayDelivery:
    'Sends a dead, rejected, held or cancelled delivery again; what has arrived only with force and a reason. The artifact must still be released and the consent active, else it is 409.',
  cancelDelivery:
    'Cancels a delivery that has not arrived. One that has arrived is 409 invalid-transition: recall the artifact instead.',
  releaseDelivery:
    'Sends a held delivery, once its cause is mended, with every check of a replay. One that is not held is 409 invalid-transition.',
  replayMany:
    'Finds the dead, rejected, held, cancelled or expired deliveries of a channel by state, reason and time of the last change. Without confirm, or with dryRun, it answers their count alone. With confirm equal to the count it queues a job, which replays each with every check of a single replay; another number is 409 business-rule.',
  releaseMany: 'As replayMany, for held deliveries alone.',
  cancelMany:
    'As replayMany: the job cancels each held, queued, dead or rejected delivery that the filter finds. What has arrived is not cancelled.',
  listMessages:
    'Lists messages of both directions, newest first: by a control id (MSH-10) or document id, by channel or sender, and by state. The number of a patient finds nothing here: searchMessages takes it, so that it stands in no address.',
  searchMessages:
    'Finds messages by a control id, a document id or the number of a patient, as system|value or the value alone. Only whole numbers find anything. It changes nothing and needs the scope to read.',
  readMessageRecord:
    'Reads a message: its state, each attempt, and what was sent and answered with each value masked. Segments, fields and elements stay, so one sees what is missing or in the wrong place.',
  readMessageContent:
    'Reads the bytes of a message as they went over the wire: part=message, the first answer to it (reply), or the later answer of the application (answer). The reading is on record with the patient. What was pruned is 410. The header X-Message-Exact says whether the bytes have the hash of those that went out.',
  runMessageAgain:
    'Reads the kept bytes of a received message again, by the present settings of its sender, and applies them: of a message that is held, apart or refused. An empty body leaves it to the numbers of the message whose record it is. A clinician may name the patient, or say that it is nobody who is here (isNew). The answer is the message with its new state. One that is settled for good is 409 invalid-transition. One that the record does not take stays kept apart with its reason.',
  holdMessage:
    'Puts a message on legal hold, with a reason: nothing of it is pruned until the hold is lifted. The audit records the operator and the reason. A message that is on hold already is 409 invalid-transition, one whose content is pruned 410.',
  liftMessageHold:
    'Lifts the legal hold of a message, with a reason, which the audit records. The message is pruned when its time is over. One that is not on hold is 409 invalid-transition.',
  createAlert:
    'Creates an alert: a rule, its threshold, and a target that is told by a signed request or a mail. A target that the installation does not allow is 400 and names the member.',
  listAlerts: 'Lists the alerts of the tenant. Secrets of targets are left out.',
  readAlert:
    'Reads one alert, with what it fires about and which messages its target has taken. Secrets of the target are left out.',
  changeAlert:
    'Replaces the record of an alert whole. Secrets of the target that are left out stay as they are. Where the rule changes or the alert is no longer active, what fired is forgotten, and nobody is told of an end.',
  deleteAlert: 'Deletes an alert with what it fires about. Nobody is told of an end.',
  listAuditEvents:
    'Lists audit events by kind, person, artifact, encounter, request and time. They hold identifiers and states, and no content. The reading is on record as well.',
  readAuditEvent: 'Reads one audit event.',
  readAuditCheckpoint:
    'Reads the signed heads of the chain of audit events, with the public keys. Keep them outside of the Hub: banksia audit verify finds any later change by them.',
  listBillingEvents:
    'Lists billable events by encounter, spoke and time: references to approved work, and no clinical text.',
  readBillingEvent: 'Reads one billable event.',
  readClaimReadiness:
    'Says check by check whether an encounter can be claimed for. It looks at numbers, states and consents, and never at text that nobody has reviewed.',
  readBillingEvidence:
    'Lists what a claim for an encounter rests on: verifications, approvals, documents and deliveries, by identifier and hash.',
}
