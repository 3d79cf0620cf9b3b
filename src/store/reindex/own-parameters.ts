import { Problem } from '../../core/problems.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { readResource } from '../resources/content.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import { bumpGeneration } from '../tenants/generation.ts'
import type { OwnParameter, Tenant } from '../tenants/tenant.ts'
import type { Tx } from '../transaction.ts'
import { queueReindex } from './reindex-queue.ts'

/** How one type uses a SearchParameter. */
export type ParameterUse = {
  readonly type: string
  readonly code: string
  /** SHA-256 of everything that decides its index rows. */
  readonly meaning: Buffer
}

type OwnRow = ResourceRow & { readonly pending: readonly string[] }

export async function listOwnParameters(client: Queryable, tenant: Tenant): Promise<readonly OwnParameter[]> {
  const { rows } = await client.query<OwnRow>(
    `select ${resourceColumns('r')}, p.pending from (
       select id, coalesce(array_agg(type) filter (where not ready), '{}') as pending
       from search_parameter where tenant = $1 group by id) p
     join ${tenant.tables.resource} r on r.tenant = $1 and r.space = 'fhir' and r.type = 'SearchParameter' and r.id = p.id
     where not r.deleted order by r.id`,
    [tenant.number],
  )
  return rows.map(({ pending, ...row }) => ({
    resource: readResource(openRow(tenant, row)),
    pending: new Set(pending),
  }))
}

type UseRow = { readonly id: string; readonly type: string; readonly code: string; readonly meaning: Buffer }

/** Stores how a SearchParameter is used, and queues the types for which that has changed. */
export async function putParameterUses(tx: Tx, id: string, given: readonly ParameterUse[]): Promise<void> {
  const { number } = tx.tenant
  const { rows: old } = await tx.client.query<UseRow>(
    'select id, type, code, meaning from search_parameter where tenant = $1 and id = $2 for update',
    [number, id],
  )
  const uses = given.map((use) => ({ id, ...use }))
  if (old.length === 0 && uses.length === 0) return
  const gone = old.filter((row) => !uses.some((use) => isSame(use, row)))
  const fresh = uses.filter((use) => !old.some((row) => isSame(use, row) && row.meaning.equals(use.meaning)))
  const types = new Set([...gone, ...fresh].map(({ type }) => type))
  for (const type of [...types].sort()) await queueReindex(tx, { space: 'fhir', type })
  for (const { type, code } of gone)
    await tx.client.query('delete from search_parameter where tenant = $1 and type = $2 and code = $3', [
      number,
      type,
      code,
    ])
  for (const use of fresh) await putUse(tx, use)
  await bumpGeneration(tx)
}

const isSame = (one: UseRow, other: UseRow): boolean => one.type === other.type && one.code === other.code

async function putUse(tx: Tx, { type, code, id, meaning }: UseRow): Promise<void> {
  const { rowCount } = await tx.client.query(
    `insert into search_parameter (tenant, type, code, id, meaning) values ($1, $2, $3, $4, $5)
     on conflict (tenant, type, code) do update set meaning = excluded.meaning, ready = false
     where search_parameter.id = excluded.id`,
    [tx.tenant.number, type, code, id, meaning],
  )
  if (rowCount === 0)
    throw new Problem('business-rule', { detail: 'Another SearchParameter has this code on one of its types' })
}
