/** `banksia usage rebuild`: counts usage again from the audit, beside running servers or without any. docs/design/store.md#writes. */
import { type Rebuilt, rebuildUsage as rebuild, type UsageDifference } from '../store/usage/usage-rebuild.ts'
import { isJsonAsked, readTenant, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { startProgress } from './record-progress.ts'
import type { Values } from './subcommand.ts'

/** Prints differences; any difference makes it 1. */
export async function rebuildUsage(values: Values): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  const tenant = readTenant(values)
  const progress = startProgress('records counted')
  const rebuilt = await withConfig((config) =>
    useDatabase(config, (database) => rebuild({ ...database, tenant, onRecords: progress.add })),
  ).finally(progress.stop)
  process.stdout.write(isJson ? `${JSON.stringify(rebuilt)}\n` : render(rebuilt))
  return rebuilt.differences.length === 0 ? 0 : 1
}

function render({ records, differences }: Rebuilt): string {
  const end = differences.length === 0 ? 'equal' : `${differences.length} differences, put right`
  return `${[...differences.map(describe), `${records} records counted: ${end}`].join('\n')}\n`
}

const describe = ({
  tenant,
  unit,
  startsAt,
  kind,
  spoke,
  artifactType,
  state,
  counted,
  kept,
}: UsageDifference): string =>
  `tenant ${tenant}, ${unit} from ${startsAt}, ${[kind, spoke, artifactType, state].filter((part) => part !== '').join(', ')}: ${counted} by the audit, ${kept} kept`
