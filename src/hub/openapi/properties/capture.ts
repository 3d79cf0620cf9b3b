/** Properties of recordings, transcripts and jobs. */
import type { PropertyTexts } from '../describe.ts'

const audioTexts: PropertyTexts = {
  'AudioSession.kind': 'What is recorded: a consultation, or the dictation of a clinician.',
  'NewAudioSession.kind': 'What is recorded: a consultation, or the dictation of a clinician.',
  'AudioSession.mediaType': 'The media type of the whole recording. RFC 6838.',
  'NewAudioSession.mediaType': 'The media type of the whole recording, all chunks joined. RFC 6838.',
  'AudioSession.state':
    'How far the recording is: open takes chunks, finalizing is being checked, transcribed has a transcript; quarantined: the consent was taken back.',
  'AudioSession.reason': ['Why it is in this state, as a code.', 'consent-revoked'],
  'AudioSession.chunkCount': 'How many chunks are here.',
  'AudioSession.bytes': 'How long the recording is so far, in bytes.',
  'AudioSession.digest': 'The SHA-256 of the whole recording, as :finalize gave it: sha-256=:base64:. RFC 9530.',
  'AudioSession.jobId': 'The job that checks and transcribes it, a UUID.',
  'AudioSession.transcriptId': 'The transcript that was recognised from it, a UUID.',
  legalHold: 'Whether it is kept beyond its usual time, for a legal reason.',
  index: 'The position of the chunk in the recording, from 0.',
  'AudioChunk.bytes': 'How long the chunk is, in bytes.',
  'AudioChunk.digest': 'The SHA-256 of the chunk: sha-256=:base64:. RFC 9530.',
  'AudioFinalization.chunkCount':
    'How many chunks the whole recording has. What is missing, or too much, is named in the refusal.',
  'AudioFinalization.digest': 'The SHA-256 of all chunks joined in their order: sha-256=:base64:. RFC 9530.',
}

const transcriptTexts: PropertyTexts = {
  audioSessionId: 'The recording that the transcript was recognised from, a UUID.',
  'NewTranscript.partial': [
    'Whether the talk goes on: then :append adds segments until it is finished, and no draft of it is approved before.',
    false,
  ],
  'Transcript.partial': ['Whether the talk goes on; absent once it is finished.', true],
  'AppendedSegments.segments': 'What was said since. A segment that is stored already changes nothing.',
  final: 'Whether the talk is over. Nothing can be added afterwards.',
  'AppendedSegment.id': [
    'The name of the segment within the transcript. The same name with another content is refused.',
    's2',
  ],
  'AppendedSegment.text': 'The words that were said. At most 20,000 characters.',
  'AppendedSegment.confidence': ['How sure the recogniser is of the words, from 0 to 1.', 0.93],
  'TranscriptProgress.id': 'The identifier of the transcript, a UUID.',
  'TranscriptProgress.partial': 'Whether the talk goes on.',
  'TranscriptProgress.appended': 'How many segments of this request were not there before.',
  'TranscriptProgress.segments': 'How many segments the transcript has now.',
  'NewTranscript.segments': 'What was said, one utterance after the other. At most 20,000.',
  'Transcript.segments': 'What was said, one utterance after the other; empty where the transcript is quarantined.',
  'segments.id': ['The name of the segment within the transcript; evidence refers to it.', 's1'],
  'NewSegment.id': [
    'The name of the segment within the transcript, used once; absent: s and its position, from 0.',
    's1',
  ],
  speaker: ['The label of the voice. The diarisation says whose it is.', 'clinician'],
  startMs: ['When the utterance begins, in milliseconds from the start of the recording.', 0],
  endMs: ['When the utterance ends, in milliseconds from the start of the recording.', 2000],
  text: ['The words that were said.', 'Any fever?'],
  'NewSegment.text': 'The words that were said. At most 20,000 characters.',
  uncertain: 'Whether the transcriber was unsure of the words.',
  'NewSegment.confidence': ['How sure the recogniser is of the words, from 0 to 1.', 0.93],
  'segments.confidence': ['How sure the recogniser is of the words, from 0 to 1.', 0.93],
  quarantinedAt:
    'Since when nobody reads it, because the consent to record was taken back. RFC 3339, UTC, milliseconds.',
  expiredAt:
    'Since when what was said is taken away, because it was quarantined for as long as the policy says. RFC 3339, UTC, milliseconds.',
  deletedAt: 'Since when no earlier version holds it either. RFC 3339, UTC, milliseconds.',
  speakers: 'Whose voice each label of the transcript is.',
  'speakers.label': ['The label of the voice, as the segments of the transcript have it.', 'S1'],
  'speakers.role': 'Who it is: the clinician, the patient or somebody else.',
  'speakers.confidence': ['How sure it is that the voice is theirs, from 0 to 1.', 0.98],
  'Diarisation.id': 'The identifier of the transcript whose speakers these are, a UUID.',
  'Diarisation.counts': 'When each voice speaks and how much: counts and times, and no words.',
  'counts.segments': 'How many segments the transcript has.',
  'counts.uncertainSegments': 'How many segments the transcriber was unsure of.',
  'counts.speakers': 'How many voices speak.',
  'counts.durationMs': 'When the last segment ends, in milliseconds from the start of the recording.',
  bySpeaker: 'The same for each voice, in the order in which they are first heard.',
  'bySpeaker.label': 'The label of the voice, as the segments have it.',
  'bySpeaker.segments': 'How many segments are of this voice.',
  'bySpeaker.uncertainSegments': 'How many of them the transcriber was unsure of.',
  firstAtMs: 'When the voice is first heard, in milliseconds from the start of the recording.',
  lastAtMs: 'When the voice is last heard, in milliseconds from the start of the recording.',
  spokenMs: 'How long the voice speaks in all, in milliseconds.',
}

