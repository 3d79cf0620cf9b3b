/** MSH-7 and MSH-10 are of the transmission, not of the document (ADRM 000026, 000027): they are stamped into the rendered message. HL7 v2.4 2.16.9. */
import { createHash } from 'node:crypto'
import { hl7Time } from '../zoned-time.ts'

/** ST of at most 20 characters, none of which needs an escape. */
const controlIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/

/** Equal seeds give equal ids of 20 hexadecimal digits. A delivery with the number of its attempt is a good seed. */
export const buildControlId = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 20)

export type Transmission = {
  /** MSH-10. */
  readonly controlId: string
  /** MSH-7, as an ISO instant. */
  readonly at: string
  /** IANA time zone of the sender. */
  readonly timeZone: string
}

/** Replaces MSH-7 and MSH-10; every other byte stays. Throws TypeError. */
export function stampTransmission(message: Uint8Array, { controlId, at, timeZone }: Transmission): Uint8Array {
  if (!controlIdPattern.test(controlId)) throw new TypeError('not a control id')
  const ends = listFieldEnds(message)
  // MSH-1 is the first separator itself, so field n stands between separators n - 1 and n.
  const [beforeTime = 0, afterTime = 0, beforeId = 0, afterId = 0] = [ends[5], ends[6], ends[8], ends[9]]
  return Buffer.concat([
    message.subarray(0, beforeTime + 1),
    Buffer.from(hl7Time(at, timeZone)),
    message.subarray(afterTime, beforeId + 1),
    Buffer.from(controlId),
    message.subarray(afterId),
  ])
}

/** Where the first ten separators of MSH stand. */
function listFieldEnds(message: Uint8Array): readonly number[] {
  const headerEnd = message.indexOf(0x0d)
  const ends = [3]
  while (ends.length < 10) {
    const next = message.indexOf(message[3] ?? 0, (ends.at(-1) ?? 0) + 1)
    if (next === -1 || next > headerEnd) throw new TypeError('not a message header')
    ends.push(next)
  }
  return ends
}
