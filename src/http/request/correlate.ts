/** Request correlation by X-Request-Id. Spec R5.2; hub-contract "Requests and answers". */
import { isUuid, newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { findHeaderErrors, hubHeaders } from './hub-headers.ts'
import { headerOf, type Layer } from './request-state.ts'

/** Gives the request its identifier and echoes it; where `required`, one that is missing or malformed is refused under a fresh one. */
export const correlate =
  (required: boolean): Layer =>
  (ctx, next) => {
    const given = headerOf(ctx, 'x-request-id').toLowerCase()
    const isGiven = isUuid(given)
    ctx.state.requestId = isGiven ? given : newId()
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId)
    // All of the headers are looked at, so that one answer names every one that is wrong.
    if (required && !isGiven) throw new Problem('validation', { errors: findHeaderErrors(ctx.req, hubHeaders) })
    return next()
  }
