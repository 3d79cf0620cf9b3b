/** MSH-7 and MSH-10 are of the transmission, not of the document (ADRM 000026, 000027): they are stamped into the rendered message. HL7 v2.4 2.16.9. */
import { sha256Of } from '../../core/sha256.ts'
import { hl7Time } from '../zoned-time.ts'

/** ST of at most 20 characters, none of which needs an escape. */
const controlIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/

/** Equal seeds give equal ids of 20 hexadecimal digits. A delivery with the number of its attempt is a good seed. */
export const buildControlId = (seed: string): string => sha256Of(seed).slice(0, 20)

export type Transmission = {
  /** MSH-10. */
  readonly controlId: string
  /** MSH-7, as an ISO instant. */
  readonly at: string
  /** IANA time zone of the sender. */
  readonly timeZone: string
  /** Which answers the message asks for; without it, those of its preset. D196 */
  readonly acknowledgement?: AcknowledgementMode | undefined
}

/** HL7 v2.4 2.9: one answer, of the application; or the commit of the receiver first, and then that of the application. */
export type AcknowledgementMode = 'original' | 'enhanced'

/** Table 0155: always, for both. */
const askedBy: Readonly<Record<AcknowledgementMode, string>> = { original: '', enhanced: 'AL' }

/** Fields of MSH by their numbers, which a transmission writes in place of those of the rendering. With the rendering they are the message. */
export type HeaderFields = { readonly [number: number]: string }

/** MSH-7 and MSH-10, and MSH-15 and MSH-16 by the mode. Throws TypeError. */
export function buildHeader({ controlId, at, timeZone, acknowledgement }: Transmission): HeaderFields {
  if (!controlIdPattern.test(controlId)) throw new TypeError('not a control id')
  const asked = acknowledgement === undefined ? undefined : askedBy[acknowledgement]
  return { 7: hl7Time(at, timeZone), 10: controlId, ...(asked === undefined ? {} : { 15: asked, 16: asked }) }
}

/** Replaces these fields of MSH; every other byte stays. Throws TypeError. */
export function stampHeader(message: Uint8Array, header: HeaderFields): Uint8Array {
  const end = message.indexOf(0x0d)
  const separator = String.fromCharCode(message[3] ?? 0)
  // MSH-1 is the first separator itself, so field n stands behind separator n - 1.
  const fields = Buffer.from(message.subarray(0, Math.max(0, end)))
    .toString('latin1')
    .split(separator)
  if (fields.length < 11) throw new TypeError('not a message header')
  const set = (field: number, text: string): void => {
    while (fields.length < field) fields.push('')
    fields[field - 1] = text
  }
  for (const [field, text] of Object.entries(header)) set(Number(field), text)
  return Buffer.concat([Buffer.from(fields.join(separator), 'latin1'), message.subarray(end)])
}

export const stampTransmission = (message: Uint8Array, transmission: Transmission): Uint8Array =>
  stampHeader(message, buildHeader(transmission))
