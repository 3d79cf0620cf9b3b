/** Reports each request after its answer. The outermost layer, so that it times the whole request. */
import type { Clock } from '../core/clock.ts'
import { ending } from '../core/maybe-promise.ts'
import type { Context, Layer } from './request/request-state.ts'

/** `startedAt`: milliseconds since 1970. */
export type Seen = { readonly startedAt: number; readonly durationMs: number }

export type Watch = (ctx: Context, seen: Seen) => void

export const watchRequests =
  (watches: readonly Watch[], clock: Clock): Layer =>
  (ctx, next) => {
    const startedAt = clock().getTime()
    const begun = performance.now()
    return ending(next, () => {
      const seen = { startedAt, durationMs: performance.now() - begun }
      for (const watch of watches) watch(ctx, seen)
    })
  }
