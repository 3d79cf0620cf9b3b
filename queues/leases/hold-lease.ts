/** Holds a lease while its work runs: only the process that holds the lease does this work. docs/design/exports-and-delivery.md#deliveries. */
import { dropLease, type Lease, takeLease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'

export type Holding = {
  readonly lease: Lease
  /** Milliseconds that the lease lasts after its holder has died. */
  readonly ms: number
  /** No step begins within these last milliseconds of the lease: a step may take as long. 1 s by default. */
  readonly marginMs?: number
}

/** Does nothing if another process holds the lease. `isHeld` says whether the lease still runs, by the clock of this process. */
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
  // A failed renewal is tried again.
  const renewal = setInterval(() => void renew().catch(() => undefined), ms / 3)
  try {
    await work(() => performance.now() - takenAt < ms - marginMs)
  } finally {
    clearInterval(renewal)
    await dropLease(store, lease)
  }
}
