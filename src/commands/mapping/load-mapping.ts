/** `banksia mapping load`: a CSV file becomes the newest version of a mapping table. docs/channels.md#mapping-tables; D247 */
import { basename } from 'node:path'
import { planMappingTable, putMappingTable } from '../../domain/mapping/mapping-tables.ts'
import { refuse } from '../asked.ts'
import { inTenant, noTenant, readOneTenant } from '../channels/in-tenant.ts'
import { UsageError, type Values } from '../subcommand.ts'
import { nameOf, readMappingFile } from './mapping-files.ts'
import { renderTable } from './render-table.ts'

export async function loadMapping(values: Values, more: readonly string[]): Promise<0 | 1> {
  const [path, ...others] = more
  if (path === undefined || others.length > 0) throw new UsageError('one file is needed')
  const tenant = readOneTenant(values)
  const file = basename(path)
  const { tables, faults } = await readMappingFile(path, file, values.text('name') ?? nameOf(file)).catch(
    (cause: unknown) => {
      throw new UsageError('FILE names a file that cannot be read', { cause })
    },
  )
  const [table] = tables
  if (table === undefined) {
    process.stderr.write(faults.map((fault) => `${fault}\n`).join(''))
    return refuse('nothing was written')
  }
  const isDry = values.has('dry-run')
  const planned = await inTenant(tenant, async (tx) => {
    const plan = await planMappingTable(tx, table)
    const isWritten = !isDry && plan.changes !== undefined
    return { plan, version: isWritten ? (await putMappingTable(tx, plan)).version : plan.stored?.version }
  })
  if (planned === undefined) return refuse(noTenant(tenant))
  const { plan, version } = planned
  const lines = plan.changes === undefined ? ['nothing changes'] : renderTable(plan)
  const end = isDry ? [] : [`${table.name} has version ${version}`]
  process.stdout.write(`${[...lines, ...end].join('\n')}\n`)
  return 0
}
