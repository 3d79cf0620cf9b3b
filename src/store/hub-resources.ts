/** The content of each resource of the Hub: the shapes that its API, the workers and the store share. */
import type { GenerationFacts, Note, NoteTemplate, TemplateStyle, Verification } from '../core/clinical-note.ts'
import type { JsonObject } from '../core/json.ts'
import type { DocumentRecipient } from '../fhir/document-recipient.ts'
import type { AlertContent } from './alert-rules.ts'
import type { AppearanceContent, SignatureContent } from './appearance-contents.ts'
import type { DiarisationContent, TranscriptContent } from './audio/transcript-content.ts'
import type { ChannelSettings } from './channels/channel-settings.ts'
import type { MappingTableContent } from './channels/mapping-table-content.ts'
import { parseContentForReading, readContent } from './resources/content.ts'
import { type ReadScope, type WriteScope, wholeScope } from './resources/search/access-scope.ts'
import type { Stored } from './resources/types.ts'
import type { SenderContent } from './senders/sender-content.ts'
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

// biome-ignore format: a list
export const recipientClasses = ['organisation', 'practitioner', 'patient', 'carer', 'national_record', 'legal'] as const
export type RecipientClass = (typeof recipientClasses)[number]

export const nationalRecordDecisions = ['not_asked', 'given', 'withdrawn'] as const

