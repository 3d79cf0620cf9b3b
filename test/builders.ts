/** Example records for tests: made-up people, with identifiers that pass their check digits. */
import type { Bundle, Encounter, Organization, Patient, Practitioner, PractitionerRole } from '@medplum/fhirtypes'
import type { Claim, ClaimKind, Note, Section, Statement } from '../src/core/clinical-note.ts'
import { buildDocument } from '../src/documents/document.ts'
import { buildRecall } from '../src/documents/recall.ts'
import type { DocumentRecipient } from '../src/documents/recipient.ts'
import type { ReleasedResource, ReleaseInput } from '../src/documents/release-input.ts'
import { buildReleaseResources } from '../src/documents/release-resources.ts'
import type { ExportInput } from '../src/exports/export-input.ts'

export const exampleDocumentId = '0198f2a0-0000-7000-8000-0000000000d1'
export const exampleApprovedAt = '2026-03-14T03:20:00.000Z'
const exampleRecalledAt = '2026-03-16T00:05:00.000Z'

const exampleUuid = (number: number): string => `0198f2a0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

const nationalIdentifier = (name: 'ihi' | 'hpii' | 'hpio', value: string) => ({
  type: {
    coding: [
      name === 'hpio'
        ? { system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'NOI' }
        : { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: name === 'ihi' ? 'NI' : 'NPI' },
    ],
  },
  system: `http://ns.electronichealth.net.au/id/hi/${name}/1.0`,
  value,
})

export const examplePatient: Patient = {
  resourceType: 'Patient',
  id: exampleUuid(1),
  identifier: [
    nationalIdentifier('ihi', '8003608166690503'),
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MC' }] },
      system: 'http://ns.electronichealth.net.au/id/medicare-number',
      value: '29529364811',
    },
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      system: 'http://ns.electronichealth.net.au/id/hpio-scoped/medicalrecord/1.0/8003628233352432',
      value: 'KG-0417',
      assigner: { display: 'Karri Grove Family Practice' },
    },
  ],
  name: [{ use: 'official', family: 'Quillinan', given: ['Maeve', 'Rose'], prefix: ['Ms'] }],
  gender: 'female',
  birthDate: '1984-09-02',
  telecom: [{ system: 'phone', value: '0491 570 156', use: 'mobile' }],
  address: [
    { use: 'home', line: ['7 Boobook Lane'], city: 'Margaret River', state: 'WA', postalCode: '6285', country: 'AU' },
  ],
}

const exampleOrganization: Organization = {
  resourceType: 'Organization',
  id: exampleUuid(2),
  identifier: [nationalIdentifier('hpio', '8003628233352432')],
  name: 'Karri Grove Family Practice',
  telecom: [{ system: 'phone', value: '08 7010 0100', use: 'work' }],
  address: [{ line: ['12 Karri Street'], city: 'Margaret River', state: 'WA', postalCode: '6285', country: 'AU' }],
}

const examplePractitioner: Practitioner = {
  resourceType: 'Practitioner',
  id: exampleUuid(3),
  identifier: [nationalIdentifier('hpii', '8003619900015717')],
  name: [{ family: 'Adeyemi', given: ['Tobias'], prefix: ['Dr'] }],
}

const examplePractitionerRole: PractitionerRole = {
  resourceType: 'PractitionerRole',
  id: exampleUuid(4),
  identifier: [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'UPIN' }] },
      system: 'http://ns.electronichealth.net.au/id/medicare-provider-number',
      value: '2458671W',
    },
  ],
  practitioner: { reference: `Practitioner/${exampleUuid(3)}` },
  organization: { reference: `Organization/${exampleUuid(2)}` },
  code: [
    {
      coding: [{ system: 'http://www.abs.gov.au/ausstats/abs@.nsf/mf/1220.0', code: '253111' }],
      text: 'General practitioner',
    },
  ],
}

const exampleEncounter: Encounter = {
  resourceType: 'Encounter',
  id: exampleUuid(5),
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
  subject: { reference: `Patient/${exampleUuid(1)}` },
  participant: [{ individual: { reference: `PractitionerRole/${exampleUuid(4)}` } }],
  period: { start: '2026-03-14T02:45:00.000Z', end: '2026-03-14T03:05:00.000Z' },
  serviceProvider: { reference: `Organization/${exampleUuid(2)}` },
}

const exampleTranscriptId = exampleUuid(6)

