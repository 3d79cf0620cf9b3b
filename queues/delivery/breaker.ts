/**
 * Spares a destination that cannot be reached, and what waits for it: after five failed connections in a row one delivery at a time tries it,
 * and the others are not claimed, so they use up no tries. Each process judges by its own connections. D208
 */
import { randomUUID } from 'node:crypto'
import type { Receipt, ReceiptReason } from '../../src/channels/transport.ts'

/** What a lane may do now: `open`: send; `probe`: send one delivery; `wait`: leave the destination alone. */
export type Admission = 'open' | 'probe' | 'wait'

export type Breaker = {
  /** Names this process among those that spare a destination. */
  readonly holder: string
  readonly admit: (destination: string) => Admission
  /** Notes the answer to one delivery. Answers what that shows: from now on it is spared, it is spared still, or it is back. */
  readonly note: (destination: string, receipt: Receipt) => 'spared' | 'still-spared' | 'back' | undefined
  /** The lane that probed has ended, with or without an answer. */
  readonly release: (destination: string) => void
  /** Milliseconds until a lane may ask again; 0: now. */
  readonly waitMs: (destination: string) => number
}

const mostFailures = 5
const firstPauseMs = 500
const longestPauseMs = 15_000
/** How long the other lanes wait for a probe that is under way. */
const probeMs = 1_000

/** No connection came about: nothing was sent. */
const unreached: ReadonlySet<ReceiptReason | undefined> = new Set([
  'dns',
  'connect',
  'tls',
  'host-key',
  'directory-unavailable',
])

const isUnreached = ({ state, reason, unknown }: Receipt): boolean =>
  state === 'failed' && !unknown && unreached.has(reason)

type Failing = { failures: number; pauseMs: number; nextAt: number; isProbed: boolean }

/** `now`: milliseconds of a clock that never goes back. */
export function openBreaker(now: () => number = () => performance.now()): Breaker {
  const failing = new Map<string, Failing>()
  const findSpared = (destination: string): Failing | undefined => {
    const state = failing.get(destination)
    return state !== undefined && state.failures >= mostFailures ? state : undefined
  }
  const waitMs = (destination: string): number => {
    const state = findSpared(destination)
    return state === undefined ? 0 : Math.max(state.isProbed ? probeMs : 0, state.nextAt - now())
  }
  return {
    holder: randomUUID(),
    waitMs,
    admit(destination) {
      const state = findSpared(destination)
      if (state === undefined) return 'open'
      if (waitMs(destination) > 0) return 'wait'
      state.isProbed = true
      return 'probe'
    },
    note(destination, receipt) {
      if (receipt.isUnstarted === true) return undefined
      if (!isUnreached(receipt)) {
        const wasSpared = findSpared(destination) !== undefined
        failing.delete(destination)
        return wasSpared ? 'back' : undefined
      }
      const state = failing.get(destination) ?? { failures: 0, pauseMs: firstPauseMs, nextAt: 0, isProbed: false }
      failing.set(destination, state)
      state.failures += 1
      if (state.failures < mostFailures) return undefined
      state.nextAt = now() + state.pauseMs
      state.pauseMs = Math.min(longestPauseMs, state.pauseMs * 2)
      return state.failures === mostFailures ? 'spared' : 'still-spared'
    },
    release(destination) {
      const state = failing.get(destination)
      if (state !== undefined) state.isProbed = false
    },
  }
}
