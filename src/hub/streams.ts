/** How many streams a tenant has open in this process. */

export type Streams = {
  /** Undefined where the tenant has as many as it may have; else what gives the place back. */
  readonly take: (tenant: string) => (() => void) | undefined
}

export function openStreams(perTenant = 50): Streams {
  const counts = new Map<string, number>()
  return {
    take(tenant) {
      const count = counts.get(tenant) ?? 0
      if (count >= perTenant) return undefined
      counts.set(tenant, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (counts.get(tenant) ?? 1) - 1
        if (left === 0) counts.delete(tenant)
        else counts.set(tenant, left)
      }
    },
  }
}
