/** Properties of encounters and consents. */
import type { PropertyTexts } from '../describe.ts'

const encounterTexts: PropertyTexts = {
  practitionerRoleId: [
    'The FHIR identifier of the PractitionerRole that is responsible for the encounter. R4 datatypes.html#id.',
    '00000000-0000-7000-8000-00000000d001',
  ],
  organizationId: [
    'The FHIR identifier of the Organization that provides the service. R4 datatypes.html#id.',
    '0198f2a0-0000-7000-8000-000000000002',
  ],
  locationId: [
    'The FHIR identifier of the Location where the encounter takes place. R4 datatypes.html#id.',
    '0198f2a0-0000-7000-8000-000000000003',
  ],
  class:
    'The setting of the encounter: AMB ambulatory, VR virtual, IMP inpatient, EMER emergency, HH home health, FLD in the field. HL7 v3 ActCode.',
  'Encounter.status': 'How far the encounter is: planned, in-progress, finished or cancelled. R4 Encounter.status.',
  'NewEncounter.status': 'How far the encounter is: planned, in-progress, finished or cancelled. R4 Encounter.status.',
  'EncounterChange.status':
    'The state to move the encounter to: planned, in-progress, finished or cancelled. A move that the present state does not allow is 409.',
  period: 'When the encounter takes place.',
  'period.start': ['When the period begins. RFC 3339, with the offset of the place.', '2026-03-14T13:45:00+11:00'],
  'period.end': [
    'When the period ends; absent while the end is open. RFC 3339, with the offset of the place.',
    '2026-03-14T14:05:00+11:00',
  ],
  'Encounter.reason': 'Why the patient comes, in words. At most 1000 characters.',
  'NewEncounter.reason': 'Why the patient comes, in words. At most 1000 characters.',
  funding: 'Who pays for the encounter. It becomes an Account with its Coverage in FHIR.',
  'funding.scheme': 'Who pays: medicare, dva (Department of Veterans’ Affairs), private (a health fund), or none.',
  'funding.identifier': [
    'The number of the scheme: a Medicare card number, a DVA file number, or a membership number of the fund. A wrong check digit gives a warning and is not refused.',
    '29529364811',
  ],
  capturedAt: [
    'When a client without a connection captured it, on its own clock. RFC 3339, with an offset.',
    '2026-03-14T13:45:00+11:00',
  ],
  'Encounter.warnings':
    'Numbers of this encounter, its patient or its practitioner that look wrong. Nothing is refused for them.',
  'warnings.field': ['The path of the member that the warning is about.', 'funding.identifier'],
  'warnings.message': ['What looks wrong. It never repeats the number.', 'has a wrong check digit'],
}

const consentTexts: PropertyTexts = {
  'Consent.decision':
    'Whether the patient permits or denies what follows. What one consent denies no other consent permits.',
  'NewConsent.decision':
    'Whether the patient permits or denies what follows. What one consent denies no other consent permits.',
  permits:
    'What is permitted or denied: record (the consultation is recorded), generate (a draft is made), generate_external (a provider outside makes it), share (a document is disclosed).',
  purposes: 'For which purposes: codes of HL7 v3 PurposeOfUse. Required where permits names anything.',
  recipients:
    'Names, or FHIR references, of the recipients that the consent is limited to. With no recipient and no class it holds for all.',
  recipientClasses:
    'Classes of recipients that the consent is limited to. With none and no recipients it holds for all.',
  'Consent.artifactTypes': ['Types of artifact that the consent is limited to; empty: all types.', ['patient_summary']],
  'NewConsent.artifactTypes': [
    'Types of artifact that the consent is limited to; empty: all types.',
    ['patient_summary'],
  ],
  nationalRecord: 'What the patient says of the national health record (My Health Record).',
  'nationalRecord.decision': 'The answer of the patient: not_asked, given or withdrawn.',
  'nationalRecord.artifactId': 'The one artifact that the answer is about, a UUID; absent: all documents.',
  'Consent.period': 'From when until when the consent holds.',
  'NewConsent.period': 'From when until when the consent holds.',
  'Consent.period.start': [
    'When the consent begins to hold; absent: at once. RFC 3339, with an offset.',
    '2026-03-14T00:00:00.000Z',
  ],
  'NewConsent.period.start': [
    'When the consent begins to hold; absent: at once. RFC 3339, with an offset.',
    '2026-03-14T00:00:00.000Z',
  ],
  'Consent.period.end':
    'When the consent ends by itself; absent: it holds until it is revoked. RFC 3339, with an offset.',
  'NewConsent.period.end':
    'When the consent ends by itself; absent: it holds until it is revoked. RFC 3339, with an offset.',
  givenBy: 'Who gave the consent: the patient, a carer or a guardian.',
  'Consent.method': 'How the consent was given: in words, in writing or electronically.',
  'NewConsent.method': 'How the consent was given: in words, in writing or electronically.',
  'Consent.status': 'Whether the consent holds: active, expired (its period is over) or revoked.',
  'Consent.revokedAt': 'When the consent was revoked. RFC 3339, UTC, milliseconds.',
}

export const encounterAndConsentTexts: PropertyTexts = { ...encounterTexts, ...consentTexts }
