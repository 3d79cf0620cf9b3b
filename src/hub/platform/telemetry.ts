/** /v1/telemetry/metrics: takes measurements of clients, answers counts and durations. Clients choose no name or label. */
import { z } from 'zod'
import { invalidField } from '../../core/problems.ts'
import { spokes } from '../../core/spokes.ts'
import { named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { addMeasured, readTelemetry } from '../../store/requests/telemetry.ts'
import { labelText, type Measurement, measurement } from '../artifacts/measurements.ts'
import type { Hub } from '../hub.ts'

export const newMetrics = named('NewMetrics', z.strictObject({ metrics: z.array(measurement).min(1).max(500) }), {
  metrics: [{ name: 'upload.duration_ms', value: 812, labels: { network: 'wifi', outcome: 'ok' } }],
})

export const metricsTaken = named('MetricsTaken', z.strictObject({ accepted: z.int().min(0) }), { accepted: 1 })

export const metricsQuery = z.strictObject({
  periodMinutes: z.coerce.number().int().min(1).max(1_440).default(60),
  spokeId: z.string().max(64).optional(),
})

const counted = z.strictObject({ category: z.string(), count: z.int() })

export const metricsAnswer = named(
  'Metrics',
  z.strictObject({
    periodMinutes: z.int(),
    spokeId: z.string().optional(),
    requests: z.array(
      z.strictObject({
        method: z.string(),
        route: z.string(),
        statusClass: z.string(),
        count: z.int(),
        p50Ms: z.number(),
        p95Ms: z.number(),
        maxMs: z.number(),
      }),
    ),
    failures: z.strictObject({ problems: z.array(counted), jobs: z.array(counted), deliveries: z.array(counted) }),
    queues: z.array(z.strictObject({ queue: z.string(), state: z.string(), count: z.int(), oldestMs: z.number() })),
    measured: z.array(
      z.strictObject({
        name: z.string(),
        labels: z.string(),
        count: z.int(),
        total: z.number(),
        lowest: z.number(),
        highest: z.number(),
      }),
    ),
  }),
  {
    periodMinutes: 60,
    requests: [
      { method: 'GET', route: '/v1/encounters', statusClass: '2xx', count: 120, p50Ms: 2.1, p95Ms: 6.4, maxMs: 21.7 },
    ],
    failures: {
      problems: [{ category: 'validation', count: 2 }],
      jobs: [],
      deliveries: [{ category: 'refused', count: 1 }],
    },
    queues: [{ queue: 'generate', state: 'queued', count: 3, oldestMs: 1_250 }],
    measured: [
      {
        name: 'upload.duration_ms',
        labels: 'network=wifi outcome=ok',
        count: 9,
        total: 7_310,
        lowest: 402,
        highest: 1_980,
      },
    ],
  },
)

export async function storeMetrics({ caller, body }: HandlerRequest<never, z.output<typeof newMetrics>>, hub: Hub) {
  // The schema comes from the table, so each is one of its rows.
  const taken = body.metrics as readonly Measurement[]
  return hub.transact(caller, async (tx) => {
    await addMeasured(
      tx,
      taken.map((one) => ({ name: one.name, labels: labelText(one), value: one.value })),
    )
    for (const { name, value } of taken) hub.observe(name, value)
    return ok({ accepted: taken.length })
  })
}

export async function readMetrics(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof metricsQuery>>,
  hub: Hub,
) {
  const { periodMinutes, spokeId } = query
  if (spokeId !== undefined && !spokes(hub.config.iosSpoke).some(({ id }) => id === spokeId))
    throw invalidField('spokeId', 'names no spoke')
  return hub.transact(caller, async (tx) => {
    const found = await readTelemetry(tx, { minutes: periodMinutes, spoke: spokeId })
    return ok({ periodMinutes, ...(spokeId === undefined ? {} : { spokeId }), ...found })
  })
}
