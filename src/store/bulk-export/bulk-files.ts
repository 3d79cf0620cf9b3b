/** The files of bulk exports: rows that name them, and blobs of the same id. Bulk Data Access 2.0 export.html "Response - Complete Status". */
import { present } from '../columns.ts'
import type { Reader } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'

export type BulkFile = {
  readonly id: string
  readonly exportId: string
  readonly kind: 'output' | 'deleted'
  /** The type of the resources, or of the deleted resources. */
  readonly type: string
  readonly count: number
}

const columns = 'id, export_id as "exportId", kind, type, count'

export async function putFile(tx: Tx, { id, exportId, kind, type }: Omit<BulkFile, 'count'>): Promise<void> {
  await tx.client.query(
    'insert into bulk_export_file (tenant, id, export_id, kind, type) values ($1, $2, $3, $4, $5)',
    [tx.tenant.number, id, exportId, kind, type],
  )
}

export async function finishFile(tx: Tx, id: string, count: number): Promise<void> {
  await tx.client.query('update bulk_export_file set is_finished = true, count = $3 where tenant = $1 and id = $2', [
    tx.tenant.number,
    id,
    count,
  ])
}

/** Finished files, in the order in which they were begun. */
export async function listFiles(reader: Reader, exportId: string): Promise<BulkFile[]> {
  const { rows } = await reader.client.query<Record<string, unknown>>(
    `select ${columns} from bulk_export_file where tenant = $1 and export_id = $2 and is_finished order by seq`,
    [reader.tenant.number, exportId],
  )
  return rows.map((row) => present<BulkFile>(row))
}

export async function findFile(reader: Reader, id: string): Promise<BulkFile | undefined> {
  const { rows } = await reader.client.query<Record<string, unknown>>(
    `select ${columns} from bulk_export_file where tenant = $1 and id = $2 and is_finished`,
    [reader.tenant.number, id],
  )
  return rows[0] && present<BulkFile>(rows[0])
}

/** Deletes all files, or only unfinished ones. */
export async function removeFiles(tx: Tx, exportId: string, which: 'all' | 'unfinished'): Promise<void> {
  await tx.client.query(
    `with gone as (
       delete from bulk_export_file where tenant = $1 and export_id = $2 and ($3 = 'all' or not is_finished) returning id
     ) delete from ${tx.tenant.tables.blob} b using gone where b.tenant = $1 and b.id = gone.id`,
    [tx.tenant.number, exportId, which],
  )
}
