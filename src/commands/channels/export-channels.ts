/** `banksia channels export`: one file a channel, named by the channel. docs/channels.md#files */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { describeChannel, hashChannel } from '../../hub/channels/apply/channel-description.ts'
import { listAllChannels } from '../../hub/channels/apply/plan-channels.ts'
import { hubContent } from '../../store/hub-resources.ts'
import { refuse } from '../asked.ts'
import { listTableFiles } from '../mapping/list-table-files.ts'
import type { Values } from '../subcommand.ts'
import { readFolder } from './channel-files.ts'
import { inTenant, noTenant, readOneTenant } from './in-tenant.ts'

export async function exportChannels(values: Values, more: readonly string[]): Promise<0 | 1> {
  const [tenant, folder] = [readOneTenant(values), readFolder(more)]
  const found = await inTenant(tenant, async (tx) => ({
    channels: await listAllChannels(tx),
    tables: await listTableFiles(tx),
  }))
  if (found === undefined) return refuse(noTenant(tenant))
  await mkdir(folder, { recursive: true })
  const taken = new Set<string>()
  for (const { name, text } of found.tables) {
    await writeFile(join(folder, `${name}.csv`), text)
    process.stdout.write(`${name}.csv  mapping table ${name}\n`)
  }
  for (const stored of found.channels) {
    const content = hubContent('Channel', stored)
    const file = nameFile(content.name, taken)
    const text = stringify({ id: stored.id, ...describeChannel(content), base: hashChannel(content) })
    await writeFile(join(folder, file), text)
    process.stdout.write(`${file}  ${content.name}\n`)
  }
  return 0
}

const longestName = 80

/** `Harbour Hospital` is `harbour-hospital.yaml`, and the next one of that name `harbour-hospital-2.yaml`. */
function nameFile(name: string, taken: Set<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replace(/^-|-$/g, '')
  const own = plain === '' ? 'channel' : plain
  let file = own
  for (let next = 2; taken.has(file); next += 1) file = `${own}-${next}`
  taken.add(file)
  return `${file}.yaml`
}
