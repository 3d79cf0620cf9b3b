/** One log line a request: route template, state, duration; never a path, parameter or body. DESIGN.md "PHI". */
import type { Clock } from '../clock.ts'
import { errorFields, type Log } from '../log.ts'
import type { Layer } from './request-state.ts'

export const requestLog =
  (log: Log, clock: Clock): Layer =>
  async (ctx, next) => {
    const startedAt = clock().getTime()
    await next()
    log.info('request', {
      requestId: ctx.state.requestId,
      method: ctx.method,
      route: ctx.state.route ?? 'none',
      status: ctx.status,
      durationMs: clock().getTime() - startedAt,
      ...(ctx.state.caller === undefined ? {} : { tenant: ctx.state.caller.tenant }),
    })
  }

/** A client may go at any time; whatever else comes to the application past its layers is a bug. */
export const logLost =
  (log: Log) =>
  (error: NodeJS.ErrnoException): void => {
    const isLost = error.code === 'ECONNRESET' || error.code === 'EPIPE'
    if (isLost) log.info('connection-lost', errorFields(error))
    else log.error('request-failed', errorFields(error))
  }
