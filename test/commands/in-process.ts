/** Subcommands as `src/cli.ts` runs them, in this process: what they print and answer, without the start of a process for each. */
import { runCommand } from '../../src/commands/command-line.ts'
import type { ExitCode } from '../../src/commands/subcommand.ts'
import { subcommands } from '../../src/commands/subcommands.ts'
import { version } from '../../src/core/version.ts'
import { foreignSettings } from '../system/foreign-settings.ts'

export type Ended = { readonly code: ExitCode; readonly output: string; readonly errors: string }

type Settings = { readonly env?: Readonly<Record<string, string>> }

/** The settings and the streams belong to the process, so one command follows another. */
let last: Promise<unknown> = Promise.resolve()

export function runInProcess(given: readonly string[], { env = {} }: Settings = {}): Promise<Ended> {
  const ended = last.then(() => runAlone(given, env))
  last = ended.catch(() => undefined)
  return ended
}

async function runAlone(given: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const [output, errors] = [capture(process.stdout), capture(process.stderr)]
  const restore = setEnvironment(env)
  try {
    const code = await runCommand({ name: 'banksia', version, subcommands }, given)
    return { code, output: output.text(), errors: errors.text() }
  } finally {
    restore()
    output.end()
    errors.end()
  }
}

type Done = (error?: Error | null) => void

/** Keeps what is written to a stream, until the end. */
function capture(stream: NodeJS.WriteStream) {
  const { write } = stream
  const chunks: Buffer[] = []
  stream.write = (chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean => {
    chunks.push(Buffer.from(chunk as string, typeof encoding === 'string' ? encoding : undefined))
    const told = typeof encoding === 'function' ? encoding : done
    told?.()
    return true
  }
  return {
    text: () => Buffer.concat(chunks).toString(),
    end: () => {
      stream.write = write
    },
  }
}

/** As a process would be started: with these settings, and none that the tests have for other servers. Answers how to go back. */
function setEnvironment(env: Readonly<Record<string, string>>): () => void {
  const before = { ...process.env }
  for (const name of Object.keys(before)) if (foreignSettings.test(name)) delete process.env[name]
  Object.assign(process.env, env)
  return () => {
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, before)
  }
}
