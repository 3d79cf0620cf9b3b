/** What the Hub keeps of each of its resources: the shapes that its API, the workers and the store share. Spec 2.1. */

import type { Note, TemplateSection, Verification } from '../core/clinical-note.ts'
import type { JsonObject } from '../core/json.ts'
import { readContent, type Stored } from './resources/content.ts'
import type { ArtifactState, EncounterStatus, TemplateVersionState } from './transitions.ts'

export type EncounterContent = {
  readonly patientId: string
  readonly practitionerRoleId: string
  readonly organizationId?: string
  readonly locationId?: string
  /** v3-ActCode. */
  readonly class: string
  readonly status: EncounterStatus
  readonly period: { readonly start: string; readonly end?: string }
  readonly reason?: string
  readonly funding?: { readonly scheme: 'medicare' | 'dva' | 'private' | 'none'; readonly identifier?: string }
  readonly capturedAt?: string
  readonly spoke: string
}

export const consentPermits = ['record', 'generate', 'generate_external', 'share'] as const
export type ConsentPermit = (typeof consentPermits)[number]

export const recipientClasses = [
  'organisation',
  'practitioner',
  'patient',
  'carer',
  'national_record',
  'legal',
] as const
export type RecipientClass = (typeof recipientClasses)[number]

export const nationalRecordDecisions = ['not_asked', 'given', 'withdrawn'] as const

export type ConsentContent = {
  readonly patientId: string
  /** Default: `permit`. What is denied no other consent permits. */
  readonly decision?: 'permit' | 'deny'
  readonly permits: readonly ConsentPermit[]
  /** HL7 v3 PurposeOfUse. */
  readonly purposes: readonly string[]
  /** Names of recipients, or their references; with no class either: any. */
  readonly recipients: readonly string[]
  readonly recipientClasses?: readonly RecipientClass[]
  readonly artifactTypes: readonly string[]
  /** Of all documents, or of the one that is named. */
  readonly nationalRecord?: {
    readonly decision: (typeof nationalRecordDecisions)[number]
    readonly artifactId?: string
  }
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
  /** 0 to 1: the recogniser's. */
  readonly confidence?: number
}

export type TranscriptContent = {
  readonly encounterId: string
  /** The recording that it was recognised from. */
  readonly audioSessionId?: string
  readonly language: string
  readonly segments: readonly TranscriptSegment[]
  /** Since when nobody reads it and no draft draws on it: the consent to record was taken back. D53 */
  readonly quarantinedAt?: string
  /** Since when what was said is taken away, and since when no superseded version says it either. D91 */
  readonly expiredAt?: string
  readonly deletedAt?: string
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
  /** What is drafted by where no version is named; absent while none is published, and where it was retired. */
  readonly currentVersionId?: string
}

export type TemplateVersionContent = {
  readonly templateId: string
  readonly label: string
  readonly status: TemplateVersionState
  readonly artifactType: string
  readonly title: string
  /** LOINC document type. */
  readonly code: string
  readonly codeDisplay: string
  readonly sections: readonly TemplateSection[]
  /** Of the artifact schema that it was written against; versions of the first releases name none, and were written against 1. */
  readonly schemaVersion?: number
  readonly publishedAt?: string
  readonly retiredAt?: string
}

/** What artifacts of a template must be, and how they may leave. Kept under the template's id. */
export type ArtifactSchemaContent = {
  readonly artifactTypes: readonly string[]
  /** `title`, `author`, `transcriptIds`, or `sections.<key>`: what must be there at the verification. */
  readonly requiredFields: readonly string[]
  readonly recipientClass: RecipientClass
  /** The release gate that its artifacts wait at. */
  readonly gate: string
  /** The forms in which they may be exported. */
  readonly formats: readonly string[]
}

