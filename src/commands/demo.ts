/** `banksia demo`: runs consultations through the whole flow, on servers of its own. */

import { runDemo as run, stages } from '../demo/demo.ts'
import { InputError } from '../demo/input.ts'
import { openProgress } from '../demo/progress.ts'
import { renderResult } from '../demo/tables.ts'
import { hasEmbedded } from '../postgres-embedded/embedded-platform.ts'
import { isJsonAsked, listenForStop } from './asked.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function runDemo(values: Values, more: readonly string[]): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  if (!hasEmbedded(process))
    throw new Error('the demo has databases of its own, which come along for Linux on x64 and arm64 only: run it there')
  const signal = listenForStop()
  try {
    const result = await run({
      files: [...values.list('input'), ...more],
      out: values.text('out') ?? 'demo-out',
      dataDirectory: process.env['BANKSIA_DATA_DIR'] || undefined,
      progress: openProgress(process.stderr, stages),
      signal,
    })
    const consultations = result.consultations.map(({ report }) => report)
    process.stdout.write(isJson ? `${JSON.stringify({ consultations }, null, 2)}\n` : renderResult(result))
    for (const fault of result.faults) process.stderr.write(`${fault}\n`)
    return result.faults.length === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(error.message, { cause: error })
    throw signal.aborted ? new Error('stopped', { cause: error }) : error
  }
}
