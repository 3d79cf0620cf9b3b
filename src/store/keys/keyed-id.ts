/** An id that only the tenant's key can make of a name: equal names give equal ids, and nobody can guess the name from the id. RFC 9562 5.8. */
import type { TenantKeys } from './keys.ts'
import { digest } from './seal.ts'

export function keyedId({ index }: Pick<TenantKeys, 'index'>, name: string): string {
  const bytes = digest(index, `id|${name}`)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
