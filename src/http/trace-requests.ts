/** Each request as it went: its place in a trace, and a record of template, state and time that leads to it. Spec 2.1; W3C Trace Context. */
import type { RecordSpan } from '../core/span.ts'
import { formatTraceparent, startTrace, withinTrace } from '../core/trace.ts'
import type { RequestRecord } from '../store/requests/request-records.ts'
import { type Context, headerOf, type Layer } from './request/request-state.ts'
import type { Watch } from './watch-requests.ts'

export type Tracing = {
  /** Takes it and goes on: it is written later. */
  readonly recordRequest: (record: RequestRecord) => void
  readonly recordSpan?: RecordSpan | undefined
}

/** Of what has joined a trace. */
export const traceRequests =
  ({ recordRequest, recordSpan }: Tracing): Watch =>
  (ctx, { startedAt, durationMs }) => {
    const { caller, trace, problem, route = 'none' } = ctx.state
    if (trace === undefined) return
    const { method, status } = ctx
    if (caller !== undefined) recordRequest({ caller, startedAt, durationMs, method, route, status, problem })
    if (recordSpan === undefined || !trace.isSampled) return
    recordSpan({
      name: `${method} ${route}`,
      kind: 'server',
      trace,
      startedAt,
      endedAt: startedAt + durationMs,
      isError: status >= 500,
      attributes: attributesOf(ctx, route),
    })
  }

const attributesOf = (ctx: Context, route: string) => ({
  'http.request.method': ctx.method,
  'http.route': route,
  'http.response.status_code': ctx.status,
  'banksia.request.id': ctx.state.requestId,
  ...(ctx.state.caller === undefined ? {} : { 'banksia.spoke.id': ctx.state.caller.spoke }),
  ...(ctx.state.problem === undefined ? {} : { 'banksia.problem': ctx.state.problem }),
})

/** Goes after the correlation: the request's own place in its trace, told in the answer and to whatever the work calls. */
export const joinTrace: Layer = (ctx, next) => {
  const trace = startTrace(headerOf(ctx, 'traceparent'), ctx.state.requestId)
  ctx.state.trace = trace
  ctx.state.traceparent = formatTraceparent(trace)
  ctx.res.setHeader('traceparent', ctx.state.traceparent)
  return withinTrace(trace, next)
}
