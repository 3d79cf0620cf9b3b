/** One kept connection to one SFTP server, with one document at a time. */
import { asOutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { outboundReceipt } from '../outbound-receipt.ts'
import { failedReceipt, type Receipt } from '../transport.ts'
import { openSftpConnection, type SftpConnection, SftpRefusal, type SftpServer } from './sftp-connection.ts'

/** Without a document for so long the connection is closed. */
const idleTimeoutMs = 10_000
/** After so many documents another connection is opened, so that a server which leaks with each one stays up. */
const mostEach = 1_000

export class SftpLane {
  readonly policy: OutboundPolicy
  readonly server: SftpServer
  private readonly onIdle: () => void
  private connection: SftpConnection | undefined
  private tail: Promise<unknown> = Promise.resolve()
  private pending = 0
  private sent = 0
  private idle: NodeJS.Timeout | undefined

  /** `onIdle`: nothing is open or waits any more. */
  constructor(policy: OutboundPolicy, server: SftpServer, onIdle: () => void) {
    this.policy = policy
    this.server = server
    this.onIdle = onIdle
  }

  /** Waits for the work before it. `work` closes a connection that it does not trust any more. */
  run(signal: AbortSignal, work: (connection: SftpConnection) => Promise<Receipt>): Promise<Receipt> {
    this.pending += 1
    clearTimeout(this.idle)
    const turn = this.tail
      .then(() => this.take(signal, work))
      .finally(() => {
        this.pending -= 1
        if (this.pending === 0) this.rest()
      })
    // The caller has the error; the next document takes its turn.
    this.tail = turn.catch(() => {})
    return turn
  }

  close(): void {
    clearTimeout(this.idle)
    this.connection?.close()
    this.connection = undefined
  }

  private async take(signal: AbortSignal, work: (connection: SftpConnection) => Promise<Receipt>): Promise<Receipt> {
    // Its time may have passed while it waited.
    if (signal.aborted) return { ...outboundReceipt(asOutboundError(signal.reason, signal, false)), isUnstarted: true }
    try {
      const connection = await this.connect(signal)
      this.sent += 1
      return await work(connection)
    } catch (error) {
      if (error instanceof SftpRefusal) return failedReceipt(error.reason, false)
      return outboundReceipt(error)
    }
  }

  private async connect(signal: AbortSignal): Promise<SftpConnection> {
    if (this.connection?.isOpen() === true && this.sent < mostEach) return this.connection
    this.connection?.close()
    this.connection = undefined
    this.connection = await openSftpConnection(this.policy, this.server, signal)
    this.sent = 0
    return this.connection
  }

  private rest(): void {
    this.idle = setTimeout(() => {
      this.close()
      this.onIdle()
    }, idleTimeoutMs).unref()
  }
}
