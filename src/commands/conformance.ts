/** `banksia conformance`: starts the black-box suite, a separate program that shares no code with the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listenForStop } from './asked.ts'
import type { ExitCode, Values } from './subcommand.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Judges the answers of a server, unless another validator is named. */
const ownValidator = [process.execPath, '--no-warnings', pathOf('../cli.ts'), 'validate']

export async function testConformance(_values: Values, args: readonly string[]): Promise<ExitCode> {
  const signal = listenForStop()
  const child = spawn(process.execPath, ['--no-warnings', pathOf('../../conformance/main.ts'), ...args], {
    stdio: 'inherit',
    env: { CONFORMANCE_VALIDATOR: JSON.stringify(ownValidator), ...process.env },
  })
  const stop = (): void => {
    child.kill('SIGTERM')
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const [code] = await once(child, 'exit')
  return code === 0 || code === 2 ? code : 1
}
