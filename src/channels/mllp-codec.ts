/** MLLP framing: 0x0B, the message, 0x1C 0x0D. HL7 v3 Transport Specification: MLLP, Release 1, 2.1. */

const startOfBlock = 0x0b
const endOfBlock = 0x1c
const carriageReturn = 0x0d

/** ADRM 000019: receivers take at least 16 MiB. */
export const maxFrameBytes = 16 * 1024 * 1024

/** Enough for any header. */
const headBytes = 64 * 1024
/** So much of a message that is too large is skipped, so that its sender can be told. */
const maxSkippedBytes = 128 * 1024 * 1024

/** The framing has no escape: a message with its control bytes cannot be sent. */
export const isFrameable = (message: Uint8Array): boolean =>
  !message.includes(startOfBlock) && !message.includes(endOfBlock)

export const encodeFrame = (message: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.of(startOfBlock), message, Buffer.of(endOfBlock, carriageReturn)])

/**
 * Cuts a byte stream into messages, however the network split it. A message ends at 0x1C. Everything until the next 0x0B is skipped,
 * also the 0x0D, which some senders leave out. A 0x0B before the end begins a new message: the one before was never finished.
 */
export class MllpDecoder {
  /** A receiver may change it while a message arrives. */
  maxBytes: number
  readonly #cutAt: number | undefined
  readonly #cut = new WeakSet<Uint8Array>()
  private parts: Uint8Array[] | undefined
  private size = 0
  private isSkipping = false

  /** `cutAt`: of a message beyond `maxBytes` so many bytes are kept, and the rest is skipped. */
  constructor(maxBytes: number = maxFrameBytes, cutAt?: number) {
    this.maxBytes = maxBytes
    this.#cutAt = cutAt
  }

  /** Bytes of the message that is not complete yet. */
  get pendingBytes(): number {
    return this.parts === undefined ? 0 : this.size
  }

  /** The beginning of the message that is not complete yet. */
  get head(): Uint8Array {
    return Buffer.concat(this.parts ?? [], Math.min(this.size, headBytes))
  }

  /** Whether only the beginning of this message was kept. */
  isCut(message: Uint8Array): boolean {
    return this.#cut.has(message)
  }

  /** Answers the messages that `chunk` completes. Throws RangeError if one is too large, unless it is cut; the stream is lost then. */
  push(chunk: Uint8Array): Uint8Array[] {
    const messages: Uint8Array[] = []
    for (let at = 0; at < chunk.length; ) {
      if (this.parts === undefined) {
        at = this.start(chunk, at)
        continue
      }
      const end = chunk.indexOf(endOfBlock, at)
      const anew = chunk.subarray(0, end === -1 ? chunk.length : end).lastIndexOf(startOfBlock)
      if (anew >= at) {
        at = this.start(chunk, anew)
        continue
      }
      this.collect(this.parts, chunk.subarray(at, end === -1 ? chunk.length : end))
      if (end === -1) break
      messages.push(this.end(this.parts))
      at = end + 1
    }
    return messages
  }

  /** Skips to after the next start of a block. */
  private start(chunk: Uint8Array, from: number): number {
    const start = chunk.indexOf(startOfBlock, from)
    if (start === -1) return chunk.length
    this.parts = []
    this.size = 0
    this.isSkipping = false
    return start + 1
  }

  private end(parts: readonly Uint8Array[]): Uint8Array {
    const [only] = parts
    const message = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
    if (this.isSkipping) this.#cut.add(message)
    this.parts = undefined
    return message
  }

  private collect(parts: Uint8Array[], part: Uint8Array): void {
    this.size += part.length
    if (this.isSkipping) {
      this.checkSkipped()
      return
    }
    parts.push(part)
    if (this.size <= this.maxBytes) return
    if (this.#cutAt === undefined) throw new RangeError('message too large')
    this.parts = [Buffer.concat(parts, Math.min(this.size, this.#cutAt))]
    this.isSkipping = true
  }

  /** A message without an end is none. */
  private checkSkipped(): void {
    if (this.size > this.maxBytes + maxSkippedBytes) throw new RangeError('message too large')
  }
}
