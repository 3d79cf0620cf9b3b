/** Properties of artifacts: their content, their evidence and their way to release. */
import type { PropertyTexts } from '../describe.ts'

const noteTexts: PropertyTexts = {
  note: 'The note: what the document says, in sections, with the evidence for each statement.',
  'ArtifactEdit.note': 'The whole note as GET answers it, with other statements. Send it instead of sections.',
  'note.title': ['The title of the document.', 'Consultation note'],
  sections: 'The sections, in the order of the template.',
  'ArtifactEdit.sections': 'All sections with their statements, instead of note. What is left out is deleted.',
  'NewArtifact.sections': 'The sections with their statements. Each key is one of the template version.',
  'sections.key': ['The key of the section in the template version.', 'subjective'],
  'Section.key': 'The key of the section in the template version.',
  'sections.title': ['The heading of the section.', 'Subjective'],
  'Section.title': 'The heading of the section.',
  'sections.code': ['The LOINC code of the section.', '61150-9'],
  'Section.code': 'The LOINC code of the section.',
  statements: 'The statements of the section, in the order in which they are read.',
  'statements.id': ['The name of the statement within the note, for findings and attestations.', 'one'],
  'Statement.id': 'The name of the statement within the note, for findings and attestations.',
  'statements.text': ['One sentence, as it stands in the document.', 'Sore throat for 4 days.'],
  'Statement.text': 'One sentence, as it stands in the document.',
  'statements.claims': 'What the sentence says, as facts. FHIR resources are built from them at the release.',
  'Statement.claims': 'What the sentence says, as facts. FHIR resources are built from them at the release.',
  'statements.evidence': 'What the sentence rests on: what was said, the record, or the word of a clinician.',
  'Statement.evidence': 'What the sentence rests on: what was said, the record, or the word of a clinician.',
  'statements.confidence': ['How sure the drafter is of the statement, from 0 to 1.', 1],
  'Statement.confidence': 'How sure the drafter is of the statement, from 0 to 1.',
  parts: [
    'The facts of a sentence that states several; each part is verified by its own evidence. Leave it out for one fact, and when you change the text.',
    [
      { text: 'No fever.', claims: [0], evidence: [0] },
      { text: 'No cough.', claims: [1], evidence: [0] },
    ],
  ],
  'parts.text': ['The sentence that this fact would be alone.', 'No fever.'],
  'parts.claims': ['The positions, from 0, of its claims in the statement.', [0]],
  'parts.evidence': ['The positions, from 0, of its evidence in the statement.', [0]],
  openQuestions: [
    'What was asked and not clearly answered, or left out for want of support. It is for the reviewer and no part of the document.',
    ['Is the cough worse at night?'],
  ],
  'note.attestations': 'What clinicians have vouched for of a section or of the note as a whole.',
}

const claimTexts: PropertyTexts = {
  'claims.kind': ['What sort of fact it is, such as a complaint, a procedure or a follow-up.', 'complaint'],
  'claims.concept': ['The key of the concept, or its words in normal form.', 'sore throat'],
  'claims.display': ['The words of the concept as a reader sees them.', 'Sore throat'],
  'claims.code': ['The SNOMED CT code of the concept; absent where none is certain.', '162397003'],
  'claims.polarity': 'Whether the fact is present, or absent as in "no fever".',
  'claims.certainty': 'Whether it is stated as certain or as uncertain.',
  'claims.person': 'Whom the fact is about: the patient or a relative.',
  'claims.time': 'Whether the fact is current or past.',
  'claims.side': 'The side of the body: left, right or both.',
  'claims.value': ['The number that was measured or prescribed, in the unit of the claim.', 37.2],
  'claims.unit': ['The unit of the value, in the words of the note.', 'mg'],
  'claims.frequency': ['How often, in the words of the note.', 'twice daily'],
  'claims.duration': ['For how long, in the words of the note.', '4 days'],
  'claims.dose': ['The dose instruction as the record has it.', '500 mg twice a day'],
  'claims.when': [
    'When a procedure or an immunisation took place, or a follow-up is due, in the words of the note.',
    'in 2019',
  ],
  'claims.change': 'What this consultation changes about a medicine, or what the patient says to have stopped.',
  'claims.reason': ['Why a medicine changes, in the words of the note.', 'upset the stomach'],
}

const kindOfEvidence =
  'Where the evidence comes from: segment (a transcript), resource (a FHIR resource of the patient) or attestation (a clinician vouches for it).'

/** The same members in a schema of their own and inside another. */
const evidenceMembers: PropertyTexts = {
  kind: kindOfEvidence,
  transcriptId: 'The transcript in which it was said, a UUID.',
  segmentId: ['The segment of the transcript.', 's1'],
  start: ['Where the words begin in the text of the segment: an offset in UTF-16 code units, from 0.', 0],
  end: ['Where the words end in the text of the segment: an offset in UTF-16 code units, exclusive.', 39],
  role: 'What the segment is to the statement: the question, the answer to it, or a statement by itself.',
  reference: [
    'The FHIR resource of the record, as Type/id.',
    'AllergyIntolerance/0198f2a0-0000-7000-8000-000000000004',
  ],
  by: [
    'The clinician who vouches, as the FHIR reference of the PractitionerRole.',
    'PractitionerRole/00000000-0000-7000-8000-00000000d001',
  ],
  reasonCode: ['Why the clinician vouches for it.', 'observed'],
  allergen: ["The allergen's name, where the finding is about an allergy.", 'penicillin'],
  rule: ['The rule whose finding the clinician vouches for; absent: the statement as a whole.', 'number-mismatch'],
}

