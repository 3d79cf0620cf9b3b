/** A piece of work for observers: attributes from a list, and no place for content. docs/design/house.md#patient-data. */
import type { Trace } from './trace.ts'

/** Named as in the OpenTelemetry semantic conventions; route templates, methods, states, enumerated reasons, row identifiers. */
export type SpanAttributes = {
  readonly 'http.request.method'?: string
  readonly 'http.route'?: string
  readonly 'http.response.status_code'?: number
  readonly 'banksia.request.id'?: string
  readonly 'banksia.spoke.id'?: string
  readonly 'banksia.problem'?: string
  readonly 'banksia.job.id'?: string
  readonly 'banksia.job.kind'?: string
  readonly 'banksia.delivery.id'?: string
  readonly 'banksia.delivery.state'?: string
  readonly 'banksia.delivery.transport'?: string
}

export type Span = {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly trace: Trace
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly isError: boolean
  readonly attributes: SpanAttributes
}

/** Takes ended spans; never throws, never waits. */
export type RecordSpan = (span: Span) => void
