/** Holds a lease while its work runs: one process at a time works on what the lease names. docs/design/exports-and-delivery.md#deliveries. */
import { dropLease, type Lease, takeLease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'

export type Holding = {
  readonly lease: Lease
  /** How long it lasts after its holder has died. */
  readonly ms: number
  /** How long before its end no step begins: as long as one may take. 1 s by default. */
  readonly marginMs?: number
}

/** Does nothing if another holder has it. `isHeld` tells whether the lease still runs, by the clock of this process. */
export async function holdLease(
  store: Store,
  { lease, ms, marginMs = 1_000 }: Holding,
  work: (isHeld: () => boolean) => Promise<void>,
): Promise<void> {
  let takenAt = performance.now()
  if (!(await takeLease(store, lease, ms))) return
  const renew = async (): Promise<void> => {
    const at = performance.now()
    if (await takeLease(store, lease, ms)) takenAt = at
  }
  // A renewal that fails is tried again.
  const renewal = setInterval(() => void renew().catch(() => undefined), ms / 3)
  try {
    await work(() => performance.now() - takenAt < ms - marginMs)
  } finally {
    clearInterval(renewal)
    await dropLease(store, lease)
  }
}
