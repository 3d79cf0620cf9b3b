/** `banksia channels apply`: compares the files of a folder with the channels of a tenant, and writes what differs. docs/channels.md#files; D226 */
import { join } from 'node:path'
import { channelRulesWithin } from '../../channels/channels.ts'
import type { Config } from '../../core/config.ts'
import { openFilterExpressions } from '../../domain/channel/filter-expression.ts'
import {
  type GivenTable,
  type PlannedTable,
  planMappingTable,
  putMappingTable,
  versionOf,
} from '../../domain/mapping/mapping-tables.ts'
import type { Difference } from '../../hub/channels/apply/channel-differences.ts'
import { applyPlan, ChannelFilesRefused, type Planned, planChannels } from '../../hub/channels/apply/plan-channels.ts'
import type { FindSecret } from '../../hub/channels/apply/secret-references.ts'
import type { ChannelChecks } from '../../hub/channels/write-channel.ts'
import { policyOf } from '../../outbound/policy.ts'
import { openDefinitions } from '../../profiles/definitions/definitions.ts'
import type { Tx } from '../../store/transaction.ts'
import { refuse, withConfig } from '../asked.ts'
import { readMappingFiles } from '../mapping/mapping-files.ts'
import { renderTable } from '../mapping/render-table.ts'
import type { Values } from '../subcommand.ts'
import { type ReadFile, readChannelFiles, readFolder } from './channel-files.ts'
import { inTenant, noTenant, readOneTenant } from './in-tenant.ts'
import { readSecret } from './read-secret.ts'

export async function applyChannels(values: Values, more: readonly string[]): Promise<0 | 1> {
  const [tenant, folder] = [readOneTenant(values), readFolder(more)]
  const files = await readChannelFiles(folder)
  const given = await readMappingFiles(folder)
  const faults = [...given.faults, ...files.flatMap((file) => file.faults)]
  if (faults.length > 0) return refuseAll(faults)
  const channels = files.flatMap(({ channel }) => (channel === undefined ? [] : [channel]))
  const { checks, findSecret } = await withConfig(openChecks)
  const [isForced, isDry] = [values.has('overwrite'), values.has('dry-run')]
  try {
    const planned = await inTenant(tenant, async (tx) => {
      const tables = await planTables(tx, given.tables, isDry)
      const planning = { checks, findSecret, isForced, tables: new Map(tables.map(describeNewest)) }
      const plan = await planChannels(tx, planning, channels)
      if (!isDry) await applyPlan(tx, plan)
      return { plan, tables }
    })
    if (planned === undefined) return refuse(noTenant(tenant))
    process.stdout.write(render(planned.plan, planned.tables, isDry))
    return 0
  } catch (error) {
    if (!(error instanceof ChannelFilesRefused)) throw error
    return refuseAll(error.faults.map(({ file, field, message }) => (files[file] as ReadFile).describe(field, message)))
  }
}

function refuseAll(faults: readonly string[]): 1 {
  process.stderr.write(faults.map((fault) => `${fault}\n`).join(''))
  return refuse('nothing was written')
}

async function openChecks(
  config: Config,
): Promise<{ readonly checks: ChannelChecks; readonly findSecret: FindSecret }> {
  const definitions = await openDefinitions(join(config.dataDir, 'cache'))
  const checks = {
    channelRules: channelRulesWithin({ folders: config.fileFolders, policy: policyOf(config) }),
    filterExpressions: openFilterExpressions(definitions.fhirPathTypes),
  }
  return { checks, findSecret: (name) => readSecret(name, config.mode === 'production') }
}

/** Applies the tables before the channels, because channels name tables. */
async function planTables(tx: Tx, given: readonly GivenTable[], isDry: boolean): Promise<readonly PlannedTable[]> {
  const planned: PlannedTable[] = []
  for (const table of given) {
    const plan = await planMappingTable(tx, table)
    if (!isDry && plan.changes !== undefined) await putMappingTable(tx, plan)
    planned.push(plan)
  }
  return planned
}

const describeNewest = (one: PlannedTable) =>
  [
    one.name,
    { version: versionOf(one), content: one.content, ...(one.stored === undefined ? {} : { tableId: one.stored.id }) },
  ] as const

function render(planned: readonly Planned[], tables: readonly PlannedTable[], isDry: boolean): string {
  const newTables = tables.flatMap((table) => renderTable(table))
  const changed = planned.filter(({ differences }) => differences.length > 0)
  const lines = changed.flatMap(({ content, stored, differences }) => [
    `${stored === undefined ? 'create' : 'change'} ${content.name}`,
    ...differences.map((difference) => `  ${renderDifference(difference)}`),
  ])
  if (newTables.length + changed.length === 0) return 'nothing changes\n'
  const did = isDry ? 'would change' : 'changed'
  const counts = [
    ...(newTables.length === 0 ? [] : [`${newTables.length} of ${tables.length} mapping tables ${did}`]),
    ...(changed.length === 0 ? [] : [`${changed.length} of ${planned.length} channels ${did}`]),
  ]
  return [...newTables, ...lines, ...counts, ''].join('\n')
}

function renderDifference({ member, before, after }: Difference): string {
  if (before === undefined) return `+ ${member}: ${after}`
  if (after === undefined) return `- ${member}: ${before}`
  return `~ ${member}: ${before} -> ${after}`
}
