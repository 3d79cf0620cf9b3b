/** Usage and billing: counted from audit rows, so that they cannot disagree with them. Spec 2.3, 4.4. */
import type { AuditEvent } from './audit/audit.ts'
import { listAudit } from './audit/audit.ts'
import { events, type UsageCounter, usageCounters } from './events.ts'
import type { Tx } from './transaction.ts'

export type UsageSummary = Readonly<Record<UsageCounter, number>>

const countedKinds = events.filter((row) => 'usage' in row).map((row) => row.kind)

/** Counts of the last `periodDays` days; of one spoke where it is given. */
export async function readUsage(tx: Tx, periodDays: number, spokeId?: string): Promise<UsageSummary> {
  const { rows } = await tx.client.query<{ kind: string; count: string }>(
    `select kind, count(*) as count from ${tx.tenant.tables.audit}
     where tenant = $1 and at > now() - make_interval(days => $2) and ($3::text is null or spoke = $3)
       and kind = any ($4::text[]) and kind not like 'fhir.%' group by kind`,
    [tx.tenant.number, periodDays, spokeId ?? null, countedKinds],
  )
  const total = (counter: UsageCounter): number =>
    events
      .filter((row) => 'usage' in row && row.usage === counter)
      .reduce((sum, row) => sum + Number(rows.find((found) => found.kind === row.kind)?.count ?? 0), 0)
  return Object.fromEntries(usageCounters.map((counter) => [counter, total(counter)])) as UsageSummary
}

const billableKinds = events.filter((row) => 'billable' in row).map((row) => row.kind)

/** Billable events: the audit rows of releasing transactions. */
export async function listBillableEvents(tx: Tx, limit: number, after?: string): Promise<AuditEvent[]> {
  return listAudit(tx.client, tx.tenant, { where: [{ by: 'kind', any: billableKinds }], limit, after })
}
