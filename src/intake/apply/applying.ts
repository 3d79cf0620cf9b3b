/** A message while it is applied: what it says, whose record it belongs to, and which resource each entry becomes. */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import type { JsonObject } from '../../core/json.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { replaceLinks } from '../../fhir/replace-links.ts'
import { type EventRow, findEvent } from '../../inbound/events.ts'
import { keyedId } from '../../store/keys/keyed-id.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Clinical, Sender } from './applied.ts'
import type { Entry } from './entries.ts'
import type { Findings } from './look-up.ts'
import type { Match } from './match-patient.ts'

export type Applying = {
  readonly tx: Tx
  readonly reading: Clinical
  readonly sender: Sender
  readonly event: EventRow
  readonly entries: readonly Entry[]
  /** Under lock, by number: patients, visits, documents. */
  readonly found: Findings
  /** Without a lock: people and organisations. */
  readonly shared: Findings
  readonly match: Match
}

export const eventOf = ({ header: { type, event } }: Clinical): EventRow => {
  const row = findEvent(type, event)
  if (row === undefined) throw new Error('the message was read as one of this table')
  return row
}

export const isAdmission = ({ event: { kind } }: Pick<Applying, 'event'>): boolean =>
  kind === 'visit' || kind === 'person'

/** In no patient's record. */
export const sharedTypes: ReadonlySet<string> = new Set([
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
])

/** The patient whose record a resource is in, by the elements that messages fill. */
export function patientOf({ tx }: Pick<Applying, 'tx'>, content: JsonObject): string | undefined {
  const { subject, patient, beneficiary } = content as Record<string, { readonly reference?: string } | undefined>
  return findLocalTarget(tx.tenant.addresses, (subject ?? patient ?? beneficiary)?.reference)
}

/** True for what is in the record, or in one that leads to it by a confirmed merge. */
export function isOwn(applying: Pick<Applying, 'tx' | 'match'>, content: JsonObject): boolean {
  const { id, led } = applying.match
  const patient = patientOf(applying, content)
  return [id, ...led].some((own) => patient === `Patient/${own}`)
}

/** An id within the patient's record: no other patient's message can make it. */
export const ownId = ({ tx, match }: Pick<Applying, 'tx' | 'match'>, ...name: readonly string[]): string =>
  keyedId(tx.tenant.keys, JSON.stringify(['Patient', match.id, ...name]))

/** An id of a person, place or organisation as this sender tells of it. */
export const sharedId = ({ tx, sender }: Pick<Applying, 'tx' | 'sender'>, content: JsonObject): string =>
  keyedId(tx.tenant.keys, JSON.stringify(['sender', sender.id, canonicalJson(content)]))

/** The content with the addresses of the record in place of those of the message. */
export const withTargets = (content: JsonObject, targets: ReadonlyMap<string, string>): JsonObject =>
  replaceLinks(content, (text, isReference) => (isReference ? targets.get(text) : undefined)) as JsonObject
