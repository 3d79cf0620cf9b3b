/** The messages that are read, by type and event of MSH-9, and how. docs/inbound.md#messages. */

/** What is made of a message. */
export type EventKind = 'visit' | 'person' | 'merge' | 'result' | 'document' | 'referral' | 'acknowledgement'

export type EventRow = {
  readonly type: string
  /** Undefined takes every event of the type. */
  readonly event?: string
  readonly kind: EventKind
  /** Of the patient: `update` where the message says how the patient is now. */
  readonly patient: 'create' | 'update'
  readonly means: string
}

// biome-ignore format: one row a line
export const eventRows = [
  { type: 'ADT', event: 'A01', kind: 'visit', patient: 'create', means: 'a patient is admitted' },
  { type: 'ADT', event: 'A02', kind: 'visit', patient: 'create', means: 'a patient is moved' },
  { type: 'ADT', event: 'A03', kind: 'visit', patient: 'create', means: 'a visit ends' },
  { type: 'ADT', event: 'A04', kind: 'visit', patient: 'create', means: 'a patient has arrived' },
  { type: 'ADT', event: 'A08', kind: 'visit', patient: 'update', means: 'what is known of a patient and a visit has changed' },
  { type: 'ADT', event: 'A11', kind: 'visit', patient: 'create', means: 'an admission is cancelled' },
  { type: 'ADT', event: 'A13', kind: 'visit', patient: 'create', means: 'a discharge is cancelled' },
  { type: 'ADT', event: 'A28', kind: 'person', patient: 'create', means: 'a person is added' },
  { type: 'ADT', event: 'A31', kind: 'person', patient: 'update', means: 'what is known of a person has changed' },
  { type: 'ADT', event: 'A40', kind: 'merge', patient: 'create', means: 'two records are of one patient' },
  { type: 'ORU', event: 'R01', kind: 'result', patient: 'create', means: 'results, reports and letters' },
  { type: 'MDM', event: 'T02', kind: 'document', patient: 'create', means: 'a document' },
  { type: 'MDM', event: 'T04', kind: 'document', patient: 'create', means: 'the status of a document has changed' },
  { type: 'MDM', event: 'T06', kind: 'document', patient: 'create', means: 'an addendum to a document' },
  { type: 'MDM', event: 'T08', kind: 'document', patient: 'create', means: 'a document is edited' },
  { type: 'MDM', event: 'T10', kind: 'document', patient: 'create', means: 'a document replaces another one' },
  { type: 'MDM', event: 'T11', kind: 'document', patient: 'create', means: 'a document is cancelled' },
  { type: 'REF', event: 'I12', kind: 'referral', patient: 'create', means: 'a referral or a letter' },
  { type: 'ACK', kind: 'acknowledgement', patient: 'create', means: 'an acknowledgement' },
  { type: 'RRI', event: 'I12', kind: 'acknowledgement', patient: 'create', means: 'the answer to a referral' },
] as const satisfies readonly EventRow[]

/** `ADT^A08`: for figures. */
export const knownTypes: readonly string[] = eventRows.map((row) =>
  'event' in row ? `${row.type}^${row.event}` : row.type,
)

export const findEvent = (type: string, event: string): EventRow | undefined =>
  eventRows.find((row: EventRow) => row.type === type && (row.event === undefined || row.event === event))
