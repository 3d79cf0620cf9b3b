/** Decides what may be sent of a subscription's events now: it checks scopes, the patient's record and consent each time. Subscriptions R5 Backport 1.1.0 components.html. */

import { findPartAccess, isConsentDenied, isWithin } from '../../access/access.ts'
import type { Caller } from '../../core/caller.ts'
import type { JsonObject } from '../../core/json.ts'
import { listCompartments } from '../../fhir-search/index/compartments.ts'
import { parseForReading, resourceText } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { type EventVersions, readEventVersions } from '../../store/subscriptions/event-versions.ts'
import type { SubscriptionEvent } from '../../store/subscriptions/subscription-events.ts'
import type { Tx } from '../../store/transaction.ts'
import { isConsented } from '../consent/consent-check.ts'
import type { PayloadContent } from './subscription-channel.ts'
import type { SubscriptionRules } from './subscription-content.ts'

/** An event, as far as it may be sent. */
export type Told = {
  readonly event: SubscriptionEvent
  /** Absent: only the number of this event may be sent. */
  readonly focus?: string
  readonly text?: string
  readonly patients: readonly string[]
}

export type Asking = {
  readonly rules: Pick<SubscriptionRules, 'parameters' | 'base'>
  /** Everyone who learns of it must be allowed to read it. */
  readonly readers: readonly Caller[]
  /** Named by consents. */
  readonly recipient: string
  readonly content: PayloadContent
}

/** The permissions of the time when they happened do not matter. */
export async function readEvents(
  tx: Tx,
  asking: Asking,
  events: readonly SubscriptionEvent[],
): Promise<readonly Told[]> {
  if (asking.content === 'empty') return events.map((event) => ({ event, patients: [] }))
  const versionsOf = await readEventVersions(tx, events)
  const isShared = openConsents(tx, asking)
  const told: Told[] = []
  for (const event of events) told.push(await readEvent({ tx, asking, event, isShared }, versionsOf(event)))
  return told
}

type Reading = {
  readonly tx: Tx
  readonly asking: Asking
  readonly event: SubscriptionEvent
  readonly isShared: (patients: readonly string[]) => Promise<boolean>
}

async function readEvent({ tx, asking, event, isShared }: Reading, { version, current }: EventVersions): Promise<Told> {
  const { rules, readers, content } = asking
  if (version === undefined || current === undefined) return { event, patients: [] }
  const subjects = (version === current ? [version] : [version, current]).map(subjectOf)
  const isVisible = readers.every((reader) => {
    const access = findPartAccess(reader, event.type, 'read')
    return access !== undefined && subjects.every((subject) => isWithin(rules.parameters, access, subject))
  })
  if (!isVisible || (await isDeniedToAny(tx, asking, subjects))) return { event, patients: [] }
  const targets = subjects.flatMap((subject) => listCompartments(rules.parameters, subject))
  const patients = [...new Set(targets.flatMap((target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? []))]
  const focus = `${rules.base}/${event.type}/${event.resourceId}`
  const isSent = content === 'full-resource' && event.interaction !== 'delete' && (await isShared(patients))
  return { event, focus, patients, ...(isSent ? { text: resourceText(version) } : {}) }
}

async function isDeniedToAny(tx: Tx, { rules, readers }: Asking, subjects: readonly Subject[]): Promise<boolean> {
  for (const reader of readers)
    for (const subject of subjects) if (await isConsentDenied({ tx, server: rules }, reader, subject)) return true
  return false
}

type Subject = { readonly type: string; readonly id: string; readonly content: JsonObject }

const subjectOf = (stored: Stored): Subject => ({ type: stored.type, id: stored.id, content: parseForReading(stored) })

/** D25: content of a patient's record needs the patient's consent to share; without it only the reference is sent. */
function openConsents(tx: Tx, { recipient }: Asking): Reading['isShared'] {
  const known = new Map<string, boolean>()
  return async (patients) => {
    for (const patientId of patients) {
      const is =
        known.get(patientId) ?? (await isConsented(tx, { patientId, permit: 'share', recipient: { name: recipient } }))
      known.set(patientId, is)
      if (!is) return false
    }
    return true
  }
}
