/** Sends spans to an OpenTelemetry collector: OTLP over HTTP in JSON, in batches, beside the work. OTLP 1.5 (https://opentelemetry.io/docs/specs/otlp/). */
import type { Span, SpanAttributes } from '../core/span.ts'
import type { OutboundPolicy } from './policy.ts'
import { sendRequest } from './request.ts'

export type SpanExporter = {
  /** Takes it and returns. A span that cannot be sent is dropped. */
  readonly record: (span: Span) => void
  /** Sends the rest. */
  readonly close: () => Promise<void>
}

export type OtlpOptions = {
  readonly policy: OutboundPolicy
  /** Without `/v1/traces`. */
  readonly endpoint: string
  /** `name=value`, comma separated, as in OTEL_EXPORTER_OTLP_HEADERS. */
  readonly headers?: string | undefined
  readonly serviceName: string
  readonly version: string
  readonly onFailure: (error: unknown) => void
}

const gatherMs = 1_000
const batch = 500
const maxWaiting = 5_000
const timeoutMs = 5_000

const kinds = { server: 2, client: 3, consumer: 5 } as const satisfies Record<Span['kind'], number>
const errorStatus = 2

export function openSpanExporter(options: OtlpOptions): SpanExporter {
  let waiting: Span[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const spans = waiting
    waiting = []
    sending = sending.then(() => sendAll(options, spans))
    return sending
  }
  return {
    record(span) {
      if (!span.trace.isSampled || waiting.length >= maxWaiting) return
      waiting.push(span)
      if (waiting.length === batch) void flush()
      else timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
    close: flush,
  }
}

async function sendAll(options: OtlpOptions, spans: readonly Span[]): Promise<void> {
  for (let from = 0; from < spans.length; from += batch) {
    await send(options, spans.slice(from, from + batch)).catch(options.onFailure)
  }
}

async function send(
  { policy, endpoint, headers, serviceName, version }: OtlpOptions,
  spans: readonly Span[],
): Promise<void> {
  const resource = { attributes: [attribute('service.name', serviceName), attribute('service.version', version)] }
  const scopeSpans = [{ scope: { name: 'banksia', version }, spans: spans.map(buildSpan) }]
  const { status } = await sendRequest(policy, {
    method: 'POST',
    url: `${endpoint}/v1/traces`,
    headers: { 'content-type': 'application/json', ...parseHeaders(headers) },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
    timeoutMs,
  })
  if (status >= 300) throw Object.assign(new Error('the collector refuses'), { code: `HTTP_${status}` })
}

const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const buildSpan = ({ name, kind, trace, startedAt, endedAt, isError, attributes }: Span) => ({
  traceId: trace.traceId,
  spanId: trace.spanId,
  ...(trace.parentId === undefined ? {} : { parentSpanId: trace.parentId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: Object.entries(attributes satisfies SpanAttributes).map(([key, value]) => attribute(key, value)),
  ...(isError ? { status: { code: errorStatus } } : {}),
})

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
})

const parseHeaders = (text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split(/=(.*)/s).map((part) => decodeURIComponent(part.trim())))
      .filter(([name = '', value]) => name !== '' && value !== undefined),
  )
