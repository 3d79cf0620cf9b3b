/** Every event that is recorded: what it counts as, and how FHIR's AuditEvent names it. Spec 6; STORE.md "Audit". */

type EventRow = {
  readonly kind: string
  /** Counter of the usage summary. Spec 2.3. */
  readonly usage?: UsageCounter
  readonly billable?: true
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
  { kind: 'encounter.created', action: 'C', usage: 'encountersCreated' },
  { kind: 'encounter.changed', action: 'U' },
  { kind: 'encounter.read', action: 'R' },
  { kind: 'consent.recorded', action: 'C' },
  { kind: 'consent.revoked', action: 'U' },
  { kind: 'consent.read', action: 'R' },
  { kind: 'transcript.stored', action: 'C' },
  { kind: 'transcript.read', action: 'R' },
  { kind: 'diarisation.stored', action: 'U' },
  { kind: 'template.created', action: 'C' },
  { kind: 'channel.created', action: 'C' },
  { kind: 'channel.changed', action: 'U' },
  { kind: 'job.queued', action: 'C' },
  { kind: 'job.succeeded', action: 'E' },
  { kind: 'job.failed', action: 'E' },
  { kind: 'artifact.generated', action: 'C', usage: 'artifactsGenerated' },
  { kind: 'artifact.drafted', action: 'C' },
  { kind: 'artifact.read', action: 'R' },
  { kind: 'artifact.edited', action: 'U' },
  { kind: 'artifact.verified', action: 'E', usage: 'verificationRuns' },
  { kind: 'artifact.approved', action: 'U', usage: 'artifactsApproved', billable: true },
  { kind: 'artifact.rejected', action: 'U' },
  { kind: 'artifact.recalled', action: 'U' },
  { kind: 'queue.read', action: 'R' },
  { kind: 'document.rendered', action: 'C' },
  { kind: 'delivery.queued', action: 'C' },
  { kind: 'delivery.held', action: 'U' },
  { kind: 'delivery.accepted', action: 'E', usage: 'sharesDispatched' },
  { kind: 'delivery.sent', action: 'E', usage: 'sharesDispatched' },
  { kind: 'delivery.committed', action: 'E', usage: 'sharesDispatched' },
  { kind: 'delivery.recall-told', action: 'E' },
  { kind: 'delivery.rejected', action: 'E' },
  { kind: 'delivery.failed', action: 'E' },
  { kind: 'delivery.dead', action: 'E' },
  { kind: 'delivery.cancelled', action: 'U' },
  { kind: 'delivery.replayed', action: 'E' },
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
  { kind: 'access.refused', action: 'E' },
  { kind: 'key.rotated', action: 'E' },
  { kind: 'key.rewrapped', action: 'E' },
] as const satisfies readonly EventRow[]

export type EventKind = (typeof events)[number]['kind']

export const eventRows: ReadonlyMap<EventKind, EventRow> = new Map(events.map((row) => [row.kind, row]))