const within = (prefix: string, texts: PropertyTexts): PropertyTexts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]))

const { kind: _kind, by, reasonCode, allergen } = evidenceMembers

const attestationTexts: PropertyTexts = {
  ...(by === undefined ? {} : { 'attestations.by': by }),
  ...(reasonCode === undefined ? {} : { 'attestations.reasonCode': reasonCode }),
  ...(allergen === undefined ? {} : { 'attestations.allergen': allergen }),
  'attestations.rule': ['The rule whose finding the clinician vouches for.', 'section-required'],
  'attestations.section': ['The key of the section that the finding is about; absent: the note.', 'subjective'],
}

const artifactTexts: PropertyTexts = {
  'Artifact.title': 'The title of the document.',
  'NewArtifact.title': ['The title of the document; absent: that of the template version.', 'Consultation note'],
  'ArtifactEdit.title': ['The new title of the document.', 'Consultation note'],
  'Artifact.state': 'Where the artifact is on its way from review to release. docs/lifecycle.md has the states.',
  'Artifact.gate': 'The release gate at which the artifact waits, or through which it was released.',
  recipientClass: 'The class of recipients that the document is for, by the artifact schema of the template.',
  documentId:
    'The identity of the document for every receiver, a UUID. It stays the same in every form of one edition.',
  author: [
    'The FHIR reference of the PractitionerRole who had the artifact drafted.',
    'PractitionerRole/00000000-0000-7000-8000-00000000d001',
  ],
  drafter: 'What or who wrote the draft: the name of the drafting program, or clinician where it was written by hand.',
  'Artifact.generation': 'How an outside drafter made the draft. Absent if no outside drafter wrote it.',
  'generation.parts': ['The number of requests that it took to send the whole talk.', 1],
  'generation.refused': ['The statements of the first answer that were refused and asked for once more.', 2],
  'generation.repaired': ['Of those, the statements that the second answer mended.', 1],
  'Artifact.draftedFrom':
    'The talk from which the draft was generated. An approval is refused once the talk has other words or speakers. Absent where a clinician wrote it.',
  spokenHash: [
    'The SHA-256 of the words of its transcripts and of who said them, as 64 hexadecimal digits.',
    '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
  ],
  'draftedFrom.contentHash': [
    'The SHA-256 of the note as it was generated. If somebody has changed the note since, the next draft is a new artifact.',
    'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  ],
  'draftedFrom.partial': ['Whether the talk was not over: such a draft cannot be approved, and is made again.', false],
  'draftedFrom.evidence': [
    "The facts of the patient's record that the draft may use, as FHIR references.",
    ['AllergyIntolerance/0198f2a0-0000-7000-8000-000000000004'],
  ],
  contentHash: [
    'The SHA-256 of the note, as 64 hexadecimal digits. A verification or approval counts for this very content.',
    'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  ],
  evidenceHash: [
    'The SHA-256 of the evidence as it was judged, transcripts with their speakers among it, as 64 hexadecimal digits.',
    '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
  ],
  'Artifact.verification': 'The last verification. An edit makes it void.',
  firstApproval:
    'The first of two approvals, where the gate asks for two. It counts for this content and evidence alone.',
  approval: 'The approval that released the artifact.',
  rejection: 'Who rejected the artifact, when and why.',
  'rejection.reasonCode': ['Why it was rejected: a code of the reject operation.', 'incomplete'],
  'Rejection.reasonCode':
    'Why the draft is refused: unsupported, incomplete, wrong_patient, style or other. The author sees it.',
  'Artifact.recall': 'Who recalled the artifact, when and why.',
  'recall.reasonCode': ['Why it was recalled: a code of the recall operation.', 'clinical_error'],
  'Recall.reasonCode': 'Why the artifact was recalled.',
  'RecallRequest.reasonCode':
    'Why the document is taken back: wrong_patient, clinical_error, patient_request, duplicate or other.',
  released: [
    'The FHIR resources that the approval released, as Type/id.',
    ['Composition/0198f2a0-0000-7000-8000-0000000000d2'],
  ],
  replaces: 'The editions that this artifact amends, the nearest first; the last is the first edition.',
  'replaces.artifactId': 'The artifact that held the earlier edition, a UUID.',
  'replaces.documentId': 'The identity of the earlier edition for every receiver, a UUID.',
  successor: 'The amendment of this artifact: under way, or what has superseded it.',
  'successor.artifactId': 'The artifact that holds the amendment, a UUID.',
  'successor.documentId': 'The identity of the amendment for every receiver, a UUID.',
  supersededAt: 'When an amendment took the place of this artifact. RFC 3339, UTC, milliseconds.',
}

export const artifactAndNoteTexts: PropertyTexts = {
  ...noteTexts,
  ...claimTexts,
  ...within('evidence', evidenceMembers),
  ...within('Evidence', evidenceMembers),
  ...attestationTexts,
  ...artifactTexts,
}
