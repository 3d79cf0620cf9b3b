/** Request correlation by X-Request-Id. R5.2; docs/design/hub.md#requests-and-answers. */
import { isUuid, newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { findHeaderErrors, hubHeaders } from './hub-headers.ts'
import { headerOf, type Layer } from './request-state.ts'

/** Gives the request its identifier and repeats it in the answer. With `required`, a missing or malformed one is refused with a fresh one. */
export const correlate =
  (required: boolean): Layer =>
  (ctx, next) => {
    const given = headerOf(ctx, 'x-request-id').toLowerCase()
    const isGiven = isUuid(given)
    ctx.state.requestId = isGiven ? given : newId()
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId)
    // Checks all headers, so that one answer names every wrong one.
    if (required && !isGiven) throw new Problem('validation', { errors: findHeaderErrors(ctx.req, hubHeaders) })
    return next()
  }
