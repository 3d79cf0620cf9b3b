/** Tenants as an operator sees them: each with its settings and its state. D77. */
import type pg from 'pg'
import { utc } from '../columns.ts'
import type { TenantSettings } from '../keys/tenants.ts'
import type { TenantState } from '../transitions.ts'

export type ListedTenant = Required<TenantSettings> & {
  readonly number: number
  readonly state: TenantState
  /** RFC 3339, UTC. */
  readonly createdAt: string
}

const columns = `number, id, name, state, required_profiles as "requiredProfiles", reference_policy as "references", time_zone as "timeZone",
  ${utc('created_at')} as "createdAt"`

/** Every tenant in the order in which they were made, erased ones too. */
export async function listAllTenants(pool: pg.Pool): Promise<readonly ListedTenant[]> {
  const { rows } = await pool.query<ListedTenant>(`select ${columns} from tenant order by number`)
  return rows
}

/** `lock`: nobody else changes its state or its keys until the transaction ends; whoever only refers to it is not held up. */
export async function findListedTenant(
  client: pg.ClientBase | pg.Pool,
  id: string,
  lock?: 'lock',
): Promise<ListedTenant | undefined> {
  const { rows } = await client.query<ListedTenant>(
    `select ${columns} from tenant where id = $1${lock === undefined ? '' : ' for no key update'}`,
    [id],
  )
  return rows[0]
}
