/** The versions that events are about, and the current state of these resources: two statements, however many there are. */

import { perPart } from '../postgres/parts.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import type { Stored } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'
import type { SubscriptionEvent } from './subscription-events.ts'

export type EventVersions = {
  /** The version of the event; for a deletion, the deleted version. */
  readonly version: Stored | undefined
  /** The newest version; for a deleted resource, the one before its tombstone. */
  readonly current: Stored | undefined
}

type Wanted = { readonly type: string; readonly id: string; readonly version: number }

const keyOf = ({ type, id, version }: Wanted): string => `${type}/${id}/${version}`

const currentText = perPart(({ part, resource }) => ({
  name: `event-current-${part}`,
  text: `select ${resourceColumns('r')} from (select distinct * from unnest($2::text[], $3::text[]) as e (type, id)) w
    join ${resource} r on r.tenant = $1 and r.space = 'fhir' and r.type = w.type and r.id = w.id`,
}))

const supersededText = perPart(({ part, history }) => ({
  name: `event-superseded-${part}`,
  text: `select ${resourceColumns('h')} from (select distinct * from unnest($2::text[], $3::text[], $4::int[]) as e (type, id, version)) w
    join ${history} h on h.tenant = $1 and h.space = 'fhir' and h.type = w.type and h.id = w.id and h.version = w.version`,
}))

export async function readEventVersions(
  tx: Tx,
  events: readonly SubscriptionEvent[],
): Promise<(event: SubscriptionEvent) => EventVersions> {
  const current = await readCurrent(tx, events)
  const shown = (event: SubscriptionEvent): Wanted => ({
    type: event.type,
    id: event.resourceId,
    version: event.interaction === 'delete' ? event.version - 1 : event.version,
  })
  const last = (event: SubscriptionEvent): Wanted | undefined => {
    const now = current.get(`${event.type}/${event.resourceId}`)
    return now && { type: now.type, id: now.id, version: now.deleted ? now.version - 1 : now.version }
  }
  const known = new Map([...current.values()].map((stored) => [keyOf(stored), stored]))
  const wanted = events.flatMap((event) => [shown(event), last(event) ?? []].flat())
  for (const stored of await readSuperseded(
    tx,
    wanted.filter((one) => !known.has(keyOf(one))),
  ))
    known.set(keyOf(stored), stored)
  return (event) => {
    const now = last(event)
    return { version: known.get(keyOf(shown(event))), current: now && known.get(keyOf(now)) }
  }
}

async function readCurrent(tx: Tx, events: readonly SubscriptionEvent[]): Promise<ReadonlyMap<string, Stored>> {
  if (events.length === 0) return new Map()
  const values = [tx.tenant.number, events.map(({ type }) => type), events.map(({ resourceId }) => resourceId)]
  const { rows } = await tx.client.query<ResourceRow>({ ...currentText(tx.tenant), values })
  return new Map(rows.map((row) => [`${row.type}/${row.id}`, openRow(tx.tenant, row)]))
}

async function readSuperseded(tx: Tx, wanted: readonly Wanted[]): Promise<readonly Stored[]> {
  if (wanted.length === 0) return []
  const columns = [wanted.map(({ type }) => type), wanted.map(({ id }) => id), wanted.map(({ version }) => version)]
  const { rows } = await tx.client.query<ResourceRow>({
    ...supersededText(tx.tenant),
    values: [tx.tenant.number, ...columns],
  })
  return rows.map((row) => openRow(tx.tenant, row))
}
