/** Bounds the lanes of one channel that a process works on at once. docs/design/exports-and-delivery.md#deliveries. */

/** Drains the lane, or leaves it to the worker of another lane of the channel. */
export type LaneLimit = (channel: string, lane: string, drain: (lane: string) => Promise<void>) => Promise<void>

/** `most`: the lanes of one channel, or the subscriptions of one server, at once. */
export function openLaneLimit(most: number): LaneLimit {
  const channels = new Map<string, { underway: number; readonly waiting: Set<string> }>()
  return async (channel, lane, drain) => {
    const state = channels.get(channel) ?? { underway: 0, waiting: new Set<string>() }
    channels.set(channel, state)
    if (state.underway >= most) {
      state.waiting.add(lane)
      return
    }
    state.underway += 1
    try {
      await drain(lane)
      for (const next of state.waiting) {
        state.waiting.delete(next)
        await drain(next)
      }
    } finally {
      state.underway -= 1
      // The sweep finds lanes that wait after a fault.
      if (state.underway === 0) channels.delete(channel)
    }
  }
}
