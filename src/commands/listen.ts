/** `banksia listen`: receives HL7 v2 over MLLP until it is stopped. */
import { once } from 'node:events'
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
  const listener = await listenForDocuments({
    ...{ port, host, directory },
    onReceived: (received) => process.stdout.write(`${JSON.stringify(received)}\n`),
  })
  process.stderr.write(`Listening at ${host}:${listener.port}\n`)
  if (!signal.aborted) await once(signal, 'abort')
  await listener.close()
  return 0
}
