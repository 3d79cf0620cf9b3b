/** A mapping table of the development tenant, loaded as an operator does. docs/channels.md#mapping-tables */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { runInProcess } from '../../commands/in-process.ts'
import { type Site, urlOf } from '../../running-server.ts'

const rows = [
  'source_system,source_code,target_system,target_code',
  'http://terminology.hl7.org/CodeSystem/v3-ActCode,AMB,urn:oid:1.2.36.1,OUT',
]

/** Loads the table. Answers its id. */
export async function loadMappingTable(
  { site }: { readonly site: Pick<Site, 'dataDir' | 'database'> },
  name = newId(),
): Promise<string> {
  const path = join(site.dataDir, `${name}.csv`)
  writeFileSync(path, rows.join('\n'))
  const env = { BANKSIA_DATA_DIR: site.dataDir, DATABASE_URL: urlOf(site.database.config) }
  const run = async (given: readonly string[]) => {
    const { code, output, errors } = await runInProcess(
      ['mapping', ...given.slice(0, 1), '--tenant', developmentTenants[0], ...given.slice(1)],
      { env },
    )
    if (code !== 0) throw new Error(errors)
    return output
  }
  await run(['load', path])
  const listed: readonly { readonly id: string; readonly name: string }[] = JSON.parse(await run(['list', '--json']))
  return listed.find((table) => table.name === name)?.id ?? ''
}
