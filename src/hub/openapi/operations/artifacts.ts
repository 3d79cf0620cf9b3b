/** Descriptions of the operations on artifacts, release gates and exports. */
import type { OperationTexts } from './operation-texts.ts'

export const artifactOperations: OperationTexts = {
  generateArtifact:
    'Queues a job that drafts an artifact from the transcripts of an encounter and the record of the patient. The finished job names the artifact, which is then in review. Without a consent to generate it is 403 consent-required; a template without a published version is 409.',
  listArtifacts: 'Lists the artifacts of an encounter, newest first, by state and last change.',
  draftArtifact:
    'Stores a draft that a clinician wrote, or that another program made, as an artifact in review. Its sections must be those of the template version. Without a consent to generate it is 403 consent-required.',
  readArtifact:
    'Reads an artifact with its note, its last verification and its version. With version it reads an earlier version as it was then.',
  editArtifact:
    'Edits the title or the statements of an artifact in review, or takes a rejected one back into review. The edit makes the verification and a first approval void. A released artifact is 409 invalid-transition: amend it instead.',
  reviseArtifact:
    'Asks the model that drafts to change an artifact in review, or a rejected one, by an instruction, and answers with the difference. It sees the note, the transcripts and the record, without known names. What the verifier refuses stays as it was; what the model does not name stays too. The new version makes the verification and a first approval void. Without a model it is 409 business-rule, without a consent to generate_external 403 consent-required.',
  verifyArtifact:
    'Judges an artifact against its evidence and the rules of its template, and keeps the outcome. A clinician may vouch for findings in the same request. Only an artifact whose verification passed can be approved.',
  approveArtifact:
    'Approves an artifact and so releases it: its FHIR resources are written, and channels of its template send it. If-Match names the one version that the clinician has read. Without a passed verification of this content it is 409 verification-required; the policy of the gate answers 403 or 409. A document that cannot take the form of one of its channels is 422 document-incomplete, and nothing is written.',
  rejectArtifact:
    'Rejects an artifact in review, with a reason. Its author may edit it, which takes it back into review. A released artifact is 409 invalid-transition.',
  recallArtifact:
    'Takes a released document back: its FHIR resources are marked entered-in-error, every destination is told, shares end, and an amendment under way is rejected. It cannot be undone. GET /v1/artifacts/{artifactId}/recall says who must be told by hand.',
  amendArtifact:
    'Begins the next edition of a released artifact: a draft with the same note and an identity of its own. The artifact stays as it is until the draft is approved, which supersedes it. While an amendment is under way, another is 409 business-rule.',
  readRecall:
    'Says who has acknowledged the recall of an artifact, where it is still on its way, and who must be told by hand. Without a recall it is 404.',
  previewArtifact:
    'Shows the document of an artifact in one of its forms, before its release with DRAFT on every page. Nothing of it is kept or sent.',
  exportArtifact:
    'Builds a released document as a file. The answer is 202 with a job, or 201 where the file is there at once; the same form and layout again are the same export. A form that the artifact schema does not allow is 409 business-rule, and a document that cannot take it 422 document-incomplete.',
  listExports: 'Lists the exports of an artifact, newest first.',
  readExport: 'Reads how far an export is, and the length and hash of its content once it is built.',
  readExportContent:
    'Reads the bytes of an export, or the range of them that the Range header names. The ETag is the SHA-256 of the whole. While it is being built it is 409, and after a recall 410.',
  listGateQueue:
    'Lists what waits at a release gate, the oldest first, with counts for the whole gate. Reviewers work from it.',
  claimArtifact:
    'Takes an artifact of the queue for a time, so that nobody else decides it meanwhile; claiming again makes the time longer. One that somebody else holds is 409 conflict. Nobody has to claim anything.',
  releaseArtifactClaim:
    'Gives a claim back before its time is over. An artifact that nobody holds stays as it is; the claim of somebody else is 409.',
}