/** A claim that is present, certain, current and the patient's own, unless told otherwise. */
export const exampleClaim = (kind: ClaimKind, display: string, more: Partial<Claim> = {}): Claim => ({
  kind,
  concept: display.toLowerCase(),
  display,
  polarity: 'present',
  certainty: 'certain',
  person: 'patient',
  time: 'current',
  ...more,
})

export const exampleStatement = (id: string, text: string, claims: readonly Claim[] = []): Statement => ({
  id,
  text,
  claims,
  evidence: [
    {
      kind: 'segment',
      transcriptId: exampleTranscriptId,
      segmentId: `segment-${id}`,
      start: 0,
      end: 10,
      role: 'statement',
    },
  ],
  confidence: 0.9,
})

const soapSections = {
  subjective: { title: 'Subjective', code: '61150-9' },
  objective: { title: 'Objective', code: '61149-1' },
  assessment: { title: 'Assessment', code: '51848-0' },
  plan: { title: 'Plan', code: '18776-5' },
} as const

export const exampleSection = (key: keyof typeof soapSections, statements: readonly Statement[]): Section => ({
  key,
  ...soapSections[key],
  statements,
})

export const exampleNote: Note = {
  title: 'Consultation note',
  sections: [
    exampleSection('subjective', [
      exampleStatement('s1', 'Sore throat for 4 days, worse on swallowing.', [
        exampleClaim('complaint', 'Sore throat', { code: '162397003', duration: '4 days' }),
      ]),
      exampleStatement('s2', 'No difficulty breathing.', [
        exampleClaim('symptom', 'Difficulty breathing', { polarity: 'absent' }),
      ]),
      exampleStatement('s3', 'Asthma since childhood.', [exampleClaim('history', 'Asthma', { code: '195967001' })]),
      exampleStatement('s4', 'Takes paracetamol 500 mg four times a day.', [
        exampleClaim('medication', 'Paracetamol', { value: 500, unit: 'mg', frequency: 'four times a day' }),
      ]),
      exampleStatement('s5', 'Mother: type 2 diabetes.', [
        exampleClaim('family', 'Type 2 diabetes', { person: 'relative', code: '44054006' }),
      ]),
    ]),
    exampleSection('objective', [
      exampleStatement('o1', 'Temperature 38.2 °C.', [
        exampleClaim('vital', 'Temperature', { value: 38.2, unit: '°C' }),
      ]),
      exampleStatement('o2', 'Heart rate 92 per minute.', [
        exampleClaim('vital', 'Heart rate', { value: 92, unit: 'per minute' }),
      ]),
      exampleStatement('o3', 'Blood pressure 124/78 mmHg.', [
        exampleClaim('vital', 'Systolic blood pressure', { value: 124, unit: 'mmHg' }),
        exampleClaim('vital', 'Diastolic blood pressure', { value: 78, unit: 'mmHg' }),
      ]),
      exampleStatement('o4', 'Tonsils enlarged with exudate.', [exampleClaim('finding', 'Tonsillar exudate')]),
    ]),
    exampleSection('assessment', [
      exampleStatement('a1', 'Probable bacterial tonsillitis.', [
        exampleClaim('impression', 'Bacterial tonsillitis', { certainty: 'uncertain' }),
      ]),
    ]),
    exampleSection('plan', [
      exampleStatement('p1', 'Fluids and rest; throat swab sent.', [exampleClaim('plan', 'Throat swab')]),
      exampleStatement('p2', 'Come back at once if unable to swallow fluids.', [
        exampleClaim('safety-net', 'Unable to swallow fluids'),
      ]),
    ]),
  ],
  openQuestions: [],
}

/** Delimiters of every format, control words, controls, right-to-left script, an override, characters beyond the fonts and the BMP. */
export const hostileTexts = [
  '</li></text><script>alert("x")</script> & &amp; &#x41; ]]> <!-- -->',
  '{\\rtf1 \\par \\bin9999 }}} \\u65? {\\*\\',
  'a|b^c~d\\e&f \\F\\ MSH|^~\\& OBX|1|FT',
  'tab\there, bell\u0007, escape\u001b[31m, unit\u001f, C1\u0085\u009b, \ufeff\uffff end',
  'line one\r\nline two\u2028line three',
  '\u202etxet desrever\u202c and \u2067isolated\u2069',
  'שלום עולם, مرحبا',
  '王小明 \u{1F600} \u{1FA7A} \u{20089} e\u0301 ﬁ ½ µg “quoted” – dash',
  'W'.repeat(300),
] as const