const jobTexts: PropertyTexts = {
  'Job.kind':
    'What the job does: generate a draft, transcribe a recording, build an export, test a channel, or act on many deliveries.',
  'Job.state': 'How far the job is: queued, running, succeeded, failed (see reason) or cancelled.',
  'Job.reason': ['Why the job failed or waits, as a code.', 'dependency-unavailable'],
  targetId: 'The recording, the export or the channel that the job works on, a UUID; absent where it drafts.',
  'Job.artifactId': 'The artifact that the job made or works for, a UUID.',
  audioSessionIds: 'The recordings whose transcripts the job waits for, as UUIDs.',
  'Job.evidence': [
    "The facts of the patient's record that the draft may use, as FHIR references.",
    ['AllergyIntolerance/0198f2a0-0000-7000-8000-000000000004'],
  ],
  'Job.attempts': 'How many times the job was begun.',
  result: 'What the test of a channel found. Jobs of other kinds have none.',
  isPassed: 'Whether no check failed.',
  'result.checks': 'Each check of the destination, in the order in which they ran.',
  'checks.check': ['The name of the check.', 'connection'],
  'checks.class': 'The class of the failure, as deliveries have it in `reasonClass`.',
  'checks.cause': ['What a failure of this class means.', 'The destination does not accept our credentials.'],
  'checks.remedy': [
    'What to do about a failure of this class.',
    'Renew the credentials in the destination of the channel.',
  ],
  'checks.outcome': 'How the check ended: passed, failed, or skipped because an earlier one failed.',
  'checks.advice': ['What to mend where it failed.', 'Open the port of the receiver for this host.'],
  progress: 'How far an operation on many deliveries is. Jobs of other kinds have none.',
  wanted: ['How many deliveries were confirmed.', 12],
  done: ['To how many it is done.', 11],
  refused: ['How many a check has refused, by the problem.', { 'business-rule': 1 }],
  cancelRequestedAt: 'When somebody asked to cancel it; it ends at its next step. RFC 3339, UTC, milliseconds.',
}

export const captureTexts: PropertyTexts = { ...audioTexts, ...transcriptTexts, ...jobTexts }
