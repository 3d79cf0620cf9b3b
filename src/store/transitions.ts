/** The state machines. docs/design/hub.md#artifact-lifecycle, docs/design/exports-and-delivery.md#deliveries. `moveArtifact` and the operational writers read these rows and nothing else. */
import { clinicalRoles, type Role } from '../core/caller.ts'
import type { ProblemSlug } from '../core/problem-catalogue.ts'
import { Problem } from '../core/problems.ts'
import type { EventKind } from './events.ts'

export const artifactStates = [
  'in_review',
  'approved',
  'rejected',
  'exported',
  'shared',
  'recalled',
  'superseded',
] as const
export type ArtifactState = (typeof artifactStates)[number]

/** R3.3: states in which an artifact may leave. */
export const releasedStates = ['approved', 'exported', 'shared'] as const satisfies readonly ArtifactState[]
export const isReleased = (state: string): boolean => (releasedStates as readonly string[]).includes(state)

/** Conditions of an operation beside state and role; `problem` is the refusal. The handlers of the Hub check them. */
// biome-ignore format: one row a line
export const artifactGuards = [
  { guard: 'published-template',  problem: 'business-rule',         meaning: 'the template version is published' },
  { guard: 'generation-consent',  problem: 'consent-required',      meaning: 'an active consent permits `generate` for this artifact type' },
  { guard: 'practitioner-role',   problem: 'role-required',         meaning: 'the token names the caller’s PractitionerRole' },
  { guard: 'whole-talk',          problem: 'draft-outdated',        meaning: 'its transcripts are finished, and a generated draft was made from them as they are now' },
  { guard: 'passed-verification', problem: 'verification-required', meaning: 'a passed verification of this very content and evidence' },
  { guard: 'gate-policy',         problem: 'business-rule',         meaning: 'the policy of the release gate: who approves, and how many' },
  { guard: 'claim',               problem: 'conflict',              meaning: 'nobody else holds the artifact’s claim in the queue' },
  { guard: 'release-valid',       problem: 'release-invalid',       meaning: 'the FHIR resources of the release pass their profiles' },
  { guard: 'document-complete',   problem: 'document-incomplete',   meaning: 'the document can take the forms in which it is to leave, and the PDF' },
  { guard: 'reason-code',         problem: 'validation',            meaning: 'a reason code of the operation’s list' },
  { guard: 'format-allowed',      problem: 'business-rule',         meaning: 'the artifact schema allows the format' },
  { guard: 'sharing-basis',       problem: 'consent-required',      meaning: 'consent or a legal basis for this recipient, purpose and artifact type' },
  { guard: 'one-successor',       problem: 'business-rule',         meaning: 'no other amendment of the artifact is under way' },
] as const satisfies readonly { readonly guard: string; readonly problem: ProblemSlug; readonly meaning: string }[]

type ArtifactGuard = (typeof artifactGuards)[number]['guard']

type ArtifactTransition = {
  readonly operation: string
  /** `none`: there is no artifact yet. */
  readonly from: ArtifactState | 'none'
  readonly to: ArtifactState
  readonly roles: readonly Role[]
  readonly guards: readonly ArtifactGuard[]
  readonly event: EventKind
  readonly spec: string
}

const drafting = [...clinicalRoles, 'system'] as const satisfies readonly Role[]
const firstApproval = ['practitioner-role', 'whole-talk', 'passed-verification', 'gate-policy', 'claim'] as const
const approval = [...firstApproval, 'release-valid', 'document-complete'] as const