export const hostileNote: Note = {
  title: 'Note <of> {a} \\day & more',
  sections: [
    exampleSection(
      'subjective',
      hostileTexts.map((text, index) => exampleStatement(`h${index}`, text)),
    ),
    exampleSection('plan', []),
  ],
  openQuestions: ['Never part of the document?'],
}

/** Deterministic: the same fact, the same UUID. */
function exampleIds(): (fact: string) => string {
  const facts: string[] = []
  return (fact) => {
    if (!facts.includes(fact)) facts.push(fact)
    return exampleUuid(0x100 + facts.indexOf(fact))
  }
}

export const exampleReleaseInput = (note: Note = exampleNote): ReleaseInput => ({
  artifact: {
    id: exampleUuid(7),
    documentId: exampleDocumentId,
    version: 1,
    typeCode: '11488-4',
    typeDisplay: 'Consult note',
    title: note.title,
    note,
    createdAt: '2026-03-14T03:06:00.000Z',
    approvedAt: exampleApprovedAt,
  },
  encounter: exampleEncounter,
  patient: examplePatient,
  practitioner: examplePractitioner,
  practitionerRole: examplePractitionerRole,
  organization: exampleOrganization,
  author: `PractitionerRole/${exampleUuid(4)}`,
  approver: `PractitionerRole/${exampleUuid(4)}`,
  verification: {
    outcome: 'passed',
    policyVersion: '2026-01-01',
    contentHash: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    softwareVersion: '0.1.0',
  },
  transcriptIds: [exampleTranscriptId],
  ids: exampleIds(),
})

export const exampleRelease = (note: Note = exampleNote): readonly ReleasedResource[] =>
  buildReleaseResources(exampleReleaseInput(note))

export const exampleRecall = (note: Note = exampleNote): readonly ReleasedResource[] => {
  const input = exampleReleaseInput(note)
  return buildRecall({
    artifactId: input.artifact.id,
    released: buildReleaseResources(input),
    supportedElsewhere: new Set(),
    recalledAt: exampleRecalledAt,
    recalledBy: input.approver,
    reasonCode: 'clinical_error',
    ids: input.ids,
  })
}

export const exampleContext = [
  examplePatient,
  exampleEncounter,
  examplePractitionerRole,
  examplePractitioner,
  exampleOrganization,
] as const

export const exampleDocument = (note: Note = exampleNote): Bundle =>
  buildDocument({
    documentId: exampleDocumentId,
    at: exampleApprovedAt,
    released: exampleRelease(note),
    context: exampleContext,
  })

/** A specialist at a hospital; every number is made up and has a right check digit. */
export const exampleRecipient: DocumentRecipient = {
  name: 'Dr Anh Nguyen',
  person: { prefix: 'Dr', given: 'Anh', family: 'Nguyen' },
  organisation: 'Harbour Hospital',
  providerNumber: '2122661L',
  hpii: '8003610000021101',
  hpio: '8003626566692846',
  address: { line: ['1 Harbour Street'], city: 'Fremantle', state: 'WA', postalCode: '6160', country: 'AU' },
  phone: '08 7010 0200',
  fax: '08 7010 0201',
  email: 'letters@harbour.example',
  application: 'HARBOUR-EMR',
}

export const exampleExport = (note: Note = exampleNote): ExportInput => ({
  bundle: exampleDocument(note),
  timeZone: 'Australia/Perth',
  at: exampleApprovedAt,
  documentId: exampleDocumentId,
  status: 'original',
})

const exampleAmendmentId = '0198f2a0-0000-7000-8000-0000000000d2'

/** The second edition of the example, which replaces it. */
export const exampleAmendedExport = (): ExportInput => {
  const input = exampleReleaseInput()
  const artifact = { ...input.artifact, documentId: exampleAmendmentId, replaces: [exampleDocumentId] }
  const released = buildReleaseResources({ ...input, artifact })
  const about = { documentId: exampleAmendmentId, at: exampleApprovedAt }
  return { ...exampleExport(), ...about, bundle: buildDocument({ ...about, released, context: exampleContext }) }
}

export const exampleRecalledExport = (note: Note = exampleNote): ExportInput => ({
  ...exampleExport(note),
  bundle: buildDocument({
    documentId: exampleDocumentId,
    at: exampleRecalledAt,
    released: exampleRecall(note),
    context: exampleContext,
  }),
  at: exampleRecalledAt,
  status: 'recalled',
})
