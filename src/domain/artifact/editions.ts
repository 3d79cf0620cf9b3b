/** Editions of a document: an amendment replaces the edition that it amends. docs/design/hub.md#release. */

import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Lock } from '../../store/resources/read/versions.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

/** The edition that is valid now: the artifact itself, unless it is superseded. */
export async function readStandingEdition(tx: Tx, artifactId: string, lock?: Lock): Promise<Stored> {
  const stored = await tx.read(hubAddress('Artifact', artifactId), lock)
  const { state, successor } = hubContent('Artifact', stored)
  if (state !== 'superseded' || successor === undefined) return stored
  return readStandingEdition(tx, successor.artifactId, lock)
}
