/** A program of another maker as a child process: it prints one JSON object a line, and takes lines of words between tabs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { waitFor } from '../../test/patience.ts'

export type LineProgram = {
  /** The lines of this kind, in the order in which the program printed them. */
  readonly listOf: <T>(kind: string) => readonly T[]
  /** Waits until it has printed so many of this kind. Throws with its last words if it has ended. */
  readonly next: <T>(kind: string, count: number) => Promise<T>
  readonly tell: (...words: readonly string[]) => void
  readonly stop: () => Promise<void>
}

export function startLineProgram(command: string, args: readonly string[]): LineProgram {
  const child = spawn(command, args)
  const closed = once(child, 'close')
  const said: string[] = []
  const lines: { readonly kind: string }[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)))
  const listOf = <T>(kind: string): readonly T[] => lines.filter((line) => line.kind === kind) as T[]
  return {
    listOf,
    next: async <T>(kind: string, count: number): Promise<T> => {
      await waitFor(
        () => listOf(kind).length,
        (length) => {
          if (child.exitCode !== null) throw new Error(`the program has ended: ${said.join('').slice(-2000)}`)
          return length >= count
        },
      )
      return listOf<T>(kind)[count - 1] as T
    },
    tell: (...words) => void child.stdin.write(`${words.join('\t')}\n`),
    stop: async () => {
      child.stdin.end()
      child.kill()
      await closed
    },
  }
}

/** Starts the program, and waits for what it says of its ports. */
export async function startListening<Ports>(
  command: string,
  args: readonly string[],
): Promise<LineProgram & { readonly ports: Ports }> {
  const program = startLineProgram(command, args)
  const ports = await program.next<Ports>('listening', 1).catch(async (error: unknown) => {
    await program.stop()
    throw error
  })
  return { ...program, ports }
}
