/** Creates a mapping table from a CSV text, and loads a later version of it, as `banksia mapping load` does. docs/channels.md#mapping-tables; D247 */
import { z } from 'zod'
import { invalidField, Problem } from '../../core/problems.ts'
import { parseMappingFile } from '../../domain/mapping/mapping-file.ts'
import { planMappingTable, putMappingTable, tableName } from '../../domain/mapping/mapping-tables.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { named } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import type { MappingRow } from '../../store/channels/mapping-rows.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { representation } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Hub } from '../hub.ts'

const example = [
  'source_system,source_code,target_system,target_code,target_display',
  'http://snomed.info/sct,195967001,http://hl7.org/fhir/sid/icd-10-am,J45.9,"Asthma, unspecified"',
  '',
].join('\n')

/** The request is limited as a whole; a larger table is loaded by the command. */
const csv = z.string()

export const newMappingTable = named('NewMappingTable', z.strictObject({ name: z.string().regex(tableName), csv }), {
  name: 'conditions',
  csv: example,
})

export const mappingTableLoad = named('MappingTableLoad', z.strictObject({ csv }), { csv: example })

/** Throws `validation` with the lines that are wrong, never with the value of a cell. */
function parseRows(text: string): readonly MappingRow[] {
  const { rows, faults } = parseMappingFile('line', Buffer.from(text))
  if (faults.length === 0) return rows
  const errors = faults.map((fault) => ({
    field: 'csv',
    message: fault.replace(/^line:(\d+): /, 'line $1: ').replace(/^line: /, ''),
  }))
  throw new Problem('validation', { errors })
}

const readNewest = async (tx: Tx, id: string) => representation(await tx.read(hubAddress('MappingTable', id)))

export async function createMappingTable(
  { caller, body: { name, csv: text } }: HandlerRequest<never, z.output<typeof newMappingTable>>,
  hub: Hub,
) {
  const rows = parseRows(text)
  return hub.transact(caller, async (tx) => {
    const plan = await planMappingTable(tx, { name, rows })
    if (plan.stored !== undefined)
      throw invalidField('name', 'is the name of a mapping table: load a version of that one')
    const { id } = await putMappingTable(tx, plan)
    return created(await readNewest(tx, id), `/v1/mapping-tables/${id}`)
  })
}

/** The same rows make no version. */
export async function loadMappingTable(
  {
    caller,
    params: { mappingTableId: id },
    body,
    expected,
  }: HandlerRequest<'mappingTableId', z.output<typeof mappingTableLoad>>,
  hub: Hub,
) {
  const rows = parseRows(body.csv)
  return hub.transact(caller, async (tx) => {
    const { name } = hubContent('MappingTable', await tx.read(hubAddress('MappingTable', id)))
    // First the lock of all tables, then the row, as the command does.
    const plan = await planMappingTable(tx, { name, rows })
    checkVersion(await tx.read(hubAddress('MappingTable', id), 'update'), expected)
    if (plan.changes !== undefined) await putMappingTable(tx, plan)
    return ok(await readNewest(tx, id))
  })
}
