/** An integration engine of another maker as a child process: it listens by MLLP, says what it reads, and sends what it is given. */
import { startListening } from './line-program.ts'

/** A message as the engine reads it. */
export type Received = {
  readonly structure: string
  readonly event: string
  readonly controlId: string
  /** MSH-5, which names the channel. */
  readonly application: string
  /** PID-3.1. */
  readonly patients: readonly string[]
  readonly family: string
  readonly documentId: string
  /** OBR-4.1; MDM has no OBR. */
  readonly documentCode: string | null
  readonly observations: number
  /** SHA-256 of the PDF. */
  readonly page: string
}

/** An answer of ours as the engine reads it, or the reason why it could not. */
export type Answered = {
  readonly event: string
  readonly code: string
  readonly controlId: string
  readonly errors: readonly string[]
  readonly fault?: string
}

export type Engine = {
  /** Where it listens for messages in these letters. */
  readonly ports: Readonly<Record<'unicode' | 'latin1', number>>
  /** In the order of their arrival. */
  readonly received: readonly Received[]
  /** What it could not read. */
  readonly faults: readonly string[]
  /** The code of its answers from now on. */
  readonly answer: (code: string) => Promise<void>
  /** Sends by its own client to a port of this machine. */
  readonly send: (message: Uint8Array, to: { readonly port: number; readonly charset: string }) => Promise<Answered>
  readonly stop: () => Promise<void>
}

export async function startEngine(command: string, args: readonly string[]): Promise<Engine> {
  const { ports, listOf, next, tell, stop } = await startListening<Engine['ports']>(command, args)
  let sent = 0
  let set = 0
  return {
    ports,
    get received() {
      return listOf<Received>('received')
    },
    get faults() {
      return listOf<{ readonly text: string }>('fault').map(({ text }) => text)
    },
    answer: async (code) => {
      tell('answer', code)
      set += 1
      await next('set', set)
    },
    send: (message, { port, charset }) => {
      tell('send', String(port), charset, Buffer.from(message).toString('base64'))
      sent += 1
      return next<Answered>('answered', sent)
    },
    stop,
  }
}
