/** The measurements that a client may send: names, and labels with enumerated values. Nothing else is accepted. docs/platform.md#metrics. */
import { z } from 'zod'

const labelValues = {
  outcome: ['ok', 'failed', 'cancelled'],
  network: ['wifi', 'cellular', 'wired', 'offline'],
  surface: ['ios', 'android', 'web', 'desktop', 'device'],
  category: ['network', 'permission', 'storage', 'timeout', 'validation', 'server', 'device', 'unknown'],
} as const

type Label = keyof typeof labelValues
type MeasurementRow = { readonly name: string; readonly labels: readonly Label[]; readonly meaning: string }

// biome-ignore format: one row a line
export const measurements = [
  { name: 'capture.duration_ms',  labels: ['surface', 'outcome'],  meaning: 'from the beginning of a capture to its end' },
  { name: 'upload.duration_ms',   labels: ['network', 'outcome'],  meaning: 'from the first byte of an upload to its answer' },
  { name: 'upload.retries',       labels: ['network'],             meaning: 'attempts after the first' },
  { name: 'sync.delay_ms',        labels: ['network'],             meaning: 'from a capture without a connection to its arrival' },
  { name: 'sync.queue_depth',     labels: ['surface'],             meaning: 'what waits on a device' },
  { name: 'screen.load_ms',       labels: ['surface'],             meaning: 'from a tap to a screen that can be used' },
  { name: 'request.duration_ms',  labels: ['outcome'],             meaning: 'a request to the Hub, as its client sees it' },
  { name: 'review.duration_ms',   labels: ['outcome'],             meaning: 'from the opening of a draft to a decision' },
  { name: 'failures',             labels: ['surface', 'category'], meaning: 'what went wrong on a client' },
] as const satisfies readonly MeasurementRow[]

export type MeasurementName = (typeof measurements)[number]['name']

export type Measurement = {
  readonly name: MeasurementName
  readonly value: number
  readonly labels?: { readonly [L in Label]?: string } | undefined
}

const labelSchema = (labels: readonly Label[]) =>
  z.strictObject(Object.fromEntries(labels.map((label) => [label, z.enum(labelValues[label]).optional()]))).optional()

const shapes = measurements.map(({ name, labels }) =>
  z.strictObject({ name: z.literal(name), value: z.number().min(0).max(1e12), labels: labelSchema(labels) }),
)

const [first, ...rest] = shapes
if (first === undefined) throw new TypeError('clients may measure something')

/** A row of the table, with its labels. */
export const measurement = z.discriminatedUnion('name', [first, ...rest])

/** In the order of the table, so that equal labels give equal text. */
export const labelText = ({ name, labels = {} }: Measurement): string =>
  (measurements.find((row) => row.name === name)?.labels ?? [])
    .flatMap((label) => (labels[label] === undefined ? [] : [`${label}=${labels[label]}`]))
    .join(' ')
