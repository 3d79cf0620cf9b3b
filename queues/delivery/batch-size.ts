/** The number of deliveries that a lane claims at once: one at first, and then as many as it sent lately while a check counts. */
import { checkedMs } from './fence.ts'

export const mostAtOnce = 50

export type BatchSize = {
  readonly next: () => number
  /** A batch was sent to its end. */
  readonly grow: (batch: { readonly sent: number; readonly claimMs: number; readonly sendMs: number }) => void
  /** It ended early: the next begins with one. */
  readonly reset: () => void
}

/** So a receiver that hangs holds one delivery and not fifty, and the conditions are seldom asked for twice. */
export function openBatchSize(): BatchSize {
  let size = 1
  return {
    next: () => size,
    grow({ sent, claimMs, sendMs }) {
      const fitting = Math.floor((checkedMs - claimMs) / Math.max(sendMs / sent, 0.1))
      size = Math.max(1, Math.min(mostAtOnce, size * 2, fitting))
    },
    reset() {
      size = 1
    },
  }
}
