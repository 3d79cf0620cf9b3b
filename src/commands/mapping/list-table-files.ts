/** Each mapping table of a tenant as the text of its CSV file. docs/channels.md#files */

import { renderMappingFile } from '../../domain/mapping/mapping-file.ts'
import { listMappingRows, type MappedCode, type MappingRow } from '../../store/channels/mapping-rows.ts'
import { hubContent } from '../../store/hub-resources.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

export type TableFile = { readonly name: string; readonly text: string }

export async function listTableFiles(tx: Tx): Promise<readonly TableFile[]> {
  const files: TableFile[] = []
  for (const stored of await listMappingTables(tx)) {
    const { name } = hubContent('MappingTable', stored)
    files.push({ name, text: renderMappingFile(await listAllRows(tx, stored)) })
  }
  return files
}

export const listMappingTables = (tx: Tx): Promise<readonly Stored[]> =>
  listAll(tx, { space: 'hub', type: 'MappingTable', where: [], order: 'oldest' })

const rowsAtOnce = 10_000

async function listAllRows(tx: Tx, { id, version }: Stored): Promise<readonly MappingRow[]> {
  const found: MappingRow[] = []
  for (let after: MappedCode | undefined; ; ) {
    const rows = await listMappingRows(tx, { tableId: id, version, limit: rowsAtOnce, after })
    for (const row of rows) found.push(row)
    if (rows.length < rowsAtOnce) return found
    after = rows.at(-1)?.source
  }
}
