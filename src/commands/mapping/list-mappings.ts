/** `banksia mapping list`: the mapping tables of a tenant. docs/channels.md#mapping-tables */
import { hubContent } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import { isJsonAsked, refuse } from '../asked.ts'
import { inTenant, noTenant, readOneTenant } from '../channels/in-tenant.ts'
import type { Values } from '../subcommand.ts'
import { listMappingTables } from './list-table-files.ts'

export async function listMappings(values: Values): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  const tenant = readOneTenant(values)
  const found = await inTenant(tenant, listMappingTables)
  if (found === undefined) return refuse(noTenant(tenant))
  const shown = found.map(present)
  process.stdout.write(isJson ? `${JSON.stringify(shown)}\n` : shown.map(renderLine).join(''))
  return 0
}

type Shown = { readonly id: string; readonly name: string; readonly version: number; readonly rows: number }

function present(stored: Stored): Shown {
  const { name, rows } = hubContent('MappingTable', stored)
  return { id: stored.id, name, version: stored.version, rows }
}

const renderLine = ({ id, name, version, rows }: Shown): string =>
  `${[id, `version ${version}`, `${rows} rows`, name].join('  ')}\n`
