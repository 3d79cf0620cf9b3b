/** MLLP framing: 0x0B, the message, 0x1C 0x0D. HL7 v3 Transport Specification: MLLP, Release 1, 2.1. */

const startOfBlock = 0x0b
const endOfBlock = 0x1c
const carriageReturn = 0x0d

/** ADRM 000019: receivers take at least 16 MiB. */
export const maxFrameBytes = 16 * 1024 * 1024

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
  readonly maxBytes: number
  private parts: Uint8Array[] | undefined
  private size = 0

  constructor(maxBytes: number = maxFrameBytes) {
    this.maxBytes = maxBytes
  }

  /** Answers the messages that `chunk` completes. Throws RangeError if one is too large; the stream is lost then. */
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
      messages.push(Buffer.concat(this.parts))
      this.parts = undefined
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
    return start + 1
  }

  private collect(parts: Uint8Array[], part: Uint8Array): void {
    this.size += part.length
    if (this.size > this.maxBytes) throw new RangeError('message too large')
    parts.push(part)
  }
}
