/** Properties of verifications, release gates, recalls and drafting. */
import type { PropertyTexts } from '../describe.ts'

const verificationTexts: PropertyTexts = {
  attestations: 'What the calling clinician vouches for, finding by finding. It becomes evidence of the note.',
  'VerificationRequest.attestations.statementId': [
    'The statement that the clinician vouches for. Required where no rule is named.',
    'plan-1',
  ],
  'VerificationRequest.attestations.rule': [
    'The rule of the finding in the last verification; absent: the statement as a whole.',
    'number-mismatch',
  ],
  'VerificationRequest.attestations.section': ['The key of the section that the finding is about.', 'subjective'],
  'VerificationRequest.attestations.reasonCode':
    'Why the clinician vouches for it. Findings about an allergy take reasons of their own; docs/lifecycle.md lists them.',
  'VerificationRequest.attestations.allergen': [
    "The allergen's name. Required for a finding about an allergy, and refused for any other.",
    'penicillin',
  ],
  outcome: 'What the verification found: passed, failed (see findings), or not_run (see reason).',
  'verification.reason': [
    'Why it was not run: verifier_off, feature_disabled, verifier_timeout, verifier_failed, evidence_missing, policy_unusable, second_reading_unavailable or second_reading_invalid.',
    'verifier_timeout',
  ],
  'Verification.reason': [
    'Why it was not run: verifier_off, feature_disabled, verifier_timeout, verifier_failed, evidence_missing, policy_unusable, second_reading_unavailable or second_reading_invalid.',
    'verifier_timeout',
  ],
  findings: 'What the verification found wrong, each with its rule and its statement.',
  'Finding.rule': 'The name of the rule that found it.',
  'Finding.statementId': 'The statement that the finding is about; absent where it is about the note.',
  'Finding.section': 'The key of the section that the finding is about.',
  'Finding.message': 'What is wrong, as a fixed text. It never repeats words of the note.',
  'Finding.attested': 'Whether a clinician has vouched for it. An attested finding does not fail the verification.',
  confidence: ['How sure the verifier is of the note as a whole, from 0 to 1.', 0.97],
  'RevisionRequest.instruction': [
    'What is to change in the note. It is sent to the model and not stored.',
    'Put the red flags first.',
  ],
  'Revision.difference': 'What differs from the version before.',
  'difference.added': 'New statements, and those that take the place of others.',
  'difference.removed': 'Statements that were left out or replaced.',
  'added.section': ['The key of the section of the statement.', 'subjective'],
  'added.statementId': ['The statement of the new version.', 'v3-1'],
  'added.text': ['The sentence as it stands in the new version.', 'Sore throat for 4 days.'],
  'removed.section': ['The key of the section of the statement.', 'subjective'],
  'removed.statementId': ['The statement of the version before.', 'subjective-1'],
  'removed.text': ['The sentence as it stood in the version before.', 'Throat sore, 4 days.'],
  secondReading: 'Whether an outside model has read each statement a second time. Absent if none is configured.',
  'secondReading.outcome':
    'read; not_consented if no consent of the patient permits generate_external; feature_disabled while external_drafter is off. In the last two cases nothing was sent.',
  'secondReading.by': ['The model that is asked.', 'http:reader'],
  coverage: ['The share of statements that their evidence supports, from 0 to 1.', 0.95],
  policyVersion: 'The version of the validation policy that it was judged by.',
  'verification.policyVersion': ['The version of the validation policy that it was judged by.', '1'],
  schemaVersion: ['The version of the artifact schema that it was judged by.', 1],
  verifiedAt: 'When it was verified. RFC 3339, UTC, milliseconds.',
  verifiedBy: ['The subject of the access token that had it verified.', 'clinician-1'],
  'Verification.artifactId': 'The artifact that was verified, a UUID.',
  'Verification.version':
    'The version of the artifact after the verification. Send it as If-Match of the approval: W/"version".',
}

