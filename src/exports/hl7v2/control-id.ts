/** MSH-10: new for each transmission under ADRM (000026), so it is stamped into the rendered message. HL7 v2.4 2.16.9.10. */
import { createHash } from 'node:crypto'

/** ST of at most 20 characters, none of which needs an escape. */
const controlIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/

/** Equal seeds give equal ids of 20 hexadecimal digits. A delivery with the number of its attempt is a good seed. */
export const buildControlId = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 20)

/** Replaces MSH-10; every other byte stays. */
export function stampControlId(message: Uint8Array, controlId: string): Uint8Array {
  if (!controlIdPattern.test(controlId)) throw new TypeError('not a control id')
  const separator = message[3] ?? 0
  let start = 3
  // MSH-1 is the first separator; the ninth precedes MSH-10.
  for (let passed = 1; passed < 9 && start !== -1; passed += 1) start = message.indexOf(separator, start + 1)
  const end = message.indexOf(separator, start + 1)
  const headerEnd = message.indexOf(0x0d)
  if (start === -1 || end === -1 || end > headerEnd) throw new TypeError('not a message header')
  return Buffer.concat([message.subarray(0, start + 1), Buffer.from(controlId), message.subarray(end)])
}