export type ConsentContent = {
  readonly patientId: string
  /** Default `permit`. A consent that denies outweighs all that permit. */
  readonly decision?: 'permit' | 'deny'
  readonly permits: readonly ConsentPermit[]
  /** HL7 v3 PurposeOfUse. */
  readonly purposes: readonly string[]
  /** Names or references of recipients. Without names and class: anybody. */
  readonly recipients: readonly string[]
  readonly recipientClasses?: readonly RecipientClass[]
  readonly artifactTypes: readonly string[]
  /** For all documents, or for the named one. */
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

export type TemplateContent = {
  readonly title: string
  readonly artifactType: string
  readonly builtIn: boolean
  /** The version that is used if a request names none. Absent while none is published, or after it was retired. */
  readonly currentVersionId?: string
}

export type TemplateVersionContent = NoteTemplate & {
  readonly templateId: string
  readonly label: string
  readonly status: TemplateVersionState
  readonly artifactType: string
  readonly codeDisplay: string
  /** Version of the artifact schema for which it was written. Versions of the first releases have none and were written for 1. */
  readonly schemaVersion?: number
  readonly publishedAt?: string
  readonly retiredAt?: string
}

/** The form that artifacts of a template must have, and how they may leave. Stored under the template's id. */
export type ArtifactSchemaContent = {
  readonly artifactTypes: readonly string[]
  /** `title`, `author`, `transcriptIds` or `sections.<key>`: must be present at the verification. */
  readonly requiredFields: readonly string[]
  readonly recipientClass: RecipientClass
  /** The release gate of its artifacts. */
  readonly gate: string
  /** Formats in which they may be exported. */
  readonly formats: readonly string[]
}

export const evidenceKinds = ['segment', 'resource', 'attestation'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** How artifacts of a template are judged. Kept under the template's id. */
export type ValidationPolicyContent = {
  /** Lowest confidence that passes, from 0 to 1. */
  readonly threshold: number
  readonly evidence: {
    /** The kinds that count as evidence of a statement. */
    readonly kinds: readonly EvidenceKind[]
    readonly minimumPerStatement: number
    /** Lowest share of statements with supporting evidence, from 0 to 1. */
    readonly minimumCoverage: number
  }
  readonly review: {
    /** Whether a clinician may attest statements without supporting evidence, and how many in one artifact at most. */
    readonly maximumAttested: number
    /** An older verification does not allow an approval. */
    readonly verificationHours: number
  }
}

export type VerificationRecord = Verification & {
  readonly contentHash: string
  /** SHA-256 of the transcripts and speakers that the verification judged. */
  readonly evidenceHash: string
  /** Versions of the validation policy and artifact schema that the verification used. */
  readonly policyVersion: string
  readonly schemaVersion?: number
  readonly verifiedAt: string
  readonly verifiedBy: string
}

type Act = { readonly by: string; readonly at: string }

/** The first of two approvals. It holds for this content and evidence only. */
export type FirstApproval = Act & {
  /** The issuer within which `by` is a name. Absent in records of releases that did not keep it. */
  readonly issuer?: string
  readonly practitionerRole: string
  /** `Practitioner/<id>` of the role at that time. Absent in records of releases that did not keep it. */
  readonly practitioner?: string
  readonly contentHash: string
  readonly evidenceHash: string
}

/** Links an amended artifact and its amendment. */
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
  /** From the artifact schema at the time of the verification. */
  readonly recipientClass?: RecipientClass
  readonly spoke: string
  /** Identity of the document, the same for every receiver. */
  readonly documentId: string
  readonly note: Note
  readonly transcriptIds: readonly string[]
  /** `PractitionerRole/<id>` of the caller who had it drafted. */
  readonly author?: string
  readonly drafter: string
  readonly generation?: GenerationFacts
  /** Absent in drafts by hand, in amendments, and in drafts of releases that did not keep it. */
  readonly draftedFrom?: DraftedFrom
  /** SHA-256 of the note, hexadecimal. */
  readonly contentHash: string
  readonly verification?: VerificationRecord
  readonly firstApproval?: FirstApproval
  readonly approval?: Act & { readonly practitionerRole: string }
  readonly rejection?: Act & { readonly reasonCode: string }
  readonly recall?: Act & { readonly reasonCode: string }
  /** The artifacts that this one amends, the nearest first; the last is the first edition. */
  readonly replaces?: readonly ArtifactLink[]
  /** The amendment of this artifact: under way, or approved. */
  readonly successor?: ArtifactLink
  readonly supersededAt?: string
  /** `Type/id` of the FHIR resources that the approval wrote. */
  readonly released?: readonly string[]
}

/** The talk from which a draft was generated. The draft is void once the talk has other words or speakers. D263 */
export type DraftedFrom = {
  /** SHA-256 of its words and of who said them, hexadecimal. */
  readonly spokenHash: string
  /** SHA-256 of the note as it was generated: another `contentHash` says that somebody has changed it. */
  readonly contentHash: string
  /** One of its transcripts was partial. */
  readonly partial: boolean
  /** Resources of the record that the draft might use, as `Type/id`. Absent: all active ones. */
  readonly evidence?: readonly string[]
}

/** The recipient of a share or a delivery. */
export type Recipient = DocumentRecipient & {
  readonly class: RecipientClass
  readonly reference?: string | undefined
}

/** An act of sharing: its recipient, purpose and ground. docs/design/hub.md#consent. */
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

export type ChannelContent = ChannelSettings & {
  readonly name: string
  readonly status: 'active' | 'paused'
  /** The channel sends releases of these templates by itself. */
  readonly templateIds: readonly string[]
  readonly recipient: DocumentRecipient & { readonly kind: RecipientClass }
  readonly purposeOfUse: string
  readonly legalBasis: (typeof legalBases)[number]
  readonly format: 'bundle' | 'hl7v2' | 'cda' | 'pdf' | 'rtf' | 'html' | 'text'
  readonly preset: string
  readonly transport: 'fhir' | 'mllp' | 'https' | 'sftp' | 'file'
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
  readonly TemplateStyle: TemplateStyle
  readonly Artifact: ArtifactContent
  readonly Channel: ChannelContent
  readonly MappingTable: MappingTableContent
  readonly Alert: AlertContent
  readonly Share: ShareContent
  readonly Sender: SenderContent
  readonly Appearance: AppearanceContent
  readonly Signature: SignatureContent
}
export type HubType = keyof Contents

export const hubContent = <T extends HubType>(_type: T, stored: Stored): Contents[T] =>
  // The Hub alone writes resources of this type, in this form.
  readContent(stored) as unknown as Contents[T]

/** To look at only: numbers become JavaScript numbers. */
export const hubContentForReading = <T extends HubType>(_type: T, stored: Stored): Contents[T] =>
  // As in `hubContent`: the Hub alone writes them.
  parseContentForReading(stored) as unknown as Contents[T]

export const hubAddress = (type: HubType, id: string) => ({ space: 'hub', type, id }) as const
/** For a caller: within a scope that `src/access` has made. */
export const fhirAddress = <S extends ReadScope | WriteScope>(type: string, id: string, scope: S) =>
  ({ space: 'fhir', type, id, scope }) as const

/** For the server itself, which may see and write everything. `test/house/imports.test.ts` lists who takes it, and why. */
export const wholeAddress = (type: string, id: string) => fhirAddress(type, id, wholeScope)

/** Typed content in the form that the store takes. */
export const asJson = (content: Contents[HubType] | object): JsonObject => content as JsonObject
