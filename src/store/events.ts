/** Every event that is recorded: what it counts as, and how FHIR's AuditEvent names it. Spec 6; STORE.md "Audit". */

type EventRow = {
  readonly kind: string
  /** Counter of the usage summary. Spec 2.3. */
  readonly usage?: UsageCounter
  readonly billable?: true
  /** Part of the stream of events. hub-contract "Methods" (events). */
  readonly push?: true
  /** AuditEvent.action: create, read, update, delete, execute. */
  readonly action: 'C' | 'R' | 'U' | 'D' | 'E'
}

export const usageCounters = [
  'encountersCreated',
  'artifactsGenerated',
  'verificationRuns',
  'artifactsApproved',
  'exportsCreated',
  'sharesDispatched',
] as const
export type UsageCounter = (typeof usageCounters)[number]

export const events = [
  { kind: 'platform.read', action: 'R' },
  { kind: 'platform.changed', action: 'U' },
  { kind: 'encounter.created', action: 'C', usage: 'encountersCreated' },
  { kind: 'encounter.changed', action: 'U' },
  { kind: 'encounter.read', action: 'R' },
  { kind: 'consent.recorded', action: 'C' },
  { kind: 'consent.revoked', action: 'U' },
  { kind: 'consent.read', action: 'R' },
  { kind: 'audio.started', action: 'C' },
  { kind: 'audio.chunk-stored', action: 'U' },
  { kind: 'audio.closed', action: 'U' },
  { kind: 'audio.reopened', action: 'U' },
  { kind: 'audio.finalized', action: 'U' },
  { kind: 'audio.transcribed', action: 'U' },
  { kind: 'audio.quarantined', action: 'U' },
  { kind: 'audio.discarded', action: 'U' },
  { kind: 'audio.expired', action: 'U' },
  { kind: 'audio.held', action: 'U' },
  { kind: 'audio.let-go', action: 'U' },
  { kind: 'audio.deleted', action: 'D' },
  { kind: 'audio.read', action: 'R' },
  { kind: 'provider.disclosed', action: 'E' },
  { kind: 'transcript.stored', action: 'C' },
  { kind: 'transcript.read', action: 'R' },
  { kind: 'diarisation.stored', action: 'U' },
  { kind: 'template.created', action: 'C' },
  { kind: 'template.version-created', action: 'C' },
  { kind: 'template.version-published', action: 'U' },
  { kind: 'template.version-retired', action: 'U' },
  { kind: 'template.schema-changed', action: 'U' },
  { kind: 'template.policy-changed', action: 'U' },
  { kind: 'channel.created', action: 'C' },
  { kind: 'channel.changed', action: 'U' },
  { kind: 'channel.deleted', action: 'D' },
  { kind: 'channel.tested', action: 'E' },
  { kind: 'job.queued', action: 'C', push: true },
  { kind: 'job.succeeded', action: 'E', push: true },
  { kind: 'job.failed', action: 'E', push: true },
  { kind: 'job.cancel-requested', action: 'U', push: true },
  { kind: 'job.cancelled', action: 'U', push: true },
  { kind: 'artifact.generated', action: 'C', usage: 'artifactsGenerated', push: true },
  { kind: 'artifact.drafted', action: 'C', push: true },
  { kind: 'artifact.read', action: 'R' },
  { kind: 'artifact.edited', action: 'U', push: true },
  { kind: 'artifact.verified', action: 'E', usage: 'verificationRuns', push: true },
  { kind: 'artifact.first-approved', action: 'U', push: true },
  { kind: 'artifact.approved', action: 'U', usage: 'artifactsApproved', billable: true, push: true },
  { kind: 'artifact.rejected', action: 'U', push: true },
  { kind: 'artifact.exported', action: 'E', usage: 'exportsCreated', push: true },
  { kind: 'artifact.shared', action: 'E', push: true },
  { kind: 'artifact.amended', action: 'U', push: true },
  { kind: 'artifact.superseded', action: 'U', push: true },
  { kind: 'artifact.recalled', action: 'U', push: true },
  { kind: 'queue.read', action: 'R' },
  { kind: 'review.claimed', action: 'U' },
  { kind: 'review.released', action: 'U' },
  { kind: 'document.rendered', action: 'C' },
  { kind: 'share.created', action: 'C', push: true },
  { kind: 'share.link-issued', action: 'E', usage: 'sharesDispatched', push: true },
  { kind: 'share.read', action: 'R' },
  { kind: 'share.revoked', action: 'U', push: true },
  { kind: 'share.redeemed', action: 'R', push: true },
  { kind: 'share.refused', action: 'R', push: true },
  { kind: 'billing.read', action: 'R' },
  { kind: 'document.read', action: 'R' },
  { kind: 'delivery.queued', action: 'C', push: true },
  { kind: 'delivery.held', action: 'U', push: true },
  { kind: 'delivery.accepted', action: 'E', usage: 'sharesDispatched', push: true },
  { kind: 'delivery.sent', action: 'E', usage: 'sharesDispatched', push: true },
  { kind: 'delivery.committed', action: 'E', usage: 'sharesDispatched', push: true },
  { kind: 'delivery.repeated', action: 'E', push: true },
  { kind: 'delivery.recall-told', action: 'E', push: true },
  { kind: 'delivery.rejected', action: 'E', push: true },
  { kind: 'delivery.failed', action: 'E', push: true },
  { kind: 'delivery.dead', action: 'E', push: true },
  { kind: 'delivery.cancelled', action: 'U', push: true },
  { kind: 'delivery.expired', action: 'U', push: true },
  { kind: 'delivery.replayed', action: 'E', push: true },
  { kind: 'fhir.read', action: 'R' },
  { kind: 'fhir.search', action: 'E' },
  { kind: 'fhir.create', action: 'C' },
  { kind: 'fhir.update', action: 'U' },
  { kind: 'fhir.patch', action: 'U' },
  { kind: 'fhir.delete', action: 'D' },
  { kind: 'fhir.history', action: 'R' },
  { kind: 'fhir.everything', action: 'E' },
  { kind: 'fhir.document', action: 'E' },
  { kind: 'fhir.validate', action: 'E' },
  { kind: 'fhir.terminology', action: 'E' },
  { kind: 'export.queued', action: 'E' },
  { kind: 'export.succeeded', action: 'E' },
  { kind: 'export.failed', action: 'E' },
  { kind: 'export.read', action: 'R' },
  { kind: 'export.cancelled', action: 'D' },
  { kind: 'export.expired', action: 'D' },
  { kind: 'subscription.activated', action: 'U' },
  { kind: 'subscription.notified', action: 'E' },
  { kind: 'subscription.failed', action: 'E' },
  { kind: 'subscription.ended', action: 'U' },
  { kind: 'events.followed', action: 'E' },
  { kind: 'access.refused', action: 'E' },
  { kind: 'access.break-glass', action: 'E', push: true },
  { kind: 'key.rotated', action: 'E' },
  { kind: 'key.rewrapped', action: 'E' },
] as const satisfies readonly EventRow[]

export type EventKind = (typeof events)[number]['kind']

export const eventKinds: readonly EventKind[] = events.map(({ kind }) => kind)

export const pushedKinds: readonly EventKind[] = events.filter((row) => 'push' in row).map(({ kind }) => kind)

export const eventRows: ReadonlyMap<EventKind, EventRow> = new Map(events.map((row) => [row.kind, row]))
