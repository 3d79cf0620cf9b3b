/** Identifiers: UUIDv7 (RFC 9562 5.7), so that keys sort by creation. */
import { randomFillSync } from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuidPattern.test(text)

const randomBytes = 10
/** Random bytes of many identifiers, because each call for them costs more than making an identifier. */
const pool = Buffer.alloc(randomBytes * 256)
let spent = pool.length
/** The identifier that is being made. */
const bytes = Buffer.alloc(16)

/** A new UUIDv7 for `at` (milliseconds since the epoch). */
export function newId(at: number = Date.now()): string {
  if (spent === pool.length) {
    randomFillSync(pool)
    spent = 0
  }
  bytes.writeUIntBE(at, 0, 6)
  pool.copy(bytes, 6, spent, spent + randomBytes)
  spent += randomBytes
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
