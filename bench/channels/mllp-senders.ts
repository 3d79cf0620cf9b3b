/** Senders of ADT over MLLP, in a process of their own. Each connection sends the messages of its people one after the other: each one after the acknowledgement of the one before. Takes one `Sending`, answers with `Acknowledged`. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeFrame, MllpDecoder } from '../../src/channels/mllp-codec.ts'
import { percentile } from '../fhir/site.ts'
import { admissionMessage, messagesOfPerson } from './admissions.ts'

export type Sending = {
  readonly port: number
  readonly connections: number
  readonly firstPerson: number
  readonly people: number
}

export type Acknowledged = {
  /** From the first message to the last acknowledgement. */
  readonly seconds: number
  /** Milliseconds from a message to its acknowledgement. */
  readonly p95: number
  /** Acknowledgements by their code (MSA-1). */
  readonly codes: Readonly<Record<string, number>>
}

type Exchange = (message: Buffer) => Promise<string>

async function openExchange(port: number): Promise<Exchange & { readonly socket: Socket }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const decoder = new MllpDecoder()
  const exchange = async (message: Buffer): Promise<string> => {
    socket.write(encodeFrame(message))
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      for (const answer of decoder.push(chunk))
        return /\rMSA\|(\w+)/.exec(Buffer.from(answer).toString('latin1'))?.[1] ?? 'none'
    }
  }
  return Object.assign(exchange, { socket })
}

async function sendAll({ port, connections, firstPerson, people }: Sending): Promise<Acknowledged> {
  const exchanges = await Promise.all(Array.from({ length: connections }, () => openExchange(port)))
  const codes: Record<string, number> = {}
  const times: number[] = []
  let next = firstPerson
  const startedAt = performance.now()
  const walk = async (exchange: Exchange): Promise<void> => {
    for (let person = next++; person < firstPerson + people; person = next++)
      for (let step = 0; step < messagesOfPerson; step += 1) {
        const sentAt = performance.now()
        const code = await exchange(admissionMessage(person, step))
        times.push(performance.now() - sentAt)
        codes[code] = (codes[code] ?? 0) + 1
      }
  }
  await Promise.all(exchanges.map(walk))
  const seconds = (performance.now() - startedAt) / 1000
  for (const { socket } of exchanges) socket.destroy()
  return {
    seconds,
    p95: percentile(
      times.sort((a, b) => a - b),
      0.95,
    ),
    codes,
  }
}

process.on('message', (sending: Sending) => {
  void sendAll(sending).then((acknowledged) => process.send?.(acknowledged))
})
process.on('disconnect', () => process.exit())
