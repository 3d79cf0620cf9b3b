/** What refers to a patient who is hidden by an identifier of theirs. R4 references.html#logical; D86. */

import { parseForReading } from '../../store/resources/content.ts'
import { findLast } from '../../store/resources/read/last-versions.ts'
import type { Reader } from '../../store/resources/reader.ts'
import { type Hidden, type Identifier, type Judged, readIdentifier } from './named.ts'

/** Where nothing refers by an identifier, nothing is asked. */
export async function listIdentified(
  reader: Reader,
  hidden: Hidden,
  all: readonly Judged[],
): Promise<ReadonlySet<Judged>> {
  const referring = all.filter(({ isNamed, identifiers }) => !isNamed && identifiers.length > 0)
  if (referring.length === 0) return new Set()
  const patients = await findLast(
    reader,
    hidden.map((id) => `Patient/${id}`),
  )
  const theirs = patients.flatMap((stored) => {
    const { identifier } = parseForReading(stored)
    return Array.isArray(identifier) ? identifier.flatMap(readIdentifier) : []
  })
  const byValue = Map.groupBy(theirs, ({ value }) => value)
  const isTheirs = (one: Identifier): boolean => (byValue.get(one.value) ?? []).some((own) => isSameSystem(own, one))
  return new Set(referring.filter(({ identifiers }) => identifiers.some(isTheirs)))
}

/** Without a system it may be of any. */
const isSameSystem = (one: Identifier, other: Identifier): boolean =>
  one.system === undefined || other.system === undefined || one.system === other.system
