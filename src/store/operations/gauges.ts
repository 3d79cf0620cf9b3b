/** Figures of the whole installation: counts, ages and enumerated words, of no particular tenant. */
import type pg from 'pg'
import { inTransaction } from '../postgres/in-transaction.ts'
import { sparedForSeconds } from './spared-destinations.ts'

export type Measured = { readonly labels?: Readonly<Record<string, string>>; readonly value: number }
export type Gauge = { readonly name: string; readonly help: string; readonly values: readonly Measured[] }

type GaugeRow = { readonly name: string; readonly help: string; readonly text: string }

const secondsSince = (at: string): string =>
  `coalesce(extract(epoch from clock_timestamp() - ${at}), 0)::float8 as value`

/** Finished deliveries grow without end, so nobody counts them. As the index `delivery_unfinished` has it. */
const unfinished = `state in ('held', 'queued', 'sending', 'rejected', 'dead')`

/** Columns beside `value` are labels. */
// biome-ignore format: one row a line
const gauges: readonly GaugeRow[] = [
  { name: 'banksia_deliveries', help: 'Deliveries that are not finished or need a person, by state and transport', text: `select state, coalesce(transport, 'unknown') as transport, count(*)::int as value from delivery where ${unfinished} group by 1, 2` },
  { name: 'banksia_delivery_oldest_queued_seconds', help: 'Age of the oldest delivery that waits', text: `select ${secondsSince('min(created_at)')} from delivery where state = 'queued'` },
  { name: 'banksia_deliveries_unanswered', help: 'Committed deliveries whose receiver has not said whether its application accepts them', text: `select count(*)::int as value from delivery where state = 'committed' and answer_due_at is not null` },
  { name: 'banksia_delivery_oldest_unanswered_seconds', help: 'Age of the oldest of them, since its commit', text: `select ${secondsSince('min(updated_at)')} from delivery where state = 'committed' and answer_due_at is not null` },
  { name: 'banksia_dead_letters', help: 'Deliveries that were given up, by reason', text: `select coalesce(reason, 'unknown') as reason, count(*)::int as value from delivery where state = 'dead' group by 1` },
  { name: 'banksia_deliveries_held', help: 'Deliveries that are held, by reason', text: `select coalesce(reason, 'unknown') as reason, count(*)::int as value from delivery where state = 'held' group by 1` },
  { name: 'banksia_destinations_spared', help: 'Destinations that any process spares because it cannot reach them', text: `select count(distinct (tenant, channel_id))::int as value from spared_destination where seen_at > now() - make_interval(secs => ${sparedForSeconds})` },
  { name: 'banksia_alerts_firing', help: 'Alerts that fire, counted by what they are about', text: `select count(*)::int as value from alert_firing where state = 'firing'` },
  { name: 'banksia_alerts_untold', help: 'Messages of alerts that their target has refused at the last try', text: 'select count(*)::int as value from alert_firing where attempts > 0' },
  { name: 'banksia_queue_depth', help: 'Work that is due and not done, by kind', text: `select 'job-' || kind as queue, count(*)::int as value from job where state = 'queued' group by 1
      union all select 'deliver', count(*)::int from delivery where state = 'queued' and due_at <= now()
      union all select 'render', count(*)::int from document where rendered_at is null
      union all select 'export', count(*)::int from bulk_export where state = 'queued'
      union all select 'reindex', count(*)::int from reindex` },
  { name: 'banksia_outbox_rows', help: 'What is committed and not handed to a queue yet', text: 'select count(*)::int as value from outbox' },
  { name: 'banksia_outbox_lag_seconds', help: 'Age of the oldest of them', text: `select ${secondsSince('min(created_at)')} from outbox` },
  { name: 'banksia_audit_seal_lag_seconds', help: 'Age of the oldest audit record that no batch holds', text: `select ${secondsSince('min(first.at)')} from tenant t
      left join lateral (select through_tx as tx, through_seq as seq from audit_batch b where b.tenant = t.number order by b.number desc limit 1) last on true
      cross join lateral (select a.at from audit a where a.tenant = t.number and (a.tx, a.seq) > (coalesce(last.tx, '0'), coalesce(last.seq, 0))
        order by a.tx, a.seq limit 1) first` },
  { name: 'banksia_key_age_seconds', help: 'Age of the content key that was changed longest ago', text: `select ${secondsSince('min(newest)')} from (select max(created_at) as newest from data_key group by tenant, purpose) k` },
]

/** Longest time of one statement. */
const timeoutMs = 2_000

/** Throws if the database does not answer in time. */
export async function readGauges(pool: pg.Pool): Promise<readonly Gauge[]> {
  return inTransaction(pool, async (client) => {
    await client.query(`set local statement_timeout = ${timeoutMs}`)
    const found: Gauge[] = []
    for (const { name, help, text } of gauges) {
      const { rows } = await client.query<Record<string, string | number>>(text)
      found.push({ name, help, values: rows.map(measuredOf) })
    }
    return found
  })
}

const measuredOf = ({ value, ...labels }: Record<string, string | number>): Measured => ({
  value: Number(value),
  labels: Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, String(label)])),
})
