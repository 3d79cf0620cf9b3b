/** One open connection to an MLLP receiver: it reads answers as long as it is open, also between messages. HL7 v2.4 2.9: an answer belongs to the message in MSA-2. */
import type { Socket } from 'node:net'
import { withinLimit } from '../core/time-limit.ts'
import { asOutboundError, OutboundError } from '../outbound/outbound-error.ts'
import { type Acknowledgement, parseAcknowledgement } from './hl7-acknowledgement.ts'
import { encodeFrame, MllpDecoder } from './mllp-codec.ts'
import { failedReceipt, type Receipt, sentReceipt, withReply } from './transport.ts'

export type MllpExchange = {
  readonly message: Uint8Array
  /** MSH-10 of the message. */
  readonly controlId: string
  /** The message asks for an answer; without one it is sent when it is written. */
  readonly isAnswered: boolean
  readonly ackTimeoutMs: number
  /** How long the answer of the application is awaited after a commit; absent if nobody asks for it. */
  readonly answerWithinMs: number | undefined
  readonly signal: AbortSignal
  /** Asked when the connection is there and its turn has come. */
  readonly mayStart?: (() => Promise<boolean>) | undefined
}

/** Without a message for so long the connection is closed, before the other side or a firewall drops it. */
const idleTimeoutMs = 5_000
/** A connection that sends nothing more still reads for so long. */
const lingerMs = 60_000
/** Who ends a connection so soon after an answer takes no more messages on it. */
const endsAfterAnswerMs = 2_000
/** The longest time of a timer. */
const longestMs = 2 ** 31 - 1
/** Messages whose answers a connection waits for; beyond it the oldest no longer keep the connection open. */
const mostAwaited = 10_000
/** Answers that are heard and not settled: beyond it nothing more is read, so that a receiver cannot fill the memory. */
const mostUnsettled = 1_000

/** Resolves when the answer is settled. */
export type HearAnswer = (answer: Acknowledgement) => unknown

type Waiting = { readonly controlId: string } & Pick<PromiseWithResolvers<Receipt>, 'resolve' | 'reject'>

export class MllpConnection {
  readonly socket: Socket
  private readonly hear: HearAnswer
  private readonly decoder = new MllpDecoder()
  private waiting: Waiting | undefined
  /** MSH-10 of each message that the application still has to answer. */
  private readonly awaited = new Set<string>()
  private awaitedUntil = 0
  /** Messages that got their first answer. */
  answered = 0
  private answeredAt = 0
  private isRetired = false
  private unsettled = 0

  /** `hear` gets each answer of an application that no exchange waits for. */
  constructor(socket: Socket, hear: HearAnswer) {
    this.socket = socket
    this.hear = hear
    let fault: unknown
    socket
      .on('error', (error) => {
        fault = error
      })
      .on('timeout', () => socket.destroy())
      .on('data', (chunk) => this.take(chunk))
      .on('close', () => this.waiting?.reject(asOutboundError(fault, new AbortController().signal, true)))
  }

  get isOpen(): boolean {
    return this.socket.readyState === 'open'
  }

  /** Sends one message and waits for its first answer. Throws OutboundError. */
  exchange(exchange: MllpExchange): Promise<Receipt> {
    const { ackTimeoutMs, signal } = exchange
    return withinLimit({ ms: ackTimeoutMs, outer: signal }, (limit) => this.exchangeWithin(exchange, limit))
  }

  private async exchangeWithin(exchange: MllpExchange, limit: AbortSignal): Promise<Receipt> {
    const { message, controlId, isAnswered, answerWithinMs } = exchange
    if (this.socket.destroyed) throw new OutboundError('closed', false)
    if (limit.aborted) throw asOutboundError(limit.reason, limit, false)
    const { promise, resolve, reject } = Promise.withResolvers<Receipt>()
    const cut = (): void => reject(asOutboundError(limit.reason, limit, true))
    limit.addEventListener('abort', cut)
    this.socket.ref()
    this.socket.setTimeout(0)
    this.waiting = { controlId, resolve, reject }
    try {
      this.socket.write(encodeFrame(message), () => isAnswered || resolve(sentReceipt('written')))
      const receipt = await promise
      this.answered += 1
      this.answeredAt = Date.now()
      if (receipt.state !== 'committed' || answerWithinMs === undefined) return receipt
      this.await(controlId, answerWithinMs)
      return { ...receipt, answerWithinMs }
    } finally {
      this.waiting = undefined
    }
  }

  /** Between messages: open as long as an answer is awaited and a little longer, else for a short time. The process may end. */
  rest(): void {
    const awaitedMs = this.awaited.size === 0 ? 0 : this.awaitedUntil + lingerMs - Date.now()
    this.socket.setTimeout(Math.min(longestMs, Math.max(idleTimeoutMs, awaitedMs)))
    this.socket.unref()
  }

  /** Of a closed connection: the receiver ended it as soon as it had answered. */
  get isEndedByAnswer(): boolean {
    return !this.isRetired && this.answered > 0 && Date.now() - this.answeredAt < endsAfterAnswerMs
  }

  /** Sends nothing more, and reads the answers that are under way. */
  retire(): void {
    this.isRetired = true
    this.socket.setTimeout(lingerMs)
    this.socket.unref()
    this.socket.end()
  }

  private take(chunk: Uint8Array): void {
    try {
      this.read(chunk)
    } catch (error) {
      this.socket.destroy()
      this.waiting?.reject(error)
    }
    if (this.unsettled >= mostUnsettled) this.socket.pause()
  }

  private read(chunk: Uint8Array): void {
    const frames = this.cut(chunk)
    const answers = frames.map((frame) => parseAcknowledgement(frame))
    const own = answers.filter((answer) => answer !== undefined && answer.controlId === this.waiting?.controlId)
    // If a commit and the answer of the application come together, that of the application counts.
    const counted = own.find((answer) => answer?.by === 'application') ?? own[0]
    for (const answer of answers) if (answer !== undefined && answer !== counted) this.hearLate(answer)
    if (counted !== undefined) this.waiting?.resolve(counted.receipt)
    else if (answers.includes(undefined)) {
      const garbled = frames[answers.indexOf(undefined)] ?? chunk
      this.waiting?.resolve(withReply(failedReceipt('garbled-answer', true), garbled))
    }
  }

  private hearLate(answer: Acknowledgement): void {
    if (answer.by !== 'application') return
    if (this.awaited.delete(answer.controlId) && this.waiting === undefined) this.rest()
    void this.settle(answer)
  }

  private async settle(answer: Acknowledgement): Promise<void> {
    this.unsettled += 1
    try {
      await this.hear(answer)
    } catch {
      // Whoever hears it has logged why.
    }
    this.unsettled -= 1
    this.readOn()
  }

  private readOn(): void {
    if (this.unsettled < mostUnsettled) this.socket.resume()
  }

  private cut(chunk: Uint8Array): Uint8Array[] {
    try {
      return this.decoder.push(chunk)
    } catch (error) {
      this.socket.destroy()
      throw new OutboundError('too-large', true, { cause: error })
    }
  }

  private await(controlId: string, withinMs: number): void {
    const [oldest] = this.awaited
    if (oldest !== undefined && this.awaited.size >= mostAwaited) this.awaited.delete(oldest)
    this.awaited.add(controlId)
    this.awaitedUntil = Math.max(this.awaitedUntil, Date.now() + withinMs)
  }
}
