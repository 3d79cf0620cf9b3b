/** The editions of what messages have brought: applied_edition. docs/inbound.md#into-the-record. */
import { present } from '../columns.ts'
import { digest } from '../keys/seal.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { Tx } from '../transaction.ts'

export type EditionKey = {
  readonly type: string
  readonly id: string
  /** Empty for a document, which is its assigner's; otherwise the sender that the news came from. */
  readonly source: string
}

export type Edition = EditionKey & {
  /** When it was made, in microseconds since 1970: a time that was written to the minute lasts a minute. */
  readonly made?: { readonly low: number; readonly high: number }
  /** Keyed, of its content. */
  readonly digest?: Buffer
}

type Row = {
  readonly type: string
  readonly id: string
  readonly source: string
  readonly low?: string
  readonly high?: string
  readonly digest?: Buffer
}

const micro = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`

/** Those of the keys that are known. */
export async function listEditions(tx: Tx, keys: readonly EditionKey[]): Promise<readonly Edition[]> {
  if (keys.length === 0) return []
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select e.resource_type as type, e.resource_id as id, e.source, ${micro('e.edition_from')} as low, ${micro('e.edition_to')} as high, e.digest
     from applied_edition e join unnest($2::text[], $3::text[], $4::text[]) as wanted (type, id, source)
       on e.resource_type = wanted.type and e.resource_id = wanted.id and e.source = wanted.source
     where e.tenant = $1`,
    [tx.tenant.number, keys.map(({ type }) => type), keys.map(({ id }) => id), keys.map(({ source }) => source)],
  )
  return rows.map((row) => {
    const { low, high, ...rest } = present<Row>(row)
    return low === undefined || high === undefined ? rest : { ...rest, made: { low: Number(low), high: Number(high) } }
  })
}

export async function putEdition(tx: Tx, { type, id, source, made, digest: of }: Edition): Promise<void> {
  await tx.client.query(
    `insert into applied_edition (tenant, resource_type, resource_id, source, edition_from, edition_to, digest)
     values ($1, $2, $3, $4, 'epoch'::timestamptz + $5::bigint * interval '1 microsecond', 'epoch'::timestamptz + $6::bigint * interval '1 microsecond', $7)
     on conflict (tenant, resource_type, resource_id, source)
     do update set edition_from = excluded.edition_from, edition_to = excluded.edition_to, digest = excluded.digest`,
    [tx.tenant.number, type, id, source, made?.low ?? null, made?.high ?? null, of ?? null],
  )
}

/** Keyed: nobody can try contents against it. */
export const digestOf = ({ keys }: Tenant, text: string): Buffer => digest(keys.index, `edition|${text}`)
