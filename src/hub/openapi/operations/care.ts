/** Descriptions of the operations on encounters, recordings, transcripts, consents and shares. */
import type { OperationTexts } from './operation-texts.ts'

export const careOperations: OperationTexts = {
  createEncounter:
    'Opens an encounter: everything that is recorded, drafted and released belongs to one. The FHIR Encounter is written with it, under the same identifier. Members that name nobody of the tenant are 400; wrong check digits only give warnings.',
  listEncounters:
    'Lists the encounters of the tenant, newest first, by patient, status, begin and last change. Encounters that consent denies to the caller are left out.',
  readEncounter:
    'Reads one encounter with its version, which a change needs. An encounter of another tenant, or one that is denied to the caller, is 404.',
  changeEncounter:
    'Changes the status, the period, the responsible role or the funding of an encounter, and the FHIR Encounter with it. A status that the present one does not lead to is 409 invalid-transition; members that cannot be changed are 400.',
  startAudioSession:
    'Starts a recording of a consultation or a dictation, to which chunks are then sent. Without an active consent to record it is 403 consent-required, and for a cancelled encounter 409.',
  listAudioSessionStatuses:
    'Lists recordings by encounter, state and last change, newest first: for a client that goes on after a break, or that looks for what was never finalized.',
  readAudioSessionStatus: 'Reads how far a recording is: how much of it is here, its job and its transcript.',
  storeChunk:
    'Stores one chunk of a recording, in any order. The same chunk again is harmless; other bytes under the same index are 409, and bytes that Content-Digest does not fit are 400.',
  listChunks:
    'Lists the chunks of a recording that are here, by their index, each with its digest. A client reads it after a break to learn what is still to be sent.',
  finalizeAudioSession:
    'Ends a recording and queues the job that checks its digest and has it transcribed. Chunks that are missing or too many are named in a 400. Sent again after a failure, it runs the job again.',
  discardAudioSession:
    'Gives up a recording: nobody reads it from then on, its audio is soon deleted, and its job is cancelled. A recording on legal hold is 409 business-rule.',
  storeTranscript:
    'Stores a transcript that a client or a recogniser made. It never changes afterwards, unless it is partial: then :append adds to it until it is finished. Without an active consent to record it is 403 consent-required, and for a cancelled encounter 409.',
  listTranscripts:
    'Lists the transcripts of an encounter with their segments. A quarantined one has no segments: the patient took the consent to record back.',
  appendSegments:
    'Adds segments to a partial transcript, in the order of their begin; final finishes it, and drafts that lack the end are made again. A segment that is stored already changes nothing, another one under its id is 409 conflict, and a finished transcript takes none (409 invalid-transition).',
  storeDiarisation:
    'Says whose voice each label of a transcript is, and who said single segments, or corrects it. The first is sent with If-None-Match: *. Generated drafts in review are made again from the new speakers; artifacts that were verified before must be verified again.',
  readDiarisation:
    'Reads whose voice each label of a transcript is, and how much each speaks. Where nobody has said so yet, it is 404.',
  recordConsent:
    'Records what a patient permits or denies, and writes the FHIR Consent with it. It holds from now on for recording, drafting and disclosure. Patients and carers record it for themselves alone.',
  listConsents: 'Lists consents by patient, permit and status, newest first. Patients and carers see their own.',
  readConsent: 'Reads one consent, with its status at this moment.',
  revokeConsent:
    'Ends a consent at once. What waited to be sent under it is held back, and recordings that no consent covers any more are quarantined. Revoking it again changes nothing.',
  createShare:
    'Shares a released artifact with a recipient, by a channel or by a link that a patient or carer opens with the date of birth. The address of a link is only in this answer. Without a consent that covers recipient, purpose and type it is 403, where consent is the legal basis; an artifact that is not released is 409.',
  listShareRecords: 'Lists shares by artifact, patient and status, newest first. Patients and carers see their own.',
  readShare: 'Reads one share with its status at this moment, and how often its link was opened.',
  revokeShare:
    'Ends a share: its link opens no more, and what has not gone out is cancelled. What the recipient already has stays there; a recall takes it back.',
}
