/** Keeps the rate of a channel over all its lanes and processes: each message starts in a turn of its own. Without a rate it costs nothing. D249 */
import { pause } from '../../src/core/pause.ts'
import type { ChannelLimits } from '../../src/store/channels/channel-settings.ts'
import { type RatedChannel, takeTurn } from '../../src/store/channels/channel-turns.ts'
import type { Store } from '../../src/store/store.ts'

export type Turns = {
  /** Waits for a turn that begins soon, and answers 0. If the next turn begins later, answers in how many milliseconds. */
  readonly take: () => Promise<number>
  /** Called when the message has the connection: keeps the turn if it still holds, or else takes one that begins now. Answers true again for the same message. */
  readonly mayStart: () => Promise<boolean>
}

/** If the wait is longer, the worker leaves the lane: a waiting worker takes the place of one that sends. */
const longestWaitMs = 250
/** A message that starts this much later than its turn takes another turn. */
const lateMs = 100

const unlimited: Turns = { take: async () => 0, mayStart: async () => true }

type Rated = { readonly store: Store; readonly channel: RatedChannel; readonly stopping: AbortSignal }

export function openTurns({ store, channel, stopping }: Rated, limits: ChannelLimits | undefined): Turns {
  const everyMs = findInterval(limits)
  if (everyMs === undefined) return unlimited
  let beganAt = 0
  let hasStarted = false
  return {
    async take() {
      hasStarted = false
      const turn = await takeTurn(store, channel, { everyMs, withinMs: longestWaitMs })
      if ('retryMs' in turn) return Math.max(1, Math.ceil(turn.retryMs))
      // A timer may end a little early.
      if (turn.waitMs > 0) await pause(Math.ceil(turn.waitMs) + 1, stopping)
      // Our own stop has ended the wait.
      if (stopping.aborted) return 1
      beganAt = performance.now()
      return 0
    },
    async mayStart() {
      if (hasStarted) return true
      if (
        performance.now() - beganAt > lateMs &&
        'retryMs' in (await takeTurn(store, channel, { everyMs, withinMs: 0 }))
      )
        return false
      hasStarted = true
      return true
    },
  }
}

/** Milliseconds between two messages, by the stricter of the two rates. */
export function findInterval({ perSecond, perMinute }: ChannelLimits = {}): number | undefined {
  const intervals = [
    ...(perSecond === undefined ? [] : [1_000 / perSecond]),
    ...(perMinute === undefined ? [] : [60_000 / perMinute]),
  ]
  return intervals.length === 0 ? undefined : Math.max(...intervals)
}
