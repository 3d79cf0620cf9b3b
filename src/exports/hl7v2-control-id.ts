/** MSH-10: new for each transmission under ADRM (000026), so it is stamped into a message that is already rendered. HL7 v2.4 2.16.9.10. */
import { createHash } from 'node:crypto'

/** ST of 20 characters at most; none that would need escaping. */
const controlIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/

/** The same seed, the same id: 20 hexadecimal digits. A delivery and the number of its attempt make a good seed. */
export const buildControlId = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 20)

/** Replaces MSH-10; every other byte stays. */
export function stampControlId(message: Uint8Array, controlId: string): Uint8Array {
  if (!controlIdPattern.test(controlId)) throw new TypeError('not a control id')
  const separator = message[3] ?? 0
  let start = 3
  // MSH-1 is the first separator; the ninth one precedes MSH-10.
  for (let passed = 1; passed < 9 && start !== -1; passed += 1) start = message.indexOf(separator, start + 1)
  const end = message.indexOf(separator, start + 1)
  const headerEnd = message.indexOf(0x0d)
  if (start === -1 || end === -1 || end > headerEnd) throw new TypeError('not a message header')
  return Buffer.concat([message.subarray(0, start + 1), Buffer.from(controlId), message.subarray(end)])
}
