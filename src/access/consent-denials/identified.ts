/** Finds resources that refer to a denied patient by one of the patient's identifiers. R4 references.html#logical; D86. */

import { parseForReading } from '../../store/resources/content.ts'
import { findLast } from '../../store/resources/read/last-versions.ts'
import type { Reader } from '../../store/resources/types.ts'
import { type DeniedPatients, type Identifier, type Judged, readIdentifier } from './judged-resource.ts'

/** Reads nothing if no resource refers by an identifier. */
export async function listIdentified(
  reader: Reader,
  deniedPatients: DeniedPatients,
  all: readonly Judged[],
): Promise<ReadonlySet<Judged>> {
  const referring = all.filter(({ isNamed, identifiers }) => !isNamed && identifiers.length > 0)
  if (referring.length === 0) return new Set()
  const patients = await findLast(
    reader,
    deniedPatients.map((id) => `Patient/${id}`),
  )
  const theirs = patients.flatMap((stored) => {
    const { identifier } = parseForReading(stored)
    return Array.isArray(identifier) ? identifier.flatMap(readIdentifier) : []
  })
  const byValue = Map.groupBy(theirs, ({ value }) => value)
  const isTheirs = (one: Identifier): boolean => (byValue.get(one.value) ?? []).some((own) => isSameSystem(own, one))
  return new Set(referring.filter(({ identifiers }) => identifiers.some(isTheirs)))
}

/** Without a system an identifier may be of any. */
const isSameSystem = (one: Identifier, other: Identifier): boolean =>
  one.system === undefined || other.system === undefined || one.system === other.system
