/** What an approval hands over: the artifact, who wrote and approved it, and the records it belongs to. hub-contract "Release". */
import type {
  Composition,
  Condition,
  DocumentReference,
  Encounter,
  MedicationStatement,
  Observation,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Provenance,
} from '@medplum/fhirtypes'
import type { Note } from '../core/clinical-note.ts'
import type { FindCodings } from './claim-code.ts'

export type ReleasedArtifact = {
  readonly id: string
  /** UUID, the document's identity for every receiver. */
  readonly documentId: string
  readonly version: number
  /** LOINC document type. */
  readonly typeCode: string
  /** LOINC's name of it, and what the template calls such a document; absent: the same. */
  readonly typeDisplay: string
  readonly typeText?: string
  readonly title: string
  readonly note: Note
  /** The note as it is read, where that says more than the note: its sources. */
  readonly readableNote?: Note
  readonly createdAt: string
  readonly approvedAt: string
  /** Document identities of the editions that this one amends, the nearest first; the last is the first edition. */
  readonly replaces?: readonly string[]
}

export type ReleaseInput = {
  readonly artifact: ReleasedArtifact
  readonly encounter: Encounter
  readonly patient: Patient
  readonly practitioner: Practitioner
  readonly practitionerRole: PractitionerRole
  readonly organization: Organization
  /** `PractitionerRole/<id>`. */
  readonly author: string
  /** `PractitionerRole/<id>`. */
  readonly approver: string
  readonly verification: {
    readonly outcome: 'passed'
    readonly policyVersion: string
    /** SHA-256 of the verified content, hexadecimal. */
    readonly contentHash: string
    readonly softwareVersion: string
  }
  readonly transcriptIds: readonly string[]
  /** Absent where no code system is loaded. */
  readonly codings?: FindCodings
  /** The id of the resource that holds a fact of this encounter: the same fact, the same UUID. */
  readonly ids: (fact: string) => string
}

export type DerivedResource = Condition | MedicationStatement | Observation

/** Each has its `id`; a write of the same id is a new version. */
export type ReleasedResource = Composition | DocumentReference | Provenance | DerivedResource

export const referenceTo = (resource: { readonly resourceType: string; readonly id?: string }): string =>
  `${resource.resourceType}/${resource.id ?? ''}`
