/** The operations of Subscription: its status, and its events. Subscriptions R5 Backport 1.1.0 OperationDefinition-backport-subscription-status.html, -events.html. */

import { checkWholeAccess } from '../../access/access.ts'
import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import { invalidField } from '../../core/problems.ts'
import { withConsentDenials } from '../../domain/consent/consent-denials.ts'
import { type PayloadContent, payloadContents } from '../../domain/subscription/subscription-channel.ts'
import { parseSubscription } from '../../domain/subscription/subscription-content.ts'
import { buildStatus, notificationText } from '../../domain/subscription/subscription-notification.ts'
import { readEvents } from '../../domain/subscription/told-events.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { listEvents } from '../../store/subscriptions/subscription-events.ts'
import {
  findSubscription,
  listSubscriptions,
  type Subscription,
  subscriber,
} from '../../store/subscriptions/subscriptions.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import { baseOf, type Exchange, type FhirReply, type FhirRequest, type Interact } from '../exchange.ts'
import { findText, listInputs, valueOfInput } from '../parameters.ts'
import { readCurrent } from '../read-current.ts'

/** A stored Subscription with its row. One that no client ever wrote has no row. */
type Standing = { readonly stored: Stored; readonly row: Subscription }

export const statusOf: Interact = async (exchange, request) => {
  const stored = await readCurrent(exchange, request)
  await recordAccess(exchange, 'fhir.read', stored)
  const row = await findSubscription(exchange.tx, stored.id)
  return statusReply(exchange, row === undefined ? [] : [{ stored, row }])
}

const mostShown = 1000

/** For those given by `id` or `status`; otherwise for all. */
export const statusOfAll: Interact = async (exchange, request) => {
  const { tx } = exchange
  const scope = checkWholeAccess(request.caller, 'Subscription', 'search-type')
  const [ids, states] = [listAsked(request, 'id'), listAsked(request, 'status')]
  const page = await tx.search({
    space: 'fhir',
    type: 'Subscription',
    scope,
    where: ids.length === 0 ? [] : [{ parameter: '_id', values: ids }],
    limit: mostShown,
  })
  const items = await leaveOutStored(exchange, page.items)
  const listed = await listSubscriptions(
    tx,
    items.map(({ id }) => id),
  )
  const rows = new Map(listed.map((row) => [row.id, row]))
  const standing = items.flatMap((stored) => {
    const row = rows.get(stored.id)
    return row === undefined || (states.length > 0 && !states.includes(row.state)) ? [] : [{ stored, row }]
  })
  tx.record('fhir.search', { resourceType: 'Subscription', count: standing.length })
  return statusReply(exchange, standing)
}

/** Each may be given several times, and with commas. */
const listAsked = (request: FhirRequest, name: string): string[] =>
  [
    ...request.parameters.filter(([own]) => own === name).map(([, value]) => value),
    ...listInputs(request)
      .filter((input) => input['name'] === name)
      .map((input) => String(valueOfInput(input))),
  ].flatMap((value) => value.split(',').filter((one) => one !== ''))

function statusReply({ server }: Exchange, standing: readonly Standing[]): FhirReply {
  const base = baseOf(server)
  const entry = standing.map(({ stored, row }) => {
    const canonical = String(readResource(stored)['criteria'])
    const resource = buildStatus({ base, row, canonical, type: 'query-status', content: 'id-only' })
    return { fullUrl: `urn:uuid:${(resource as { id: string }).id}`, resource, search: { mode: 'match' } }
  })
  const bundle = {
    resourceType: 'Bundle',
    type: 'searchset',
    total: entry.length,
    ...(entry.length === 0 ? {} : { entry }),
  }
  return { status: 200, text: JSON.stringify(bundle) }
}

const mostEvents = 100

/** The part of the subscription's events that the caller may read. */
export const eventsOf: Interact = async (exchange, request) => {
  const { tx, server } = exchange
  const stored = await readCurrent(exchange, request)
  const row = await findSubscription(tx, stored.id)
  const rules = { parameters: server.parameters, base: baseOf(server), isAddress: () => true }
  const { canonical, content: most } = parseSubscription(rules, readResource(stored))
  const content = atMost(most, readContent(request))
  const first = readNumber(request, 'eventsSinceNumber') ?? 1
  const last = readNumber(request, 'eventsUntilNumber') ?? Number.MAX_SAFE_INTEGER
  const events = row === undefined ? [] : await listEvents(tx, stored.id, { first, last, limit: mostEvents })
  const readers = row === undefined ? [] : [await withConsentDenials(tx, subscriber(tx.tenant.id, row)), request.caller]
  const told = await readEvents(tx, { rules, readers, recipient: row?.client ?? '', content }, events)
  await recordAccess(exchange, 'fhir.read', stored)
  if (row === undefined) return statusReply(exchange, [])
  for (const patientId of new Set(told.flatMap(({ patients }) => patients)))
    tx.record('fhir.read', { resourceType: 'Subscription', resourceId: stored.id, patientId, count: told.length })
  const status = { base: rules.base, row, canonical, type: 'query-event', content, told } as const
  return { status: 200, text: notificationText(status, tx.at) }
}

const readContent = (request: FhirRequest): PayloadContent | undefined => {
  const asked = findText(request, 'content')
  const content = payloadContents.find((one) => one === asked)
  if (asked !== undefined && content === undefined)
    throw invalidField('content', 'must be empty, id-only or full-resource')
  return content
}

/** Never more than the subscription itself is sent. */
const atMost = (most: PayloadContent, asked: PayloadContent = most): PayloadContent =>
  payloadContents.indexOf(asked) < payloadContents.indexOf(most) ? asked : most

function readNumber(request: FhirRequest, name: string): number | undefined {
  const text = findText(request, name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalidField(name, 'must be a whole number')
  return Number(text)
}
