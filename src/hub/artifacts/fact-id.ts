/** The ids of the FHIR resources that the Hub writes for an encounter. docs/design/hub.md#release. */
import { createHash } from 'node:crypto'

/** Name-based (RFC 9562 5.8): the same fact of the same encounter is the same resource. */
export function factId(encounterId: string, fact: string): string {
  const hash = createHash('sha256').update(`${encounterId}|${fact}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
