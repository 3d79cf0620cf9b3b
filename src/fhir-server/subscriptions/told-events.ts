/** What of a subscription's events may be told now: scopes, the patient's record and consent are asked each time. Subscriptions R5 Backport 1.1.0 components.html. */
import type { Caller } from '../../core/caller.ts'
import type { JsonObject } from '../../core/json.ts'
import { isConsented } from '../../store/consent-check.ts'
import { parseForReading, resourceText, type Stored } from '../../store/resources/content.ts'
import { type EventVersions, readEventVersions } from '../../store/subscriptions/event-versions.ts'
import type { SubscriptionEvent } from '../../store/subscriptions/subscription-events.ts'
import type { Tx } from '../../store/transaction.ts'
import { findPartAccess, isHiddenHere, isWithin } from '../access.ts'
import { listCompartments } from '../index/compartments.ts'
import type { PayloadContent } from './subscription-channel.ts'
import type { SubscriptionRules } from './subscription-content.ts'

/** An event as it may be told. */
export type Told = {
  readonly event: SubscriptionEvent
  /** Absent: of this event only its number may be told. */
  readonly focus?: string
  readonly text?: string
  readonly patients: readonly string[]
}

export type Asking = {
  readonly rules: Pick<SubscriptionRules, 'parameters' | 'base'>
  /** Everyone who learns of it has to be permitted to read it. */
  readonly readers: readonly Caller[]
  /** Named by consents. */
  readonly recipient: string
  readonly content: PayloadContent
}

/** Whatever was allowed when they happened. */
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
  if (!isVisible || (await isHiddenFromAny(tx, asking, subjects))) return { event, patients: [] }
  const targets = subjects.flatMap((subject) => listCompartments(rules.parameters, subject))
  const patients = [...new Set(targets.flatMap((target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? []))]
  const focus = `${rules.base}/${event.type}/${event.resourceId}`
  const isSent = content === 'full-resource' && event.interaction !== 'delete' && (await isShared(patients))
  return { event, focus, patients, ...(isSent ? { text: resourceText(version) } : {}) }
}

async function isHiddenFromAny(tx: Tx, { rules, readers }: Asking, subjects: readonly Subject[]): Promise<boolean> {
  for (const reader of readers)
    for (const subject of subjects) if (await isHiddenHere({ tx, server: rules }, reader, subject)) return true
  return false
}

type Subject = { readonly type: string; readonly id: string; readonly content: JsonObject }

const subjectOf = (stored: Stored): Subject => ({ type: stored.type, id: stored.id, content: parseForReading(stored) })

/** D25: content of a patient's record goes out with the patient's consent to share; without it the reference alone. */
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
