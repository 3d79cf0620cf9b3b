/** Usage and billing: counted from audit rows, so that they cannot disagree with them. */
import { dayMs, hourMs } from '../../core/durations.ts'
import { type AuditEvent, type AuditTest, countedSpoke, listAudit } from '../audit/audit.ts'
import { type EventKind, events, type UsageCounter, usageCounters } from '../events.ts'
import { perPart } from '../postgres/parts.ts'
import type { Tx } from '../transaction.ts'
import { countedKinds } from './counted-kinds.ts'

export type UsageSummary = Readonly<Record<UsageCounter, number>>

/** The groups of a usage summary. */
export const usageGroups = ['spoke', 'artifactType', 'state'] as const
export type UsageGroup = (typeof usageGroups)[number]

/** Absent if the events do not have it: an encounter has no artifact type. */
export type UsagePart = { readonly [Group in UsageGroup]?: string } & { readonly usage: UsageSummary }

export type UsageAsked = { readonly periodDays: number; readonly spokeId?: string | undefined }

/**
 * Whole days and hours come from the counts; the part before the first whole hour, and what is not rolled up yet, from the
 * audit. One statement, so one snapshot: every record is in exactly one of the four.
 */
const summarize = perPart(({ part, audit }) => ({
  name: `usage-summary-${part}`,
  text: `with reached as materialized (
      select coalesce(max(tx::text), '0')::xid8 as tx, coalesce(max(seq), 0) as seq from usage_cursor where tenant = $1
    ), rolled as (
      select kind, spoke, artifact_type, state, count from usage_count
      where tenant = $1 and unit = 'day' and starts_at >= $4 and ($6::text is null or spoke = $6)
      union all
      select kind, spoke, artifact_type, state, count from usage_count
      where tenant = $1 and unit = 'hour' and starts_at >= $3 and starts_at < $4 and ($6::text is null or spoke = $6)
      union all
      select kind, ${countedSpoke}, coalesce(artifact_type, ''), coalesce(to_state, ''), 1 from ${audit}
      where tenant = $1 and kind = any ($5::text[]) and kind not in ('fhir.read', 'fhir.search') and at > $2 and at < $3
        and (tx, seq) <= ((select tx from reached), (select seq from reached)) and ($6::text is null or ${countedSpoke} = $6)
      union all
      select kind, ${countedSpoke}, coalesce(artifact_type, ''), coalesce(to_state, ''), 1 from ${audit}
      where tenant = $1 and (tx, seq) > ((select tx from reached), (select seq from reached)) and at > $2
        and kind = any ($5::text[]) and ($6::text is null or ${countedSpoke} = $6)
    )
    select kind, case when $7 then spoke end as spoke, case when $8 then artifact_type end as "artifactType",
      case when $9 then state end as state, sum(count)::float8 as count
    from rolled group by 1, 2, 3, 4`,
}))

type CountRow = {
  readonly kind: EventKind
  readonly spoke: string | null
  readonly artifactType: string | null
  readonly state: string | null
  readonly count: number
}

/** The last days up to now, of one spoke if it is given. One part for each combination of `groups` that has counts. */
export async function listUsage(tx: Tx, asked: UsageAsked, groups: readonly UsageGroup[]): Promise<UsagePart[]> {
  const since = Date.parse(tx.at) - asked.periodDays * dayMs
  const instants = [since, Math.ceil(since / hourMs) * hourMs, Math.ceil(since / dayMs) * dayMs]
  const { rows } = await tx.client.query<CountRow>({
    ...summarize(tx.tenant),
    values: [
      tx.tenant.number,
      ...instants.map((instant) => new Date(instant).toISOString()),
      countedKinds,
      asked.spokeId ?? null,
      ...usageGroups.map((group) => groups.includes(group)),
    ],
  })
  const parts = Map.groupBy(rows, (row) => JSON.stringify(usageGroups.map((group) => row[group])))
  return [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => ({ ...placeOf(own[0]), usage: sumUp(own) }))
    .filter(({ usage }) => Object.values(usage).some((count) => count > 0))
}

export async function readUsage(tx: Tx, asked: UsageAsked): Promise<UsageSummary> {
  const [whole] = await listUsage(tx, asked, [])
  return whole?.usage ?? sumUp([])
}

function placeOf(row: CountRow | undefined): Omit<UsagePart, 'usage'> {
  const members = usageGroups.map((group) => [group, row?.[group] ?? ''] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== ''))
}

function sumUp(rows: readonly CountRow[]): UsageSummary {
  const total = (counter: UsageCounter): number => {
    const kinds = new Set<string>(
      events.filter((row) => 'usage' in row && row.usage === counter).map(({ kind }) => kind),
    )
    return rows.filter(({ kind }) => kinds.has(kind)).reduce((sum, { count }) => sum + count, 0)
  }
  return Object.fromEntries(usageCounters.map((counter) => [counter, total(counter)])) as UsageSummary
}

const billableKinds = events.filter((row) => 'billing' in row).map((row) => row.kind)

export type BillableAsked = {
  readonly where: readonly AuditTest[]
  readonly limit: number
  readonly after?: string | undefined
}

/** Billable events: audit records of releases and recalls. */
export async function listBillableEvents(tx: Tx, { where, limit, after }: BillableAsked): Promise<AuditEvent[]> {
  return listAudit(tx.client, tx.tenant, { where: [{ by: 'kind', any: billableKinds }, ...where], limit, after })
}
