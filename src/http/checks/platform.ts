/** The platform config of the caller's spoke now. docs/design/hub.md#platform-config. */
import type { Caller } from '../../core/caller.ts'
import { type Feature, isOff } from '../../core/features.ts'
import { after, attempt, type MaybePromise } from '../../core/maybe-promise.ts'
import { type Platform, unreadablePlatform } from '../../core/platform.ts'
import { Problem } from '../../core/problems.ts'
import type { Context, Layer } from '../request/request-state.ts'
import { readCaller } from './authenticate.ts'

/** Comes after authentication. A route without a feature is served even if the config cannot be read. */
export const applyPlatform =
  (read: (caller: Caller) => MaybePromise<Platform>): Layer =>
  (ctx, next) => {
    const known = attempt(
      () => read(readCaller(ctx)),
      (error) => {
        if (!(error instanceof Problem) || error.slug !== 'dependency-unavailable') throw error
        ctx.state.platformError = error
        return unreadablePlatform
      },
    )
    return after(known, (platform) => {
      ctx.state.platform = platform
      return next()
    })
  }

/** Throws if the layer is missing. */
export function readPlatformOf(ctx: Context): Platform {
  if (ctx.state.platform === undefined) throw new TypeError('the layer goes after that of the platform')
  return ctx.state.platform
}

/** For routes that need the database anyway. */
export const checkPlatform: Layer = (ctx, next) => {
  if (ctx.state.platformError !== undefined) throw ctx.state.platformError
  return next()
}

/** Throws if the feature is off for the caller's spoke, or the config cannot be read. */
export function checkFeature(ctx: Context, feature: Feature | undefined): void {
  if (feature === undefined || !isOff(readPlatformOf(ctx), feature)) return
  throw ctx.state.platformError ?? new Problem('feature-disabled')
}
