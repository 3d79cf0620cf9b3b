/** Tenants as an operator sees them, with settings and state. D77. */
import type pg from 'pg'
import { utc } from '../columns.ts'
import type { TenantState } from '../transitions.ts'
import { prunesFrom } from './shortened-retention.ts'
import type { TenantSettings } from './tenant.ts'

export type ListedTenant = Required<TenantSettings> & {
  readonly number: number
  readonly state: TenantState
  /** RFC 3339, UTC. */
  readonly createdAt: string
  /** RFC 3339, UTC: when pruning by `messageDays` begins. Absent if nothing keeps it back. D276 */
  readonly prunesFrom?: string
}

const columns = `number, id, name, state, required_profiles as "requiredProfiles", reference_policy as "references", time_zone as "timeZone", message_days as "messageDays",
  ${utc('created_at')} as "createdAt", case when message_days is not null and ${prunesFrom('number')} > now() then ${utc(prunesFrom('number'))} end as "prunesFrom"`

/** A column without a value is an absent member, except for the days, whose null means for good. */
const presentRow = ({ prunesFrom: from, ...tenant }: Row): ListedTenant =>
  from === null ? tenant : { ...tenant, prunesFrom: from }

type Row = Omit<ListedTenant, 'prunesFrom'> & { readonly prunesFrom: string | null }

/** Every tenant in the order of creation, also erased ones. */
export async function listAllTenants(pool: pg.Pool): Promise<readonly ListedTenant[]> {
  const { rows } = await pool.query<Row>(`select ${columns} from tenant order by number`)
  return rows.map(presentRow)
}

/** Identifiers of the tenants that are served. */
export async function listActiveTenants(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from tenant where state = 'active' order by number`)
  return rows.map(({ id }) => id)
}

/** With `lock`, nobody else changes its state or keys until the transaction ends; a transaction that only refers to it does not wait. */
export async function findListedTenant(
  client: pg.ClientBase | pg.Pool,
  id: string,
  lock?: 'lock',
): Promise<ListedTenant | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from tenant where id = $1${lock === undefined ? '' : ' for no key update'}`,
    [id],
  )
  return rows[0] && presentRow(rows[0])
}
