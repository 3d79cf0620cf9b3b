/** `banksia usage rebuild`: counts usage again from the audit, beside running servers or without any. STORE.md "Writes". */
import type { Config } from '../config.ts'
import { type Rebuilt, rebuildUsage, type UsageDifference } from '../store/usage/usage-rebuild.ts'
import { useDatabase } from './joined-database.ts'
import { startProgress } from './record-progress.ts'

type Asked = { readonly tenant: string | undefined; readonly isJson: boolean }

/** Prints what differed; any difference makes it 1. */
export async function reportRebuild(config: Config, { tenant, isJson }: Asked): Promise<0 | 1> {
  const progress = startProgress('records counted')
  const rebuilt = await useDatabase(config, ({ connection, replica }) =>
    rebuildUsage({ connection, replica, tenant, onRecords: progress.add }),
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
