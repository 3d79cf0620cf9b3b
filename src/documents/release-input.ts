/** The input of a release: the artifact, its author and approver, and the records around it. docs/design/hub.md#release. */
import type {
  AllergyIntolerance,
  CarePlan,
  Composition,
  Condition,
  DocumentReference,
  Encounter,
  Immunization,
  List,
  MedicationStatement,
  Observation,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Procedure,
  Provenance,
  ServiceRequest,
} from '@medplum/fhirtypes'
import type { Note } from '../core/clinical-note.ts'
import type { FindCodings } from './claim-code.ts'
import type { SectionLayouts } from './section-layout.ts'

export type ReleasedArtifact = {
  readonly id: string
  /** UUID, the document's identity for every receiver. */
  readonly documentId: string
  readonly version: number
  /** LOINC document type. */
  readonly typeCode: string
  /** LOINC's name, and the template's name for such a document; absent: the same. */
  readonly typeDisplay: string
  readonly typeText?: string
  readonly title: string
  readonly note: Note
  /** The note for readers, if it says more than the note: its sources. */
  readonly readableNote?: Note
  /** How its sections are shown; absent: as lists. */
  readonly layouts?: SectionLayouts
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
  /** Absent if no code system is loaded. */
  readonly codings?: FindCodings
  /** The id of the resource for a fact of this encounter: equal facts give equal UUIDs. */
  readonly ids: (fact: string) => string
}

export type DerivedResource =
  | AllergyIntolerance
  | CarePlan
  | Condition
  | Immunization
  | List
  | MedicationStatement
  | Observation
  | Procedure
  | ServiceRequest

/** The facts that a document states, each as a resource of its own. */
export const derivedTypes = [
  'AllergyIntolerance',
  'CarePlan',
  'Condition',
  'Immunization',
  'List',
  'MedicationStatement',
  'Observation',
  'Procedure',
  'ServiceRequest',
] as const satisfies readonly DerivedResource['resourceType'][]

/** Each has its `id`; writing the same id makes a new version. */
export type ReleasedResource = Composition | DocumentReference | Provenance | DerivedResource

export const referenceTo = (resource: { readonly resourceType: string; readonly id?: string }): string =>
  `${resource.resourceType}/${resource.id ?? ''}`
