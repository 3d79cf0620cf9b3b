/** Runs a program as a client. The program prints the address where a person signs in, reads the address to which the person came back, and prints what it has read last. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

type Program = {
  readonly command: string
  readonly args: readonly string[]
  /** The first line of its standard input. */
  readonly firstLine?: string
  /** Where the person comes back to who goes to this address. */
  readonly comeBack?: (address: string) => Promise<string>
}

/** The JSON of its last line. Throws with the end of what it says of a failure. */
export async function converse({ command, args, firstLine, comeBack }: Program): Promise<Record<string, unknown>> {
  const child = spawn(command, args)
  const closed = once(child, 'close')
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  try {
    if (firstLine !== undefined) child.stdin.write(`${firstLine}\n`)
    let last = ''
    for await (const line of createInterface(child.stdout)) {
      last = line
      if (comeBack !== undefined && line.startsWith('http')) child.stdin.write(`${await comeBack(line)}\n`)
    }
    const [code] = await closed
    if (code !== 0) throw new Error(said.join('').trim().split('\n').slice(-8).join('\n'))
    return JSON.parse(last)
  } finally {
    child.kill()
  }
}
