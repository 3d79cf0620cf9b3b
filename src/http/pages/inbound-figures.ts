/** Counts the messages that this process has received, for Prometheus. docs/platform.md#figures-of-a-process. */
import { Counter, Histogram, Registry } from 'prom-client'

/** The figures of one message: only words of closed lists, and numbers. */
export type ReceivedFigure = {
  /** Type and event of MSH-9 if messages of that type are read, or else `other`. */
  readonly type: string
  readonly outcome: string
  readonly bytes: number
  /** From the last byte of the message to the commit of its outcome. */
  readonly durationMs: number
}

export type InboundFigures = {
  readonly note: (message: ReceivedFigure) => void
  readonly render: () => Promise<string>
}

/** Upper bounds in seconds; a bound belongs to its bucket. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function openInboundFigures(): InboundFigures {
  const registry = new Registry()
  const registers = [registry]
  const messages = new Counter({
    name: 'banksia_inbound_messages_total',
    help: 'Messages that this process has received, by type and outcome',
    labelNames: ['type', 'outcome'],
    registers,
  })
  const bytes = new Counter({
    name: 'banksia_inbound_bytes_total',
    help: 'Bytes of the messages that this process has received',
    registers,
  })
  const acknowledged = new Histogram({
    name: 'banksia_inbound_acknowledgement_seconds',
    help: 'Time from the last byte of a message to its acknowledgement',
    buckets,
    registers,
  })
  return {
    note({ type, outcome, bytes: received, durationMs }) {
      messages.inc({ type, outcome })
      bytes.inc(received)
      acknowledged.observe(durationMs / 1000)
    },
    render: () => registry.metrics(),
  }
}
