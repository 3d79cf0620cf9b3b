/** Alerts that fire, and which of their messages the target has taken: the one writer of these rows. D231 */
import { newId } from '../../core/ids.ts'
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import type { Finding } from './alert-figures.ts'

export type Firing = {
  readonly subject: string
  readonly id: string
  readonly state: 'firing' | 'resolved'
  readonly since: string
  readonly resolvedAt?: string
  readonly figure: number
  readonly told?: 'firing' | 'resolved'
  /** When the target has last taken a message that it fires. */
  readonly toldAt?: string
  readonly attempts: number
  readonly reason?: string
}

const columns = `subject, id, state, ${utc('since')} as since, ${utc('resolved_at')} as "resolvedAt", figure::int as figure, told,
  ${utc('told_at')} as "toldAt", attempts, reason`

export async function listFirings(tx: Tx, alertId: string): Promise<readonly Firing[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from alert_firing where tenant = $1 and alert_id = $2 order by state, since desc, subject limit 200`,
    [tx.tenant.number, alertId],
  )
  return rows.map((row) => present<Firing>(row))
}

/** Begins and ends firings as the rule finds them now. Answers the subjects of those that have begun, and that have ended. */
export async function settleFirings(
  tx: Tx,
  alertId: string,
  findings: readonly Finding[],
): Promise<{ readonly begun: readonly string[]; readonly ended: readonly string[] }> {
  const found = findings.map((finding) => ({ ...finding, id: newId() }))
  const began = await tx.client.query<{ subject: string }>(
    `insert into alert_firing as f (tenant, alert_id, subject, id, state, since, figure)
     select $1, $2, n.subject, n.id, 'firing', now(), n.figure
     from jsonb_to_recordset($3::jsonb) as n (subject uuid, id uuid, figure bigint)
     on conflict (tenant, alert_id, subject) do update set figure = excluded.figure, state = 'firing', resolved_at = null,
       id = case when f.state = 'firing' then f.id else excluded.id end,
       since = case when f.state = 'firing' then f.since else excluded.since end,
       attempts = case when f.state = 'firing' then f.attempts else 0 end,
       due_at = case when f.state = 'firing' then f.due_at else now() end,
       reason = case when f.state = 'firing' then f.reason end
     returning subject, since = now() as begun`,
    [tx.tenant.number, alertId, JSON.stringify(found)],
  )
  const ended = await tx.client.query<{ subject: string }>(
    `update alert_firing set state = 'resolved', resolved_at = now(), attempts = 0, due_at = now(), reason = null
     where tenant = $1 and alert_id = $2 and state = 'firing' and subject <> all ($3::uuid[]) returning subject`,
    [tx.tenant.number, alertId, found.map(({ subject }) => subject)],
  )
  const begun = (began.rows as { subject: string; begun: boolean }[]).filter((row) => row.begun)
  return { begun: begun.map(({ subject }) => subject), ended: ended.rows.map(({ subject }) => subject) }
}

/** Messages that the target is to get now: that it fires, at most once in `throttleMinutes`, and once that this has ended. */
export async function listUntold(tx: Tx, alertId: string, throttleMinutes: number): Promise<readonly Firing[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from alert_firing where tenant = $1 and alert_id = $2 and due_at <= now() and (
       (state = 'firing' and (told_at is null or told_at <= now() - make_interval(mins => $3)))
       or (state = 'resolved' and told = 'firing')) order by since, subject limit 100`,
    [tx.tenant.number, alertId, throttleMinutes],
  )
  return rows.map((row) => present<Firing>(row))
}

type Of = { readonly alertId: string; readonly firing: Pick<Firing, 'subject' | 'id' | 'state'> }

export async function putTold(tx: Tx, { alertId, firing: { subject, id, state } }: Of): Promise<void> {
  await tx.client.query(
    `update alert_firing set told = $5, told_at = case when $5 = 'firing' then now() else told_at end, attempts = 0, reason = null
     where tenant = $1 and alert_id = $2 and subject = $3 and id = $4`,
    [tx.tenant.number, alertId, subject, id, state],
  )
}

const firstMs = 30_000
const longestMs = 900_000

/** The target has not taken it: it is tried again, later each time. */
export async function putUntold(
  tx: Tx,
  { alertId, firing: { subject, id, state } }: Of,
  reason: string,
): Promise<void> {
  await tx.client.query(
    `update alert_firing set attempts = attempts + 1, reason = $6,
       due_at = now() + make_interval(secs => least($8::float8, $7::float8 * power(2, least(attempts, 20))) / 1000)
     where tenant = $1 and alert_id = $2 and subject = $3 and id = $4 and state = $5`,
    [tx.tenant.number, alertId, subject, id, state, reason, firstMs, longestMs],
  )
}

/** For an alert that is deleted or looks for something else: nobody is told of an end. */
export async function removeFirings(tx: Tx, alertId: string): Promise<void> {
  await tx.client.query('delete from alert_firing where tenant = $1 and alert_id = $2', [tx.tenant.number, alertId])
}
