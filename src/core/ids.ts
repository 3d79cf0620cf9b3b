/** Identifiers: UUIDv7 (RFC 9562 5.7), so that keys sort by creation. */
import { randomUUID } from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** A new UUIDv7 for `at` (milliseconds since the epoch): its random bits are those of a UUIDv4. */
export function newId(at: number = Date.now()): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
