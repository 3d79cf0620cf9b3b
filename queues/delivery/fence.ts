/**
 * The fence before each send: nothing starts later than a second after a recall, a revocation, a pause or a kill switch has committed.
 * What a transaction has checked counts for half a second from its start; after that the database is asked again. D206
 */
import { errorFields, type Log } from '../../src/core/log.ts'
import { findShare } from '../../src/domain/share/shares.ts'
import { hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import { listMerging } from '../../src/store/intake/patient-merges.ts'
import { readDelivery } from '../../src/store/operations/deliveries.ts'
import type { Store } from '../../src/store/store.ts'
import { checkUnchanged } from '../../src/store/tenants/generation.ts'
import type { Tx } from '../../src/store/transaction.ts'
import type { Claim } from './claim.ts'
import { findHindrance } from './hindrance.ts'

/** How long a check counts, from the start of its transaction. */
export const checkedMs = 500
/** A database that answers later than that so often lets nothing out. */
const mostChecks = 3

export type Fence = { readonly mayStart: (claim: Claim) => Promise<boolean> }

type Guarded = {
  readonly store: Store
  readonly log: Log
  /** `performance.now()` when the transaction of the claim had begun, before its first read. */
  readonly claimedAt: number
  /** This process holds the lane. */
  readonly isHeld: () => boolean
}

/** Fails closed: without an answer nothing starts. */
export function openFence({ store, log, claimedAt, isHeld }: Guarded): Fence {
  const isFresh = (at: number): boolean => performance.now() - at <= checkedMs
  const checkAgain = async (claim: Claim): Promise<boolean> => {
    for (let check = 0; check < mostChecks; check += 1) {
      let at = 0
      const isClear = await store.transact(claim.caller, (tx) => {
        at = performance.now()
        return isStillClear(tx, claim)
      })
      if (!isClear) return false
      if (isFresh(at)) return isHeld()
    }
    return false
  }
  return {
    async mayStart(claim) {
      if (!isHeld()) return false
      if (isFresh(claimedAt)) return true
      return checkAgain(claim).catch((error: unknown) => {
        log.warn('delivery.unchecked', { deliveryId: claim.delivery.id, ...errorFields(error) })
        return false
      })
    },
  }
}

/** The conditions of the claim once more, and that the claim still stands. A hindrance is acted on by the next claim. */
async function isStillClear(tx: Tx, { delivery, channelVersion }: Claim): Promise<boolean> {
  await checkUnchanged(tx.client, tx)
  const standing = await readDelivery(tx, delivery.id)
  if (standing.state !== 'sending' || standing.attempts !== delivery.attempts) return false
  const artifact = await tx.read(hubAddress('Artifact', delivery.artifactId))
  const channel = await tx.find(hubAddress('Channel', delivery.channelId))
  if (channel?.version !== channelVersion) return false
  const share = delivery.shareId === undefined ? undefined : await findShare(tx, delivery.shareId)
  const content = hubContent('Artifact', artifact)
  const merging = await listMerging(tx, [content.patientId])
  const hindrance = await findHindrance(tx, delivery, {
    artifact: { id: artifact.id, content },
    channel: hubContent('Channel', channel),
    share,
    isMerging: merging.has(content.patientId),
  })
  return hindrance === undefined
}
