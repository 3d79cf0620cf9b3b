/** Locks an artifact for a change. Releases, amendments and recalls of one encounter go one after the other. docs/design/hub.md#release. */
import { checkVersion, type Expected } from '../../http/preconditions.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

/** Nobody else changes it until the transaction ends. */
export async function lockArtifact(tx: Tx, artifactId: string, expected?: Expected): Promise<Stored> {
  const stored = await tx.read(hubAddress('Artifact', artifactId), 'update')
  checkVersion(stored, expected)
  return stored
}

/** Artifacts of one encounter may state the same facts, so their approvals and recalls go one after the other. */
const lockName = (encounterId: string): string => `release|${encounterId}`

export const lockReleases = (tx: Tx, encounterId: string): Promise<void> => tx.lock(lockName(encounterId))

/** As `lockArtifact`; also nobody releases, amends or recalls another artifact of the encounter. The encounter's lock always comes first. */
export async function lockForRelease(tx: Tx, artifactId: string, expected?: Expected): Promise<Stored> {
  const place = hubAddress('Artifact', artifactId)
  const { encounterId } = hubContent('Artifact', await tx.read(place))
  const stored = await tx.lockAndRead(lockName(encounterId), place)
  checkVersion(stored, expected)
  return stored
}
