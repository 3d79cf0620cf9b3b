/** Limits the open streams in this process: so many of a tenant, and of these so many of one subject. */
import type { Caller } from '../../core/caller.ts'

type Who = Pick<Caller, 'tenant' | 'issuer' | 'subject'>

export type Streams = {
  /** Undefined if the tenant or subject has reached its limit; otherwise gives the place back. */
  readonly take: (caller: Who) => (() => void) | undefined
}

type Limits = { readonly perTenant: number; readonly perSubject: number }

export function openStreams({ perTenant, perSubject }: Limits = { perTenant: 50, perSubject: 10 }): Streams {
  const counts = new Map<string, number>()
  const countOf = (key: string): number => counts.get(key) ?? 0
  const add = (key: string, change: number): void => {
    const count = countOf(key) + change
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    take({ tenant, issuer, subject }) {
      const own = JSON.stringify([tenant, issuer, subject])
      if (countOf(tenant) >= perTenant || countOf(own) >= perSubject) return undefined
      for (const key of [tenant, own]) add(key, 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        for (const key of [tenant, own]) add(key, -1)
      }
    },
  }
}
