/** Reads by id that open no content of what the reader may not see: the current version, unless its index rows rule it out. D192. */
import { perPart } from '../../postgres/parts.ts'
import type { StatementNames } from '../../postgres/statement-names.ts'
import { testGuard } from '../search/predicate-sql.ts'
import { type Guard, Statement } from '../search/search-scope.ts'
import type { Reader, ResourceAddress, Stored } from '../types.ts'
import { openRow, type ResourceRow, resourceColumns } from './rows.ts'

type Guarded = Reader & { readonly names: StatementNames }

export async function findGuarded(
  { client, tenant, names }: Guarded,
  { space, type, id }: ResourceAddress,
  guard: Guard,
): Promise<Stored | undefined> {
  const statement = new Statement()
  const own = [
    `r.tenant = ${statement.tenant(tenant)}`,
    `r.space = ${statement.bind(space)}`,
    `r.type = ${statement.bind(type)}`,
    `r.id = ${statement.bind(id)}`,
  ]
  const tests = testGuard({ tenant, space, types: [type], restriction: undefined, statement }, guard, 'r')
  const text = `select ${resourceColumns('r')} from ${tenant.tables.resource} r where ${[...own, ...tests].join(' and ')}`
  const { rows } = await client.query<ResourceRow>({ ...names.nameOf(text), text, values: statement.values })
  return rows[0] && openRow(tenant, rows[0])
}

const existsText = perPart(({ part, resource }) => ({
  name: `resource-exists-${part}`,
  text: `select from ${resource} r where r.tenant = $1 and r.space = $2 and r.type = $3 and r.id = $4`,
}))

/** Whether the id is taken, also by a deleted resource. */
export async function hasVersion({ client, tenant }: Reader, { space, type, id }: ResourceAddress): Promise<boolean> {
  const { rowCount } = await client.query({ ...existsText(tenant), values: [tenant.number, space, type, id] })
  return rowCount === 1
}
