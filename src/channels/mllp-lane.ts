/** One kept connection to one MLLP receiver, with one message in flight. HL7 v2.4 2.9: an answer belongs to the message in MSA-2. */
import { on } from 'node:events'
import type { Socket } from 'node:net'
import { connect, type Endpoint } from '../outbound/connect.ts'
import { asOutboundError, OutboundError } from '../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { parseAcknowledgement } from './hl7-acknowledgement.ts'
import { encodeFrame, MllpDecoder } from './mllp-codec.ts'
import { outboundReceipt } from './outbound-receipt.ts'
import { failedReceipt, type Receipt } from './transport.ts'

export type MllpExchange = {
  readonly message: Uint8Array
  /** MSH-10 of the message. */
  readonly controlId: string
  readonly ackTimeoutMs: number
  readonly signal: AbortSignal
}

/** Without a message for so long the connection is closed, before the other side or a firewall drops it. */
const idleTimeoutMs = 5_000

export class MllpLane {
  readonly policy: OutboundPolicy
  readonly endpoint: Endpoint
  private socket: Socket | undefined
  private tail: Promise<unknown> = Promise.resolve()

  constructor(policy: OutboundPolicy, endpoint: Endpoint) {
    this.policy = policy
    this.endpoint = endpoint
  }

  /** Waits for the messages before it, then sends and waits for the answer. */
  send(exchange: MllpExchange): Promise<Receipt> {
    const turn = this.tail.then(() => this.run(exchange))
    // The caller has the error; the next message takes its turn.
    this.tail = turn.catch(() => {})
    return turn
  }

  /** Closes at once, even in an idle socket's last tick: the next message opens another. */
  close(): void {
    this.socket?.destroy()
    this.socket = undefined
  }

  private async run(exchange: MllpExchange): Promise<Receipt> {
    try {
      // Its time may have passed while it waited.
      if (exchange.signal.aborted) throw asOutboundError(exchange.signal.reason, exchange.signal, false)
      const socket = await this.open(exchange.signal)
      const receipt = await converse(socket, exchange)
      if (receipt.unknown) this.close()
      else rest(socket)
      return receipt
    } catch (error) {
      this.close()
      return outboundReceipt(error)
    }
  }

  /** The kept connection, unless the other side has ended it. */
  private async open(signal: AbortSignal): Promise<Socket> {
    if (this.socket?.readyState === 'open') return this.socket
    this.close()
    const socket = await connect(this.policy, this.endpoint, signal)
    socket.on('error', () => {}).on('timeout', () => socket.destroy())
    this.socket = socket
    return socket
  }
}

/** Between messages: bytes that arrive are a late or repeated answer, and are dropped; the process may end. */
function rest(socket: Socket): void {
  socket.setTimeout(idleTimeoutMs)
  socket.unref()
  socket.resume()
}

/** A fresh decoder each time: the end of a late answer is no part of this one. */
async function converse(socket: Socket, exchange: MllpExchange): Promise<Receipt> {
  const limit = AbortSignal.any([exchange.signal, AbortSignal.timeout(exchange.ackTimeoutMs)])
  const decoder = new MllpDecoder()
  socket.ref()
  socket.setTimeout(0)
  try {
    const chunks = on(socket, 'data', { signal: limit, close: ['close'] })
    socket.write(encodeFrame(exchange.message))
    for await (const [chunk] of chunks) {
      const receipt = await receiptIn(decoder.push(chunk as Uint8Array), exchange.controlId)
      if (receipt !== undefined) return receipt
    }
  } catch (error) {
    if (error instanceof RangeError) throw new OutboundError('too-large', true)
    throw asOutboundError(error, limit, true)
  }
  throw new OutboundError('closed', true)
}

/** Ignores answers to other messages; if a commit and the application's answer arrive together, the later counts. */
async function receiptIn(frames: readonly Uint8Array[], controlId: string): Promise<Receipt | undefined> {
  const answers = await Promise.all(frames.map(parseAcknowledgement))
  const own = answers.filter((answer) => answer?.controlId === controlId).at(-1)
  if (own !== undefined) return own.receipt
  return answers.includes(undefined) ? failedReceipt('garbled-answer', true) : undefined
}
