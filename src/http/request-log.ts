/** One log line a request: route template, state, duration; never a path, parameter or body. docs/design/house.md#patient-data. */
import { errorFields, type Log } from '../core/log.ts'
import type { Watch } from './watch-requests.ts'

export const logRequest =
  (log: Log): Watch =>
  ({ method, status, state: { requestId, route = 'none', caller } }, { durationMs }) => {
    const fields = { requestId, method, route, status, durationMs: Math.round(durationMs) }
    log.info('request', caller === undefined ? fields : { ...fields, tenant: caller.tenant })
  }

/** A client may go at any time; any other error outside the layers is a fault. */
export const logLost =
  (log: Log) =>
  (error: NodeJS.ErrnoException): void => {
    const isLost = error.code === 'ECONNRESET' || error.code === 'EPIPE'
    if (isLost) log.info('connection-lost', errorFields(error))
    else log.error('request-failed', errorFields(error), error)
  }
