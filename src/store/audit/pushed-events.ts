/** The events of a stream: audit records of pushed kinds, once each, below the oldest running transaction. docs/design/store.md#writes (followers). */
import { present, utc } from '../columns.ts'
import type { EventKind } from '../events.ts'
import { perPart } from '../postgres/parts.ts'
import type { Reader } from '../resources/types.ts'

/** The cursor of a follower: it has told everything up to this pair. */
export type FeedPosition = { readonly tx: string; readonly seq: string }

/** Identifiers, states and kinds: less than the audit knows. */
export type PushedEvent = FeedPosition & {
  readonly id: string
  readonly kind: EventKind
  readonly at: string
  readonly resourceType?: string
  readonly resourceId?: string
  readonly version?: number
  readonly encounterId?: string
  readonly artifactId?: string
  readonly fromState?: string
  readonly toState?: string
  readonly reason?: string
  readonly requestId: string
}

export type PushedPage = { readonly events: readonly PushedEvent[]; readonly next: FeedPosition }

type Asked = { readonly after: FeedPosition; readonly kinds: readonly EventKind[]; readonly limit: number }

const statement = perPart((tables) => ({
  name: `pushed-events-${tables.part}`,
  text: `with horizon as (select pg_snapshot_xmin(pg_current_snapshot()) as until)
    select horizon.until::text as until, e.* from horizon left join lateral (
      select tx::text as tx, seq::text as seq, id, kind, ${utc('at')} as at, resource_type as "resourceType", resource_id as "resourceId", version,
        encounter_id as "encounterId", artifact_id as "artifactId", from_state as "fromState", to_state as "toState", reason, request_id as "requestId"
      from ${tables.audit} where tenant = $1 and (tx, seq) > ($2::xid8, $3::bigint) and tx < horizon.until and kind = any ($4::text[])
      order by ${tables.audit}.tx, ${tables.audit}.seq limit $5) e on true`,
}))

/** The next page begins after everything that this one looked through, whether or not it was sent. */
export async function readPushed({ client, tenant }: Reader, { after, kinds, limit }: Asked): Promise<PushedPage> {
  const values = [tenant.number, after.tx, after.seq, [...kinds], limit]
  const { rows } = await client.query<Record<string, unknown>>({ ...statement(tenant), values })
  const events = rows.filter(({ id }) => id !== null).map(({ until: _until, ...row }) => present<PushedEvent>(row))
  const last = events.at(-1)
  const isFull = events.length === limit && last !== undefined
  return {
    events,
    next: isFull ? { tx: last.tx, seq: last.seq } : { tx: String(rows[0]?.['until'] ?? after.tx), seq: '0' },
  }
}

/** A stream that begins here gets everything that is not yet committed. */
export async function findHead({ client }: Pick<Reader, 'client'>): Promise<FeedPosition> {
  const { rows } = await client.query<{ until: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as until',
  )
  return { tx: rows[0]?.until ?? '0', seq: '0' }
}
