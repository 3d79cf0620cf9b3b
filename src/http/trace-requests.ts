/** Each request as it went: its place in a trace, and a record of template, state and time that leads to it. Spec 2.1; W3C Trace Context. */
import type { Clock } from '../clock.ts'
import type { RecordSpan } from '../span.ts'
import type { RequestRecord } from '../store/requests/request-records.ts'
import { formatTraceparent, startTrace, withinTrace } from '../trace.ts'
import type { Context, Layer } from './request-state.ts'

export type Tracing = {
  /** Takes it and goes on: it is written later. */
  readonly recordRequest: (record: RequestRecord) => void
  readonly recordSpan?: RecordSpan | undefined
  readonly clock: Clock
}

/** Goes after the correlation, and around what makes an answer of a problem. */
export const traceRequests =
  ({ recordRequest, recordSpan, clock }: Tracing): Layer =>
  async (ctx, next) => {
    const startedAt = clock().getTime()
    const begun = performance.now()
    await next()
    const { caller, trace, problem } = ctx.state
    if (trace === undefined) return
    const durationMs = performance.now() - begun
    const route = ctx.state.route ?? 'none'
    const { method, status } = ctx
    if (caller !== undefined) {
      const at = new Date(startedAt).toISOString()
      recordRequest({ caller, at, durationMs, method, route, status, problem })
    }
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
  const trace = startTrace(ctx.get('traceparent'), ctx.state.requestId)
  ctx.state.trace = trace
  ctx.set('traceparent', formatTraceparent(trace))
  return withinTrace(trace, next)
}
