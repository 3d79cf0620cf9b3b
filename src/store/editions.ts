/** Editions of a document: an amendment takes the place of what it amends. hub-contract "Release". */
import type { Stored } from './content.ts'
import { hubContent, hubPlace } from './hub-resources.ts'
import type { Tx } from './transaction.ts'
import type { Lock } from './versions.ts'

/** The edition that stands in its place: itself, unless it is superseded. */
export async function readStandingEdition(tx: Tx, artifactId: string, lock?: Lock): Promise<Stored> {
  const stored = await tx.read(hubPlace('Artifact', artifactId), lock)
  const { state, successor } = hubContent('Artifact', stored)
  if (state !== 'superseded' || successor === undefined) return stored
  return readStandingEdition(tx, successor.artifactId, lock)
}
