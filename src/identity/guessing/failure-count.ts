/** Failures a minute of whatever a name stands for, in this process. R5.1 */
import type { Clock } from '../../core/clock.ts'

const windowMs = 60_000
/** Names in memory; beyond that the oldest is forgotten. */
const maxNames = 10_000

type Counted = { failures: number; readonly until: number }

export type FailureCount = {
  /** Seconds until a name may try again that has failed too often; undefined: now. */
  readonly findWait: (name: string) => number | undefined
  readonly count: (name: string) => void
  /** Usually nobody has failed, and then nobody need be looked up. */
  readonly isEmpty: () => boolean
}

export function openFailureCount(perMinute: number, clock: Clock): FailureCount {
  const counted = new Map<string, Counted>()
  const find = (name: string, now: number): Counted | undefined => {
    const known = counted.get(name)
    // A clock that is set back holds nobody longer.
    const isOver = known !== undefined && (known.until <= now || known.until > now + windowMs)
    if (isOver) counted.delete(name)
    return isOver ? undefined : known
  }
  return {
    isEmpty: () => counted.size === 0,
    findWait(name) {
      if (counted.size === 0) return undefined
      const now = clock().getTime()
      const known = find(name, now)
      if (known === undefined || known.failures < perMinute) return undefined
      return Math.max(1, Math.ceil((known.until - now) / 1000))
    },
    count(name) {
      const now = clock().getTime()
      const known = find(name, now)
      if (known !== undefined) known.failures += 1
      else counted.set(name, { failures: 1, until: now + windowMs })
      if (counted.size > maxNames) counted.delete(counted.keys().next().value ?? '')
    },
  }
}
