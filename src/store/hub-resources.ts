/** What the Hub keeps of each of its resources: the shapes that its API, the workers and the store share. Spec 2.1. */
import type { JsonObject } from '../json.ts'
import type { Note, TemplateSection, Verification } from '../note.ts'
import { readContent, type Stored } from './content.ts'
import type { ArtifactState } from './transitions.ts'

export type EncounterContent = {
  readonly patientId: string
  readonly practitionerRoleId: string
  readonly organizationId?: string
  readonly locationId?: string
  /** v3-ActCode. */
  readonly class: string
  readonly status: 'planned' | 'in-progress' | 'finished' | 'cancelled'
  readonly period: { readonly start: string; readonly end?: string }
  readonly reason?: string
  readonly funding?: { readonly scheme: 'medicare' | 'dva' | 'private' | 'none'; readonly identifier?: string }
  readonly capturedAt?: string
  readonly spoke: string
}

export const consentPermits = ['record', 'generate', 'generate_external', 'share'] as const
export type ConsentPermit = (typeof consentPermits)[number]

export type ConsentContent = {
  readonly patientId: string
  readonly permits: readonly ConsentPermit[]
  /** HL7 v3 PurposeOfUse. */
  readonly purposes: readonly string[]
  /** Names of recipients; empty: any. */
  readonly recipients: readonly string[]
  readonly artifactTypes: readonly string[]
  readonly period: { readonly start?: string; readonly end?: string }
  readonly givenBy: 'patient' | 'carer' | 'guardian'
  readonly method: 'verbal' | 'written' | 'electronic'
  readonly status: 'active' | 'revoked'
  readonly revokedAt?: string
}

export type TranscriptSegment = {
  readonly id: string
  /** Label of the recording; the diarisation says whose it is. */
  readonly speaker: string
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly uncertain: boolean
}

export type TranscriptContent = {
  readonly encounterId: string
  readonly language: string
  readonly segments: readonly TranscriptSegment[]
}

/** Kept under the transcript's id. */
export type DiarisationContent = {
  readonly speakers: readonly {
    readonly label: string
    readonly role: 'clinician' | 'patient' | 'other'
    readonly confidence?: number
  }[]
}

export type TemplateContent = {
  readonly title: string
  readonly artifactType: string
  readonly builtIn: boolean
  readonly currentVersionId: string
}

export type TemplateVersionContent = {
  readonly templateId: string
  readonly label: string
  readonly status: 'published' | 'retired'
  readonly artifactType: string
  readonly title: string
  /** LOINC document type. */
  readonly code: string
  readonly codeDisplay: string
  readonly sections: readonly TemplateSection[]
  readonly gate: string
  readonly formats: readonly string[]
  readonly policy: { readonly version: string; readonly threshold: number }
}

export type VerificationRecord = Verification & {
  readonly contentHash: string
  /** SHA-256 of the transcripts with their speakers, as they were judged. */
  readonly evidenceHash: string
  readonly policyVersion: string
  readonly verifiedAt: string
  readonly verifiedBy: string
}

export type ArtifactContent = {
  readonly encounterId: string
  readonly patientId: string
  readonly templateId: string
  readonly templateVersionId: string
  readonly artifactType: string
  readonly title: string
  readonly state: ArtifactState
  readonly gate: string
  readonly spoke: string
  /** Stable identity of the document for every receiver. */
  readonly documentId: string
  readonly note: Note
  readonly transcriptIds: readonly string[]
  /** `PractitionerRole/<id>` of who had it drafted. */
  readonly author?: string
  readonly drafter: string
  /** SHA-256 of the note, hexadecimal. */
  readonly contentHash: string
  readonly verification?: VerificationRecord
  readonly approval?: { readonly by: string; readonly practitionerRole: string; readonly at: string }
  readonly rejection?: { readonly by: string; readonly reasonCode: string; readonly at: string }
  readonly recall?: { readonly by: string; readonly reasonCode: string; readonly at: string }
  /** `Type/id` of the FHIR resources that the approval released. */
  readonly released?: readonly string[]
}

export type ChannelContent = {
  readonly name: string
  readonly status: 'active' | 'paused'
  /** Sends by itself what these templates release. */
  readonly templateIds: readonly string[]
  readonly recipient: { readonly name: string; readonly kind: 'organisation' | 'practitioner' | 'patient' }
  readonly purposeOfUse: string
  readonly legalBasis: 'own_organisation' | 'consent' | 'statute'
  readonly format: 'bundle' | 'hl7v2' | 'cda' | 'pdf' | 'rtf'
  readonly preset: string
  readonly transport: 'fhir' | 'mllp' | 'file'
  readonly destination: JsonObject
  readonly retry: { readonly attempts: number; readonly baseMs: number; readonly maxMs: number }
}

type Contents = {
  readonly Encounter: EncounterContent
  readonly Consent: ConsentContent
  readonly Transcript: TranscriptContent
  readonly Diarisation: DiarisationContent
  readonly Template: TemplateContent
  readonly TemplateVersion: TemplateVersionContent
  readonly Artifact: ArtifactContent
  readonly Channel: ChannelContent
}
export type HubType = keyof Contents

/** The content of a Hub resource of that type; the store wrote it, so the type holds. */
export const hubContent = <T extends HubType>(_type: T, stored: Stored): Contents[T] =>
  readContent(stored) as unknown as Contents[T]

export const hubPlace = (type: HubType, id: string) => ({ space: 'hub', type, id }) as const
export const fhirPlace = (type: string, id: string) => ({ space: 'fhir', type, id }) as const

/** Typed content as the store takes it. */
export const asJson = (content: Contents[HubType] | object): JsonObject => content as JsonObject
