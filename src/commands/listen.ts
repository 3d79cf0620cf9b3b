/** `banksia listen`: receives HL7 v2 over MLLP until it is stopped. */
import { once } from 'node:events'
import { isLoopbackHost } from '../core/config.ts'
import { listenForStop } from './asked.ts'
import { listenForDocuments } from './mllp-listen.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function runListener(values: Values): Promise<0> {
  const signal = listenForStop()
  const port = Number(values.text('port') ?? Number.NaN)
  const directory = values.text('dir') ?? ''
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port is needed, 0 to 65535')
  if (directory === '') throw new UsageError('--dir is needed')
  const host = values.text('host') ?? '127.0.0.1'
  checkHost(host)
  const listener = await listenForDocuments({
    ...{ port, host, directory },
    onReceived: (received) => process.stdout.write(`${JSON.stringify(received)}\n`),
  })
  process.stderr.write(`Listening at ${host}:${listener.port}\n`)
  if (!signal.aborted) await once(signal, 'abort')
  await listener.close()
  return 0
}

/** It speaks no TLS. D160 */
function checkHost(host: string): void {
  const { BANKSIA_MODE: mode, BANKSIA_PLAINTEXT: plaintext } = process.env
  if (mode === 'production' && plaintext !== 'acknowledged' && !isLoopbackHost(host))
    throw new UsageError('--host must be a loopback address in production mode, or set BANKSIA_PLAINTEXT=acknowledged')
}
