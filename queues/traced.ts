/** Traces a piece of a worker's work as part of its request's trace. W3C Trace Context. */
import type { RecordSpan, Span, SpanAttributes } from '../src/core/span.ts'
import { startTrace, type Trace, withinTrace } from '../src/core/trace.ts'

/** Absent without an observer. */
export type Observing = { readonly recordSpan?: RecordSpan | undefined }

type Asked = Pick<Span, 'name' | 'kind'> & {
  readonly trace: string | undefined
  readonly requestId: string
}

/** `work` answers the attributes of its span. */
export async function traced<T>(
  { recordSpan }: Observing,
  { name, kind, trace: asked, requestId }: Asked,
  work: (
    trace: Trace,
  ) => Promise<{ readonly result: T; readonly attributes: SpanAttributes; readonly isError?: boolean }>,
): Promise<T> {
  const trace = startTrace(asked, requestId)
  const startedAt = Date.now()
  const end = (isError: boolean, attributes: SpanAttributes): void =>
    recordSpan?.({ name, kind, trace, startedAt, endedAt: Date.now(), isError, attributes })
  try {
    const { result, attributes, isError = false } = await withinTrace(trace, () => work(trace))
    end(isError, { 'banksia.request.id': requestId, ...attributes })
    return result
  } catch (error) {
    end(true, { 'banksia.request.id': requestId })
    throw error
  }
}
