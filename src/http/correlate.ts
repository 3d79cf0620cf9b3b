/** Request correlation by X-Request-Id. Spec R5.2; hub-contract "Requests and answers". */
import { isUuid, newId } from '../ids.ts'
import { Problem } from '../problems.ts'
import { findHeaderErrors, hubHeaders } from './hub-headers.ts'
import type { Layer } from './request-state.ts'

/** Gives the request its identifier and echoes it; where `required`, one that is missing or malformed is refused under a fresh one. */
export const correlate =
  (required: boolean): Layer =>
  async (ctx, next) => {
    const given = ctx.get('X-Request-Id').toLowerCase()
    ctx.state.requestId = isUuid(given) ? given : newId()
    ctx.set('X-Request-Id', ctx.state.requestId)
    // All of the headers are looked at, so that one answer names every one that is wrong.
    if (required && !isUuid(given)) throw new Problem('validation', { errors: findHeaderErrors(ctx.req, hubHeaders) })
    await next()
  }
