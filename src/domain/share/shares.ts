/** Checks at dispatch that a share still holds, and ends all shares of an artifact. docs/design/hub.md#release. */

import { asJson, hubAddress, hubContent, type ShareContent } from '../../store/hub-resources.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

/** Why it no longer holds at an instant; its end is the first such instant. */
export function findShareEnd({ status, expiresAt }: ShareContent, at: string): 'revoked' | 'expired' | undefined {
  if (status === 'revoked') return 'revoked'
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(at) ? 'expired' : undefined
}

/** A revocation waits until this transaction ends. */
export async function findShare(tx: Tx, id: string): Promise<ShareContent | undefined> {
  const stored = await tx.find(hubAddress('Share', id), 'share')
  return stored === undefined ? undefined : hubContent('Share', stored)
}

/** All shares of an artifact, newest first. */
export const listShares = (tx: Tx, artifactId: string): Promise<readonly Stored[]> =>
  listAll(tx, { space: 'hub', type: 'Share', where: [{ parameter: 'artifactId', values: [artifactId] }] })

export async function putRevoked(
  tx: Tx,
  stored: Stored,
  revocation: NonNullable<ShareContent['revocation']>,
): Promise<Stored> {
  const content: ShareContent = {
    ...hubContent('Share', stored),
    status: 'revoked',
    revokedAt: tx.at,
    revocation,
  }
  const { artifactId, patientId } = content
  tx.record('share.revoked', {
    resourceType: 'Share',
    resourceId: stored.id,
    artifactId,
    patientId,
    reason: revocation,
  })
  return tx.put({ ...hubAddress('Share', stored.id), content: asJson(content), expected: stored.version })
}

/** For a recalled artifact, under the lock of the recall. */
export async function revokeShares(tx: Tx, artifactId: string): Promise<void> {
  for (const stored of await listShares(tx, artifactId)) {
    if (hubContent('Share', stored).status === 'active') await putRevoked(tx, stored, 'recalled')
  }
}
