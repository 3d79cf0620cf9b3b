/** Notifications: a history Bundle that begins with the status of its subscription. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-subscription-notification-r4.html, -status-r4.html. */
import type { Caller } from '../caller.ts'
import { newId } from '../ids.ts'
import { stringifyJson } from '../json.ts'
import { isConsented } from '../store/consent-check.ts'
import { readResource, resourceText, type Stored } from '../store/content.ts'
import { fhirPlace } from '../store/hub-resources.ts'
import type { SubscriptionEvent } from '../store/subscription-events.ts'
import type { Subscription } from '../store/subscriptions.ts'
import type { Tx } from '../store/transaction.ts'
import { findVersion } from '../store/versions.ts'
import { findAccess, isWithin } from './access.ts'
import { backportDefinition } from './backport.ts'
import { listCompartments } from './compartments.ts'
import { readLast } from './last-content.ts'
import type { PayloadContent, SubscriptionRules } from './subscription-content.ts'

export type NotificationType = 'handshake' | 'heartbeat' | 'event-notification' | 'query-status' | 'query-event'

type Rules = Pick<SubscriptionRules, 'parameters' | 'base'>

/** An event as it may be told. */
type Told = {
  readonly event: SubscriptionEvent
  /** Absent: of this event only its number may be told. */
  readonly focus?: string
  readonly text?: string
  readonly patients: readonly string[]
}

export type Asking = {
  readonly rules: Rules
  /** Everyone who learns of it has to be permitted to read it. */
  readonly readers: readonly Caller[]
  /** Named by consents. */
  readonly recipient: string
  readonly content: PayloadContent
}

/** What of the events these readers may have now, whatever was allowed when they happened. */
export async function readEvents(
  tx: Tx,
  asking: Asking,
  events: readonly SubscriptionEvent[],
): Promise<readonly Told[]> {
  const told: Told[] = []
  for (const event of events) told.push(await readEvent(tx, asking, event))
  return told
}

async function readEvent(tx: Tx, asking: Asking, event: SubscriptionEvent): Promise<Told> {
  const { rules, readers, content } = asking
  const place = fhirPlace(event.type, event.resourceId)
  const current = await tx.findCurrent(place)
  if (content === 'empty' || current === undefined) return { event, patients: [] }
  const version = current.version === event.version ? current : await findVersion(tx, place, event.version)
  if (version === undefined) return { event, patients: [] }
  const subjects = [await readLast(tx, version), await readLast(tx, current)]
  const isVisible = readers.every((reader) => {
    const access = findAccess(reader, event.type, 'read')
    return access !== undefined && subjects.every((subject) => isWithin(rules.parameters, access, subject))
  })
  if (!isVisible) return { event, patients: [] }
  const patients = subjects.flatMap((subject) => patientsOf(rules, subject))
  const focus = `${rules.base}/${event.type}/${event.resourceId}`
  const isSent = content === 'full-resource' && !version.deleted && (await isShared(tx, asking, patients))
  return { event, focus, patients: [...new Set(patients)], ...(isSent ? { text: resourceText(version) } : {}) }
}

const patientsOf = ({ parameters }: Rules, subject: Awaited<ReturnType<typeof readLast>>): string[] =>
  listCompartments(parameters, subject).flatMap((target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? [])

/** D25: content of a patient's record goes out with the patient's consent to share; without it the reference alone. */
async function isShared(tx: Tx, { recipient }: Asking, patients: readonly string[]): Promise<boolean> {
  for (const patientId of new Set(patients))
    if (!(await isConsented(tx, { patientId, permit: 'share', recipient }))) return false
  return true
}

type Status = {
  readonly base: string
  readonly row: Subscription
  readonly canonical: string
  readonly type: NotificationType
  readonly content: PayloadContent
  readonly told?: readonly Told[]
}

const parametersProfile = backportDefinition('backport-subscription-status-r4')

/** SubscriptionStatus as R4 has it: a Parameters resource. */
export function buildStatus({ base, row, canonical, type, content, told = [] }: Status): object {
  const isTold = content !== 'empty'
  return {
    resourceType: 'Parameters',
    id: newId(),
    meta: { profile: [parametersProfile] },
    parameter: [
      { name: 'subscription', valueReference: { reference: `${base}/Subscription/${row.id}` } },
      ...(isTold ? [{ name: 'topic', valueCanonical: canonical }] : []),
      { name: 'status', valueCode: row.state },
      { name: 'type', valueCode: type },
      { name: 'events-since-subscription-start', valueString: String(row.events) },
      ...told.map(({ event, focus }) => ({
        name: 'notification-event',
        part: [
          { name: 'event-number', valueString: String(event.number) },
          { name: 'timestamp', valueInstant: event.at },
          ...(focus === undefined ? [] : [{ name: 'focus', valueReference: { reference: focus } }]),
        ],
      })),
      ...(row.reason === undefined ? [] : [{ name: 'error', valueCodeableConcept: { text: row.reason } }]),
    ],
  }
}

const notificationProfile = backportDefinition('backport-subscription-notification-r4')

const methods = {
  create: { method: 'POST', status: '201' },
  update: { method: 'PUT', status: '200' },
  delete: { method: 'DELETE', status: '204' },
} as const

/** The Bundle as it is sent. Resources are in it as they are stored; without them each is named once (R4 invariant bdl-7). */
export function notificationText(status: Status, at: string): string {
  const { base, row, told = [] } = status
  const built = buildStatus(status) as { readonly id: string }
  const head = stringifyJson({
    resourceType: 'Bundle',
    id: newId(),
    meta: { profile: [notificationProfile] },
    type: 'history',
    timestamp: at,
  }).slice(0, -1)
  const first = JSON.stringify({
    fullUrl: `urn:uuid:${built.id}`,
    resource: built,
    request: { method: 'GET', url: `${base}/Subscription/${row.id}/$status` },
    response: { status: '200' },
  })
  const entries = new Map(told.map((one) => [`${one.focus} ${one.text === undefined ? '' : one.event.version}`, one]))
  return `${head},"entry":[${[first, ...[...entries.values()].flatMap(entryText)].join(',')}]}`
}

function entryText({ event, focus, text }: Told): string[] {
  if (focus === undefined) return []
  const { method, status } = methods[event.interaction]
  const url = method === 'POST' ? event.type : `${event.type}/${event.resourceId}`
  const rest = JSON.stringify({ fullUrl: focus, request: { method, url }, response: { status } })
  return [text === undefined ? rest : `${rest.slice(0, -1)},"resource":${text}}`]
}

/** The newest version of a Subscription that a worker may act for. */
export const statusContent = (stored: Stored, status: string, error?: string): ReturnType<typeof readResource> => {
  const { error: _, ...content } = readResource(stored)
  return { ...content, status, ...(error === undefined ? {} : { error }) }
}
