/** One kept connection to one MLLP receiver, with one message in flight. */
import { connect, type Endpoint } from '../outbound/connect.ts'
import { asOutboundError } from '../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { type HearAnswer, MllpConnection, type MllpExchange } from './mllp-connection.ts'
import { outboundReceipt } from './outbound-receipt.ts'
import { type Receipt, unstartedReceipt } from './transport.ts'

/** With those that only read any more. */
const mostOpen = 1_000

export class MllpLane {
  readonly policy: OutboundPolicy
  readonly endpoint: Endpoint
  private readonly hear: HearAnswer
  private connection: MllpConnection | undefined
  /** With those that only read any more. */
  private readonly open = new Set<MllpConnection>()
  private tail: Promise<unknown> = Promise.resolve()
  /** How many messages the receiver takes on one connection: some end it after each answer, and what is sent meanwhile would be lost. */
  private mostEach = Number.POSITIVE_INFINITY
  /** Messages in flight or waiting for their turn. */
  pending = 0

  /** `hear` gets each answer of an application that comes after the exchange of its message. */
  constructor(policy: OutboundPolicy, endpoint: Endpoint, hear: HearAnswer) {
    this.policy = policy
    this.endpoint = endpoint
    this.hear = hear
  }

  /** Waits for the messages before it, then sends and waits for the answer. */
  send(exchange: MllpExchange): Promise<Receipt> {
    this.pending += 1
    const turn = this.tail
      .then(() => this.run(exchange))
      .finally(() => {
        this.pending -= 1
      })
    // The caller has the error; the next message takes its turn.
    this.tail = turn.catch(() => {})
    return turn
  }

  /** Closes at once, even in an idle socket's last tick: the next message opens another. */
  close(): void {
    for (const { socket } of this.open) socket.destroy()
    this.connection = undefined
  }

  private async run(exchange: MllpExchange): Promise<Receipt> {
    try {
      // Its time may have passed while it waited.
      if (exchange.signal.aborted) {
        const error = asOutboundError(exchange.signal.reason, exchange.signal, false)
        return { ...outboundReceipt(error), isUnstarted: true }
      }
      const connection = await this.connect(exchange.signal)
      const mayStart = (await exchange.mayStart?.()) !== false
      const receipt = mayStart ? await connection.exchange(exchange) : unstartedReceipt
      if (receipt.unknown || connection.answered >= this.mostEach) this.leave()
      else connection.rest()
      return receipt
    } catch (error) {
      this.leave()
      return outboundReceipt(error)
    }
  }

  /** A connection whose answer is missing gets no other message: the receiver may hang. */
  private leave(): void {
    this.connection?.retire()
    this.connection = undefined
  }

  /** The kept connection, unless the other side has ended it. */
  private async connect(signal: AbortSignal): Promise<MllpConnection> {
    if (this.connection?.isOpen === true) return this.connection
    this.leave()
    const socket = await connect(this.policy, this.endpoint, signal)
    const connection = new MllpConnection(socket, this.hear)
    this.open.add(connection)
    // One that answers nothing and never ends would stay.
    const [oldest] = this.open
    if (this.open.size > mostOpen) oldest?.socket.destroy()
    socket.once('close', () => {
      this.open.delete(connection)
      if (connection.isEndedByAnswer) this.mostEach = Math.min(this.mostEach, connection.answered)
    })
    this.connection = connection
    return connection
  }
}