export const evidenceKinds = ['segment', 'resource', 'attestation'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** How artifacts of a template are judged. Kept under the template's id. */
export type ValidationPolicyContent = {
  /** Least confidence that passes, 0 to 1. */
  readonly threshold: number
  readonly evidence: {
    /** What counts as evidence of a statement. */
    readonly kinds: readonly EvidenceKind[]
    readonly minimumPerStatement: number
    /** Least share of statements that their evidence supports, 0 to 1. */
    readonly minimumCoverage: number
  }
  readonly review: {
    /** Whether a clinician may vouch for what the evidence does not carry, and for how many statements of one artifact at most. */
    readonly maximumAttested: number
    /** A verification that is older approves nothing. */
    readonly verificationHours: number
  }
}

export type VerificationRecord = Verification & {
  readonly contentHash: string
  /** SHA-256 of the transcripts with their speakers, as they were judged. */
  readonly evidenceHash: string
  /** Of the template's validation policy, and of its artifact schema, which it was judged by. */
  readonly policyVersion: string
  readonly schemaVersion?: number
  readonly verifiedAt: string
  readonly verifiedBy: string
}

type Act = { readonly by: string; readonly at: string }

/** The first of two: it counts for this content and evidence alone. */
export type FirstApproval = Act & {
  /** Within which `by` is a name; absent: of a time when that was not kept. */
  readonly issuer?: string
  readonly practitionerRole: string
  /** `Practitioner/<id>` whose role it was then; absent: of a time when that was not kept. */
  readonly practitioner?: string
  readonly contentHash: string
  readonly evidenceHash: string
}

/** Of an artifact that is amended, and of the one that amends it. */
type ArtifactLink = { readonly artifactId: string; readonly documentId: string }

export type ArtifactContent = {
  readonly encounterId: string
  readonly patientId: string
  readonly templateId: string
  readonly templateVersionId: string
  readonly artifactType: string
  readonly title: string
  readonly state: ArtifactState
  readonly gate: string
  /** As the artifact schema had it at the verification. */
  readonly recipientClass?: RecipientClass
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
  readonly firstApproval?: FirstApproval
  readonly approval?: Act & { readonly practitionerRole: string }
  readonly rejection?: Act & { readonly reasonCode: string }
  readonly recall?: Act & { readonly reasonCode: string }
  /** What this one amends, the nearest first; the last is the first edition. */
  readonly replaces?: readonly ArtifactLink[]
  /** The amendment of this one: under way, or what has superseded it. */
  readonly successor?: ArtifactLink
  readonly supersededAt?: string
  /** `Type/id` of the FHIR resources that the approval released. */
  readonly released?: readonly string[]
}

/** Who gets it. */
export type Recipient = {
  readonly name: string
  readonly class: RecipientClass
  readonly reference?: string | undefined
}

/** An act of sharing: to whom, for what, on what ground. hub-contract "Consent, recipients, purpose". */
export type ShareContent = {
  readonly artifactId: string
  readonly patientId: string
  readonly artifactType: string
  readonly kind: 'channel' | 'link'
  readonly recipient: Recipient
  /** HL7 v3 PurposeOfUse. */
  readonly purposeOfUse: string
  readonly legalBasis: ChannelContent['legalBasis']
  readonly channelId?: string
  readonly deliveryId?: string
  readonly expiresAt?: string
  readonly status: 'active' | 'revoked'
  readonly sharedBy: string
  readonly spoke: string
  readonly revokedAt?: string
  readonly revocation?: 'revoked' | 'recalled'
}

export const legalBases = ['own_organisation', 'consent', 'statute'] as const

export type ChannelContent = {
  readonly name: string
  readonly status: 'active' | 'paused'
  /** Sends by itself what these templates release. */
  readonly templateIds: readonly string[]
  readonly recipient: { readonly name: string; readonly kind: RecipientClass }
  readonly purposeOfUse: string
  readonly legalBasis: (typeof legalBases)[number]
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
  readonly ArtifactSchema: ArtifactSchemaContent
  readonly ValidationPolicy: ValidationPolicyContent
  readonly Artifact: ArtifactContent
  readonly Channel: ChannelContent
  readonly Share: ShareContent
}
export type HubType = keyof Contents

/** The content of a Hub resource of that type; the store wrote it, so the type holds. */
export const hubContent = <T extends HubType>(_type: T, stored: Stored): Contents[T] =>
  readContent(stored) as unknown as Contents[T]

export const hubAddress = (type: HubType, id: string) => ({ space: 'hub', type, id }) as const
export const fhirAddress = (type: string, id: string) => ({ space: 'fhir', type, id }) as const

/** Typed content as the store takes it. */
export const asJson = (content: Contents[HubType] | object): JsonObject => content as JsonObject
