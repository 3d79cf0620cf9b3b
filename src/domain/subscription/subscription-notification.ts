/** Builds notifications: a history Bundle that begins with the status of its subscription. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-subscription-notification-r4.html, -status-r4.html. */
import { newId } from '../../core/ids.ts'
import { parseJson, stringifyJson } from '../../core/json.ts'
import { backportDefinition } from '../../fhir/backport.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { renderXml } from '../../profiles/xml/xml-writer.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Subscription } from '../../store/subscriptions/subscriptions.ts'
import type { PayloadContent } from './subscription-channel.ts'
import type { Told } from './told-events.ts'

export type NotificationType = 'handshake' | 'heartbeat' | 'event-notification' | 'query-status' | 'query-event'

type Status = {
  readonly base: string
  readonly row: Subscription
  readonly canonical: string
  readonly type: NotificationType
  readonly content: PayloadContent
  readonly told?: readonly Told[]
}

const parametersProfile = backportDefinition('backport-subscription-status-r4')

/** SubscriptionStatus in R4: a Parameters resource. */
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

/** In the format of the channel's payload. */
export const renderIn = (definitions: Definitions, mediaType: string, text: string): string =>
  mediaType.endsWith('xml') ? renderXml(definitions, parseJson(text)) : text

const methods = {
  create: { method: 'POST', status: '201' },
  update: { method: 'PUT', status: '200' },
  delete: { method: 'DELETE', status: '204' },
} as const

/** The Bundle as it is sent, with the resources as they are stored. */
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
  return `${head},"entry":[${[first, ...told.flatMap(entryText)].join(',')}]}`
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
