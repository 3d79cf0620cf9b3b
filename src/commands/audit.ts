/** `banksia audit`: verifies the sealed audit and exports checkpoints, beside a running server or without one. docs/design/store.md#audit. */
import { readFile, writeFile } from 'node:fs/promises'
import { readMasterKey } from '../server/master-key.ts'
import { parseCheckpoint } from '../store/audit/audit-checkpoint.ts'
import { describeFinding } from '../store/audit/audit-findings.ts'
import {
  exportCheckpoint as exportHeads,
  type Installation,
  type Report,
  verifyInstallation,
} from '../store/audit/audit-report.ts'
import type { Verified } from '../store/audit/audit-verify.ts'
import { isJsonAsked, readTenant, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { startProgress } from './record-progress.ts'
import { UsageError, type Values } from './subcommand.ts'

const withInstallation = <T>(work: (installation: Installation) => Promise<T>): Promise<T> =>
  withConfig((config) =>
    useDatabase(config, async ({ connection }) => work({ connection, masterKey: await readMasterKey(config) })),
  )

/** Prints the result; findings make it 1. */
export async function verifyAudit(values: Values): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  const tenant = readTenant(values)
  const file = values.text('checkpoint')
  const checkpoint = file === undefined ? undefined : parseCheckpoint(await readGiven(file))
  const progress = startProgress('records verified')
  const asked = { tenant, checkpoint, onRecords: progress.add }
  const report = await withInstallation((installation) => verifyInstallation(installation, asked)).finally(
    progress.stop,
  )
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : renderReport(report))
  return report.findings.length === 0 ? 0 : 1
}

export async function exportCheckpoint(values: Values): Promise<0> {
  const out = values.text('out')
  if (out === undefined || out === '') throw new UsageError('--out is needed')
  const tenant = readTenant(values)
  const file = await withInstallation((installation) => exportHeads(installation, tenant))
  await writeFile(out, `${JSON.stringify(file, null, 2)}\n`)
  process.stderr.write(`The heads of ${file.heads.length} chains are in the file\n`)
  return 0
}

async function readGiven(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new UsageError('the file of --checkpoint cannot be read', { cause })
  }
}

function renderReport({ tenants, findings }: Report): string {
  const end = findings.length === 0 ? 'The audit is whole' : `${findings.length} findings`
  return `${[...tenants.map(renderTenant), ...findings.map(describeFinding), end].join('\n')}\n`
}

function renderTenant({ tenant, records, batches, unsealed, isCut }: Verified): string {
  const tail = unsealed.records === 0 ? 'none' : `${unsealed.records}, the oldest ${unsealed.oldestMs} ms old`
  const cut = isCut ? '; not read to the end' : ''
  return `tenant ${tenant}: ${records} records in ${batches} batches; unsealed: ${tail}${cut}`
}
