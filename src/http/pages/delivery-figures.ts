/** Counts the attempts of deliveries in this process, for Prometheus. docs/platform.md#figures-of-a-process. */
import { Counter, Histogram, Registry } from 'prom-client'

/** Words of closed lists and numbers. */
export type FinishedAttempt = {
  readonly transport: string
  readonly outcome: string
  /** Of the reason, if there is one. */
  readonly reasonClass: string | undefined
  readonly bytes: number
  /** From the begin of the attempt to its outcome. */
  readonly durationMs: number
  readonly isAcknowledged: boolean
}

export type DeliveryFigures = {
  readonly note: (attempt: FinishedAttempt) => void
  readonly render: () => Promise<string>
}

/** Seconds, ends included. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function openDeliveryFigures(): DeliveryFigures {
  const registry = new Registry()
  const registers = [registry]
  const attempts = new Counter({
    name: 'banksia_delivery_attempts_total',
    help: 'Attempts of deliveries by this process, by outcome and class of the reason',
    labelNames: ['transport', 'outcome', 'class'],
    registers,
  })
  const bytes = new Counter({
    name: 'banksia_delivery_bytes_total',
    help: 'Bytes of the documents that this process has sent',
    labelNames: ['transport'],
    registers,
  })
  const acknowledged = new Histogram({
    name: 'banksia_delivery_acknowledgement_seconds',
    help: 'Time from the begin of an attempt of this process to its acknowledgement',
    labelNames: ['transport'],
    buckets,
    registers,
  })
  return {
    note({ transport, outcome, reasonClass = 'none', bytes: sent, durationMs, isAcknowledged }) {
      attempts.inc({ transport, outcome, class: reasonClass })
      bytes.inc({ transport }, sent)
      if (isAcknowledged) acknowledged.observe({ transport }, durationMs / 1000)
    },
    render: () => registry.metrics(),
  }
}