const gateTexts: PropertyTexts = {
  'Queue.items': 'What waits at the gate, the oldest first.',
  counts: 'How many wait at the gate, on all pages together.',
  'counts.total': 'How many artifacts wait.',
  byVerification: 'How many of them by the outcome of their last verification.',
  'byVerification.passed': 'How many artifacts have a verification without open findings.',
  'byVerification.failed': 'How many artifacts have findings that nobody has vouched for.',
  'byVerification.not_run': 'How many artifacts could not be verified.',
  'byVerification.none': 'How many nobody has verified in their present version.',
  oldestAgeMs: 'How long the oldest has waited, in milliseconds; null where nothing waits.',
  'QueueItem.artifactId': 'The artifact that waits, a UUID.',
  'QueueItem.version': 'The current version of the artifact, which an approval names in If-Match.',
  'QueueItem.state': 'Always in_review: what is decided leaves the queue.',
  'QueueItem.gate': 'The release gate at which it waits.',
  'QueueItem.spokeId': 'The spoke that the artifact was made through.',
  'QueueItem.verification': 'The outcome of its last verification; none: nobody has verified this version.',
  'QueueItem.findings': 'How many findings the last verification has.',
  firstApprovalBy: ['The subject of the clinician who gave the first of two approvals.', 'clinician-2'],
  waitingSince: 'Since when it waits. RFC 3339, UTC, milliseconds.',
  'QueueItem.ageMs': 'How long it has waited, in milliseconds.',
  claim: 'Who works on it and until when. While somebody holds it, others get 409 conflict.',
  'claim.by': 'The subject of the clinician who holds it.',
  until: 'When the claim ends by itself. RFC 3339, UTC, milliseconds.',
}

const recallTexts: PropertyTexts = {
  'Recall.artifactId': 'The artifact that was recalled, a UUID.',
  recalledAt: 'When it was recalled. RFC 3339, UTC, milliseconds.',
  acknowledged: 'The destinations that have taken the recall.',
  waiting: 'The destinations to which the recall is still on its way.',
  byHand: 'The destinations that the Hub cannot tell: somebody must call or write.',
  'Recall.shares': 'The shares of the document. Whoever opened a link must be told by hand.',
  'Recall.shares.shareId': 'The share, a UUID.',
  'Recall.shares.status': 'Whether the share has ended: revoked, or still active.',
  'Recall.shares.deliveryId': 'The delivery that the share went out by, a UUID.',
  'Recall.exports': 'The exports of the document. Nobody knows who took a copy; they must be told by hand.',
  exportId: 'The export, a UUID.',
  'exports.format': 'The form in which it was exported.',
  'Told.channelId': 'The channel of the destination, a UUID.',
  'Told.channel': 'The name of the channel.',
  'Told.format': 'The form in which the document was delivered.',
  'Told.delivery': 'The delivery that brought the document, a UUID.',
  'Told.recall': 'The state of the delivery that brings the recall; none where none could be sent.',
  'Told.fileName': [
    'The name of the file, where the destination is a folder.',
    '0198f2a0-0000-7000-8000-0000000000d2.pdf',
  ],
}

const draftingTexts: PropertyTexts = {
  'Generation.transcriptIds': [
    'The transcripts to draft from, of this encounter; absent: all of the encounter.',
    ['0198f2a0-0000-7000-8000-0000000000b2'],
  ],
  'Generation.evidence':
    "What the draft may use beside transcripts: facts of the patient's record, and recordings whose transcripts it waits for.",
  'Generation.evidence.reference': [
    "A fact of the patient's record, as the FHIR reference Type/id.",
    'AllergyIntolerance/0198f2a0-0000-7000-8000-000000000004',
  ],
  'Generation.evidence.audioSessionId': 'A recording of this encounter, a UUID. The job waits for its transcript.',
  'Generation.templateId': 'The template to draft by, a UUID.',
}

export const reviewTexts: PropertyTexts = { ...verificationTexts, ...gateTexts, ...recallTexts, ...draftingTexts }
