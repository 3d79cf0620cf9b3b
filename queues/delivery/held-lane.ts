/** Holds a lane by its lease while it is worked on. docs/design/exports-and-delivery.md#deliveries. */
import { randomUUID } from 'node:crypto'
import { laneName } from '../../src/store/operations/deliveries.ts'
import { type Lease, takeLease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'
import { holdLease } from '../leases/hold-lease.ts'
import type { Lane } from './claim.ts'

/** The lease of a lane, for a new holder. */
const leaseOf = (lane: Lane): Lease => ({ tenant: lane.tenant, name: laneName(lane), holder: randomUUID() })

/** Leaves the lane alone for a while: nobody looks for its deliveries before. */
export async function parkLane(store: Store, lane: Lane, ms: number): Promise<void> {
  await takeLease(store, leaseOf(lane), ms)
}

const leaseMs = 15_000

/** Holds the lease of the lane, as `holdLease` does. */
export const holdLane = (store: Store, lane: Lane, work: (isHeld: () => boolean) => Promise<void>): Promise<void> =>
  holdLease(store, { lease: leaseOf(lane), ms: leaseMs }, work)