/** `amend` leaves the artifact as it is and begins its successor. The approval of the successor supersedes it. */
// biome-ignore format: one row a line
export const artifactTransitions = [
  { operation: 'generate',      from: 'none',      to: 'in_review',  roles: drafting,      guards: ['published-template', 'generation-consent'], event: 'artifact.generated',      spec: 'R3.2' },
  { operation: 'redraft',       from: 'in_review', to: 'in_review',  roles: drafting,      guards: ['published-template', 'generation-consent'], event: 'artifact.generated',      spec: 'D263' },
  { operation: 'draft',         from: 'none',      to: 'in_review',  roles: clinicalRoles, guards: ['published-template', 'generation-consent'], event: 'artifact.drafted',        spec: 'R3.2' },
  { operation: 'amend',         from: 'none',      to: 'in_review',  roles: clinicalRoles, guards: ['practitioner-role', 'one-successor'],       event: 'artifact.drafted',        spec: 'R3.2' },
  { operation: 'edit',          from: 'in_review', to: 'in_review',  roles: clinicalRoles, guards: ['claim'],                                    event: 'artifact.edited',         spec: 'R3.1' },
  { operation: 'edit',          from: 'rejected',  to: 'in_review',  roles: clinicalRoles, guards: ['one-successor'],                            event: 'artifact.edited',         spec: 'R3.1' },
  { operation: 'verify',        from: 'in_review', to: 'in_review',  roles: drafting,      guards: [],                                           event: 'artifact.verified',       spec: 'R3.2' },
  { operation: 'approve-first', from: 'in_review', to: 'in_review',  roles: clinicalRoles, guards: firstApproval,                                event: 'artifact.first-approved', spec: 'R3.1' },
  { operation: 'approve',       from: 'in_review', to: 'approved',   roles: clinicalRoles, guards: approval,                                     event: 'artifact.approved',       spec: 'R3.1' },
  { operation: 'reject',        from: 'in_review', to: 'rejected',   roles: clinicalRoles, guards: ['reason-code', 'claim'],                     event: 'artifact.rejected',       spec: 'R3.1' },
  { operation: 'export',        from: 'approved',  to: 'exported',   roles: clinicalRoles, guards: ['format-allowed', 'document-complete'],      event: 'artifact.exported',       spec: 'R3.3' },
  { operation: 'export',        from: 'exported',  to: 'exported',   roles: clinicalRoles, guards: ['format-allowed', 'document-complete'],      event: 'artifact.exported',       spec: 'R3.3' },
  { operation: 'export',        from: 'shared',    to: 'shared',     roles: clinicalRoles, guards: ['format-allowed', 'document-complete'],      event: 'artifact.exported',       spec: 'R3.3' },
  { operation: 'share',         from: 'approved',  to: 'shared',     roles: clinicalRoles, guards: ['sharing-basis', 'document-complete'],       event: 'artifact.shared',         spec: 'R3.3' },
  { operation: 'share',         from: 'exported',  to: 'shared',     roles: clinicalRoles, guards: ['sharing-basis', 'document-complete'],       event: 'artifact.shared',         spec: 'R3.3' },
  { operation: 'share',         from: 'shared',    to: 'shared',     roles: clinicalRoles, guards: ['sharing-basis', 'document-complete'],       event: 'artifact.shared',         spec: 'R3.3' },
  { operation: 'amend',         from: 'approved',  to: 'approved',   roles: clinicalRoles, guards: ['practitioner-role', 'one-successor'],       event: 'artifact.amended',        spec: 'R3.1' },
  { operation: 'amend',         from: 'exported',  to: 'exported',   roles: clinicalRoles, guards: ['practitioner-role', 'one-successor'],       event: 'artifact.amended',        spec: 'R3.1' },
  { operation: 'amend',         from: 'shared',    to: 'shared',     roles: clinicalRoles, guards: ['practitioner-role', 'one-successor'],       event: 'artifact.amended',        spec: 'R3.1' },
  { operation: 'supersede',     from: 'approved',  to: 'superseded', roles: clinicalRoles, guards: approval,                                     event: 'artifact.superseded',     spec: 'R3.1' },
  { operation: 'supersede',     from: 'exported',  to: 'superseded', roles: clinicalRoles, guards: approval,                                     event: 'artifact.superseded',     spec: 'R3.1' },
  { operation: 'supersede',     from: 'shared',    to: 'superseded', roles: clinicalRoles, guards: approval,                                     event: 'artifact.superseded',     spec: 'R3.1' },
  { operation: 'recall',        from: 'approved',  to: 'recalled',   roles: clinicalRoles, guards: ['practitioner-role', 'reason-code'],         event: 'artifact.recalled',       spec: 'R3.1' },
  { operation: 'recall',        from: 'exported',  to: 'recalled',   roles: clinicalRoles, guards: ['practitioner-role', 'reason-code'],         event: 'artifact.recalled',       spec: 'R3.1' },
  { operation: 'recall',        from: 'shared',    to: 'recalled',   roles: clinicalRoles, guards: ['practitioner-role', 'reason-code'],         event: 'artifact.recalled',       spec: 'R3.1' },
] as const satisfies readonly ArtifactTransition[]

