/** The place of work in a trace. W3C Trace Context (https://www.w3.org/TR/trace-context/). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Trace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: this piece of work. */
  readonly spanId: string
  /** The span that it belongs to. */
  readonly parentId?: string
  readonly isSampled: boolean
}

const spanBytes = 8
const spansAtOnce = 256

/** Fetched for many at once, because each call of the system costs as much as everything after it. */
function openSpanIds(): () => string {
  let bytes = Buffer.alloc(0)
  let spent = 0
  return () => {
    if (spent === bytes.length) {
      bytes = randomBytes(spansAtOnce * spanBytes)
      spent = 0
    }
    spent += spanBytes
    return bytes.toString('hex', spent - spanBytes, spent)
  }
}

const newSpanId = openSpanIds()

const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})($|-)/

/** 3.2.2: a malformed header is ignored; a later version may add parts at the end. */
export function parseTraceparent(text: string | undefined): Trace | undefined {
  if (text === undefined || text === '') return undefined
  const [, version, traceId, spanId, flags = '', end] = pattern.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || (version === '00' && end !== '')) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: Trace): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export const childOf = ({ traceId, spanId, isSampled }: Trace): Trace => ({
  traceId,
  spanId: newSpanId(),
  parentId: spanId,
  isSampled,
})

/** Continues the caller's trace, or begins one named by the request's identifier. */
export function startTrace(traceparent: string | undefined, requestId: string): Trace {
  const given = parseTraceparent(traceparent)
  if (given !== undefined) return childOf(given)
  return { traceId: requestId.replaceAll('-', ''), spanId: newSpanId(), isSampled: true }
}

const current = new AsyncLocalStorage<Trace>()

/** Everything that `work` sends out carries the trace. */
export const withinTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

export const findTrace = (): Trace | undefined => current.getStore()
