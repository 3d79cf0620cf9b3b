/** The reasons of deliveries by classes, with what to do about each class: docs/reference/delivery-reasons.md. */

type ClassRow = { readonly name: string; readonly means: string; readonly remedy: string }

// biome-ignore format: one row a line
export const reasonClasses = [
  { name: 'unreachable',   means: 'The destination was not reached, or has ended the connection.', remedy: 'Look whether the destination runs, and whether the network lets us through. Deliveries are tried again by themselves; replay those that are dead.' },
  { name: 'credentials',   means: 'The destination does not accept our credentials.', remedy: 'Renew the credentials in the destination of the channel, run `:test`, then replay those that are dead.' },
  { name: 'slow',          means: 'The destination answers too slowly, or not at all.', remedy: 'Ask the operator of the destination about its load and the network between. What may have arrived is sent again by itself with the same document identity; replay those that are dead.' },
  { name: 'overloaded',    means: 'The destination has failed, or takes no more at the moment.', remedy: 'Wait: deliveries are tried again by themselves. If it lasts, ask the operator of the destination, and replay those that are dead.' },
  { name: 'misconfigured', means: 'The record of the channel does not fit the destination or the settings of this installation.', remedy: 'Correct the channel, run `:test`, then replay.' },
  { name: 'refused',       means: 'The destination has refused the document itself.', remedy: 'Ask the operator of the destination why. Amend the document or correct the channel, then replay.' },
  { name: 'patient',       means: 'The destination has no record of the patient, or more than one.', remedy: 'Compare IHI, record number and date of birth with the operator of the destination. Correct the patient, or have the patient registered there, then replay.' },
  { name: 'merging',       means: 'A merge that nobody has decided concerns the record of the patient.', remedy: 'Confirm the merge, or undo it: the deliveries go on by themselves.' },
  { name: 'unclear',       means: 'The destination may have the document, but nobody has said so.', remedy: 'Ask the operator of the destination whether it was filed. Replay it if it was not: the document identity is the same. Otherwise cancel it.' },
  { name: 'document',      means: 'The document cannot take the form of the channel.', remedy: 'Complete the recipient, amend the document or choose another preset, then release it.' },
  { name: 'mapping',       means: 'The document has a code that no mapping table of the channel has.', remedy: 'Ask a clinician for a dry run of the channel with the document, add the code to the table, then release.' },
  { name: 'limited',       means: 'The limits of the channel or of the destination keep the delivery back.', remedy: 'A delivery that waits for the rate goes on by itself. If the message is too large, ask the operator of the destination what it takes. Raise `maxBytes`, choose a smaller preset or form, or amend the document; then release or replay it.' },
  { name: 'consent',       means: 'No consent covers the delivery, or its recipient has changed.', remedy: 'Record a consent and release it, or share the document anew.' },
  { name: 'waiting',       means: 'Somebody has stopped the channel or the feature.', remedy: 'Resume the channel, or switch the feature on: the deliveries go on by themselves.' },
  { name: 'withdrawn',     means: 'The document, its share or the delivery was withdrawn.', remedy: 'Nothing: it is not to go out.' },
  { name: 'by-hand',       means: 'The destination cannot be informed by a message.', remedy: 'Inform the recipient by hand: `GET /v1/artifacts/{artifactId}/recall` names them.' },
  { name: 'fault',         means: 'Banksia or something that it needs has failed.', remedy: 'Look into the log for the delivery. Mend the cause, then replay.' },
] as const satisfies readonly ClassRow[]

export type ReasonClass = (typeof reasonClasses)[number]['name']

type ReasonRow = { readonly reason: string; readonly class: ReasonClass }

// biome-ignore format: one row a line
export const deliveryReasons = [
  { reason: 'dns', class: 'unreachable' },
  { reason: 'connect', class: 'unreachable' },
  { reason: 'tls', class: 'unreachable' },
  { reason: 'timeout', class: 'slow' },
  { reason: 'closed', class: 'unreachable' },
  { reason: 'directory-unavailable', class: 'unreachable' },
  { reason: 'authentication', class: 'credentials' },
  { reason: 'host-key', class: 'misconfigured' },
  { reason: 'rate-limited', class: 'overloaded' },
  { reason: 'error-at-receiver', class: 'overloaded' },
  { reason: 'refused-by-policy', class: 'misconfigured' },
  { reason: 'bad-destination', class: 'misconfigured' },
  { reason: 'redirected', class: 'misconfigured' },
  { reason: 'not-found', class: 'misconfigured' },
  { reason: 'name-refused', class: 'misconfigured' },
  { reason: 'name-taken', class: 'misconfigured' },
  { reason: 'channel_missing', class: 'misconfigured' },
  { reason: 'filter-failed', class: 'misconfigured' },
  { reason: 'mapping-missing', class: 'misconfigured' },
  { reason: 'no-form', class: 'misconfigured' },
  { reason: 'refused-by-receiver', class: 'refused' },
  { reason: 'patient-not-found', class: 'patient' },
  { reason: 'patient_merge', class: 'merging' },
  { reason: 'garbled-answer', class: 'unclear' },
  { reason: 'answer-too-large', class: 'unclear' },
  { reason: 'no-application-answer', class: 'unclear' },
  { reason: 'document-incomplete', class: 'document' },
  { reason: 'bad-preset', class: 'document' },
  { reason: 'render-failed', class: 'document' },
  { reason: 'bad-message', class: 'document' },
  { reason: 'code-unmapped', class: 'mapping' },
  { reason: 'channel-rate', class: 'limited' },
  { reason: 'over-max-bytes', class: 'limited' },
  { reason: 'too-large', class: 'limited' },
  { reason: 'consent_required', class: 'consent' },
  { reason: 'recipient_changed', class: 'consent' },
  { reason: 'channel_paused', class: 'waiting' },
  { reason: 'feature_disabled', class: 'waiting' },
  { reason: 'cancelled', class: 'withdrawn' },
  { reason: 'recalled', class: 'withdrawn' },
  { reason: 'superseded', class: 'withdrawn' },
  { reason: 'never_sent', class: 'withdrawn' },
  { reason: 'share_revoked', class: 'withdrawn' },
  { reason: 'share_expired', class: 'withdrawn' },
  { reason: 'told-by-hand', class: 'by-hand' },
] as const satisfies readonly ReasonRow[]

const classes: ReadonlyMap<string, ReasonClass> = new Map(deliveryReasons.map((row) => [row.reason, row.class]))

type FailureRow = { readonly failure: string; readonly class: ReasonClass }

/** The failures at a FHIR server that the interface specification names (7), as the classes of this table. */
export const specifiedFailures = [
  { failure: 'authentication failure', class: 'credentials' },
  { failure: 'patient not found', class: 'patient' },
  { failure: 'document rejected', class: 'refused' },
  { failure: 'slow performance', class: 'slow' },
] as const satisfies readonly FailureRow[]

/** Cause and remedy of a class, for whoever has to mend it. */
export function explainClass(name: ReasonClass): { readonly cause: string; readonly remedy: string } {
  const row = reasonClasses.find((each) => each.name === name)
  if (row === undefined) throw new TypeError('no such class')
  return { cause: row.means, remedy: row.remedy }
}

/** A reason that no row names is a fault of ours. */
export const classOfReason = (reason: string): ReasonClass => classes.get(reason) ?? 'fault'