export type ArtifactOperation = (typeof artifactTransitions)[number]['operation']

export const rejectReasons = ['unsupported', 'incomplete', 'wrong_patient', 'style', 'other'] as const
export const recallReasons = ['wrong_patient', 'clinical_error', 'patient_request', 'duplicate', 'other'] as const

/** Throws unless the operation is open from the state; names both. */
export function checkOpen(operation: ArtifactOperation, from: string): ArtifactTransition {
  const transition = artifactTransitions.find((row) => row.operation === operation && row.from === from)
  if (transition === undefined) {
    throw new Problem('invalid-transition', {
      detail: `The operation ${operation} is not open from the state ${from}`,
    })
  }
  return transition
}

export const deliveryStates = [
  'held',
  'queued',
  'sending',
  'sent',
  'committed',
  'accepted',
  'rejected',
  'dead',
  'expired',
  'cancelled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

type DeliveryTransition = {
  readonly operation: string
  readonly from: readonly DeliveryState[]
  readonly to: DeliveryState
}

/** `retry`: the outcome is not final, so it waits for its turn again. `give-up`: the retries are spent.
 *  `withdraw`: its artifact is no longer released, or its share is revoked. `expire`: its share has ended. `postpone`: its channel is paused, or a
 *  feature is off.
 *  `repeat`: it has arrived, and is sent again all the same.
 *  The receiver's application answers later: `confirm`, `refuse`, or `return` for another attempt. `abandon`: none is left, or no answer came. D197 */
// biome-ignore format: one row a line
export const deliveryTransitions = [
  { operation: 'claim', from: ['queued', 'sending'], to: 'sending' },
  { operation: 'hold', from: ['queued', 'sending'], to: 'held' },
  { operation: 'send', from: ['sending'], to: 'sent' },
  { operation: 'commit', from: ['sending'], to: 'committed' },
  { operation: 'accept', from: ['sending'], to: 'accepted' },
  { operation: 'reject', from: ['sending'], to: 'rejected' },
  { operation: 'retry', from: ['sending'], to: 'queued' },
  { operation: 'give-up', from: ['sending'], to: 'dead' },
  { operation: 'confirm', from: ['held', 'queued', 'sending', 'sent', 'committed', 'rejected', 'dead', 'expired', 'cancelled'], to: 'accepted' },
  { operation: 'refuse', from: ['held', 'queued', 'sending', 'sent', 'committed', 'dead'], to: 'rejected' },
  { operation: 'return', from: ['sending', 'sent', 'committed'], to: 'queued' },
  { operation: 'abandon', from: ['sending', 'sent', 'committed'], to: 'dead' },
  { operation: 'replay', from: ['held', 'rejected', 'dead', 'cancelled', 'expired'], to: 'queued' },
  { operation: 'repeat', from: ['sent', 'committed', 'accepted'], to: 'queued' },
  { operation: 'cancel', from: ['held', 'queued', 'dead', 'rejected'], to: 'cancelled' },
  { operation: 'withdraw', from: ['queued', 'sending'], to: 'cancelled' },
  { operation: 'expire', from: ['queued', 'sending'], to: 'expired' },
  { operation: 'postpone', from: ['queued', 'sending'], to: 'queued' },
  { operation: 'unsend', from: ['sending'], to: 'queued' },
] as const satisfies readonly DeliveryTransition[]

export type DeliveryOperation = (typeof deliveryTransitions)[number]['operation']

export const templateVersionStates = ['draft', 'published', 'retired'] as const
export type TemplateVersionState = (typeof templateVersionStates)[number]

type TemplateVersionTransition = {
  readonly operation: string
  readonly from: readonly TemplateVersionState[]
  readonly to: TemplateVersionState
}

/** A retired version drafts nothing more; its drafts go on. */
export const templateVersionTransitions = [
  { operation: 'publish', from: ['draft'], to: 'published' },
  { operation: 'retire', from: ['draft', 'published'], to: 'retired' },
] as const satisfies readonly TemplateVersionTransition[]

export type TemplateVersionOperation = (typeof templateVersionTransitions)[number]['operation']

export const audioStates = [
  'open',
  'finalizing',
  'finalized',
  'transcribed',
  'quarantined',
  'discarded',
  'expired',
] as const
export type AudioState = (typeof audioStates)[number]

type AudioTransition = {
  readonly operation: string
  readonly from: readonly AudioState[]
  readonly to: AudioState
  readonly event: EventKind
}

/** Recordings. `close`: no chunk is added any more, and the digest of the whole is checked; `reopen`: it was another. `quarantine`: the consent to record was taken back. `expire`: the policy keeps it no longer. */
export const audioTransitions = [
  { operation: 'close', from: ['open'], to: 'finalizing', event: 'audio.closed' },
  { operation: 'reopen', from: ['finalizing'], to: 'open', event: 'audio.reopened' },
  { operation: 'finalize', from: ['finalizing'], to: 'finalized', event: 'audio.finalized' },
  { operation: 'transcribe', from: ['finalized'], to: 'transcribed', event: 'audio.transcribed' },
  {
    operation: 'quarantine',
    from: ['open', 'finalizing', 'finalized', 'transcribed'],
    to: 'quarantined',
    event: 'audio.quarantined',
  },
  {
    operation: 'discard',
    from: ['open', 'finalizing', 'finalized', 'transcribed', 'quarantined'],
    to: 'discarded',
    event: 'audio.discarded',
  },
  {
    operation: 'expire',
    from: ['open', 'finalizing', 'finalized', 'transcribed', 'quarantined'],
    to: 'expired',
    event: 'audio.expired',
  },
] as const satisfies readonly AudioTransition[]

export type AudioOperation = (typeof audioTransitions)[number]['operation']

export const tenantStates = ['creating', 'active', 'disabled', 'erasing', 'erased'] as const
export type TenantState = (typeof tenantStates)[number]

type TenantTransition = {
  readonly operation: string
  readonly from: readonly TenantState[]
  readonly to: TenantState
  readonly event: EventKind
}

/** Tenants. `open`: everything that a tenant begins with exists. `erase` destroys the keys; `clear` ends when no row is left. D77, D78. */
// biome-ignore format: one row a line
export const tenantTransitions = [
  { operation: 'open',    from: ['creating'],                       to: 'active',   event: 'tenant.created' },
  { operation: 'disable', from: ['active'],                         to: 'disabled', event: 'tenant.disabled' },
  { operation: 'enable',  from: ['disabled'],                       to: 'active',   event: 'tenant.enabled' },
  { operation: 'erase',   from: ['creating', 'active', 'disabled'], to: 'erasing',  event: 'tenant.erased' },
  { operation: 'clear',   from: ['erasing'],                        to: 'erased',   event: 'tenant.cleared' },
] as const satisfies readonly TenantTransition[]

export type TenantOperation = (typeof tenantTransitions)[number]['operation']

export const encounterStatuses = ['planned', 'in-progress', 'finished', 'cancelled'] as const
export type EncounterStatus = (typeof encounterStatuses)[number]

/** A finished encounter may be opened again. A cancelled one has ended: nothing more is recorded or drafted for it. D63. */
// biome-ignore format: one row a line
export const encounterTransitions = [
  { from: 'planned',     to: ['in-progress', 'finished', 'cancelled'] },
  { from: 'in-progress', to: ['finished', 'cancelled'] },
  { from: 'finished',    to: ['in-progress', 'cancelled'] },
  { from: 'cancelled',   to: [] },
] as const satisfies readonly { readonly from: EncounterStatus; readonly to: readonly EncounterStatus[] }[]

/** Throws `invalid-transition` unless the status may follow the other. Staying the same is no transition. */
export function checkEncounterStatus(from: EncounterStatus, to: EncounterStatus): void {
  const next: readonly EncounterStatus[] = encounterTransitions.find((row) => row.from === from)?.to ?? []
  if (from === to || next.includes(to)) return
  throw new Problem('invalid-transition', { detail: `An encounter that is ${from} does not become ${to}` })
}

/** The row of an operation in a table of many-to-one transitions. */
export function transitionOf<Row extends { readonly operation: string }>(
  table: readonly Row[],
  operation: Row['operation'],
): Row {
  const row = table.find((candidate) => candidate.operation === operation)
  if (row === undefined) throw new TypeError('unknown operation')
  return row
}
