/** Holds a lane by its lease while it is worked on. docs/design/exports-and-delivery.md#deliveries. */
import { randomUUID } from 'node:crypto'
import { laneName } from '../../src/store/operations/deliveries.ts'
import { dropLease, takeLease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'
import type { Lane } from './claim.ts'

/** Leaves the lane alone for a while: nobody looks for its deliveries before. */
export async function parkLane(store: Store, lane: Lane, ms: number): Promise<void> {
  await takeLease(store, { tenant: lane.tenant, name: laneName(lane), holder: randomUUID() }, ms)
}

const leaseMs = 15_000
/** Before the lease ends, for a send that begins now. */
const marginMs = 1_000

/** Does nothing if another holder has it. `isHeld` tells whether the lease still runs, by the clock of this process. */
export async function holdLane(
  store: Store,
  lane: Lane,
  work: (isHeld: () => boolean) => Promise<void>,
): Promise<void> {
  const lease = { tenant: lane.tenant, name: laneName(lane), holder: randomUUID() }
  let takenAt = performance.now()
  if (!(await takeLease(store, lease, leaseMs))) return
  const renew = async (): Promise<void> => {
    const at = performance.now()
    if (await takeLease(store, lease, leaseMs)) takenAt = at
  }
  // A renewal that fails is tried again.
  const renewal = setInterval(() => void renew().catch(() => undefined), leaseMs / 3)
  try {
    await work(() => performance.now() - takenAt < leaseMs - marginMs)
  } finally {
    clearInterval(renewal)
    await dropLease(store, lease)
  }
}
