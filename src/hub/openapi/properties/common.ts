/** Properties that mean the same in many schemas. */
import type { PropertyTexts } from '../describe.ts'

/** Records whose id a client may choose, because it made them offline. */
const chosen = [
  'NewAlert',
  'Amendment',
  'NewArtifact',
  'NewAudioSession',
  'NewChannel',
  'NewConsent',
  'NewEncounter',
  'NewShare',
  'NewTemplate',
  'NewTemplateVersion',
  'NewTranscript',
].map((schema) => [
  `${schema}.id`,
  'The identifier of the new record, a UUID. RFC 9562. A client that was offline chooses it, UUIDv7 preferred; where it is left out, the Hub makes it.',
])

export const commonTexts: PropertyTexts = {
  ...Object.fromEntries(chosen),
  id: 'The identifier of the record, a UUID. RFC 9562.',
  version:
    'The version of the record: a whole number that each change raises by one. The ETag of the answer is W/"version", which a change sends back as If-Match. RFC 9110 8.8.3.',
  createdAt: 'When the Hub stored the record for the first time. RFC 3339, UTC, milliseconds.',
  updatedAt: 'When the record was last changed. RFC 3339, UTC, milliseconds.',
  items: 'The records of this page, in the order of the list: newest first, unless the operation says otherwise.',
  nextCursor: [
    'What the next request gives as cursor to get the next page; null on the last page. Its content is sealed and has no meaning for a client.',
    'djE6bmV4dC1wYWdl',
  ],
  encounterId: 'The encounter that the record belongs to, a UUID. The FHIR Encounter has the same identifier.',
  patientId: [
    "The FHIR identifier of the patient: of Patient/{patientId}, in the caller's tenant. R4 datatypes.html#id.",
    '0198f2a0-0000-7000-8000-000000000001',
  ],
  artifactId: 'The artifact that the record is about, a UUID.',
  artifactType: [
    'The kind of document in small letters, as the template names it; consents and artifact schemas refer to it by this name.',
    'note',
  ],
  templateId: 'The template that the artifact is made from, a UUID.',
  templateVersionId:
    'The version of the template that the artifact is made from, a UUID. A request that leaves it out gets the current version of the template.',
  transcriptIds:
    'The transcripts that the draft may draw on and is judged against, as UUIDs. All of them belong to the same encounter.',
  spoke: ['The spoke that the record was made through, as named in X-Spoke-Id.', 'triage'],
  spokeId: ['The identifier of the spoke, as named in X-Spoke-Id.', 'triage'],
  requestId: 'The X-Request-Id of the request that caused this, a UUID. GET /v1/requests/{requestId} follows it.',
  roles: ['The roles of the caller at that time, as the access token gave them.', ['clinician']],
  issuer: ['The identity provider that signed the access token (iss). RFC 7519 4.1.1.', 'https://login.example.org'],
  client: ['The client program that sent the request, as the access token names it.', 'triage-app'],
  practitionerRole: [
    'The FHIR reference of the PractitionerRole that the clinician acted in, from the access token.',
    'PractitionerRole/00000000-0000-7000-8000-00000000d001',
  ],
  practitioner: [
    'The FHIR reference of the Practitioner whose role it was at that time. It is absent in records of before it was kept.',
    'Practitioner/00000000-0000-7000-8000-00000000d002',
  ],
  by: ['Who did it: the subject of the access token.', 'clinician-1'],
  at: 'When it happened. RFC 3339, UTC, milliseconds.',
  bytes: ['How long it is, in bytes.', 41250],
  sha256: [
    'The SHA-256 of its bytes, as 64 hexadecimal digits. FIPS 180-4.',
    'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  ],
  language: 'The language that is spoken, as a BCP 47 tag.',
  purposeOfUse:
    'The purpose for which the recipient may use the document: a code of HL7 v3 PurposeOfUse, TREAT for treatment.',
  legalBasis:
    'On which ground the document is disclosed: own_organisation, consent (an active consent must cover recipient, purpose and artifact type) or statute.',
  'recipient.name': [
    'The name of the recipient, as a consent and the letter name them. At most 200 characters.',
    'Harbour Hospital',
  ],
  'recipient.class':
    'What the recipient is: an organisation, a practitioner, the patient, a carer, the national record, or a legal body. A consent may be limited to some of these classes.',
  'recipient.reference': [
    'The FHIR reference, Type/id, of the recipient, where the tenant has them on record.',
    'Organization/0198f2a0-0000-7000-8000-000000000002',
  ],
}

export const problemTexts: PropertyTexts = {
  'Problem.type': 'The kind of problem, as the address of its page. RFC 7807 3.1. Clients decide by this member.',
  'Problem.title': 'The kind of problem in a few words; it is always the same for one type.',
  'Problem.status': 'The HTTP status code of the answer. RFC 9110 15.',
  'Problem.detail': 'What is wrong in this case and what to do next. It never holds a value of a patient.',
  'Problem.requestId': 'The X-Request-Id of the request, for support and for GET /v1/requests/{requestId}.',
  'Problem.errors': 'Each field that was refused; empty where the problem is not about one field.',
  'errors.field': 'The path of the member, parameter or header that was refused, such as sections[0].key.',
  'errors.message': 'What is wrong with the field. It never repeats the value.',
}
