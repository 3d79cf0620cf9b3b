/** Banksia with the published examples of AU Core, tested by the conformance suite, which has HL7's reference validator judge what comes back. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAuCoreServer } from '../test/conformance/au-core-server.ts'
import startTestServer from '../test/global-setup.ts'
import { listMissing } from './reference.ts'

const root = join(import.meta.dirname, '..')

async function judge(): Promise<unknown> {
  await startTestServer()
  const server = await startAuCoreServer()
  const folder = await mkdtemp(join(tmpdir(), 'banksia-judge-'))
  const validator = [process.execPath, '--no-warnings', join(root, 'judges/validate.ts')]
  const patients = server.patientIds.join(',')
  const args = [
    '--base-url',
    server.base,
    '--suite',
    'au-core',
    '--draft',
    '--patient-ids',
    patients,
    '--report',
    folder,
  ]
  try {
    const child = spawn(process.execPath, ['--no-warnings', join(root, 'conformance/main.ts'), ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CONFORMANCE_TOKEN: server.token, CONFORMANCE_VALIDATOR: JSON.stringify(validator) },
    })
    const [code] = await once(child, 'exit')
    return code
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    await globalThis.endTestServer?.()
  }
}

const missing = listMissing()
if (missing.length > 0) {
  process.stdout.write(`not judged: ${missing.join(', ')} is not installed\n`)
  process.exitCode = process.env['CI'] === undefined ? 0 : 1
} else process.exitCode = (await judge()) === 0 ? 0 : 1
