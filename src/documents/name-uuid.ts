/** Name-based UUID (RFC 9562 5.5): equal names give equal UUIDs, for standards that want a UUID. */
import { createHash } from 'node:crypto'

const namespace = Buffer.from('8d2f1c54a0e64b9f9f3a1d0c7b5e2a61', 'hex')

export function nameUuid(name: string): string {
  const digest = createHash('sha1').update(namespace).update(name).digest()
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
