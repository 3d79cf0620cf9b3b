/** Resources of a record that have no number of their own: what makes two of them one, and what an update leaves alone. D215 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import type { JsonObject } from '../../core/json.ts'

type OwnRow = {
  readonly type: string
  /** Elements that say what it is. */
  readonly identity: readonly string[]
  /** Elements that the record may know better: messages have no place for them. */
  readonly kept: readonly string[]
}

// biome-ignore format: one row a line
const ownRows: readonly OwnRow[] = [
  { type: 'AllergyIntolerance', identity: ['code'],                                    kept: ['clinicalStatus', 'verificationStatus'] },
  { type: 'RelatedPerson',      identity: ['identifier', 'name', 'relationship'],      kept: ['active'] },
  { type: 'Condition',          identity: ['code', 'encounter'],                       kept: ['clinicalStatus'] },
  { type: 'Procedure',          identity: ['code', 'performedDateTime', 'encounter'],  kept: ['status'] },
  { type: 'Coverage',           identity: ['type', 'class', 'subscriberId', 'payor'],  kept: ['status'] },
]

const rowOf = (type: string): OwnRow | undefined => ownRows.find((row) => row.type === type)

/** Equal for what is one resource. A type without a row is the same if all of it is. */
export function identityOf(type: string, content: JsonObject): string {
  const row = rowOf(type)
  return canonicalJson(row === undefined ? content : row.identity.map((element) => content[element] ?? null))
}

/** The record's resource after an update; undefined for a type of which a message brings no update. */
export function updateOwn(type: string, record: JsonObject, sent: JsonObject): JsonObject | undefined {
  const row = rowOf(type)
  if (row === undefined) return undefined
  const elements = Object.entries(sent).filter(([element]) => !row.kept.includes(element))
  return { ...record, ...Object.fromEntries(elements) }
}
