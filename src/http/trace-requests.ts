/** Traces each request: its place in a trace, and a record of template, state and time. W3C Trace Context. */
import type { RecordSpan } from '../core/span.ts'
import { formatTraceparent, startTrace, withinTrace } from '../core/trace.ts'
import type { RequestRecord } from '../store/requests/request-records.ts'
import { type Context, headerOf, type Layer } from './request/request-state.ts'
import type { Watch } from './watch-requests.ts'

export type Tracing = {
  /** Takes it and returns; it is written later. */
  readonly recordRequest: (record: RequestRecord) => void
  readonly recordSpan?: RecordSpan | undefined
}

/** For requests that have joined a trace. */
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

/** Comes after the correlation: gives the request its place in the trace, for the answer and for calls of the work. */
export const joinTrace: Layer = (ctx, next) => {
  const trace = startTrace(headerOf(ctx, 'traceparent'), ctx.state.requestId)
  ctx.state.trace = trace
  ctx.state.traceparent = formatTraceparent(trace)
  ctx.res.setHeader('traceparent', ctx.state.traceparent)
  return withinTrace(trace, next)
}
