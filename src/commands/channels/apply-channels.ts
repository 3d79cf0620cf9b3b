/** `banksia channels apply`: compares the files of a folder with the channels of a tenant, and writes what differs. docs/channels.md#files; D226 */
import { join } from 'node:path'
import { channelRulesWithin } from '../../channels/channels.ts'
import type { Config } from '../../core/config.ts'
import { openFilterExpressions } from '../../domain/channel/filter-expression.ts'
import type { Difference } from '../../hub/channels/apply/channel-differences.ts'
import { applyPlan, ChannelFilesRefused, type Planned, planChannels } from '../../hub/channels/apply/plan-channels.ts'
import type { FindSecret } from '../../hub/channels/apply/secret-references.ts'
import type { ChannelChecks } from '../../hub/channels/write-channel.ts'
import { policyOf } from '../../outbound/policy.ts'
import { openDefinitions } from '../../profiles/definitions/definitions.ts'
import { refuse, withConfig } from '../asked.ts'
import type { Values } from '../subcommand.ts'
import { type ReadFile, readChannelFiles, readFolder } from './channel-files.ts'
import { inTenant, noTenant, readOneTenant } from './in-tenant.ts'
import { readSecret } from './read-secret.ts'

export async function applyChannels(values: Values, more: readonly string[]): Promise<0 | 1> {
  const [tenant, folder] = [readOneTenant(values), readFolder(more)]
  const files = await readChannelFiles(folder)
  const faults = files.flatMap((file) => file.faults)
  if (faults.length > 0) return refuseAll(faults)
  const channels = files.flatMap(({ channel }) => (channel === undefined ? [] : [channel]))
  const { checks, findSecret } = await withConfig(openChecks)
  const isForced = values.has('overwrite')
  try {
    const planned = await inTenant(tenant, async (tx) => {
      const plan = await planChannels(tx, { checks, findSecret, isForced }, channels)
      if (!values.has('dry-run')) await applyPlan(tx, plan)
      return plan
    })
    if (planned === undefined) return refuse(noTenant(tenant))
    process.stdout.write(render(planned, values.has('dry-run')))
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

function render(planned: readonly Planned[], isDry: boolean): string {
  const changed = planned.filter(({ differences }) => differences.length > 0)
  const lines = changed.flatMap(({ content, stored, differences }) => [
    `${stored === undefined ? 'create' : 'change'} ${content.name}`,
    ...differences.map((difference) => `  ${renderDifference(difference)}`),
  ])
  const count = `${changed.length} of ${planned.length} channels ${isDry ? 'would change' : 'changed'}`
  return [...lines, changed.length === 0 ? 'nothing changes' : count, ''].join('\n')
}

function renderDifference({ member, before, after }: Difference): string {
  if (before === undefined) return `+ ${member}: ${after}`
  if (after === undefined) return `- ${member}: ${before}`
  return `~ ${member}: ${before} -> ${after}`
}
