/** Properties of the audit, of usage and of billing. */
import type { PropertyTexts } from '../describe.ts'

const auditTexts: PropertyTexts = {
  'AuditEvent.id': 'The identifier of the event, a UUID.',
  'AuditEvent.kind': 'What happened, by the name of the kind of event.',
  'AuditEvent.subject': 'Who did it: the subject of the access token, a person or a program.',
  'AuditEvent.practitioner':
    'The FHIR reference that the access token named for the person: PractitionerRole, Practitioner or RelatedPerson.',
  resourceType: 'The type of the record that it happened to.',
  resourceId: 'The identifier of the record that it happened to.',
  'AuditEvent.version': 'The version of the record after it.',
  'AuditEvent.encounterId': 'The encounter that it belongs to, a UUID.',
  'AuditEvent.artifactId': 'The artifact that it belongs to, a UUID.',
  artifactSpoke: [
    'The spoke of that artifact, to which the event is counted and billed, whichever spoke it came through.',
    'triage',
  ],
  'AuditEvent.patientId': [
    'The FHIR identifier of the patient whose record it is about. R4 datatypes.html#id.',
    '0198f2a0-0000-7000-8000-000000000001',
  ],
  fromState: 'The state before it.',
  toState: 'The state after it.',
  'AuditEvent.reason': ['Why it happened, as a code.', 'clinical_error'],
  hash: [
    'The SHA-256 of the content that it is about, as 64 hexadecimal digits.',
    'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  ],
  'AuditEvent.confidence': ['The confidence of the verification, from 0 to 1.', 0.97],
  'AuditEvent.count': ['How many records it is about.', 2],
  query: ['The names of the parameters that were searched by, and none of their values.', ['patient', 'date']],
  'AuditCheckpoint.format': 'The name and version of this form of a checkpoint.',
  keys: 'The public keys by which the signatures of the heads are checked.',
  'keys.id': ['The number of the key, which a head names.', 1],
  publicKey: [
    'The public key as SubjectPublicKeyInfo in base64. RFC 5280 4.1.2.7.',
    'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  ],
  heads: 'Where the chain of the tenant stands. Keep it where nobody who can write to the database can write.',
  head: [
    'The head of the chain as the text that was signed.',
    'banksia-audit-1|00000000-0000-7000-8000-000000000001|12|4096|1|4100|7|7|3400|ab12|cd34|2026-03-14T02:45:00.000Z|1',
  ],
  'heads.key': ['The number of the key that signed it.', 1],
  signature: ['The signature of the head, in base64.', 'c2lnbmF0dXJlLW9mLWFuLWV4YW1wbGUtYW5kLW9mLW5vdGhpbmctZWxzZQ=='],
}

const usageTexts: PropertyTexts = {
  periodDays: 'How far back the counts go, in days.',
  'UsageSummary.spokeId': ['The spoke that is counted; absent: all spokes.', 'triage'],
  usage: 'What was done in the period.',
  encountersCreated: 'How many encounters were opened.',
  artifactsGenerated: 'How many artifacts were drafted.',
  verificationRuns: 'How many verifications ran.',
  artifactsApproved: 'How many artifacts were approved.',
  exportsCreated: 'How many exports were made.',
  sharesDispatched: 'How many shares went out.',
  breakdown: 'The same counts by the members that groupBy names.',
  'breakdown.spokeId': 'The spoke that this row counts.',
  'breakdown.artifactType': ['The kind of document that this row counts.', 'note'],
  'breakdown.state': ['The state of artifacts that this row counts.', 'approved'],
}

const billingTexts: PropertyTexts = {
  'BillableEvent.id': 'The identifier of the event, a UUID; it is that of the audit event.',
  'BillableEvent.kind': 'What happened, as the audit names it.',
  'BillableEvent.type':
    'What it means for an invoice: a service is billed once, an amendment is not billed again, a reversal takes a service back.',
  'BillableEvent.spokeId': ['The spoke of the artifact, to which the event is billed.', 'triage'],
  serviceEventId: 'The event of the service that an amendment or a reversal is about, a UUID.',
  'BillableEvent.evidenceHash': 'The SHA-256 of the content that was approved, as 64 hexadecimal digits.',
  scheme: 'Who pays for the encounter: medicare, dva, private or none.',
  'ClaimReadiness.ready': 'Whether every check passed.',
  'ClaimReadiness.checks': 'What a claim needs, check by check.',
  'ClaimReadiness.checks.ready': 'Whether the claim may go ahead as far as this check says.',
  'checks.code': 'The name of the check. The names never change.',
  'ClaimReadiness.checks.reason': 'Why it failed: missing (there is nothing to look at) or invalid.',
  artifacts: 'The artifacts of the encounter. One that is not released has its state and nothing else.',
  'artifacts.state': 'Where the artifact is on its way from review to release.',
  'artifacts.version': 'The current version of the record that holds the artifact.',
  'artifacts.verification': 'The verification by which it was approved.',
  eventId: 'The audit event that has it on record, a UUID.',
  'verification.outcome': 'What the verification found.',
  'artifacts.verification.policyVersion': 'The version of the validation policy that it was judged by.',
  approvals: 'The approvals, the first one first.',
  renderings: 'The forms in which the document was rendered, by hash.',
  'renderings.format': 'The form of the document.',
  'artifacts.deliveries': 'Where the document was delivered.',
  'artifacts.deliveries.format': ['The form in which it was delivered.', 'hl7v2'],
  'artifacts.deliveries.state': 'How far the delivery is.',
}

export const recordTexts: PropertyTexts = { ...auditTexts, ...usageTexts, ...billingTexts }
